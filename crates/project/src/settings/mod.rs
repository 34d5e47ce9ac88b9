//! The project file, `.hcl2.toml`: the settings of the files below a directory.

mod read;
mod schema;
mod selected;
mod severities;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcl2_decode::schema::Schema;
use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_native::Style;
use ignore::gitignore::Gitignore;

pub use schema::{read_schema, schema_file};
pub use selected::Selected;
pub use severities::{Denied, Severities, code_named, optional_codes_named};

use crate::files::{Files, MAX_FILE_BYTES, PathKind, directory_of};

/// The name of the file.
const NAME: &str = ".hcl2.toml";

/// Returns whether a file is a project file, by its name.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use hcl2_project::is_project_file;
///
/// assert!(is_project_file(Path::new("app/.hcl2.toml")));
/// ```
#[must_use]
pub fn is_project_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == NAME)
}

/// The settings of files.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Their language.
    pub selected: Selected,
    /// The schema of files whose names do not show their language.
    pub schema: Option<Arc<Schema>>,
    /// What is reported beside the usual problems, and which warnings are errors.
    pub severities: Severities,
    /// The layout of native files.
    pub style: Style,
    /// The paths that are not searched for files.
    ignored: Option<Arc<Gitignore>>,
}

/// A project file that was read.
#[derive(Clone, Debug, Default)]
pub struct ProjectSettings {
    /// The settings, as far as the file is valid.
    pub settings: Settings,
    /// What is wrong with the file, and with the schema that it names.
    pub problems: Diagnostics,
    /// The sources that the problems point into.
    pub sources: SourceMap,
    /// The files that were read, with their content.
    read: Vec<(PathBuf, Option<Source>)>,
}

impl ProjectSettings {
    /// Returns the path of the project file.
    pub(crate) fn path(&self) -> &Path {
        self.read.first().map_or(Path::new(NAME), |(path, _)| path)
    }

    /// Returns what is wrong with each of the files that were read.
    pub fn by_file(&self) -> impl Iterator<Item = (PathBuf, Outcome<Source>)> {
        self.read.iter().filter_map(|(path, source)| {
            let source = source.as_ref()?;
            let mut problems = self.problems.clone();
            problems.retain(|problem| {
                problem
                    .subject
                    .is_some_and(|subject| subject.source == source.id())
            });
            Some((path.clone(), Outcome::new(source.clone(), problems)))
        })
    }
}

/// The settings of all files: those of the project file in the directory of each, or in the next directory around it that
/// has one, up to the repository.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Memory, SettingsFiles};
///
/// let files: Memory = [("app/.hcl2.toml", "[fmt]\nindent = 4\n"), ("app/env/main.tf", "")].into_iter().collect();
/// let settings = SettingsFiles::new(Arc::new(files));
/// assert_eq!(settings.of(Path::new("app/env/main.tf")).style.indentation, 4);
/// assert_eq!(settings.of(Path::new("main.tf")).style.indentation, 2);
/// ```
#[derive(Debug)]
pub struct SettingsFiles {
    base: Settings,
    found: Mutex<Found>,
}

/// What was found so far.
#[derive(Debug)]
struct Found {
    files: Arc<dyn Files>,
    /// The canonical forms of directories.
    places: HashMap<PathBuf, PathBuf>,
    /// The project files of canonical directories.
    of_directories: HashMap<PathBuf, Option<PathBuf>>,
    read: BTreeMap<PathBuf, Arc<ProjectSettings>>,
}

impl SettingsFiles {
    /// Creates settings that are read when they are needed.
    #[must_use]
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self::over(Settings::default(), files)
    }

    /// Creates settings that are read when they are needed, over those for what no project file says.
    #[must_use]
    pub fn over(base: Settings, files: Arc<dyn Files>) -> Self {
        let found = Found {
            files,
            places: HashMap::new(),
            of_directories: HashMap::new(),
            read: BTreeMap::new(),
        };
        Self {
            base,
            found: Mutex::new(found),
        }
    }

    /// Returns the settings of a file or directory.
    #[must_use]
    pub fn of(&self, path: &Path) -> Settings {
        let project = self.project_of(path);
        let settings = project.as_ref().map(|project| &project.settings);
        settings.unwrap_or(&self.base).clone()
    }

    /// Returns the project file of a file or directory, the same one as long as its content does not change.
    #[must_use]
    pub fn project_of(&self, path: &Path) -> Option<Arc<ProjectSettings>> {
        let is_directory = self.found().files.is_directory(path);
        self.project_in(if is_directory { path } else { directory_of(path) })
    }

    /// Returns the project file of the files in a directory, as [`project_of`](Self::project_of) does.
    pub(crate) fn project_in(&self, directory: &Path) -> Option<Arc<ProjectSettings>> {
        let mut found = self.found();
        // A new file may be in a directory that is not there yet.
        let mut around = directory.ancestors();
        let directory = around.find_map(|directory| found.place_of(directory))?;
        let file = found.file_of(&directory)?;
        Some(found.read(&file, &self.base))
    }

    /// Returns whether a file or directory is not searched for files.
    #[must_use]
    pub fn ignores(&self, path: &Path) -> bool {
        let project = self.project_in(directory_of(path));
        let Some(ignored) = project
            .as_ref()
            .and_then(|project| project.settings.ignored.as_ref())
        else {
            return false;
        };
        let mut found = self.found();
        let directory = found.place_of(directory_of(path));
        let (Some(directory), Some(name)) = (directory, path.file_name()) else {
            return false;
        };
        let is_directory = found.files.is_directory(path);
        ignored.matched(directory.join(name), is_directory).is_ignore()
    }

    /// Returns the settings for what no project file says.
    pub(crate) fn base(&self) -> &Settings {
        &self.base
    }

    /// Returns the project files that were read.
    #[must_use]
    pub fn projects(&self) -> Vec<Arc<ProjectSettings>> {
        self.found().read.values().cloned().collect()
    }

    /// Forgets which directories have project files, and the content of those that changed.
    pub(crate) fn renew(&self, files: Arc<dyn Files>) {
        let mut found = self.found();
        found.files = Arc::clone(&files);
        found.places.clear();
        found.of_directories.clear();
        found.read.retain(|_, project| {
            project.read.iter().all(|(path, source)| {
                let now = files.read(path, MAX_FILE_BYTES).ok();
                now.as_deref() == source.as_ref().map(Source::bytes)
            })
        });
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Found {
    /// Returns the canonical form of a directory. Below a known one, only a link leads elsewhere.
    fn place_of(&mut self, directory: &Path) -> Option<PathBuf> {
        if let Some(known) = self.places.get(directory) {
            return Some(known.clone());
        }
        let around = directory.parent().and_then(|parent| self.places.get(parent));
        let place = match (around, directory.file_name()) {
            (Some(around), Some(name)) if self.files.kind(directory) == Some(PathKind::Directory) => {
                around.join(name)
            }
            _ => self.files.canonical(directory).ok()?,
        };
        self.places.insert(directory.to_owned(), place.clone());
        Some(place)
    }

    /// Returns the project file of a canonical directory.
    fn file_of(&mut self, directory: &Path) -> Option<PathBuf> {
        if let Some(known) = self.of_directories.get(directory) {
            return known.clone();
        }
        let file = directory.join(NAME);
        let found = if self.files.kind(&file).is_some() {
            Some(file)
        } else if self.files.is_repository(directory) {
            None
        } else {
            directory.parent().and_then(|parent| self.file_of(parent))
        };
        self.of_directories.insert(directory.to_owned(), found.clone());
        found
    }

    fn read(&mut self, file: &Path, base: &Settings) -> Arc<ProjectSettings> {
        if let Some(known) = self.read.get(file) {
            return Arc::clone(known);
        }
        let project = Arc::new(read::read(file, base, Arc::clone(&self.files)));
        self.read.insert(file.to_owned(), Arc::clone(&project));
        project
    }
}
