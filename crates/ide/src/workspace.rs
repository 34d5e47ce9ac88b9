//! The open documents and the project they belong to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_native::Style;
use hcl2_project::{
    CheckSettings, Checked, Files, ModuleLoader, NameTables, NotChecked, Overlay, Project, ProjectFile, Role,
    Settings, SettingsFiles, Snapshot, drop_elsewhere, is_project_file,
};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleCall, ModuleTree, ProviderSchemas, Unchecked};

use crate::document::Document;
use crate::index::{Index, IndexedFile};
use crate::parts::Parts;

/// The open documents and the project they belong to.
///
/// Changes of documents take effect on the project, and on what it says about offsets, with the next
/// [`check`](Self::check).
#[derive(Debug)]
pub struct Workspace {
    /// The saved files as they were when they were last looked at.
    saved: Arc<Snapshot>,
    /// The same, with the open documents over them.
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
    /// Whether something else has changed than the text of documents, which concerns any of them.
    is_new: bool,
    found: Found,
    index: Index,
    name_tables: Arc<NameTables>,
}

/// The result of checks.
#[derive(Debug, Default)]
struct Found {
    /// What was found of all documents together.
    checked: Checked,
    /// The parts of the project, once it is known what they are.
    parts: Parts,
    /// The sources that labels of diagnostics point into.
    sources: SourceMap,
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
        let saved = Arc::new(Snapshot::new(files));
        let files: Arc<dyn Files> = Arc::<Snapshot>::clone(&saved);
        let project_files = Arc::new(SettingsFiles::new(Arc::clone(&files)));
        Self {
            saved,
            files: Overlay::new(Arc::clone(&files)),
            project: Project::new(files, settings).with_project_files(Arc::clone(&project_files)),
            project_files,
            roots: Vec::new(),
            documents: BTreeMap::new(),
            changed: BTreeSet::new(),
            is_stale: false,
            is_new: true,
            found: Found::default(),
            index: Index::default(),
            name_tables: Arc::default(),
        }
    }

    /// Adds a document, or replaces the one with the same path.
    pub fn open(&mut self, document: Document) {
        self.look_again();
        self.changed.insert(document.path().to_owned());
        self.documents.insert(document.path().to_owned(), document);
        self.is_stale = true;
    }

    /// Removes a document; its file, if there is one, is read instead.
    pub fn close(&mut self, path: &Path) {
        if self.documents.remove(path).is_some() {
            self.files.remove(path);
            self.look_again();
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

    /// Looks at the saved files again for the next answer. Between two changes of documents most files stay as they are, and there
    /// may be thousands beside the documents.
    pub fn look_again(&mut self) {
        self.saved.forget();
        self.name_tables.forget_directories();
        self.is_new = true;
    }

    /// Marks the workspace as stale, because files beside the documents have changed.
    pub fn invalidate(&mut self) {
        self.look_again();
        self.is_stale = true;
    }

    /// Changes how the project is checked.
    pub fn set_settings(&mut self, settings: CheckSettings) {
        self.look_again();
        self.project.set_settings(CheckSettings {
            with_siblings: true,
            ..settings
        });
        self.is_stale = true;
    }

    /// Changes the settings of files for what their project files do not say.
    pub fn set_own_settings(&mut self, settings: Settings) {
        self.look_again();
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

    pub(crate) fn name_tables(&self) -> &Arc<NameTables> {
        &self.name_tables
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
        &self.found.sources
    }

    /// Returns the last check of a document.
    fn checked(&self, document: &Document) -> &Checked {
        let own = self.found.parts.checked_of(document.path());
        own.unwrap_or(&self.found.checked)
    }

    /// Returns the module a document belongs to.
    pub(crate) fn module_of(&self, document: &Document) -> Option<&Module> {
        self.checked(document).module_of(document.path())
    }

    /// Returns the language of a document.
    pub(crate) fn language_of(&self, document: &Document) -> Language {
        self.checked(document).language_of(document.path())
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
            let mut loaded = loader.nested().load_partial(own);
            let called = loaded.tree.calls.swap_remove(&call.name)?;
            return Some((called, loaded.sources));
        };
        let loaded = loader.load_partial(self.files.canonical(&own.join(path)).ok()?);
        Some((loaded.tree, loaded.sources))
    }

    /// Checks every document together with what it belongs to. If only their source text has changed, it is enough to check the
    /// parts of the project that they are in.
    pub fn check(&mut self) {
        self.is_stale = false;
        let changed = std::mem::take(&mut self.changed);
        for path in &changed {
            if let Some(document) = self.documents.get(path).filter(|_| path.is_absolute()) {
                self.files.insert_source(path, document.source());
            }
        }
        self.project.set_files(Arc::new(self.files.clone()));
        let is_new = std::mem::take(&mut self.is_new);
        if is_new {
            // An open document need not be a saved file.
            self.name_tables.forget_directories();
        }
        let parts = self.found.parts.of_all(&changed).filter(|_| !is_new);
        let are_checked = parts.is_some_and(|parts| parts.into_iter().all(|part| self.check_part(part)));
        if !are_checked {
            self.check_all();
        }
    }

    fn check_all(&mut self) {
        // What was found is as large as what will be, and would be kept beside it.
        drop_elsewhere(std::mem::take(&mut self.found));
        let is_checked = |path: &&PathBuf| !is_project_file(path);
        let paths: Vec<PathBuf> = self.documents.keys().filter(is_checked).cloned().collect();
        let (named, files) = self.gathered(&paths);
        let mut checked = self.project.check(&named, &files);
        self.found = Found {
            files: by_file(&checked),
            schemas: self.found_schemas(&named),
            parts: Parts::new(&mut checked, &paths),
            sources: std::mem::take(&mut checked.sources),
            checked: modules_of(checked),
        };
        self.add_project_files();
    }

    /// Checks a part of the project. Returns false if it turns out to be connected with another one.
    fn check_part(&mut self, part: usize) -> bool {
        let paths = self.found.parts.documents_of(part).to_vec();
        let parts = &mut self.found.parts;
        drop_elsewhere(parts.release(part));
        let is_elsewhere = |directory: &Path| !parts.has_directory(part, directory);
        self.found.checked.retain_modules(is_elsewhere);
        let (named, files) = self.gathered(&paths);
        let mut checked = self.project.check_part(&named, &files);
        let (by_file, sources) = (by_file(&checked), std::mem::take(&mut checked.sources));
        if !self.found.parts.accept(part, modules_of(checked)) {
            return false;
        }
        let schemas = self.found_schemas(&named);
        let Found { files, parts, .. } = &mut self.found;
        files.retain(|path, _| !parts.has_file(part, path));
        files.extend(by_file);
        self.found.schemas.retain(|path, _| !named.contains(path));
        self.found.schemas.extend(schemas);
        self.found.sources = sources;
        self.add_project_files();
        true
    }

    /// Adds the files to documents that are checked with them.
    fn gathered(&mut self, paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<ProjectFile>) {
        let documents = paths.iter().filter_map(|path| self.documents.get_key_value(path));
        let documents = documents.map(|(path, document)| ProjectFile {
            path: Some(path.clone()).filter(|path| path.is_absolute()),
            source: document.source().clone(),
            syntax: document.syntax(),
            role: Role::Named,
        });
        let documents: Vec<ProjectFile> = documents.collect();
        let named: Vec<PathBuf> = documents.iter().filter_map(|file| file.path.clone()).collect();
        let (files, _) = self.project.gather(&named, documents);
        (named, files)
    }

    /// Returns the schemas of the modules that files belong to.
    fn found_schemas(&self, named: &[PathBuf]) -> HashMap<PathBuf, Arc<ProviderSchemas>> {
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
        schemas.collect()
    }

    fn add_project_files(&mut self) {
        for project in self.project_files.projects() {
            self.found.files.extend(project.by_file());
        }
    }
}

/// Returns what is asked about modules later: problems and sources are kept by file.
fn modules_of(mut checked: Checked) -> Checked {
    checked.problems = Diagnostics::new();
    checked.not_checked = NotChecked::default();
    checked.files = Vec::new();
    checked
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
