//! The open documents and the project they belong to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_native::Style;
use hcl2_project::{
    CheckSettings, Checked, Files, ModuleLoader, Overlay, Project, ProjectFile, Role, Settings,
    SettingsFiles, is_project_file,
};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleCall, ModuleTree, ProviderSchemas, Unchecked};

use crate::document::Document;
use crate::index::{Index, IndexedFile};

/// The open documents and the project they belong to.
///
/// Changes of documents take effect on the project, and on what it says about offsets, with the next
/// [`check`](Self::check).
#[derive(Debug)]
pub struct Workspace {
    /// The saved files, with the open documents over them.
    files: Overlay,
    project: Project,
    project_files: Arc<SettingsFiles>,
    /// The directories that the editor opened.
    roots: Vec<PathBuf>,
    /// The open documents by path.
    documents: BTreeMap<PathBuf, Document>,
    /// The documents that differ from those in `files`.
    changed: BTreeSet<PathBuf>,
    is_stale: bool,
    found: Found,
    index: Index,
}

/// The result of a check.
#[derive(Debug, Default)]
struct Found {
    checked: Checked,
    /// Every document and every file beside one, by path, with its diagnostics.
    files: BTreeMap<PathBuf, Outcome<Source>>,
    /// The schemas of the modules that documents belong to, by path.
    schemas: HashMap<PathBuf, Arc<ProviderSchemas>>,
}

impl Workspace {
    /// Creates a workspace without documents, beside saved files.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, settings: CheckSettings) -> Self {
        let settings = CheckSettings {
            with_siblings: true,
            ..settings
        };
        let project_files = Arc::new(SettingsFiles::new(Arc::clone(&files)));
        Self {
            files: Overlay::new(Arc::clone(&files)),
            project: Project::new(files, settings).with_project_files(Arc::clone(&project_files)),
            project_files,
            roots: Vec::new(),
            documents: BTreeMap::new(),
            changed: BTreeSet::new(),
            is_stale: false,
            found: Found::default(),
            index: Index::default(),
        }
    }

    /// Adds a document, or replaces the one with the same path.
    pub fn open(&mut self, document: Document) {
        self.changed.insert(document.path().to_owned());
        self.documents.insert(document.path().to_owned(), document);
        self.is_stale = true;
    }

    /// Removes a document; its file, if there is one, is read instead.
    pub fn close(&mut self, path: &Path) {
        if self.documents.remove(path).is_some() {
            self.files.remove(path);
            self.is_stale = true;
        }
    }

    /// Returns an open document.
    #[must_use]
    pub fn document(&self, path: &Path) -> Option<&Document> {
        self.documents.get(path)
    }

    /// Returns an open document to change it; the workspace becomes stale.
    pub fn document_mut(&mut self, path: &Path) -> Option<&mut Document> {
        let document = self.documents.get_mut(path)?;
        self.changed.insert(path.to_owned());
        self.is_stale = true;
        Some(document)
    }

    /// Marks the workspace as stale, because files beside the documents have changed.
    pub fn invalidate(&mut self) {
        self.is_stale = true;
    }

    /// Changes how the project is checked.
    pub fn set_settings(&mut self, settings: CheckSettings) {
        self.project.set_settings(CheckSettings {
            with_siblings: true,
            ..settings
        });
        self.is_stale = true;
    }

    /// Changes the settings of files for what their project files do not say.
    pub fn set_own_settings(&mut self, settings: Settings) {
        let files = Arc::new(self.files.clone());
        self.project_files = Arc::new(SettingsFiles::over(settings, files));
        self.project.set_project_files(Arc::clone(&self.project_files));
        self.is_stale = true;
    }

    /// Sets the directories that are open, in which declarations and callers of a module are looked for.
    pub fn set_roots(&mut self, roots: Vec<PathBuf>) {
        self.roots = roots;
    }

    pub(crate) fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    pub(crate) fn overlay(&self) -> &Overlay {
        &self.files
    }

    pub(crate) fn settings(&self) -> &CheckSettings {
        self.project.settings()
    }

    /// Returns the paths of the open documents.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.documents.keys().map(PathBuf::as_path)
    }

    /// Returns the layout of a document in native syntax, when it is formatted.
    pub(crate) fn style_of(&self, document: &Document) -> Style {
        self.project_files.of(document.path()).style
    }

    /// Does work with what the files in the folders declare.
    pub(crate) fn indexed<T>(&self, work: impl FnOnce(&BTreeMap<PathBuf, IndexedFile>) -> T) -> T {
        self.index.with(&self.files, &self.roots, work)
    }

    /// Returns whether something has changed since the last check.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Returns every document and every file beside one, sorted by path, with its diagnostics as of the last check.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &Outcome<Source>)> {
        let files = self.found.files.iter();
        files.map(|(path, file)| (path.as_path(), file))
    }

    /// Returns a document, or a file beside one, with its diagnostics as of the last check.
    #[must_use]
    pub fn file(&self, path: &Path) -> Option<&Outcome<Source>> {
        self.found.files.get(path)
    }

    /// Returns the sources that labels of diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.found.checked.sources
    }

    /// Returns the module a document belongs to.
    pub(crate) fn module_of(&self, document: &Document) -> Option<&Module> {
        self.found.checked.module_of(document.path())
    }

    /// Returns the language of a document.
    pub(crate) fn language_of(&self, document: &Document) -> Language {
        self.found.checked.language_of(document.path())
    }

    /// Returns the schemas of the module a document belongs to.
    pub(crate) fn schemas_of(&self, document: &Document) -> Option<&ProviderSchemas> {
        let schemas = self.found.schemas.get(document.path());
        schemas.map(Arc::as_ref)
    }

    /// Returns the source of a document as of the last check.
    pub(crate) fn checked_source(&self, document: &Document) -> Option<&Source> {
        self.file(document.path()).map(|file| &file.value)
    }

    /// Returns a called module and the sources it points into, or `None` if it is neither in a local directory nor installed.
    pub(crate) fn called(&self, caller: &Document, call: &ModuleCall) -> Option<(ModuleTree, SourceMap)> {
        let own = caller.path().parent()?;
        let loader = ModuleLoader::new()
            .files(Arc::new(self.files.clone()))
            .language(self.language_of(caller));
        let Some(path) = call.local_path() else {
            // The source is computed, or names a module that `terraform init` may have installed.
            let mut loaded = loader.nested().load(own);
            let called = loaded.tree.calls.swap_remove(&call.name)?;
            return Some((called, loaded.sources));
        };
        let loaded = loader.load(self.files.canonical(&own.join(path)).ok()?);
        Some((loaded.tree, loaded.sources))
    }

    /// Checks every document together with what it belongs to.
    pub fn check(&mut self) {
        self.is_stale = false;
        for path in std::mem::take(&mut self.changed) {
            if let Some(document) = self.documents.get(&path).filter(|_| path.is_absolute()) {
                self.files.insert(&path, document.source().bytes());
            }
        }
        self.project.set_files(Arc::new(self.files.clone()));
        let is_checked = |(path, _): &(&PathBuf, &Document)| !is_project_file(path);
        let documents = self.documents.iter().filter(is_checked);
        let documents = documents.map(|(path, document)| ProjectFile {
            path: Some(path.clone()).filter(|path| path.is_absolute()),
            source: document.source().clone(),
            syntax: document.syntax(),
            role: Role::Named,
        });
        let documents: Vec<ProjectFile> = documents.collect();
        let named: Vec<PathBuf> = documents.iter().filter_map(|file| file.path.clone()).collect();
        let (files, _) = self.project.gather(&named, documents);
        let checked = self.project.check(&named, &files);
        let mut of_directories: HashMap<&Path, Option<Arc<ProviderSchemas>>> = HashMap::new();
        let schemas = named.iter().filter_map(|path| {
            let schemas = of_directories
                .entry(path.parent()?)
                .or_insert_with_key(|directory| {
                    let directory = self.files.canonical(directory).ok()?;
                    (self.project.settings().schemas)(&directory)
                });
            Some((path.clone(), schemas.clone()?))
        });
        let mut files = by_file(&checked);
        for project in self.project_files.projects() {
            files.extend(project.by_file());
        }
        self.found = Found {
            files,
            schemas: schemas.collect(),
            checked,
        };
    }
}

/// Returns every document and every file beside one, by path, with its diagnostics.
fn by_file(checked: &Checked) -> BTreeMap<PathBuf, Outcome<Source>> {
    let notes = checked.not_checked.unchecked.iter();
    let notes = notes.filter(|unchecked| matches!(unchecked, Unchecked::Module { .. }));
    let notes: Diagnostics = notes.map(Unchecked::note).collect();
    let mut by_source: HashMap<_, Diagnostics> = HashMap::new();
    for problem in checked.problems.iter().chain(&notes) {
        if let Some(subject) = problem.subject {
            by_source.entry(subject.source).or_default().push(problem.clone());
        }
    }
    let shown = checked.files.iter().filter(|file| file.role != Role::Pulled);
    shown
        .map(|file| {
            let path = Path::new(file.source.name());
            let path = file.path.as_deref().unwrap_or(path).to_owned();
            let problems = by_source.remove(&file.source.id()).unwrap_or_default();
            (path, Outcome::new(file.source.clone(), problems))
        })
        .collect()
}
