//! The modules of a check, read from their files.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Source, Span};
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_terraform::{Module, ModuleFile};

use super::entry::{Entry, Grouped};
use super::languages::Languages;
use super::partial::Partial;
use super::settings::CheckSettings;
use crate::facts::{ModuleKey, ReadModule};
use crate::files::Files;
use crate::modules::find_module;
use crate::parallel;
use crate::store::Store;

/// The modules that were read, in each language by canonical directory.
#[derive(Debug, Default)]
pub(super) struct Modules {
    pub(super) by_language: Vec<OfLanguage>,
    /// Those with syntax errors or files that cannot be read, as far as they can be read.
    pub(super) broken: HashMap<PathBuf, Module>,
    pub(super) problems: Diagnostics,
    /// The ranges of the defaults of sensitive variables.
    pub(super) secrets: Vec<Span>,
}

/// The modules of a language.
#[derive(Debug)]
pub(super) struct OfLanguage {
    pub(super) language: Language,
    /// By canonical directory.
    pub(super) modules: HashMap<PathBuf, Module>,
    pub(super) calls: Calls,
}

impl Modules {
    /// Reads the declarations of the modules all of whose files can be parsed, and reports of the others what is sure: what
    /// seems missing may be in a file that cannot be parsed.
    pub(super) fn read(
        store: &mut Store,
        entries: &[Entry],
        languages: &Languages,
        settings: &CheckSettings,
    ) -> Self {
        let mut modules = Self::default();
        for (language, grouped) in languages.modules() {
            let reading = Reading {
                entries,
                grouped,
                settings,
                files: Arc::clone(&store.files),
            };
            let keys = grouped
                .keys()
                .map(|directory| (directory.clone(), language, settings.version));
            let mut found: HashMap<&Path, Vec<Arc<ReadModule>>> = HashMap::new();
            let mut whole: HashMap<PathBuf, Module> = HashMap::new();
            for (key, read) in reading.all(store, keys.collect()) {
                let Some((directory, _)) = grouped.get_key_value(&key.0) else {
                    continue;
                };
                match read.is_whole {
                    true => drop(whole.insert(directory.clone(), read.module.clone())),
                    false => drop(modules.broken.insert(directory.clone(), read.module.clone())),
                }
                found.insert(directory, vec![read]);
            }
            let mut calls = Calls::of(&*store.files, &whole);
            let called = match settings.version {
                Some(_) => Vec::new(),
                None => in_other_versions(&calls, &whole),
            };
            let keys = called.iter().flat_map(|(directory, versions)| {
                let keys = versions.iter();
                keys.map(|version| (directory.clone(), language, Some(*version)))
            });
            let mut first: HashSet<PathBuf> = HashSet::new();
            for (key, read) in reading.all(store, keys.collect()) {
                let Some((directory, _)) = grouped.get_key_value(&key.0).filter(|_| read.is_whole) else {
                    continue;
                };
                if first.insert(directory.clone()) {
                    whole.insert(directory.clone(), read.module.clone());
                    found.insert(directory, Vec::new());
                }
                found.entry(directory).or_default().push(read);
            }
            for read in found.into_values().flatten() {
                modules.secrets.extend(&read.secrets);
                modules.problems.append(read.problems.clone());
                modules
                    .problems
                    .append(settings.severities.asked_of(|| read.lints()));
            }
            if !first.is_empty() {
                calls = Calls::of(&*store.files, &whole);
            }
            modules.by_language.push(OfLanguage {
                language,
                modules: whole,
                calls,
            });
        }
        modules
    }

    /// Forgets the modules in the directories that are not `kept`.
    pub(super) fn retain(&mut self, kept: impl Fn(&Path) -> bool) {
        let whole = self.by_language.iter_mut().map(|own| &mut own.modules);
        for modules in whole.chain([&mut self.broken]) {
            modules.retain(|directory, _| kept(directory));
        }
    }

    /// Returns the module in a directory, if it was read in a language.
    pub(super) fn get(&self, language: Language, directory: &Path) -> Option<&Module> {
        let mut own = self.by_language.iter().filter(|own| own.language == language);
        own.find_map(|own| own.modules.get(directory))
    }

    /// Returns the module in a directory, as far as it can be read.
    pub(super) fn any(&self, directory: &Path) -> Option<&Module> {
        let mut all = self.by_language.iter();
        let whole = all.find_map(|own| own.modules.get(directory));
        whole.or_else(|| self.broken.get(directory))
    }
}

/// What modules of a language are read from.
struct Reading<'r> {
    entries: &'r [Entry],
    grouped: &'r Grouped,
    settings: &'r CheckSettings,
    files: Arc<dyn Files>,
}

impl Reading<'_> {
    /// Reads modules, unless their files are as they were.
    fn all(&self, store: &mut Store, keys: Vec<ModuleKey>) -> Vec<(ModuleKey, Arc<ReadModule>)> {
        let mut read = Vec::new();
        let mut new: Vec<(ModuleKey, Vec<Source>, bool)> = Vec::new();
        for key in keys {
            let files = self.grouped.get(&key.0).into_iter().flatten();
            let sources = files
                .map(|file| self.entries[*file].source.clone())
                .collect::<Vec<_>>();
            // Whether a file can be read is not known from the others.
            let lacks_file = self.lacks_file(&key);
            match store.known(&key, &sources).filter(|_| !lacks_file) {
                Some(known) => read.push((key, known)),
                None => new.push((key, sources, lacks_file)),
            }
        }
        let modules = parallel::map(self.settings.watch.as_ref(), &new, |(key, _, lacks_file)| {
            Arc::new(self.module(key, *lacks_file))
        });
        for ((key, sources, lacks_file), module) in new.into_iter().zip(modules) {
            if !lacks_file {
                store.remember(key.clone(), sources, Arc::clone(&module));
            }
            read.push((key, module));
        }
        read
    }

    /// Returns whether a module has a file that is not among the entries, because it cannot be read.
    fn lacks_file(&self, (directory, language, _): &ModuleKey) -> bool {
        let own = self.grouped.get(directory).into_iter().flatten();
        let names: HashSet<&OsStr> = own
            .filter_map(|file| self.entries[*file].path.as_deref()?.file_name())
            .collect();
        let listed = self.files.list(directory).unwrap_or_default();
        listed.iter().any(|path| {
            let is_known = path.file_name().is_some_and(|name| names.contains(name));
            let kind = FileKind::of_path(path).filter(|_| !is_known);
            kind.is_some_and(|kind| kind.is_of_module(*language)) && self.files.is_ordinary(path)
        })
    }

    /// Reads a module. If a file cannot be read or parsed, its problems are only those that are sure.
    fn module(&self, (directory, language, version): &ModuleKey, lacks_file: bool) -> ReadModule {
        let files = self.grouped.get(directory).into_iter().flatten();
        let files: Vec<&Entry> = files.map(|file| &self.entries[*file]).collect();
        let of_files: Vec<ModuleFile> = files.iter().filter_map(|entry| entry.file.clone()).collect();
        let is_whole = !files.iter().any(|entry| entry.problems.has_errors()) && !lacks_file;
        let mut read = ReadModule::of(&of_files, *language, *version, is_whole);
        if !is_whole {
            let rest = Partial::of(files);
            rest.keep_sure(&mut read.problems);
            let problems = rest.validated(&read.module, (self.settings.budget)());
            read.problems.append(problems);
        }
        read
    }
}

/// Returns the modules that are not read in their own version alone, with the versions of the root modules that call them.
fn in_other_versions(calls: &Calls, modules: &HashMap<PathBuf, Module>) -> Vec<(PathBuf, Vec<Version>)> {
    let others = versions(calls, modules)
        .into_iter()
        .filter(|(directory, versions)| {
            let own = modules.get(*directory).map(Module::version);
            versions.iter().any(|version| Some(*version) != own)
        });
    let mut others: Vec<(PathBuf, Vec<Version>)> = others
        .map(|(directory, versions)| (directory.to_owned(), versions))
        .collect();
    others.sort_by(|(a, _), (b, _)| a.cmp(b));
    others
}

/// Returns the versions in which each module is read, by its canonical directory: those of the root modules that call it,
/// directly or indirectly, and of itself if it is one.
fn versions<'m>(calls: &'m Calls, modules: &'m HashMap<PathBuf, Module>) -> HashMap<&'m Path, Vec<Version>> {
    let mut versions: HashMap<&Path, Vec<Version>> = HashMap::new();
    for root in calls.roots() {
        let mut reached: Vec<(&Path, &Module)> = Vec::new();
        let mut seen: HashSet<&Path> = HashSet::from([root]);
        let mut next = vec![root];
        while let Some(directory) = next.pop() {
            if let Some((directory, module)) = modules.get_key_value(directory) {
                reached.push((directory, module));
                next.extend(calls.of_module(directory).filter(|called| seen.insert(called)));
            }
        }
        let Some(((_, module), called)) = reached.split_first() else {
            continue;
        };
        let common = Module::common_version(module, called.iter().map(|(_, module)| *module));
        for (directory, _) in reached {
            let of_module = versions.entry(directory).or_default();
            if !of_module.contains(&common) {
                of_module.push(common);
            }
        }
    }
    versions
}

/// The calls between modules by local paths: the canonical directories that each module calls.
#[derive(Debug)]
pub(super) struct Calls(HashMap<PathBuf, Vec<PathBuf>>);

impl Calls {
    fn of(files: &dyn Files, modules: &HashMap<PathBuf, Module>) -> Self {
        let all = modules.iter().map(|(directory, module)| {
            let paths = module.calls.iter().filter_map(|call| call.local_path());
            let called = paths.filter_map(|path| find_module(files, modules, directory, path));
            (
                directory.clone(),
                called.map(|(called, _)| called.clone()).collect(),
            )
        });
        Self(all.collect())
    }

    /// Returns the directories of the modules that a module calls.
    fn of_module(&self, directory: &Path) -> impl Iterator<Item = &Path> {
        let called = self.0.get(directory).into_iter().flatten();
        called.map(PathBuf::as_path)
    }

    /// Returns the directories of all called modules.
    pub(super) fn called(&self) -> HashSet<&Path> {
        self.0.values().flatten().map(PathBuf::as_path).collect()
    }

    /// Returns modules from which all others can be reached: those without callers, and one of each reference cycle.
    pub(super) fn roots(&self) -> Vec<&Path> {
        let called = self.called();
        let mut all: Vec<&Path> = self.0.keys().map(PathBuf::as_path).collect();
        all.sort_unstable_by_key(|directory| (called.contains(directory), *directory));
        let mut reached: HashSet<&Path> = HashSet::new();
        let mut roots = Vec::new();
        for directory in all {
            if reached.contains(directory) {
                continue;
            }
            roots.push(directory);
            let mut next = vec![directory];
            while let Some(directory) = next.pop() {
                if reached.insert(directory) {
                    next.extend(self.of_module(directory));
                }
            }
        }
        roots
    }
}
