//! The modules at one of the two revisions, and the files that their plans depend on.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Module, ModuleTree, join_paths};
use hcl2::{LoadedModule, ModuleLoader};

use super::revision::Revision;
use super::{NamedRoots, join};
use crate::output::Failure;

/// The files of a module: their names and contents.
type Content = Vec<(String, String)>;

/// The reading of modules, each of which is read once.
pub(super) struct Reading {
    loader: ModuleLoader,
    /// The loader of modules without those that they call.
    alone: ModuleLoader,
    pub(super) language: Language,
    /// The modules that were read, with their problems, by the contents of their files.
    by_content: HashMap<Content, (Module, Diagnostics)>,
    pub(super) sources: SourceMap,
}

impl Reading {
    pub(super) fn new(alone: ModuleLoader, language: Language) -> Self {
        Self {
            loader: alone.clone().nested(),
            alone,
            language,
            by_content: HashMap::new(),
            sources: SourceMap::new(),
        }
    }
}

/// The modules at a revision.
pub(super) struct Side<'r> {
    pub(super) revision: Revision<'r>,
    pub(super) contents: BTreeMap<String, Content>,
    /// The directories that each module calls.
    pub(super) calls: BTreeMap<String, BTreeSet<String>>,
    /// The modules by their written directories.
    modules: HashMap<PathBuf, Module>,
    /// The modules whose functions may read files of other directories.
    reads_beside: BTreeSet<String>,
    /// Whether all files of the revision are written.
    is_written: Cell<bool>,
}

impl<'r> Side<'r> {
    /// Reads the modules of a revision: those that the named roots call, or all without a name.
    pub(super) fn read(
        revision: Revision<'r>,
        named: &NamedRoots<'_>,
        reading: &mut Reading,
    ) -> Result<Self, Failure> {
        let mut side = Self {
            contents: revision.modules(reading.language),
            revision,
            calls: BTreeMap::new(),
            modules: HashMap::new(),
            reads_beside: BTreeSet::new(),
            is_written: Cell::new(false),
        };
        let mut pending: BTreeSet<String> = match named.is_empty() {
            true => side.contents.keys().cloned().collect(),
            false => named.keys().cloned().collect(),
        };
        while !pending.is_empty() {
            pending.retain(|directory| side.contents.contains_key(directory));
            let files = pending.iter().flat_map(|directory| {
                let own = side.contents[directory].iter();
                own.map(move |(name, _)| join(directory, name))
            });
            let files: Vec<String> = files.collect();
            side.revision.write(files.iter().map(String::as_str))?;
            for directory in &pending {
                side.add(directory, reading);
            }
            for directory in &pending {
                side.add_computed(directory, reading)?;
            }
            let called = pending.iter().flat_map(|directory| &side.calls[directory]);
            let called = called.filter(|called| !side.modules.contains_key(&side.revision.directory(called)));
            pending = called.cloned().collect();
        }
        Ok(side)
    }

    /// Reads the module in a directory, unless one with the same files was read.
    fn add(&mut self, directory: &str, reading: &mut Reading) {
        let content = &self.contents[directory];
        let written = self.revision.directory(directory);
        if !reading.by_content.contains_key(content) {
            let sources = std::mem::take(&mut reading.sources);
            let loaded = reading.alone.load_with(&written, &HashMap::new(), sources);
            reading.sources = loaded.sources;
            let module = (loaded.tree.module, loaded.diagnostics);
            reading.by_content.insert(content.clone(), module);
        }
        let module = &reading.by_content[content].0;
        if reads_beside(module, &reading.sources) {
            self.reads_beside.insert(directory.to_owned());
        }
        let calls = module.calls.iter().filter_map(|call| call.local_path());
        let calls = calls.map(|path| called_from(directory, path)).collect();
        self.calls.insert(directory.to_owned(), calls);
        self.modules.insert(written, module.clone());
    }

    /// Adds the modules whose sources a module computes, for the values that it has as a root.
    fn add_computed(&mut self, directory: &str, reading: &mut Reading) -> Result<(), Failure> {
        let module = &self.modules[&self.revision.directory(directory)];
        if module.calls.iter().all(|call| call.computed.is_empty()) {
            return Ok(());
        }
        self.write_all()?;
        self.reads_beside.insert(directory.to_owned());
        let loaded = self.load(directory, reading);
        reading.sources = loaded.sources;
        let mut calls: Vec<(String, String)> = Vec::new();
        let mut pending = vec![&loaded.tree];
        while let Some(tree) = pending.pop() {
            let caller = called_from(directory, &tree.path);
            for call in &tree.module.calls {
                let path = call.local_path();
                calls.extend(path.map(|path| (caller.clone(), called_from(&caller, path))));
            }
            pending.extend(tree.calls.values());
        }
        for (caller, called) in calls {
            self.calls.entry(caller).or_default().insert(called);
        }
        Ok(())
    }

    /// Reads a root with the modules that it calls, whose files are written.
    pub(super) fn load(&self, root: &str, reading: &mut Reading) -> LoadedModule {
        let sources = std::mem::take(&mut reading.sources);
        let mut loaded = reading
            .loader
            .load_with(self.revision.directory(root), &self.modules, sources);
        let mut found = self.directories(root);
        let mut pending: Vec<&ModuleTree> = vec![&loaded.tree];
        while let Some(tree) = pending.pop() {
            found.insert(called_from(root, &tree.path));
            pending.extend(tree.calls.values());
        }
        // The problems of the modules that were read before are not reported again.
        let read = found
            .iter()
            .filter(|directory| self.modules.contains_key(&self.revision.directory(directory)));
        for content in read.filter_map(|directory| self.contents.get(directory)) {
            let problems = reading.by_content.get(content).map(|(_, problems)| problems);
            loaded.diagnostics.append(problems.cloned().unwrap_or_default());
        }
        loaded
    }

    /// Returns the directories of a root and of the modules that it calls.
    fn directories(&self, root: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::from([root.to_owned()]);
        let mut pending = vec![root.to_owned()];
        while let Some(directory) = pending.pop() {
            for called in self.calls.get(&directory).into_iter().flatten() {
                if found.insert(called.clone()) {
                    pending.push(called.clone());
                }
            }
        }
        found
    }

    /// Returns the files that the plan of a root depends on: those below it and below the modules that it calls, or all of the
    /// revision if their functions may read others.
    pub(super) fn files_of(&self, root: &str) -> BTreeSet<(&str, &str)> {
        if !self.contents.contains_key(root) {
            return BTreeSet::new();
        }
        let all = self.directories(root);
        if all.iter().any(|directory| self.reads_beside.contains(directory)) {
            return self.revision.below("").collect();
        }
        let directories = all
            .iter()
            .filter_map(|directory| self.contents.get_key_value(directory));
        let modules = directories.flat_map(|(directory, _)| self.revision.below(directory));
        modules.collect()
    }

    /// Writes the files that the plan of a root depends on.
    pub(super) fn write_files_of(&self, root: &str) -> Result<(), Failure> {
        let all = self.directories(root);
        if all.iter().any(|directory| self.reads_beside.contains(directory)) {
            return self.write_all();
        }
        let files = self.files_of(root);
        self.revision.write(files.iter().map(|(path, _)| *path))
    }

    fn write_all(&self) -> Result<(), Failure> {
        if !self.is_written.replace(true) {
            self.revision
                .write(self.revision.files.keys().map(String::as_str))?;
        }
        Ok(())
    }
}

/// Returns the directory that a module calls by a path. Paths above the top of the repository stay as they are.
fn called_from(directory: &str, path: &str) -> String {
    match join_paths(directory, path) {
        called if called == "." => String::new(),
        called => called,
    }
}

/// Returns whether functions of a module may read files beside those of its directory: it has a path that leads up, other than
/// the source of a module, or one that depends on where the command runs.
fn reads_beside(module: &Module, sources: &SourceMap) -> bool {
    let mut lines = module
        .sources
        .iter()
        .filter_map(|source| sources.get(*source))
        .flat_map(|source| {
            let text = source.text().unwrap_or_default();
            text.lines().map(str::trim_start)
        });
    lines.any(|line| {
        let is_source = line.trim_start_matches('"').starts_with("source");
        let leads_up = line.replace("...", "").contains("..");
        leads_up && !is_source || line.contains("abspath") || line.contains("path.cwd")
    })
}
