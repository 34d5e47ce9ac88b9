//! Files as they are at one time.

use std::collections::HashMap;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Files, PathKind, Stamp};

/// Files that are asked everything but contents once: many module trees contain the same modules.
#[derive(Debug)]
pub(crate) struct Snapshot {
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
}

impl Snapshot {
    pub(crate) fn new(files: Arc<dyn Files>) -> Self {
        let known = Mutex::default();
        Self { files, known }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Snapshot {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        self.files.read(path, max_bytes)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        if let Some(paths) = self.known().lists.get(directory) {
            return Ok(paths.clone());
        }
        let paths = self.files.list(directory)?;
        self.known().lists.insert(directory.to_owned(), paths.clone());
        Ok(paths)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        if let Some(kind) = self.known().kinds.get(path) {
            return *kind;
        }
        let kind = self.files.kind(path);
        self.known().kinds.insert(path.to_owned(), kind);
        kind
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        if let Some(canonical) = self.known().canonical.get(path) {
            return Ok(canonical.clone());
        }
        let canonical = self.files.canonical(path)?;
        self.known().canonical.insert(path.to_owned(), canonical.clone());
        Ok(canonical)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if let Some(stamp) = self.known().stamps.get(path) {
            return *stamp;
        }
        let stamp = self.files.stamp(path);
        self.known().stamps.insert(path.to_owned(), stamp);
        stamp
    }

    fn target_kind(&self, path: &Path) -> Option<PathKind> {
        if let Some(kind) = self.known().targets.get(path) {
            return *kind;
        }
        let kind = self.files.target_kind(path);
        self.known().targets.insert(path.to_owned(), kind);
        kind
    }
}
