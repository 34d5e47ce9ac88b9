//! Files as they are at one time.

use std::collections::HashMap;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Files, PathKind, Stamp};

/// Maximum number of answers of a kind that are remembered.
const MAX_ANSWERS: usize = 50_000;

/// Maximum number of bytes of contents that are remembered.
const MAX_BYTES: usize = 8 << 20;

/// Files that are asked everything once: many module trees contain the same modules.
///
/// The memory for answers is bounded: if there are too many, they are forgotten.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Files, Memory, Snapshot};
///
/// let files: Memory = [("app/main.tf", "")].into_iter().collect();
/// let files = Snapshot::new(Arc::new(files));
/// assert!(files.is_directory(Path::new("app")));
/// ```
#[derive(Debug)]
pub struct Snapshot {
    files: Arc<dyn Files>,
    known: Mutex<Known>,
}

/// The answers so far. Errors are not among them.
#[derive(Debug, Default)]
struct Known {
    lists: HashMap<PathBuf, Vec<PathBuf>>,
    kinds: HashMap<PathBuf, Option<PathKind>>,
    targets: HashMap<PathBuf, Option<PathKind>>,
    stamps: HashMap<PathBuf, Option<Stamp>>,
    canonical: HashMap<PathBuf, PathBuf>,
    contents: HashMap<PathBuf, Arc<[u8]>>,
    /// The bytes of all contents.
    bytes: usize,
}

impl Snapshot {
    /// Creates a snapshot of files as they are now.
    #[must_use]
    pub fn new(files: Arc<dyn Files>) -> Self {
        let known = Mutex::default();
        Self { files, known }
    }

    /// Forgets the answers, so that each question is asked again.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use std::sync::Arc;
    ///
    /// use hcl2_project::{Disk, Files, Snapshot};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let path = directory.path().join("main.tf");
    /// let files = Snapshot::new(Arc::new(Disk));
    /// assert!(!files.is_file(&path));
    /// std::fs::write(&path, "")?;
    /// assert!(!files.is_file(&path));
    /// files.forget();
    /// assert!(files.is_file(&path));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn forget(&self) {
        *self.known() = Known::default();
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn remember<T>(answers: &mut HashMap<PathBuf, T>, path: &Path, answer: T) {
    if answers.len() >= MAX_ANSWERS {
        answers.clear();
    }
    answers.insert(path.to_owned(), answer);
}

impl Files for Snapshot {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        let known = self.known().contents.get(path).map(Arc::clone);
        if let Some(content) = known {
            return match content.len() as u64 > max_bytes {
                true => Err(super::too_large(max_bytes)),
                false => Ok(content.to_vec()),
            };
        }
        let content = self.files.read(path, max_bytes)?;
        let mut known = self.known();
        if known.bytes + content.len() > MAX_BYTES {
            known.contents.clear();
            known.bytes = 0;
        }
        if content.len() <= MAX_BYTES / 8 {
            known.bytes += content.len();
            known.contents.insert(path.to_owned(), content.as_slice().into());
        }
        Ok(content)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        if let Some(paths) = self.known().lists.get(directory) {
            return Ok(paths.clone());
        }
        let paths = self.files.list(directory)?;
        remember(&mut self.known().lists, directory, paths.clone());
        Ok(paths)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        if let Some(kind) = self.known().kinds.get(path) {
            return *kind;
        }
        let kind = self.files.kind(path);
        remember(&mut self.known().kinds, path, kind);
        kind
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        if let Some(canonical) = self.known().canonical.get(path) {
            return Ok(canonical.clone());
        }
        let canonical = self.files.canonical(path)?;
        remember(&mut self.known().canonical, path, canonical.clone());
        Ok(canonical)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if let Some(stamp) = self.known().stamps.get(path) {
            return *stamp;
        }
        let stamp = self.files.stamp(path);
        remember(&mut self.known().stamps, path, stamp);
        stamp
    }

    fn target_kind(&self, path: &Path) -> Option<PathKind> {
        if let Some(kind) = self.known().targets.get(path) {
            return *kind;
        }
        let kind = self.files.target_kind(path);
        remember(&mut self.known().targets, path, kind);
        kind
    }
}
