//! The problems that are reported for what is named.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, SourceId, Span};
use hcl2_terraform::table::{Language, Version};

use super::entry::{Entry, Places, Role};
use super::languages::Languages;
use super::modules::Modules;
use super::settings::CheckSettings;
use crate::store::is_of_module;

/// Decides what is reported: files for themselves, directories with the modules they call.
pub(super) struct Reported<'a> {
    /// The canonical paths of what is named.
    named: &'a HashSet<PathBuf>,
    languages: &'a Languages,
    places: &'a Places,
    settings: &'a CheckSettings,
    /// The roles of the sources that were read before modules were validated.
    roles: HashMap<SourceId, Role>,
    has_directories: bool,
    /// The canonical directories of the modules that others call, and that are not named.
    called: HashSet<PathBuf>,
}

impl<'a> Reported<'a> {
    pub(super) fn new(
        named: &'a HashSet<PathBuf>,
        entries: &[Entry],
        (modules, languages): (&Modules, &'a Languages),
        (places, settings): (&'a Places, &'a CheckSettings),
    ) -> Self {
        let mut called = HashSet::new();
        if entries.iter().any(Entry::has_tests) {
            let all = modules.by_language.iter().flat_map(|own| own.calls.called());
            called.extend(
                all.filter(|directory| !named.contains(*directory))
                    .map(Path::to_owned),
            );
        }
        Self {
            named,
            languages,
            places,
            settings,
            roles: entries
                .iter()
                .map(|entry| (entry.source.id(), entry.role))
                .collect(),
            has_directories: named.iter().any(|path| places.files().is_directory(path)),
            called,
        }
    }

    /// Returns the problems of files and of modules that are reported, in the order of the files, each once: what is found in
    /// a module alone may be found again together with those it calls.
    pub(super) fn all(&self, entries: Vec<Entry>, of_modules: Diagnostics) -> Diagnostics {
        let mut all = Diagnostics::new();
        for entry in entries {
            all.append(match self.is_read(&entry) {
                true => entry.problems,
                false => entry.problems.map(warning),
            });
        }
        all.append(of_modules);
        let mut seen = HashSet::new();
        all.retain(|problem| {
            problem.subject.is_some_and(|subject| self.has(subject))
                && seen.insert((problem.code.id(), problem.subject, problem.detail.to_string()))
        });
        Outcome::new((), all).diagnostics
    }

    /// Returns whether a place is in a file that is reported.
    pub(super) fn has(&self, place: Span) -> bool {
        match self.roles.get(&place.source) {
            Some(Role::Named) => true,
            Some(Role::Sibling) => self.settings.with_siblings,
            Some(Role::Pulled) | None => self.has_directories,
        }
    }

    /// Returns whether a source was read before modules were validated.
    pub(super) fn knows(&self, source: SourceId) -> bool {
        self.roles.contains_key(&source)
    }

    /// Returns whether Terraform reads a file in this check. It reads the tests of the root module alone, and those of other
    /// directories only if they are named.
    fn is_read(&self, entry: &Entry) -> bool {
        let Some(path) = &entry.path else { return true };
        let language = self.languages.of(entry);
        let version = self.settings.version.unwrap_or(Version::newest(language));
        if entry.kind.is_some_and(|kind| !kind.is_read_by(version)) {
            return false;
        }
        let module = entry.tested().filter(|_| !self.is_named(entry, path, language));
        module.is_none_or(|module| !self.called.contains(module) && self.has_module(module, language))
    }

    /// Returns whether a file is named, or the directory that it is in and that has no module.
    fn is_named(&self, entry: &Entry, path: &Path, language: Language) -> bool {
        let directory = entry.directory.as_deref();
        let directory = directory.filter(|directory| self.named.contains(*directory));
        directory.is_some_and(|directory| !self.has_module(directory, language))
            || self
                .places
                .canonical(path)
                .is_some_and(|path| self.named.contains(&path))
    }

    /// Returns whether a directory has files of a module.
    fn has_module(&self, directory: &Path, language: Language) -> bool {
        let paths = self.places.files().list(directory).unwrap_or_default();
        paths.iter().any(|path| is_of_module(path, language))
    }
}

fn warning(mut problem: Diagnostic) -> Diagnostic {
    problem.severity = Severity::Warning;
    problem
}
