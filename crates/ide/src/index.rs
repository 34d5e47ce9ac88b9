//! What the files in the folders of an editor declare and call, whether they are open or not.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hcl2_diagnostics::{Source, Span};
use hcl2_native::parse_file;
use hcl2_native::tree::{Block, Expr, File, Item};
use hcl2_project::{Files, Overlay, PathKind, Stamp, map_on, processors};
use hcl2_terraform::table::{FileKind, Language};

/// The largest number of files that are looked at.
const MAX_FILES: usize = 20_000;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// A call of a module in a local directory.
#[derive(Clone, Debug)]
pub(crate) struct LocalCall {
    /// The path of the directory, as it is written.
    pub(crate) source: String,
    /// The header of the call.
    pub(crate) span: Span,
}

/// What is known of a file.
#[derive(Clone, Debug)]
pub(crate) struct IndexedFile {
    stamp: Option<Stamp>,
    pub(crate) source: Source,
    /// The name, the type of the block and the header of each declaration.
    pub(crate) declarations: Vec<(String, String, Span)>,
    pub(crate) calls: Vec<LocalCall>,
}

/// What is known of files, by path.
#[derive(Debug, Default)]
pub(crate) struct Index(Mutex<BTreeMap<PathBuf, IndexedFile>>);

impl Index {
    fn known(&self) -> MutexGuard<'_, BTreeMap<PathBuf, IndexedFile>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the files of folders that changed, and does work with all.
    pub(crate) fn with<T>(
        &self,
        files: &Overlay,
        folders: &[PathBuf],
        work: impl FnOnce(&BTreeMap<PathBuf, IndexedFile>) -> T,
    ) -> T {
        let mut known = self.known();
        let mut before: HashMap<PathBuf, IndexedFile> = std::mem::take(&mut *known).into_iter().collect();
        let mut new = Vec::new();
        for path in paths(files, folders) {
            let stamp = files.stamp(&path);
            let old = before.remove(&path);
            match old.filter(|old| stamp.is_some() && old.stamp == stamp) {
                Some(same) => drop(known.insert(path, same)),
                None => new.push((path, stamp)),
            }
        }
        let read = map_on(processors(), &new, |(path, stamp)| {
            let file = IndexedFile::read(files, path, *stamp)?;
            Some((path.clone(), file))
        });
        known.extend(read.into_iter().flatten());
        work(&known)
    }
}

/// Returns the files of modules in folders and below, without hidden directories and links.
fn paths(files: &Overlay, folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut directories = folders.to_vec();
    while let Some(directory) = directories.pop() {
        for path in files.list(&directory).unwrap_or_default() {
            let is_hidden = path
                .file_name()
                .is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
            match files.kind(&path) {
                Some(PathKind::Directory) if !is_hidden => directories.push(path),
                Some(PathKind::File) if is_indexed(&path) => found.push(path),
                _ => {}
            }
            if found.len() == MAX_FILES {
                return found;
            }
        }
    }
    found
}

fn is_indexed(path: &Path) -> bool {
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let kind = FileKind::of_path(path).filter(|_| !is_json);
    kind.is_some_and(|kind| kind.is_of_module(Language::OpenTofu) || kind.is_of_module(Language::Terraform))
}

impl IndexedFile {
    fn read(files: &Overlay, path: &Path, stamp: Option<Stamp>) -> Option<Self> {
        let bytes = files.read(path, MAX_BYTES).ok()?;
        let source = Source::new(path.display().to_string(), bytes).ok()?;
        let tree = parse_file(&source).value;
        let mut file = Self {
            stamp,
            source: source.clone(),
            declarations: Vec::new(),
            calls: Vec::new(),
        };
        let items = tree.root().body().map(|body| tree.items(tree.body(body).items));
        for item in items.unwrap_or_default() {
            if let Item::Block(id) = item {
                file.add(&tree, &tree.block(*id));
            }
        }
        Some(file)
    }

    fn add(&mut self, tree: &File, block: &Block) {
        let block_type = tree.str(block.block_type);
        let labels = tree.labels(block.labels);
        let span = tree.span(block.header_range(labels));
        let labels: Vec<&str> = labels.iter().map(|label| tree.text(label.text)).collect();
        let mut attributes = tree
            .items(tree.body(block.body).items)
            .iter()
            .filter_map(|item| match item {
                Item::Attribute(id) if block.has_body => Some(tree.attribute(*id)),
                _ => None,
            });
        let name = match (block_type, &labels[..]) {
            ("locals", []) => {
                for attribute in attributes {
                    let name = format!("local.{}", tree.str(attribute.name));
                    self.declarations
                        .push((name, block_type.to_owned(), tree.span(attribute.name)));
                }
                return;
            }
            ("resource", [ty, name]) => format!("{ty}.{name}"),
            ("variable", [name]) => format!("var.{name}"),
            ("terraform", _) => return,
            _ => std::iter::once(block_type)
                .chain(labels)
                .collect::<Vec<_>>()
                .join("."),
        };
        self.declarations.push((name, block_type.to_owned(), span));
        if block_type == "module" {
            let source = attributes.find(|attribute| tree.str(attribute.name) == "source");
            let source = source.and_then(|source| match tree.expr(source.value) {
                Expr::String { text } => Some(tree.text(text).to_owned()),
                _ => None,
            });
            let source = source.filter(|source| source.starts_with("./") || source.starts_with("../"));
            self.calls.extend(source.map(|source| LocalCall { source, span }));
        }
    }
}
