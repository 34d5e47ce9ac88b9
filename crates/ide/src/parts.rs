//! The parts of a project that are checked by themselves once only the text of documents changes.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2_project::Checked;

/// The parts, of which none has an effect on the problems of another. There are none if everything is connected.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    parts: Vec<Part>,
    /// The numbers of the parts of canonical directories.
    numbers: HashMap<PathBuf, usize>,
    /// The numbers of the parts of documents.
    of_documents: HashMap<PathBuf, usize>,
}

/// A part, with its documents.
#[derive(Debug, Default)]
struct Part {
    documents: Vec<PathBuf>,
    /// The directories of the files in it, as they are written.
    directories: BTreeSet<PathBuf>,
    /// What was found since everything was checked together.
    checked: Option<Checked>,
}

impl Parts {
    /// Divides documents that were checked together.
    pub(crate) fn new(checked: &mut Checked, documents: &[PathBuf]) -> Self {
        let Some(found) = checked.take_parts() else {
            return Self::default();
        };
        let mut parts = Self::default();
        for (number, directories) in found.into_iter().enumerate() {
            parts.parts.push(Part::default());
            let numbers = directories.into_iter().map(|directory| (directory, number));
            parts.numbers.extend(numbers);
        }
        for path in documents {
            let number = checked
                .directory_of(path)
                .and_then(|directory| parts.numbers.get(directory));
            let Some(number) = number.copied() else {
                return Self::default();
            };
            parts.parts[number].documents.push(path.clone());
            parts.of_documents.insert(path.clone(), number);
        }
        for file in &checked.files {
            let path = file.path.as_deref();
            let number = path.and_then(|path| parts.numbers.get(checked.directory_of(path)?));
            if let Some((number, directory)) = number.copied().zip(path.and_then(Path::parent)) {
                parts.parts[number].directories.insert(directory.to_owned());
            }
        }
        parts
    }

    /// Returns the parts of documents, or `None` if one is in none.
    pub(crate) fn of_all(&self, documents: &BTreeSet<PathBuf>) -> Option<BTreeSet<usize>> {
        let numbers = documents.iter().map(|path| self.of_documents.get(path).copied());
        numbers.collect()
    }

    /// Returns the documents in a part.
    pub(crate) fn documents_of(&self, part: usize) -> &[PathBuf] {
        self.parts.get(part).map_or(&[], |part| &part.documents)
    }

    /// Returns whether a file is in a part.
    pub(crate) fn has_file(&self, part: usize, path: &Path) -> bool {
        let directories = self.parts.get(part).map(|part| &part.directories);
        directories
            .zip(path.parent())
            .is_some_and(|(directories, directory)| directories.contains(directory))
    }

    /// Returns what was found of a part since everything was checked together, which is forgotten.
    pub(crate) fn release(&mut self, part: usize) -> Option<Checked> {
        self.parts.get_mut(part)?.checked.take()
    }

    /// Takes what was found of a part since everything was checked together. Returns false if the part touches another one, so
    /// that everything must be checked together again.
    pub(crate) fn accept(&mut self, part: usize, mut checked: Checked) -> bool {
        let Some(found) = checked.take_parts() else {
            return false;
        };
        for directory in found.iter().flatten() {
            let number = self.numbers.entry(directory.clone()).or_insert(part);
            if *number != part {
                return false;
            }
        }
        let Some(own) = self.parts.get_mut(part) else {
            return false;
        };
        own.checked = Some(checked);
        true
    }

    /// Returns whether a canonical directory is in a part.
    pub(crate) fn has_directory(&self, part: usize, directory: &Path) -> bool {
        self.numbers.get(directory) == Some(&part)
    }

    /// Returns what was found of the part of a document since everything was checked together.
    pub(crate) fn checked_of(&self, document: &Path) -> Option<&Checked> {
        let part = self.of_documents.get(document)?;
        self.parts.get(*part)?.checked.as_ref()
    }
}
