//! What is known of the open documents and of the modules that they belong to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2::ModuleLoader;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span};
use hcl2::terraform::table::{Language, is_module_file};
use hcl2::terraform::{Module, ModuleCall, ModuleFile, ModuleTree, ProviderSchemas};

use super::document::Document;
use crate::commands::check::check_together;

/// How names of files end that set the variables of the module beside them.
pub(super) const VARIABLES: &str = ".tfvars";

/// The open documents, with all that is known of them.
pub(super) struct Project {
    pub(super) language: Language,
    pub(super) schemas: Option<ProviderSchemas>,
    /// By their paths.
    pub(super) documents: BTreeMap<PathBuf, Document>,
    /// What the documents and the files beside them are, as of the last check.
    pub(super) checked: Checked,
    /// Whether something changed since then.
    pub(super) is_stale: bool,
}

/// What a check found.
#[derive(Default)]
pub(super) struct Checked {
    /// What spans of the modules point into; the names are paths.
    pub(super) sources: SourceMap,
    /// The modules, by the directories as documents name them, and as complete as their files can be understood.
    modules: HashMap<PathBuf, Module>,
    /// The problems of each file, by its path; of every document, and of files beside one that have some.
    pub(super) problems: BTreeMap<PathBuf, (Source, Vec<Diagnostic>)>,
}

impl Project {
    pub(super) fn new(language: Language, schemas: Option<ProviderSchemas>) -> Self {
        Self {
            language,
            schemas,
            documents: BTreeMap::new(),
            checked: Checked::default(),
            is_stale: false,
        }
    }

    /// The module that a document belongs to.
    pub(super) fn module_of(&self, document: &Document) -> Option<&Module> {
        self.checked.modules.get(document.path().parent()?)
    }

    /// The source of the last check that a document is.
    pub(super) fn checked_source(&self, document: &Document) -> Option<&Source> {
        self.checked
            .problems
            .get(document.path())
            .map(|(source, _)| source)
    }

    /// The module that is called, with the sources that it points into; `None` where it is not in a directory.
    pub(super) fn called(&self, caller: &Document, call: &ModuleCall) -> Option<(ModuleTree, SourceMap)> {
        let directory = caller.path().parent()?.join(call.local_path()?);
        let directory = std::fs::canonicalize(directory).ok()?;
        let loaded = ModuleLoader::new().language(self.language).load_with(
            directory,
            &HashMap::new(),
            self.checked.sources.clone(),
        );
        Some((loaded.tree, loaded.sources))
    }

    /// Checks every document, and the modules that they are part of.
    pub(super) fn check(&mut self) {
        self.is_stale = false;
        let mut checked = Checked::default();
        let mut sound = HashMap::new();
        let is_of_module = |path: &&PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            let is_of_module = |name: &str| is_module_file(name, self.language) || name.ends_with(VARIABLES);
            path.is_absolute() && name.is_some_and(is_of_module)
        };
        let of_modules: Vec<&PathBuf> = self.documents.keys().filter(is_of_module).collect();
        let directories: BTreeSet<&Path> = of_modules.iter().filter_map(|path| path.parent()).collect();
        for directory in directories {
            self.check_module(directory, &mut checked, &mut sound);
        }
        let together = check_together(&sound, self.language, &checked.sources, self.schemas.as_ref());
        checked.file(together);
        for (path, document) in &self.documents {
            if !checked.problems.contains_key(path) {
                let problems = hcl2::parse(&document.source, document.syntax).diagnostics;
                let problems = problems.into_iter().collect();
                checked
                    .problems
                    .insert(path.clone(), (document.source.clone(), problems));
            }
        }
        for (_, problems) in checked.problems.values_mut() {
            problems.sort_by_key(|problem| problem.subject.map(|subject| (subject.start, subject.end)));
        }
        self.checked = checked;
    }

    /// Checks the module in a directory; `sound` gets it where its files can be understood.
    fn check_module(&self, directory: &Path, checked: &mut Checked, sound: &mut HashMap<PathBuf, Module>) {
        let mut files = Vec::new();
        let mut is_sound = true;
        for path in self.files_in(directory) {
            let text = match self.documents.get(&path) {
                Some(document) => document.source.bytes().to_owned(),
                None => match std::fs::read(&path) {
                    Ok(text) => text,
                    Err(_) => continue,
                },
            };
            let Ok(source) = checked.sources.add(path.display().to_string(), text) else {
                continue;
            };
            let (file, problems) = ModuleFile::parse(&source, self.language);
            is_sound &= !problems.has_errors();
            checked
                .problems
                .insert(path, (source, problems.into_iter().collect()));
            files.push(file);
        }
        if files.is_empty() {
            return;
        }
        let (module, problems) = Module::of(&files, self.language);
        // What is missing from a module may be in a file that could not be read.
        if is_sound {
            checked.file(problems);
            if let Ok(directory) = std::fs::canonicalize(directory) {
                sound.insert(directory, module.clone());
            }
        }
        checked.modules.insert(directory.to_owned(), module);
    }

    /// The files of the module in a directory, in the order of their names, with those that are not saved yet.
    fn files_in(&self, directory: &Path) -> BTreeSet<PathBuf> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let saved = entries.map(|entry| entry.path()).filter(|path| path.is_file());
        let open = self.documents.keys().cloned();
        saved
            .chain(open)
            .filter(|path| {
                let name = path.file_name().and_then(|name| name.to_str());
                path.parent() == Some(directory)
                    && name.is_some_and(|name| is_module_file(name, self.language))
            })
            .collect()
    }
}

impl Checked {
    /// Adds problems to those of the files that they are in.
    fn file(&mut self, problems: Diagnostics) {
        for problem in problems {
            let path = problem.subject.and_then(|subject| self.path(subject));
            if let Some((_, problems)) = path.and_then(|path| self.problems.get_mut(&path)) {
                problems.push(problem);
            }
        }
    }

    /// The file that a span is in.
    pub(super) fn path(&self, span: Span) -> Option<PathBuf> {
        Some(PathBuf::from(self.sources.get(span.source)?.name()))
    }
}
