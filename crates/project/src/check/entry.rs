//! The files of a check.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::syntax::QUOTED_NAME;
use hcl2_diagnostics::{Diagnostics, Outcome, Source, Span};
use hcl2_model::{BodyRef, Syntax};
use hcl2_native::{Input, NativeBody, parse_file};
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::FileKind;

use super::settings::CheckSettings;
use crate::files::{Files, directory_of};
use crate::parallel;
use crate::store::Store;

/// A file to check.
#[derive(Clone, Debug)]
pub struct ProjectFile {
    /// The path; `None` for a source that is not a file.
    pub path: Option<PathBuf>,
    /// The source.
    pub source: Source,
    /// The syntax.
    pub syntax: Syntax,
    /// Why it is checked.
    pub role: Role,
}

/// Why a file is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is named, or in a directory that is.
    Named,
    /// It belongs to the same module as one that is named.
    Sibling,
    /// A file of tests or of a stack refers to its directory.
    Pulled,
}

/// The canonical forms of paths, each found once.
pub(super) struct Places {
    files: Arc<dyn Files>,
    known: RefCell<HashMap<PathBuf, Option<PathBuf>>>,
}

impl Places {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        let known = RefCell::default();
        Self { files, known }
    }

    pub(super) fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// Returns the canonical form of a path, if something is there.
    pub(super) fn canonical(&self, path: &Path) -> Option<PathBuf> {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let found = self.files.canonical(path).ok();
        self.known.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    /// Returns the canonical directory of a file.
    pub(super) fn directory(&self, path: &Path) -> PathBuf {
        let directory = directory_of(path);
        self.canonical(directory).unwrap_or_else(|| directory.to_owned())
    }
}

/// A file with what was found in it.
pub(super) struct Entry {
    pub(super) path: Option<PathBuf>,
    /// The canonical directory.
    pub(super) directory: Option<PathBuf>,
    pub(super) source: Source,
    pub(super) syntax: Syntax,
    pub(super) role: Role,
    /// What it is checked as; `None` if it is only parsed.
    pub(super) kind: Option<FileKind>,
    /// Whether its name shows the kind.
    is_by_name: bool,
    /// The parsed file, if it is of a kind.
    pub(super) file: Option<ModuleFile>,
    pub(super) problems: Diagnostics,
    /// The ranges of values that are sensitive by the schema of the user's language.
    pub(super) secrets: Vec<Span>,
}

impl Entry {
    /// Parses files, and checks those of no kind.
    pub(super) fn all<'f>(
        files: impl Iterator<Item = &'f ProjectFile>,
        store: &mut Store,
        places: &Places,
        settings: &CheckSettings,
    ) -> Vec<Self> {
        let mut entries: Vec<Self> = files
            .map(|file| Self::new(file, store.adopt(&file.source), places, settings))
            .collect();
        let of_kinds = entries.iter().filter(|entry| entry.kind.is_some());
        let of_kinds = of_kinds.map(|entry| entry.source.clone()).collect();
        store.parse_all(of_kinds, settings.watch.as_ref());
        let (mut of_kinds, mut others) = (Vec::new(), Vec::new());
        for entry in &mut entries {
            match entry.kind {
                Some(_) => of_kinds.push(entry),
                None => others.push(entry),
            }
        }
        for entry in of_kinds {
            let Outcome { value, diagnostics } = store.parse(&entry.source);
            entry.file = Some(value);
            entry.problems = diagnostics;
            if matches!(entry.kind, Some(FileKind::Settings { .. })) {
                entry.problems.retain(|problem| problem.code != QUOTED_NAME);
            }
        }
        let found = parallel::map(settings.watch.as_ref(), &others, |entry| {
            check_other(entry, settings)
        });
        for (entry, (problems, secrets)) in others.into_iter().zip(found) {
            entry.problems = problems;
            entry.secrets = secrets;
        }
        entries
    }

    fn new(file: &ProjectFile, source: Source, places: &Places, settings: &CheckSettings) -> Self {
        let by_name = FileKind::of_path(Path::new(source.name()))
            .filter(|_| settings.syntax.is_none())
            .filter(|kind| file.path.is_some() || !matches!(kind, FileKind::Module { .. }));
        let other = settings.other.filter(|_| settings.syntax.is_none());
        Self {
            directory: file.path.as_deref().map(|path| places.directory(path)),
            path: file.path.clone(),
            source,
            syntax: file.syntax,
            role: file.role,
            kind: by_name.or(other),
            is_by_name: by_name.is_some(),
            file: None,
            problems: Diagnostics::new(),
            secrets: Vec::new(),
        }
    }

    /// Returns whether it belongs to a module.
    pub(super) fn is_of_module(&self) -> bool {
        matches!(self.kind, Some(FileKind::Module { .. }))
    }

    /// Returns whether it has tests of a module, or is a part of one.
    pub(super) fn has_tests(&self) -> bool {
        matches!(self.kind, Some(FileKind::Tests { .. }))
    }

    /// Returns its kind if the files of that in a directory belong together.
    pub(super) fn kind_of_directory(&self) -> Option<FileKind> {
        let is_found = self.is_by_name && self.path.is_some();
        self.kind.filter(|kind| is_found && kind.belongs_with_others())
    }

    /// Returns the canonical directory of the module that it has tests of.
    pub(super) fn tested(&self) -> Option<&Path> {
        let directory = self.directory.as_deref().filter(|_| self.has_tests())?;
        Some(around_tests(directory))
    }

    /// Returns the parsed file if it has no errors.
    pub(super) fn sound(&self) -> Option<&ModuleFile> {
        self.file.as_ref().filter(|_| !self.problems.has_errors())
    }
}

/// Returns the directory of the module that the tests in a directory belong to: that around a directory of tests.
pub(crate) fn around_tests(directory: &Path) -> &Path {
    if directory.ends_with("tests") {
        directory_of(directory)
    } else {
        directory
    }
}

/// The numbers of the files of each module, by canonical directory.
pub(super) type Grouped = BTreeMap<PathBuf, Vec<usize>>;

/// Returns the files of each module, in any language.
pub(super) fn modules_of(entries: &[Entry]) -> Grouped {
    let mut modules = Grouped::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(directory) = entry.directory.as_ref().filter(|_| entry.is_of_module()) {
            modules.entry(directory.clone()).or_default().push(index);
        }
    }
    modules
}

/// Parses a file of no known kind, and checks it against the schema of the user's language, if there is one. Returns the ranges
/// of secrets, too.
fn check_other(entry: &Entry, settings: &CheckSettings) -> (Diagnostics, Vec<Span>) {
    let parsed: Outcome<BodyRef> = match entry.syntax {
        Syntax::Json => settings.json.parse(&entry.source),
        Syntax::Native => {
            let mut parsed = parse_file(Input::whole(&entry.source).with_limits(settings.limits));
            parsed.diagnostics.append(parsed.value.duplicate_keys());
            parsed.map(NativeBody::of_file)
        }
    };
    let Outcome { value, diagnostics } = parsed;
    let mut problems = diagnostics;
    let Some(schema) = &settings.schema else {
        return (problems, Vec::new());
    };
    let secrets = schema.secrets(&value, &problems);
    if !problems.has_errors() {
        problems.append(schema.check(&value));
    }
    (problems, secrets)
}
