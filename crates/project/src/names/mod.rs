//! Names: where objects of modules are named, in all modules of a repository, and what it takes to rename one.
//!
//! [`scan`] finds the files, [`object`] the object of an address or of an offset, [`rename`] the edits, [`iterators`] those of
//! the variables of loops; [`limits`] refuses what would be done by half, [`moves`] keeps the state of a renamed resource, and
//! [`verify`] refuses a rename after which a check finds more than before. [`table`] keeps what is known of files.

mod iterators;
mod limits;
mod moves;
mod object;
mod rename;
mod scan;
mod table;
mod verify;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Source, SourceMap, Span};
use hcl2_model::Name;
use hcl2_terraform::table::FileKind;
use hcl2_terraform::{Address, Mention, MentionRole, Mentioned};

pub use rename::{RenamedFile, Renaming};
pub use table::NameTables;
use table::NamedFile;

use crate::check::around_tests;
use crate::facts::ANY;
use crate::files::{Files, directory_of};
use crate::parallel;
use crate::store::is_of_module;

/// An object of the module in a directory, of the files of another language there, or of a single file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectAt {
    /// The canonical directory of the module.
    pub directory: PathBuf,
    /// The file that alone has it: a run of tests, or an object of a language whose files do not belong together.
    pub file: Option<PathBuf>,
    /// The object.
    pub object: Mentioned,
}

impl ObjectAt {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.object {
            Mentioned::Object(address) => address.name().unwrap_or_default(),
            Mentioned::Run(name) => name,
            Mentioned::Named(named) => named.name(),
        }
    }
}

/// A place where an object is named.
#[derive(Clone, Debug)]
pub struct NamePlace {
    /// The path of the file.
    pub path: PathBuf,
    /// The file.
    pub source: Source,
    /// The range of the name, without quotes.
    pub span: Span,
    /// How it is named.
    pub role: MentionRole,
}

/// The names of objects in the modules at and below directories.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Memory, Names};
///
/// let files: Memory = [
///     ("main.tf", "module \"net\" {\n  source = \"./net\"\n  cidr   = \"10.0.0.0/8\"\n}\n"),
///     ("net/main.tf", "variable \"cidr\" {}\noutput \"range\" {\n  value = var.cidr\n}\n"),
/// ]
/// .into_iter()
/// .collect();
/// let mut names = Names::new(Arc::new(files), [Path::new("/")]);
/// let cidr = names.object(Path::new("/net"), "var.cidr").unwrap();
/// let places = names.places(&cidr);
/// let files: Vec<&Path> = places.iter().map(|place| place.path.as_path()).collect();
/// assert_eq!(files, ["/main.tf", "/net/main.tf", "/net/main.tf"].map(Path::new));
/// ```
#[derive(Debug)]
pub struct Names {
    files: Arc<dyn Files>,
    roots: Vec<PathBuf>,
    /// The directory whose files have relative names in messages.
    base: Option<PathBuf>,
    sources: SourceMap,
    /// What is known of files.
    tables: Arc<NameTables>,
    /// The files that are read, by canonical directory, once they were looked for.
    directories: Option<Arc<Directories>>,
    read: HashMap<PathBuf, Option<Arc<NamedFile>>>,
    calls: HashMap<PathBuf, Arc<HashMap<Name, Called>>>,
}

/// The files of modules, their tests and values, by canonical directory.
type Directories = BTreeMap<PathBuf, Vec<PathBuf>>;

/// Where a call leads.
#[derive(Clone, Debug)]
struct Called {
    /// The canonical directory of the module, if it is in a local one.
    directory: Option<PathBuf>,
    has_keys: bool,
}

impl Names {
    /// Creates the names in the modules at and below directories.
    #[must_use]
    pub fn new<P: AsRef<Path>>(files: Arc<dyn Files>, roots: impl IntoIterator<Item = P>) -> Self {
        let roots = roots.into_iter();
        let roots = roots
            .filter_map(|root| files.canonical(root.as_ref()).ok())
            .collect();
        Self {
            files,
            roots,
            base: None,
            sources: SourceMap::new(),
            tables: Arc::default(),
            directories: None,
            read: HashMap::new(),
            calls: HashMap::new(),
        }
    }

    /// Names the files in and below a canonical directory relative to it in messages, and shares none of them.
    #[must_use]
    pub fn relative_to(mut self, directory: impl Into<PathBuf>) -> Self {
        self.base = Some(directory.into());
        // What was read before has other names.
        self.tables = Arc::default();
        self
    }

    /// Shares what is known of files with others that name them alike in messages.
    #[must_use]
    pub fn sharing(mut self, tables: &Arc<NameTables>) -> Self {
        self.tables = Arc::clone(tables);
        self
    }

    /// Returns how messages name a path.
    fn shown(&self, path: &Path) -> String {
        let relative = self.base.as_ref().and_then(|base| path.strip_prefix(base).ok());
        match relative {
            Some(own) if own.as_os_str().is_empty() => ".".to_owned(),
            own => own.unwrap_or(path).display().to_string(),
        }
    }

    /// Returns the sources that places and problems point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the places where an object is named, by file and offset.
    pub fn places(&mut self, object: &ObjectAt) -> Vec<NamePlace> {
        let files = self.files_with(object.name());
        self.places_of(&files, object)
    }

    /// Returns the places in one file where an object is named, by offset. No other file is searched.
    pub fn places_in(&mut self, path: &Path, object: &ObjectAt) -> Vec<NamePlace> {
        let path = self.files.canonical(path).ok();
        let file = path.and_then(|path| self.file(&path));
        self.places_of(file.as_slice(), object)
    }

    /// Returns the first place where an object is declared. Only its own file or directory is searched.
    pub fn declaration(&mut self, object: &ObjectAt) -> Option<NamePlace> {
        let paths = match &object.file {
            Some(file) => vec![file.clone()],
            None => self.files_in(&object.directory),
        };
        let mut files: Vec<_> = paths.iter().filter_map(|path| self.file(path)).collect();
        files.retain(|file| may_have(file.source.bytes(), object.name()));
        let mut places = self.places_of(&files, object).into_iter();
        places.find(|place| place.role == MentionRole::Declaration)
    }

    fn places_of(&mut self, files: &[Arc<NamedFile>], object: &ObjectAt) -> Vec<NamePlace> {
        // Files are parsed when somebody asks what they mention.
        parallel::map(None, files, |file| {
            file.mentions();
        });
        let mut places = Vec::new();
        for file in files {
            let mut home = None;
            for mention in &file.mentions().all {
                if mention.object == object.object && self.is_of(mention, file, object, &mut home) {
                    places.push(NamePlace {
                        path: file.path.clone(),
                        source: file.source.clone(),
                        span: mention.span,
                        role: mention.role,
                    });
                }
            }
        }
        places.sort_by(|one, other| (&one.path, one.span.start).cmp(&(&other.path, other.span.start)));
        places.dedup_by(|one, other| one.path == other.path && one.span == other.span);
        places
    }

    /// Returns whether a mention that looks like an object is one of it; `home` is the directory of the module of the file, once
    /// it is known.
    fn is_of(
        &mut self,
        mention: &Mention,
        file: &NamedFile,
        object: &ObjectAt,
        home: &mut Option<PathBuf>,
    ) -> bool {
        match &object.file {
            Some(own) => *own == file.path,
            None if mention.tested.is_none() && mention.calls.is_empty() => {
                *home.get_or_insert_with(|| self.home_of(file)) == object.directory
            }
            None => self.module_of(mention, file).as_deref() == Some(&object.directory),
        }
    }

    /// Returns the canonical directory of the module that has the object of a mention.
    fn module_of(&mut self, mention: &Mention, file: &NamedFile) -> Option<PathBuf> {
        let mut directory = self.home_of(file);
        if let Some(tested) = &mention.tested {
            directory = self.files.canonical(&directory.join(tested)).ok()?;
        }
        let mut has_keys = false;
        for call in &mention.calls {
            let called = self.calls_in(&directory).get(call)?.clone();
            directory = called.directory?;
            has_keys = called.has_keys;
        }
        (!(mention.is_of_single && has_keys)).then_some(directory)
    }

    /// Returns the canonical directory of the module that a file belongs to.
    fn home_of(&mut self, file: &NamedFile) -> PathBuf {
        let directory = directory_of(&file.path);
        match file.kind {
            FileKind::Tests { .. } => around_tests(directory).to_owned(),
            // Values in a directory without a module are those of the module around it.
            FileKind::Values => self.innermost(directory, |path| is_of_module(path, ANY)),
            FileKind::PackerVariables => self.innermost(directory, |path| {
                FileKind::of_path(path) == Some(FileKind::Packer)
            }),
            _ => directory.to_owned(),
        }
    }

    /// Returns the innermost directory of the roots around a canonical one with a file as asked, or else that one.
    fn innermost(&self, directory: &Path, is_asked: impl Fn(&Path) -> bool) -> PathBuf {
        let is_within = |around: &&Path| self.roots.iter().any(|root| around.starts_with(root));
        let has_one = |around: &&Path| self.files_in(around).iter().any(|path| is_asked(path));
        let around = directory.ancestors().take_while(is_within).find(has_one);
        around.unwrap_or(directory).to_owned()
    }

    /// Returns the calls of the module in a canonical directory, and of the stack and the unit there.
    fn calls_in(&mut self, directory: &Path) -> Arc<HashMap<Name, Called>> {
        if let Some(calls) = self.calls.get(directory) {
            return Arc::clone(calls);
        }
        let mut found: HashMap<Name, Called> = HashMap::new();
        for path in self
            .files_in(directory)
            .into_iter()
            .filter(|path| has_calls(path))
        {
            let Some(file) = self.file(&path) else { continue };
            for call in &file.mentions().calls {
                let called = call
                    .source
                    .as_deref()
                    .and_then(|source| self.place(directory, source));
                let own = found.entry(call.name.clone()).or_insert(Called {
                    directory: None,
                    has_keys: false,
                });
                own.directory = called.or_else(|| own.directory.take());
                own.has_keys |= call.has_keys;
            }
        }
        let found = Arc::new(found);
        self.calls.insert(directory.to_owned(), Arc::clone(&found));
        found
    }

    /// Returns the canonical directory that a source in another one names, if it is a path.
    fn place(&self, directory: &Path, source: &str) -> Option<PathBuf> {
        let path = match source.strip_prefix(REPOSITORY) {
            Some(path) => self.files.repository_of(directory)?.join(path),
            None => directory.join(source),
        };
        let is_path = ["./", "../", REPOSITORY];
        let is_path = is_path.iter().any(|start| source.starts_with(start));
        self.files.canonical(&path).ok().filter(|_| is_path)
    }

    /// Returns the files with a name somewhere in their text.
    fn files_with(&mut self, name: &str) -> Vec<Arc<NamedFile>> {
        let directories = self.directories();
        let mut files = Vec::new();
        for path in directories.values().flatten() {
            let file = match self.read.get(path) {
                Some(known) => known.clone(),
                None => self.looked_up(path),
            };
            if let Some(file) = file.filter(|file| may_have(file.source.bytes(), name)) {
                self.add(path, Some(&file));
                files.push(file);
            }
        }
        files
    }

    /// Returns a file with what it mentions, or `None` if it cannot be read.
    fn file(&mut self, path: &Path) -> Option<Arc<NamedFile>> {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        let file = self.looked_up(path);
        self.add(path, file.as_ref());
        file
    }

    /// Returns a file as it is now.
    fn looked_up(&self, path: &Path) -> Option<Arc<NamedFile>> {
        self.tables.file(&*self.files, path, || self.shown(path))
    }

    /// Adds a file, which stays as it is from now on.
    fn add(&mut self, path: &Path, file: Option<&Arc<NamedFile>>) {
        if let Some(file) = file {
            self.sources.insert(&file.source);
        }
        self.read.insert(path.to_owned(), file.cloned());
    }
}

/// The start of paths in Terragrunt that are relative to the repository.
const REPOSITORY: &str = "${get_repo_root()}/";

/// Returns whether a file can have calls of modules.
fn has_calls(path: &Path) -> bool {
    matches!(
        FileKind::of_path(path),
        Some(FileKind::Module { .. } | FileKind::Components | FileKind::Terragrunt)
    )
}

/// Returns whether the text of a file can have a name, which JSON may write with escapes.
fn may_have(bytes: &[u8], name: &str) -> bool {
    let text = std::str::from_utf8(bytes);
    text.is_ok_and(|text| text.contains(name) || text.contains("\\u"))
}

/// Returns the address of a mentioned object of a module.
fn address_of(object: &Mentioned) -> Option<&Address> {
    match object {
        Mentioned::Object(address) => Some(address),
        Mentioned::Run(_) | Mentioned::Named(_) => None,
    }
}
