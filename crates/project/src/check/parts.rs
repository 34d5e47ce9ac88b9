//! The parts of a project: what is in one has no effect on the problems of another, so that each can be checked by itself.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2_terraform::table::{FileKind, Language};
use hcl2_terraform::{Module, Stack};

use super::entry::{Entry, Places, Role};
use super::languages::Languages;
use super::modules::Modules;
use super::settings::CheckSettings;
use super::trees::Validated;

/// Directories that are connected, as they are found.
#[derive(Debug, Default)]
pub(super) struct Connections {
    /// The number of another directory of the same part, by the number of each; that of one is its own.
    others: Vec<usize>,
    numbers: HashMap<PathBuf, usize>,
    /// Whether everything is one part, because something has an effect on files anywhere.
    is_whole: bool,
}

impl Connections {
    /// Adds what the files of a scope and their modules refer to.
    pub(super) fn add(
        &mut self,
        entries: &[Entry],
        (modules, languages): (&Modules, &Languages),
        validated: &Validated,
        (places, settings): (&Places, &CheckSettings),
    ) {
        // The first module of OpenTofu decides about the language of files without one.
        let mut all = languages.modules();
        self.is_whole |=
            settings.language.is_none() && all.any(|(language, _)| language == Language::OpenTofu);
        for entry in entries {
            let is_anywhere = entry.path.is_none() || entry.role == Role::Pulled;
            self.is_whole |= is_anywhere || entry.kind.is_some_and(|kind| kind.completed_by().is_some());
            let Some(directory) = &entry.directory else {
                continue;
            };
            // A file without a module has the language of the one around it.
            let around = directory.ancestors().find(|around| modules.any(around).is_some());
            self.connect(directory, around.unwrap_or(directory));
            self.add_named(entry, directory, places);
        }
        let whole = modules.by_language.iter().flat_map(|own| &own.modules);
        for (directory, module) in whole.chain(&modules.broken) {
            self.add_called(directory, module, places);
        }
        for touched in &validated.touched {
            for directory in touched {
                self.connect(&touched[0], directory);
            }
        }
    }

    /// Adds what a file of tests or of a stack names.
    fn add_named(&mut self, entry: &Entry, directory: &Path, places: &Places) {
        let Some(file) = &entry.file else { return };
        let mut add = |around: &Path, source: &str| {
            let named = places.canonical(&around.join(source));
            self.connect(directory, named.as_deref().unwrap_or(directory));
        };
        match entry.kind {
            Some(FileKind::Tests { .. }) => {
                let around = entry.tested().unwrap_or(directory);
                add(around, ".");
                for (source, _) in file.called_paths() {
                    add(around, &source);
                }
            }
            Some(kind) if kind.is_of_stack() => {
                for (source, _) in Stack::from_files([file]).sources() {
                    add(directory, &source);
                }
            }
            _ => {}
        }
    }

    fn add_called(&mut self, directory: &Path, module: &Module, places: &Places) {
        for path in module.calls.iter().filter_map(|call| call.local_path()) {
            if let Some(called) = places.canonical(&directory.join(path)) {
                self.connect(directory, &called);
            }
        }
    }

    /// Connects two directories, which may be the same.
    fn connect(&mut self, one: &Path, other: &Path) {
        let [one, other] = [one, other].map(|directory| {
            let number = self.number(directory);
            self.first(number)
        });
        self.others[one.max(other)] = one.min(other);
    }

    fn number(&mut self, directory: &Path) -> usize {
        if let Some(number) = self.numbers.get(directory) {
            return *number;
        }
        let number = self.others.len();
        self.others.push(number);
        self.numbers.insert(directory.to_owned(), number);
        number
    }

    /// Returns the number of the first directory of a part.
    fn first(&mut self, number: usize) -> usize {
        let mut first = number;
        while self.others[first] != first {
            self.others[first] = self.others[self.others[first]];
            first = self.others[first];
        }
        first
    }

    /// Returns the directories of each part, or `None` if there is only one.
    pub(super) fn parts(mut self) -> Option<Vec<BTreeSet<PathBuf>>> {
        let numbers = std::mem::take(&mut self.numbers);
        let mut parts: HashMap<usize, BTreeSet<PathBuf>> = HashMap::new();
        for (directory, number) in numbers {
            parts.entry(self.first(number)).or_default().insert(directory);
        }
        let mut parts: Vec<BTreeSet<PathBuf>> = parts.into_values().collect();
        parts.sort();
        (!self.is_whole).then_some(parts)
    }
}
