//! The problems of everything that is in a project.

mod entry;
mod gather;
mod kinds;
mod languages;
mod modules;
mod partial;
mod reported;
mod settings;
mod stacks;
mod tests;
mod trees;
mod unchecked;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap, Span};
use hcl2_terraform::Module;
use hcl2_terraform::table::{FileKind, Language};

pub use entry::{ProjectFile, Role};
pub use settings::{CheckSettings, Denied, SchemasOf, Severities, World};
pub use unchecked::NotChecked;

use crate::files::{Files, Snapshot, directory_of};
use crate::store::Store;
use entry::{Entry, Grouped, Places, modules_of};
use languages::Languages;
use modules::Modules;
use reported::Reported;

/// Files that are checked, again and again: what follows from files that did not change is not computed again.
///
/// # Examples
///
/// ```
/// use std::path::PathBuf;
/// use std::sync::Arc;
///
/// use hcl2_diagnostics::Source;
/// use hcl2_model::Syntax;
/// use hcl2_project::{CheckSettings, Memory, Project, ProjectFile, Role};
///
/// let text = "output \"size\" {\n  value = var.size\n}\n";
/// let files: Memory = [("app/main.tf", text)].into_iter().collect();
/// let mut project = Project::new(Arc::new(files), CheckSettings::default());
/// let named = [PathBuf::from("app/main.tf")];
/// let file = ProjectFile {
///     path: Some(named[0].clone()),
///     source: Source::new("app/main.tf", text)?,
///     syntax: Syntax::Native,
///     role: Role::Named,
/// };
/// let (files, _) = project.gather(&named, vec![file]);
/// let checked = project.check(&named, &files);
/// assert_eq!(checked.problems[0].code.id(), "hcl2::terraform::undeclared");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Debug)]
pub struct Project {
    store: Store,
    settings: CheckSettings,
    trees: trees::Memo,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The problems that are reported, in source order.
    pub problems: Diagnostics,
    /// The sources that they point into, which show no values of sensitive variables.
    pub sources: SourceMap,
    /// What could not be looked at, of all that is reported.
    pub not_checked: NotChecked,
    /// The files, in the order in which they were given, with their sources.
    pub files: Vec<ProjectFile>,
    modules: Modules,
    languages: Languages,
    /// The canonical directories of files.
    directories: HashMap<PathBuf, PathBuf>,
}

impl Checked {
    /// Returns the module that a file belongs to, or whose directory it is in, as far as it can be read.
    #[must_use]
    pub fn module_of(&self, path: &Path) -> Option<&Module> {
        self.modules.any(self.directories.get(directory_of(path))?)
    }

    /// Returns the language of a file.
    #[must_use]
    pub fn language_of(&self, path: &Path) -> Language {
        let directory = self.directories.get(directory_of(path));
        directory.map_or(self.languages.otherwise, |directory| {
            self.languages.of_directory(directory)
        })
    }
}

impl Project {
    /// Creates a project of files.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, settings: CheckSettings) -> Self {
        Self {
            store: Store::new(files, SourceMap::new(), settings.limits),
            settings,
            trees: trees::Memo::default(),
        }
    }

    /// Takes the sources of files that were read already, before the first check.
    #[must_use]
    pub fn with_sources(mut self, sources: SourceMap) -> Self {
        self.store.sources = sources;
        self
    }

    /// Returns how it is checked.
    #[must_use]
    pub fn settings(&self) -> &CheckSettings {
        &self.settings
    }

    /// Changes how it is checked.
    pub fn set_settings(&mut self, settings: CheckSettings) {
        self.store.limits = settings.limits;
        self.store.forget();
        self.trees.clear();
        self.settings = settings;
    }

    /// Changes where files are read.
    pub fn set_files(&mut self, files: Arc<dyn Files>) {
        self.store.files = files;
    }

    /// Adds to the files that are named, or in `named` directories, those that are checked with them: the other files of their
    /// modules, lock files, and what tests and stacks refer to. Returns them with the problems of reading lock files.
    pub fn gather(&mut self, named: &[PathBuf], files: Vec<ProjectFile>) -> (Vec<ProjectFile>, Diagnostics) {
        self.at_one_time(|project| {
            let places = Places::new(Arc::clone(&project.store.files));
            gather::gather(&mut project.store, &places, &project.settings, named, files)
        })
    }

    /// Does work that asks each file once how it is.
    fn at_one_time<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let files = Arc::clone(&self.store.files);
        self.store.files = Arc::new(Snapshot::new(Arc::clone(&files)));
        let result = work(self);
        self.store.files = files;
        result
    }

    /// Checks [gathered](Self::gather) files, for what their names say they are, and the modules that they form.
    pub fn check(&mut self, named: &[PathBuf], files: &[ProjectFile]) -> Checked {
        self.at_one_time(|project| project.check_all(named, files))
    }

    fn check_all(&mut self, named: &[PathBuf], files: &[ProjectFile]) -> Checked {
        let settings = &self.settings;
        let places = Places::new(Arc::clone(&self.store.files));
        let mut entries = Entry::all(files, &mut self.store, &places, settings);
        let grouped = modules_of(&entries);
        let languages = Languages::new(settings.language, &entries, &grouped, &places);
        for (file, problem) in &languages.unread {
            entries[*file].problems.push(problem.clone());
        }
        if settings.syntax.is_none() {
            kinds::check(&mut entries, &languages, settings);
        }
        let mut modules = Modules::read(&mut self.store, &entries, &languages, settings);
        let of_named: HashSet<PathBuf> = named.iter().filter_map(|path| places.canonical(path)).collect();
        let state = (&mut self.store, &mut self.trees);
        let validated = trees::validate(state, &modules, &of_named, settings);
        if settings.syntax.is_none() {
            tests::check(&mut entries, &modules, &languages, (&places, settings));
        }
        let reported = Reported::new(&of_named, &entries, (&modules, &languages), (&places, settings));
        let mut problems = std::mem::take(&mut modules.problems);
        problems.append(self.without_known(validated.problems, &entries, (&reported, &places)));
        let (of_values, of_values_secrets) = check_values(&entries, &modules, &languages);
        problems.append(of_values);
        problems.append(stacks::check(&entries, &modules, &languages, (&places, settings)));
        let mut not_checked = not_checked(&grouped, &entries, &reported, settings);
        not_checked.unchecked = validated.unchecked;
        not_checked
            .unchecked
            .retain(|unchecked| reported.has(unchecked.span()));
        let mut sources = self.store.sources.clone();
        for secrets in [&modules.secrets, &validated.secrets, &of_values_secrets] {
            sources.conceal(secrets);
        }
        let files = files.iter().zip(&entries).map(|(file, entry)| ProjectFile {
            source: entry.source.clone(),
            ..file.clone()
        });
        let files = files.collect();
        let directories = entries.iter().filter_map(|entry| {
            let written = directory_of(entry.path.as_deref()?).to_owned();
            Some((written, entry.directory.clone()?))
        });
        let directories = directories.collect();
        let mut problems = settings.severities.denied(reported.all(entries, problems));
        problems.conceal_within(sources.secrets());
        Checked {
            problems,
            sources,
            not_checked,
            files,
            modules,
            languages,
            directories,
        }
    }

    /// Removes the problems of files that were read before under another source: one that cannot be parsed is read again
    /// with the modules that call its module.
    fn without_known(
        &self,
        mut problems: Diagnostics,
        entries: &[Entry],
        (reported, places): (&Reported<'_>, &Places),
    ) -> Diagnostics {
        let is_other = |span: &Span| !reported.knows(span.source);
        if !problems
            .iter()
            .filter_map(|problem| problem.subject)
            .any(|span| is_other(&span))
        {
            return problems;
        }
        let paths = entries.iter().filter_map(|entry| entry.path.as_deref());
        let known: HashSet<PathBuf> = paths.filter_map(|path| places.canonical(path)).collect();
        problems.retain(|problem| {
            let other = problem.subject.filter(is_other);
            let source = other.and_then(|span| self.store.sources.get(span.source));
            let path = source.and_then(|source| places.canonical(Path::new(source.name())));
            !path.is_some_and(|path| known.contains(&path))
        });
        problems
    }
}

/// Checks the files that set variables of the modules in their directories. Returns the ranges of secret values, too.
fn check_values(entries: &[Entry], modules: &Modules, languages: &Languages) -> (Diagnostics, Vec<Span>) {
    let mut problems = Diagnostics::new();
    let mut secrets = Vec::new();
    for entry in entries
        .iter()
        .filter(|entry| entry.kind == Some(FileKind::Values))
    {
        let directory = entry.directory.as_deref();
        let (Some(directory), Some(file)) = (directory, &entry.file) else {
            continue;
        };
        if let Some(module) = modules.get(languages.of(entry), directory) {
            problems.append(module.check_values(file));
        }
        if let Some(module) = modules.any(directory) {
            secrets.extend(file.secret_values(module));
        }
    }
    (problems, secrets)
}

/// Returns the modules with syntax errors, and the files that were only parsed, of all that is reported.
fn not_checked(
    modules: &Grouped,
    entries: &[Entry],
    reported: &Reported<'_>,
    settings: &CheckSettings,
) -> NotChecked {
    let broken = modules.values().filter_map(|files| {
        let mut problems = files.iter().flat_map(|file| &entries[*file].problems);
        let error = problems.find(|problem| problem.is_error())?.subject?;
        let path = entries[*files.first()?].path.as_deref()?;
        let directory = directory_of(path).display().to_string();
        reported.has(error).then_some((directory, error))
    });
    let broken: BTreeMap<String, Span> = broken.collect();
    let is_only_parsed = |entry: &&Entry| {
        let is_parsed = settings.syntax.is_none() && settings.schema.is_none() && entry.kind.is_none();
        // Those with errors are reported anyway.
        is_parsed && !entry.problems.has_errors()
    };
    let only_parsed = entries.iter().filter(is_only_parsed);
    let only_parsed = only_parsed.map(|entry| entry.source.span_of(0, 0));
    NotChecked {
        unchecked: Vec::new(),
        broken,
        only_parsed: only_parsed.filter(|span| reported.has(*span)).collect(),
    }
}
