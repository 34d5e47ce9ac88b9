//! What is known of the files in which names are looked for.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hcl2_diagnostics::Source;
use hcl2_terraform::table::FileKind;
use hcl2_terraform::{Mentions, ModuleFile, WrittenIterator};

use super::Directories;
use crate::facts::ANY;
use crate::files::{Files, MAX_FILE_BYTES, Stamp};

/// The bytes of the sources of a generation. The names in a source take a few times as much.
const MAX_BYTES: usize = 8 << 20;

/// What a source counts in addition to its bytes.
const BYTES_OF_SOURCE: usize = 512;

/// A file that was read.
#[derive(Debug)]
pub(super) struct NamedFile {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) kind: FileKind,
    written: OnceLock<Written>,
}

/// The names in a file.
#[derive(Debug)]
struct Written {
    is_broken: bool,
    mentions: Mentions,
    iterators: Vec<WrittenIterator>,
}

impl NamedFile {
    /// Returns whether the file has syntax errors.
    pub(super) fn is_broken(&self) -> bool {
        self.written().is_broken
    }

    /// Returns what the file mentions.
    pub(super) fn mentions(&self) -> &Mentions {
        &self.written().mentions
    }

    /// Returns the variables of its loops.
    pub(super) fn iterators(&self) -> &[WrittenIterator] {
        &self.written().iterators
    }

    fn written(&self) -> &Written {
        self.written.get_or_init(|| {
            let parsed = ModuleFile::parse(&self.source, ANY);
            Written {
                is_broken: parsed.has_errors(),
                mentions: parsed.value.mentions(),
                iterators: parsed.value.iterators(),
            }
        })
    }
}

/// The names in files, which several [`Names`](super::Names) share: a file that has not changed is neither read nor parsed again.
///
/// There are two generations, as the names of all files would take much memory: when the younger one is full, it becomes the older
/// one, and what nobody has asked for since then is forgotten.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Memory, NameTables, Names};
///
/// let mut files: Memory = [("main.tf", "variable \"size\" {}\n")].into_iter().collect();
/// let tables = Arc::new(NameTables::default());
/// let places = |files: &Memory| {
///     let mut names = Names::new(Arc::new(files.clone()), [Path::new("/")]).sharing(&tables);
///     let size = names.object(Path::new("/"), "var.size").unwrap();
///     names.places(&size).len()
/// };
/// assert_eq!(places(&files), 1);
/// files.insert("use.tf", "locals {\n  twice = var.size * 2\n}\n");
/// // There is another file.
/// tables.forget_directories();
/// assert_eq!(places(&files), 2);
/// ```
#[derive(Debug, Default)]
pub struct NameTables {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    young: Generation,
    old: Generation,
    /// The files below directories.
    directories: HashMap<Vec<PathBuf>, Arc<Directories>>,
}

#[derive(Debug, Default)]
struct Generation {
    files: HashMap<PathBuf, Entry>,
    /// The bytes of all sources.
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    /// What identifies the content, if that is known without reading it.
    stamp: Option<Stamp>,
    file: Arc<NamedFile>,
}

impl NameTables {
    /// Forgets which files are in which directories, because there may be others now. Their names are known as long as their
    /// content stays.
    pub fn forget_directories(&self) {
        self.known().directories.clear();
    }

    /// Returns the files below directories, which `find` finds if they are not known.
    pub(super) fn directories(
        &self,
        roots: &[PathBuf],
        find: impl FnOnce() -> Directories,
    ) -> Arc<Directories> {
        if let Some(known) = self.known().directories.get(roots) {
            return Arc::clone(known);
        }
        let found = Arc::new(find());
        self.known()
            .directories
            .insert(roots.to_vec(), Arc::clone(&found));
        found
    }

    /// Returns the file at a canonical path as it is now, or `None` if it cannot be read.
    pub(super) fn file(
        &self,
        files: &dyn Files,
        path: &Path,
        shown: impl FnOnce() -> String,
    ) -> Option<Arc<NamedFile>> {
        let stamp = files.stamp(path);
        if stamp.is_some()
            && let Some(known) = self.known().entry(path, |entry| entry.stamp == stamp)
        {
            return Some(known.file);
        }
        let bytes = files.read(path, MAX_FILE_BYTES).ok()?;
        let same = |entry: &Entry| entry.file.source.bytes() == bytes;
        let known = self.known().entry(path, same);
        let file = match known {
            Some(known) => known.file,
            None => Arc::new(NamedFile {
                path: path.to_owned(),
                source: Source::shared(shown(), bytes).ok()?,
                kind: FileKind::of_path(path)?,
                written: OnceLock::new(),
            }),
        };
        let entry = Entry {
            stamp,
            file: Arc::clone(&file),
        };
        self.known().add(path, entry);
        Some(file)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // Only a panic poisons the lock, and nothing is left half changed.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn entry(&mut self, path: &Path, is_right: impl Fn(&Entry) -> bool) -> Option<Entry> {
        if let Some(entry) = self.young.files.get(path) {
            return is_right(entry).then(|| entry.clone());
        }
        let entry = self.old.files.get(path).filter(|entry| is_right(entry))?.clone();
        self.add(path, entry.clone());
        Some(entry)
    }

    fn add(&mut self, path: &Path, entry: Entry) {
        if self.young.bytes > MAX_BYTES {
            self.old = std::mem::take(&mut self.young);
        }
        let count = |entry: &Entry| entry.file.source.bytes().len() + BYTES_OF_SOURCE;
        self.young.bytes += count(&entry);
        if let Some(before) = self.young.files.insert(path.to_owned(), entry) {
            self.young.bytes -= count(&before);
        }
        self.old.files.remove(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;

    fn file(tables: &NameTables, files: &Memory, name: &str) -> Arc<NamedFile> {
        let file = tables.file(files, Path::new(name), || name.to_owned());
        file.expect("a file that can be read")
    }

    #[test]
    fn changed_file_alone_is_parsed_again() {
        let mut files: Memory = [
            ("a.tf", "variable \"a\" {}\n"),
            ("b.tf", "locals {\n  b = 1\n}\n"),
        ]
        .into_iter()
        .collect();
        let tables = NameTables::default();
        let (one, other) = (file(&tables, &files, "/a.tf"), file(&tables, &files, "/b.tf"));
        assert_eq!((one.mentions().all.len(), other.mentions().all.len()), (1, 1));
        files.insert("/b.tf", "locals {\n  b = var.a\n}\n");
        assert!(Arc::ptr_eq(&file(&tables, &files, "/a.tf"), &one));
        let changed = file(&tables, &files, "/b.tf");
        assert_eq!(changed.mentions().all.len(), 2);
        // The same content has other stamps.
        files.insert("/b.tf", "locals {\n  b = var.a\n}\n");
        assert!(Arc::ptr_eq(&file(&tables, &files, "/b.tf"), &changed));
        files.remove("/b.tf");
        assert!(tables.file(&files, Path::new("/b.tf"), String::new).is_none());
    }

    #[test]
    fn files_that_nobody_asks_for_are_forgotten() {
        let mut files = Memory::default();
        files.insert("/shared.tf", "locals {}\n");
        let tables = NameTables::default();
        let shared = file(&tables, &files, "/shared.tf");
        for number in 0..40 {
            let name = format!("/{number}.tf");
            files.insert(&name, vec![b' '; 1 << 20]);
            file(&tables, &files, &name);
            assert!(Arc::ptr_eq(&file(&tables, &files, "/shared.tf"), &shared));
        }
        let known = tables.known();
        assert!(known.young.bytes + known.old.bytes < 20 << 20);
    }
}
