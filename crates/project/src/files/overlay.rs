//! Sources that are not saved, over other files.

use std::io::Result;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::Source;

use super::{Files, Memory, PathKind, Stamp, directory_of};

/// Files of which some have other contents than their place says, such as the unsaved documents of an editor.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use hcl2_project::{Files, Memory, Overlay};
///
/// let saved: Memory = [("app/main.tf", "saved"), ("app/old.tf", "")].into_iter().collect();
/// let mut files = Overlay::new(Arc::new(saved));
/// files.insert(Path::new("/app/main.tf"), "changed");
/// files.insert(Path::new("/app/new.tf"), "new");
/// assert_eq!(files.read(Path::new("app/main.tf"), 100)?, b"changed");
/// assert_eq!(files.list(Path::new("/app"))?.len(), 3);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    below: Arc<dyn Files>,
    unsaved: Memory,
}

impl Overlay {
    /// Creates an overlay that changes nothing yet.
    #[must_use]
    pub fn new(below: Arc<dyn Files>) -> Self {
        Self {
            below,
            unsaved: Memory::default(),
        }
    }

    /// Sets the content of the file at an absolute path, which need not exist.
    pub fn insert(&mut self, path: &Path, content: impl Into<Vec<u8>>) {
        self.unsaved.insert(self.place(path), content);
    }

    /// Works as [`insert`](Self::insert) with the content of a source, which is not copied.
    pub fn insert_source(&mut self, path: &Path, source: &Source) {
        self.unsaved.insert_source(&self.place(path), source);
    }

    /// Removes the content that was set; the file, if there is one, is again as it was.
    pub fn remove(&mut self, path: &Path) {
        self.unsaved.remove(self.place(path));
    }

    /// Returns where a file is, or would be: in the canonical directory of its path.
    fn place(&self, path: &Path) -> PathBuf {
        if let Ok(canonical) = self.below.canonical(path) {
            return canonical;
        }
        let directory = self.below.canonical(directory_of(path));
        match (directory, path.file_name()) {
            (Ok(directory), Some(name)) => directory.join(name),
            _ => path.to_owned(),
        }
    }
}

impl Files for Overlay {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        let place = self.place(path);
        match self.unsaved.kind(&place) {
            Some(PathKind::File) => self.unsaved.read(&place, max_bytes),
            _ => self.below.read(path, max_bytes),
        }
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let unsaved = self.unsaved.stamp(&self.place(path));
        unsaved.or_else(|| self.below.stamp(path))
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        let unsaved = self.unsaved.list(&self.place(directory));
        let mut paths = match self.below.list(directory) {
            Err(error) if unsaved.is_err() => return Err(error),
            listed => listed.unwrap_or_default(),
        };
        let unsaved = unsaved.unwrap_or_default().into_iter();
        paths.extend(unsaved.filter_map(|path| Some(directory.join(path.file_name()?))));
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        let below = self.below.kind(path);
        below.or_else(|| self.unsaved.kind(&self.place(path)))
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        let below = self.below.canonical(path);
        below.or_else(|error| {
            let place = self.place(path);
            self.unsaved.kind(&place).map(|_| place).ok_or(error)
        })
    }
}
