//! The modules at one of the two revisions, and what their files say without a plan.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use hcl2::ModuleLoader;
use hcl2::project::{ContentId, Revision};
use hcl2::terraform::table::{FileKind, Language, automatic_variables};
use hcl2::terraform::{ModuleTree, join_paths};

use super::NamedRoots;
use crate::commands::unit::innermost;
use crate::parallel;

/// Files of a directory: their names and contents.
type Content = Vec<(String, ContentId)>;

/// What `terraform init` installs for the module in a directory.
const MANIFEST: &str = "/.terraform/modules/modules.json";

/// The names of files of units.
const UNIT_FILES: [&str; 2] = ["terragrunt.hcl", "terragrunt.hcl.json"];

/// What the files of a module say.
struct Facts {
    /// The local paths of its calls.
    calls: Vec<String>,
    /// Whether sources of its calls are computed.
    is_computed: bool,
    /// Whether its functions may read files.
    reads_files: bool,
}

/// The reading of modules, those with the same files once.
pub(super) struct Reading {
    loader: ModuleLoader,
    language: Language,
    by_content: HashMap<Content, Facts>,
}

impl Reading {
    /// Creates the reading of modules by a loader of single ones.
    pub(super) fn new(loader: ModuleLoader, language: Language) -> Self {
        Self {
            loader,
            language,
            by_content: HashMap::new(),
        }
    }

    /// Reads modules by their directories, as far as none with the same files was read.
    fn read<'c>(&mut self, side: &Side, directories: impl Iterator<Item = (&'c String, &'c Content)>) {
        let mut new: HashMap<&Content, &String> = HashMap::new();
        for (directory, content) in directories {
            if !self.by_content.contains_key(content) {
                new.entry(content).or_insert(directory);
            }
        }
        let new: Vec<(&Content, &String)> = new.into_iter().collect();
        let loader = self.loader.clone().files(side.files.clone());
        let facts = parallel::map("reading", &new, |(_, directory)| facts(&loader, side, directory));
        let contents = new.into_iter().map(|(content, _)| content.clone());
        self.by_content.extend(contents.zip(facts));
    }
}

fn facts(loader: &ModuleLoader, side: &Side, directory: &str) -> Facts {
    let loaded = loader.load_partial(side.files.top().join(directory));
    let module = &loaded.tree.module;
    let mut sources = module.sources.iter().filter_map(|id| loaded.sources.get(*id));
    Facts {
        calls: local_calls(&loaded.tree),
        is_computed: module.calls.iter().any(|call| !call.computed.is_empty()),
        reads_files: sources.any(|source| may_read_files(source.bytes())),
    }
}

fn local_calls(tree: &ModuleTree) -> Vec<String> {
    let calls = tree.module.calls.iter();
    calls
        .filter_map(|call| call.local_path().map(str::to_owned))
        .collect()
}

/// The part that the names of all functions have that read files, and the function whose argument may name them.
const READING: [&[u8]; 3] = [b"file", b"templatestring", b"\\u"];

/// Returns whether functions of a source may read files. Which ones is known when it is planned. In JSON, a name may be escaped.
fn may_read_files(text: &[u8]) -> bool {
    let contains = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
    READING.into_iter().any(contains)
}

/// The modules at a revision.
pub(super) struct Side {
    pub(super) files: Arc<Revision>,
    /// The files of modules, by directory. That of the top is empty.
    pub(super) modules: BTreeMap<String, Content>,
    /// The directories with units of Terragrunt, without those above others, which they include.
    pub(super) units: BTreeSet<String>,
    /// The files that set variables of a module or say what is installed for it, by its directory.
    beside: BTreeMap<String, Content>,
    /// The directories that each module calls.
    pub(super) calls: BTreeMap<String, BTreeSet<String>>,
}

impl Side {
    /// Reads the modules of a revision: those that the named roots call, or all without a name.
    pub(super) fn read(files: Revision, named: &NamedRoots<'_>, reading: &mut Reading) -> Self {
        let mut side = Self {
            files: Arc::new(files),
            modules: BTreeMap::new(),
            units: BTreeSet::new(),
            beside: BTreeMap::new(),
            calls: BTreeMap::new(),
        };
        side.find_files(reading);
        let modules = side.modules.clone();
        let mut pending: BTreeSet<String> = match named.is_empty() {
            true => modules.keys().cloned().collect(),
            false => named.keys().cloned().collect(),
        };
        while !pending.is_empty() {
            let known = pending
                .iter()
                .filter_map(|directory| modules.get_key_value(directory));
            let known: Vec<_> = known.collect();
            reading.read(&side, known.iter().copied());
            let mut called = BTreeSet::new();
            for (directory, content) in known {
                side.add_calls(directory, &reading.by_content[content], reading);
                called.extend(side.calls[directory].iter().cloned());
            }
            called.retain(|directory| !side.calls.contains_key(directory));
            called.retain(|directory| modules.contains_key(directory));
            pending = called;
        }
        side
    }

    fn find_files(&mut self, reading: &Reading) {
        let is_of_module =
            |name: &str| FileKind::of(name).is_some_and(|kind| kind.is_of_module(reading.language));
        let name_of = |path: &str| path.rsplit_once('/').map_or(path, |(_, name)| name).to_owned();
        let is_beside = |path: &str| {
            automatic_variables(&name_of(path)).is_some() || format!("/{path}").ends_with(MANIFEST)
        };
        let is_of_unit = |path: &str| UNIT_FILES.contains(&name_of(path).as_str());
        let accept = |path: &str| is_of_module(&name_of(path)) || is_beside(path) || is_of_unit(path);
        let mut units = BTreeSet::new();
        for (path, content) in self.files.files(accept) {
            let name = name_of(path);
            if is_of_unit(path) {
                units.insert(PathBuf::from(
                    path[..path.len() - name.len()].trim_end_matches('/'),
                ));
                continue;
            }
            let (found, directory) = match path.strip_suffix(MANIFEST.trim_start_matches('/')) {
                Some(directory) => (&mut self.beside, directory),
                None if is_of_module(&name) => (&mut self.modules, &path[..path.len() - name.len()]),
                None => (&mut self.beside, &path[..path.len() - name.len()]),
            };
            let own = found.entry(directory.trim_end_matches('/').to_owned());
            own.or_default().push((name, content));
        }
        let units = innermost(units).into_iter();
        self.units = units
            .filter_map(|unit| unit.into_os_string().into_string().ok())
            .collect();
    }

    /// Returns whether a directory has a module or a unit.
    pub(super) fn has(&self, directory: &str) -> bool {
        self.modules.contains_key(directory) || self.units.contains(directory)
    }

    /// Adds the directories that a module calls, also by the sources that it computes for the values that it has as a root.
    fn add_calls(&mut self, directory: &str, facts: &Facts, reading: &Reading) {
        let calls = facts.calls.iter().map(|path| called_from(directory, path));
        self.calls.insert(directory.to_owned(), calls.collect());
        if !facts.is_computed {
            return;
        }
        let loader = reading.loader.clone().files(self.files.clone()).nested();
        let loaded = loader.load_partial(self.files.top().join(directory));
        let mut pending = vec![&loaded.tree];
        while let Some(tree) = pending.pop() {
            let caller = called_from(directory, &tree.path);
            let calls = local_calls(tree).into_iter();
            let calls: Vec<String> = calls.map(|path| called_from(&caller, &path)).collect();
            self.calls.entry(caller).or_default().extend(calls);
            pending.extend(tree.calls.values());
        }
    }

    /// Returns whether the plan of a root is the same at both sides because the files are from which it is made. If functions
    /// may read files, they are not known to be the same before a plan.
    pub(super) fn are_same(sides: &[Self; 2], root: &str, reading: &Reading) -> bool {
        let [before, after] = sides;
        // Which files units read is known when they are evaluated.
        if sides.iter().any(|side| side.units.contains(root)) {
            return false;
        }
        if before.beside.get(root) != after.beside.get(root) {
            return false;
        }
        let mut found = BTreeSet::from([root]);
        let mut pending = vec![root];
        while let Some(directory) = pending.pop() {
            let Some(content) = before.modules.get(directory) else {
                return false;
            };
            let is_same = after.modules.get(directory) == Some(content);
            let facts = reading.by_content.get(content);
            if !is_same || !facts.is_some_and(|facts| !facts.is_computed && !facts.reads_files) {
                return false;
            }
            for called in before.calls.get(directory).into_iter().flatten() {
                if found.insert(called) {
                    pending.push(called);
                }
            }
        }
        true
    }
}

/// Returns the directory that a module calls by a path. Paths above the top of the repository stay as they are.
fn called_from(directory: &str, path: &str) -> String {
    match join_paths(directory, path) {
        called if called == "." => String::new(),
        called => called,
    }
}
