//! The problems of everything that is in a project.

mod entry;
mod gather;
mod kinds;
mod languages;
mod modules;
mod partial;
mod parts;
mod reported;
mod settings;
mod stacks;
mod tests;
mod trees;
mod unchecked;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, SourceMap, Span};
use hcl2_terraform::table::{FileKind, Language};
use hcl2_terraform::{Module, keep_first};

pub(crate) use entry::around_tests;
pub use entry::{ProjectFile, Role};
pub use settings::{CheckSettings, SchemasOf, World};
pub use unchecked::NotChecked;

use crate::facts::ANY;
use crate::files::{Files, Snapshot, directory_of};
use crate::settings::{ProjectSettings, SettingsFiles};
use crate::store::Store;
use crate::unshown::Unshown;
use entry::{Entry, Grouped, Places, modules_of};
use languages::Languages;
use modules::Modules;
use parts::Connections;
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
    project_files: Option<Arc<SettingsFiles>>,
    scopes: HashMap<Option<PathBuf>, Scope>,
}

/// Files with the same project file, or with none.
#[derive(Debug, Default)]
struct Scope {
    project: Option<Arc<ProjectSettings>>,
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
    scopes: Vec<CheckedScope>,
    /// The canonical directories of files, and the numbers of their scopes.
    directories: HashMap<PathBuf, (PathBuf, usize)>,
    connections: Connections,
}

/// What was found of files with the same project file.
#[derive(Debug)]
struct CheckedScope {
    modules: Modules,
    languages: Languages,
}

impl Checked {
    /// Returns the module that a file belongs to, or whose directory it is in, as far as it can be read.
    #[must_use]
    pub fn module_of(&self, path: &Path) -> Option<&Module> {
        let (directory, scope) = self.directories.get(directory_of(path))?;
        self.scopes.get(*scope)?.modules.any(directory)
    }

    /// Returns the language of a file.
    #[must_use]
    pub fn language_of(&self, path: &Path) -> Language {
        let found = self.directories.get(directory_of(path));
        let found = found.and_then(|(directory, scope)| {
            let languages = &self.scopes.get(*scope)?.languages;
            Some(languages.of_directory(directory))
        });
        let otherwise = || self.scopes.first().map(|scope| scope.languages.otherwise);
        found.or_else(otherwise).unwrap_or_default()
    }

    /// Returns the canonical directory of a file.
    #[must_use]
    pub fn directory_of(&self, path: &Path) -> Option<&Path> {
        let (directory, _) = self.directories.get(directory_of(path))?;
        Some(directory)
    }

    /// Forgets the modules in the directories that are not `kept`.
    pub fn retain_modules(&mut self, kept: impl Fn(&Path) -> bool) {
        for scope in &mut self.scopes {
            scope.modules.retain(&kept);
        }
    }

    /// Takes the directories of each part of the project: changes of files in one have no effect on the problems of the others
    /// unless they connect them. Returns `None` if everything is connected, or once they were taken.
    pub fn take_parts(&mut self) -> Option<Vec<BTreeSet<PathBuf>>> {
        std::mem::take(&mut self.connections).parts()
    }
}

impl Project {
    /// Creates a project of files.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, settings: CheckSettings) -> Self {
        Self {
            store: Store::new(files, SourceMap::new(), settings.limits),
            settings,
            project_files: None,
            scopes: HashMap::new(),
        }
    }

    /// Checks each file with the settings of its project file.
    #[must_use]
    pub fn with_project_files(mut self, files: Arc<SettingsFiles>) -> Self {
        self.set_project_files(files);
        self
    }

    /// Changes the project files, with whose settings files are checked.
    pub fn set_project_files(&mut self, files: Arc<SettingsFiles>) {
        self.project_files = Some(files);
        self.scopes.clear();
    }

    /// Takes the sources of files that were read already, before the first check.
    #[must_use]
    pub fn with_sources(mut self, sources: SourceMap) -> Self {
        self.store.sources = sources;
        self
    }

    /// Returns how it is checked, apart from what project files say.
    #[must_use]
    pub fn settings(&self) -> &CheckSettings {
        &self.settings
    }

    /// Changes how it is checked.
    pub fn set_settings(&mut self, settings: CheckSettings) {
        self.store.limits = settings.limits;
        self.store.forget();
        self.scopes.clear();
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
            let Self {
                store,
                settings,
                project_files,
                ..
            } = project;
            let places = Places::new(Arc::clone(&store.files));
            if let Some(project_files) = project_files {
                project_files.renew(Arc::clone(&store.files));
            }
            let language = |directory: &Path| {
                let own = project_files
                    .as_ref()
                    .map(|files| match files.project_in(directory) {
                        Some(project) => settings.language_with(&project.settings),
                        None => settings.language_with(files.base()),
                    });
                own.unwrap_or(settings.language).unwrap_or(ANY)
            };
            match settings.syntax {
                Some(_) => (files, Diagnostics::new()),
                None => gather::gather((store, &places), &language, named, files),
            }
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
        self.check_files(named, files, false)
    }

    /// Checks [gathered](Self::gather) files like [`check`](Self::check), which are those of one [part](Checked::take_parts). What
    /// is remembered of the others stays.
    pub fn check_part(&mut self, named: &[PathBuf], files: &[ProjectFile]) -> Checked {
        self.check_files(named, files, true)
    }

    fn check_files(&mut self, named: &[PathBuf], files: &[ProjectFile], is_part: bool) -> Checked {
        self.at_one_time(|project| {
            let mut checked = Checked {
                files: files.to_vec(),
                ..Checked::default()
            };
            let mut unshown = Unshown::default();
            let replaced = project.store.forget_replaced();
            let known = project.scopes.values_mut();
            known.for_each(|scope| scope.trees.forget_sources(&replaced));
            let scopes = project.scopes_of(files);
            if !is_part {
                project.scopes.retain(|path, _| scopes.contains_key(path));
            }
            let is_divided = scopes.len() > 1;
            for (file, of_scope) in scopes {
                let mut scope = project.scopes.remove(&file).unwrap_or_default();
                unshown.append(project.check_scope(&mut scope, named, of_scope, &mut checked));
                if !is_part {
                    scope.trees.forget_others();
                }
                project.scopes.insert(file, scope);
            }
            // A module is read in the version of each root module that calls it, and checked with each, in each scope.
            keep_first(&mut checked.problems);
            if is_divided {
                checked.problems = Outcome::new((), std::mem::take(&mut checked.problems)).diagnostics;
            }
            // What is outside depends on what is named, which may be something else the next time.
            let places = Places::new(Arc::clone(&project.store.files));
            unshown.append(gather::outside(&project.store, &places, files));
            checked.sources = project.store.sources.clone();
            unshown.hide_in(&mut checked.sources);
            checked.problems.conceal_within(checked.sources.secrets());
            checked
        })
    }

    /// Returns the numbers of the files of each scope, which is as its project file says now.
    fn scopes_of(&mut self, files: &[ProjectFile]) -> BTreeMap<Option<PathBuf>, Vec<usize>> {
        let Some(project_files) = &self.project_files else {
            let settings = &self.settings;
            self.scopes.entry(None).or_insert_with(|| Scope {
                settings: settings.clone(),
                ..Scope::default()
            });
            return BTreeMap::from([(None, (0..files.len()).collect())]);
        };
        project_files.renew(Arc::clone(&self.store.files));
        let mut scopes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (number, file) in files.iter().enumerate() {
            let directory = file.path.as_deref().map_or(Path::new("."), directory_of);
            let project = project_files.project_in(directory);
            let path = project.as_ref().map(|project| project.path().to_owned());
            let numbers = scopes.entry(path.clone()).or_default();
            numbers.push(number);
            if numbers.len() > 1 {
                continue;
            }
            let is_same = |scope: &Scope| match (&scope.project, &project) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
            if !self.scopes.get(&path).is_some_and(is_same) {
                let own = project.as_ref().map(|project| &project.settings);
                let scope = Scope {
                    settings: self.settings.with(own.unwrap_or(project_files.base())),
                    project,
                    trees: trees::Memo::default(),
                };
                self.scopes.insert(path, scope);
            }
        }
        scopes
    }

    /// Checks the files of a scope. Returns the text that is not shown.
    fn check_scope(
        &mut self,
        scope: &mut Scope,
        named: &[PathBuf],
        numbers: Vec<usize>,
        checked: &mut Checked,
    ) -> Unshown {
        let Scope { settings, trees, .. } = scope;
        let places = Places::new(Arc::clone(&self.store.files));
        let files = numbers.iter().map(|number| &checked.files[*number]);
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
        let validated = trees::validate((&mut self.store, trees), &modules, &of_named, settings);
        if settings.syntax.is_none() {
            tests::check(&mut entries, &modules, &languages, (&places, settings));
        }
        let found = (&modules, &languages);
        checked
            .connections
            .add(&entries, found, &validated, (&places, settings));
        let reported = Reported::new(&of_named, &entries, (&modules, &languages), (&places, settings));
        let mut problems = std::mem::take(&mut modules.problems);
        problems.append(self.without_known(validated.problems, &checked.files, (&reported, &places)));
        let (of_values, mut secrets) = check_values(&entries, &modules, &languages);
        problems.append(of_values);
        problems.append(stacks::check(&entries, &modules, &languages, (&places, settings)));
        let mut not_checked = not_checked(&grouped, &entries, &reported, settings);
        not_checked.unchecked = validated.unchecked;
        not_checked
            .unchecked
            .retain(|unchecked| reported.has(unchecked.span()));
        checked.not_checked.append(not_checked);
        secrets.append(&mut modules.secrets);
        secrets.extend(
            entries
                .iter_mut()
                .flat_map(|entry| std::mem::take(&mut entry.secrets)),
        );
        let mut unshown = validated.unshown;
        unshown.secrets.append(&mut secrets);
        for (number, entry) in numbers.iter().zip(&entries) {
            checked.files[*number].source = entry.source.clone();
            if let (Some(path), Some(directory)) = (&entry.path, &entry.directory) {
                let found = (directory.clone(), checked.scopes.len());
                checked.directories.insert(directory_of(path).to_owned(), found);
            }
        }
        let problems = reported.all(entries, problems);
        checked.problems.append(settings.severities.denied(problems));
        checked.scopes.push(CheckedScope { modules, languages });
        unshown
    }

    /// Removes the problems of files that were read under another source, too: one that cannot be parsed is read again with
    /// the modules that call its module, and a module with another project file with those that call it.
    fn without_known(
        &self,
        mut problems: Diagnostics,
        files: &[ProjectFile],
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
        let paths = files.iter().filter_map(|file| file.path.as_deref());
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
    let no_module = Module::default();
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
        let module = modules.any(directory);
        secrets.extend(file.secret_values(module.unwrap_or(&no_module)));
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
