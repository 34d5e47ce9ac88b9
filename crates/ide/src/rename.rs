//! Renames, and what is named at an offset in any module.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Source, SourceMap, Span};
use hcl2_project::{Files, Names, ObjectAt, Project, Renaming};
use hcl2_terraform::Mentioned;

use crate::document::Document;
use crate::format::Edit;
use crate::target::{Target, target};
use crate::workspace::Workspace;

/// The edits of a file, which may not be open.
#[derive(Clone, Debug)]
pub struct FileEdits {
    /// The file as it is; its name is not the path.
    pub source: Source,
    /// The edits, in order.
    pub edits: Vec<Edit>,
}

/// A rename, or why it is refused.
pub type Rename = Result<BTreeMap<PathBuf, FileEdits>, (Diagnostics, SourceMap)>;

impl Workspace {
    /// Returns the range and the text of the name at an offset, if it can be renamed.
    #[must_use]
    pub fn prepare_rename(&self, path: &Path, offset: u32) -> Option<(Span, String)> {
        let document = self.document(path)?;
        let mut names = self.names_in_files();
        let span = match names.iterator(path, offset) {
            Some(iterator) => {
                let covers = |span: &&Span| span.start <= offset && offset <= span.end;
                let uses = [&iterator.definition].into_iter().chain(&iterator.uses);
                *uses.into_iter().find(covers)?
            }
            None => names.at(path, offset)?.1,
        };
        let text = document.text().get(span.start as usize..span.end as usize)?;
        Some((span, text.to_owned()))
    }

    /// Renames what is named at an offset, everywhere it is named in the modules around the document.
    ///
    /// Returns no edits if nothing is named there.
    ///
    /// # Errors
    ///
    /// Problems with the codes of `hcl2::rename`, and the sources that they point into.
    pub fn rename(&self, path: &Path, offset: u32, new: &str) -> Rename {
        let Some(mut names) = self
            .document(path)
            .and_then(|document| self.names_around(document))
        else {
            return Ok(BTreeMap::new());
        };
        let renamed = match names.iterator(path, offset) {
            Some(iterator) => {
                let renaming = names.rename_iterator(path, &iterator, new);
                renaming.map(|renaming| (renaming, iterator.definition))
            }
            None => match names.at(path, offset) {
                Some((object, span)) => names.rename(&object, new, true).map(|renaming| (renaming, span)),
                None => return Ok(BTreeMap::new()),
            },
        };
        let verified = renamed.and_then(|(renaming, at)| {
            let settings = self.settings().clone();
            let project = Project::new(Arc::new(self.overlay().clone()), settings);
            names.verify(&renaming, at, project)?;
            Ok(renaming)
        });
        match verified {
            Ok(renaming) => Ok(self.edits(renaming)),
            Err(problems) => Err((problems, names.sources().clone())),
        }
    }

    /// Returns the edits of a rename by the paths of documents.
    fn edits(&self, renaming: Renaming) -> BTreeMap<PathBuf, FileEdits> {
        let paths = self.document_paths();
        let files = renaming.files.into_iter().map(|(path, file)| {
            let edits = file.edits.into_iter().map(|(span, text)| Edit { span, text });
            let edits = FileEdits {
                source: file.source,
                edits: edits.collect(),
            };
            (paths.of(path), edits)
        });
        files.collect()
    }

    /// Returns the paths of documents by their canonical ones.
    pub(crate) fn document_paths(&self) -> DocumentPaths<'_> {
        DocumentPaths {
            workspace: self,
            by_canonical: OnceCell::new(),
        }
    }

    /// Returns the object that is named at an offset: its name, or a reference around it.
    pub(crate) fn object_at(&self, names: &mut Names, document: &Document, offset: u32) -> Option<ObjectAt> {
        if let Some((object, _)) = names.at(document.path(), offset) {
            return Some(object);
        }
        let (Target::Object(address), _) = target(self, document, offset)? else {
            return None;
        };
        Some(ObjectAt {
            directory: self.overlay().canonical(document.path().parent()?).ok()?,
            file: None,
            object: Mentioned::Object(address),
        })
    }

    /// Returns the names in files that are asked for one by one: no directory is searched.
    pub(crate) fn names_in_files(&self) -> Names {
        Names::new::<&Path>(Arc::new(self.overlay().clone()), []).sharing(self.name_tables())
    }

    /// Returns the names in the module of a document alone.
    pub(crate) fn names_beside(&self, document: &Document) -> Option<Names> {
        let directory = document.path().parent()?;
        let names = Names::new(Arc::new(self.overlay().clone()), [directory]);
        Some(names.sharing(self.name_tables()))
    }

    /// Returns the names in all modules that may refer to that of a document.
    pub(crate) fn names_around(&self, document: &Document) -> Option<Names> {
        let directory = document.path().parent()?;
        Some(Names::around(
            Arc::new(self.overlay().clone()),
            directory,
            self.roots(),
            self.name_tables(),
        ))
    }
}

/// The paths of documents, which may have links on their way, by their canonical ones.
pub(crate) struct DocumentPaths<'w> {
    workspace: &'w Workspace,
    /// Found once a canonical path is not that of a document: it takes a look at the path of every document.
    by_canonical: OnceCell<HashMap<PathBuf, PathBuf>>,
}

impl DocumentPaths<'_> {
    /// Returns the path of the document at a canonical path, or else that path.
    pub(crate) fn of(&self, canonical: PathBuf) -> PathBuf {
        if self.workspace.document(&canonical).is_some() {
            return canonical;
        }
        let found = self.by_canonical.get_or_init(|| {
            let mut found = HashMap::new();
            for path in self.workspace.paths() {
                if let Ok(canonical) = self.workspace.overlay().canonical(path) {
                    found.entry(canonical).or_insert_with(|| path.to_owned());
                }
            }
            found
        });
        found.get(&canonical).cloned().unwrap_or(canonical)
    }
}
