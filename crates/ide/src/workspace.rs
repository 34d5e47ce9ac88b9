//! The open documents and the modules they belong to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap, Span};
use hcl2_model::Syntax;
use hcl2_native::Style;
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_terraform::{Module, ModuleCall, ModuleFile, ModuleTree, ProviderSchemas};

use crate::document::{Document, belongs_to_module};
use crate::files::Files;

/// The open documents and the modules they belong to.
///
/// Changes of documents take effect on the modules, and on what they say about offsets, with the next
/// [`check`](Self::check).
pub struct Workspace {
    files: Arc<dyn Files>,
    pub(crate) language: Language,
    version: Option<Version>,
    pub(crate) style: Style,
    pub(crate) schemas: Option<ProviderSchemas>,
    /// The open documents by path.
    documents: BTreeMap<PathBuf, Document>,
    pub(crate) checked: Checked,
    is_stale: bool,
}

/// The result of a check.
#[derive(Default)]
pub(crate) struct Checked {
    /// The sources of the modules' spans; their names are paths.
    pub(crate) sources: SourceMap,
    /// The modules by directory, as complete as their files could be parsed.
    modules: HashMap<PathBuf, Module>,
    /// Every document and every file beside one, by path, with its diagnostics.
    files: BTreeMap<PathBuf, Outcome<Source>>,
    /// The ranges of values of sensitive variables in these files.
    secrets: BTreeMap<PathBuf, Vec<Span>>,
}

impl Workspace {
    /// Creates a workspace without documents.
    #[must_use]
    pub fn new(files: impl Files + 'static, language: Language) -> Self {
        Self {
            files: Arc::new(files),
            language,
            version: None,
            style: Style::default(),
            schemas: None,
            documents: BTreeMap::new(),
            checked: Checked::default(),
            is_stale: false,
        }
    }

    /// Sets the schemas of the providers.
    #[must_use]
    pub fn with_schemas(mut self, schemas: ProviderSchemas) -> Self {
        self.schemas = Some(schemas);
        self
    }

    /// Sets the version of the language, instead of the newest one that each module supports.
    #[must_use]
    pub fn with_version(mut self, version: Version) -> Self {
        (self.language, self.version) = (version.language, Some(version));
        self
    }

    /// Sets the layout of formatted documents in native syntax.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Adds a document, or replaces the one with the same path.
    pub fn open(&mut self, document: Document) {
        self.documents.insert(document.path().to_owned(), document);
        self.is_stale = true;
    }

    /// Removes a document; its file, if there is one, is read instead.
    pub fn close(&mut self, path: &Path) {
        self.is_stale |= self.documents.remove(path).is_some();
    }

    /// Returns an open document.
    #[must_use]
    pub fn document(&self, path: &Path) -> Option<&Document> {
        self.documents.get(path)
    }

    /// Returns an open document to change it; the workspace becomes stale.
    pub fn document_mut(&mut self, path: &Path) -> Option<&mut Document> {
        let document = self.documents.get_mut(path)?;
        self.is_stale = true;
        Some(document)
    }

    /// Marks the workspace as stale, because files beside the documents have changed.
    pub fn invalidate(&mut self) {
        self.is_stale = true;
    }

    /// Returns whether something has changed since the last check.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Returns every document and every file beside one, sorted by path, with its diagnostics as of the last check.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &Outcome<Source>)> {
        let files = self.checked.files.iter();
        files.map(|(path, file)| (path.as_path(), file))
    }

    /// Returns a document, or a file beside one, with its diagnostics as of the last check.
    #[must_use]
    pub fn file(&self, path: &Path) -> Option<&Outcome<Source>> {
        self.checked.files.get(path)
    }

    /// Returns the sources that labels of diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.checked.sources
    }

    /// Returns the module a document belongs to.
    pub(crate) fn module_of(&self, document: &Document) -> Option<&Module> {
        self.checked.modules.get(document.path().parent()?)
    }

    /// Returns the source of a document as of the last check.
    pub(crate) fn checked_source(&self, document: &Document) -> Option<&Source> {
        self.file(document.path()).map(|file| &file.value)
    }

    /// Returns a called module and the sources it points into, or `None` if it is not in a local directory.
    pub(crate) fn called(&self, caller: &Document, call: &ModuleCall) -> Option<(ModuleTree, SourceMap)> {
        let own = caller.path().parent()?;
        let resolved = match call.computed.is_empty() {
            true => None,
            false => self.files.resolved(own, self.module_of(caller)?),
        };
        let resolved = resolved
            .as_ref()
            .and_then(|module| module.calls.named(&call.name));
        let directory = own.join(resolved.unwrap_or(call).local_path()?);
        self.files
            .load_module(&directory, self.language, self.checked.sources.clone())
    }

    /// Checks every document and the modules they are part of.
    pub fn check(&mut self) {
        self.is_stale = false;
        let mut checked = Checked::default();
        let mut sound = HashMap::new();
        let of_modules = self
            .documents
            .keys()
            .filter(|path| path.is_absolute() && belongs_to_module(path, self.language));
        let directories: BTreeSet<&Path> = of_modules.filter_map(|path| path.parent()).collect();
        for directory in directories {
            self.check_module(directory, &mut checked, &mut sound);
        }
        let together = self
            .files
            .validate(&sound, self.language, &checked.sources, self.schemas.as_ref());
        checked.distribute(together);
        for (path, document) in &self.documents {
            if !checked.files.contains_key(path) {
                let problems = parse_problems(document);
                let file = Outcome::new(document.source().clone(), problems);
                checked.files.insert(path.clone(), file);
                let module = path.parent().and_then(|directory| checked.modules.get(directory));
                let secrets = module
                    .filter(|_| belongs_to_module(path, self.language))
                    .map(|module| {
                        let file = ModuleFile::parse(document.source(), self.language).value;
                        file.secret_values(module)
                    });
                checked
                    .secrets
                    .extend(secrets.map(|secrets| (path.clone(), secrets)));
            }
        }
        checked.conceal();
        for file in checked.files.values_mut() {
            let problems = std::mem::take(&mut file.diagnostics);
            file.diagnostics = self.files.judged(problems);
        }
        self.checked = checked;
    }

    /// Checks the module in a directory, and adds it to `sound` if all its files can be parsed.
    fn check_module(&self, directory: &Path, checked: &mut Checked, sound: &mut HashMap<PathBuf, Module>) {
        let (mut paths, mut files) = (Vec::new(), Vec::new());
        let mut is_sound = true;
        for path in self.files_in(directory) {
            let text = match self.documents.get(&path) {
                Some(document) => document.source().bytes().to_owned(),
                None => match self.files.read(&path) {
                    Some(text) => text,
                    None => continue,
                },
            };
            let Ok(source) = checked.sources.add(path.display().to_string(), text) else {
                continue;
            };
            let Outcome {
                value: file,
                diagnostics,
            } = ModuleFile::parse(&source, self.language);
            is_sound &= !diagnostics.has_errors();
            checked
                .files
                .insert(path.clone(), Outcome::new(source, diagnostics));
            files.push(file);
            paths.push(path);
        }
        if files.is_empty() {
            return;
        }
        let Outcome {
            value: module,
            diagnostics: problems,
        } = match self.version {
            Some(version) => Module::from_files_at(&files, version),
            None => Module::from_files(&files, self.language),
        };
        let secrets = files.iter().map(|file| file.secret_defaults(&module));
        checked.secrets.extend(paths.into_iter().zip(secrets));
        // A declaration that seems missing may be in a file that cannot be parsed.
        if is_sound {
            checked.distribute(problems);
            if let Some(directory) = self.files.canonical(directory) {
                sound.insert(directory, module.clone());
            }
        }
        checked.modules.insert(directory.to_owned(), module);
    }

    /// Returns the files of the module in a directory, saved or open, sorted by name.
    fn files_in(&self, directory: &Path) -> BTreeSet<PathBuf> {
        let saved = self.files.files_in(directory);
        let open = self.documents.keys().cloned();
        saved
            .into_iter()
            .chain(open)
            .filter(|path| {
                path.parent() == Some(directory)
                    && FileKind::of_path(path).is_some_and(|kind| kind.is_of_module(self.language))
            })
            .collect()
    }
}

/// Returns the diagnostics of parsing a document that belongs to no module.
fn parse_problems(document: &Document) -> Diagnostics {
    match document.syntax() {
        Syntax::Json => hcl2_json::parse(document.source()).diagnostics,
        Syntax::Native => hcl2_native::parse_file(document.source()).diagnostics,
    }
}

impl Checked {
    /// Adds diagnostics to the files of their subjects.
    fn distribute(&mut self, diagnostics: Diagnostics) {
        let mut by_path: BTreeMap<PathBuf, Diagnostics> = BTreeMap::new();
        for diagnostic in &diagnostics {
            if let Some(path) = diagnostic.subject.and_then(|subject| self.path(subject)) {
                by_path.entry(path).or_default().push(diagnostic.clone());
            }
        }
        for (path, diagnostics) in by_path {
            if let Some(file) = self.files.get_mut(&path) {
                let mut all = std::mem::take(&mut file.diagnostics);
                all.append(diagnostics);
                *file = Outcome::new(file.value.clone(), all);
            }
        }
    }

    /// Removes values of sensitive variables from messages.
    fn conceal(&mut self) {
        for (path, secrets) in &self.secrets {
            if let Some(file) = self.files.get_mut(path) {
                file.diagnostics.conceal_within(secrets);
            }
        }
    }

    /// Returns the path of the file that a span points into.
    fn path(&self, span: Span) -> Option<PathBuf> {
        Some(PathBuf::from(self.sources.get(span.source)?.name()))
    }
}
