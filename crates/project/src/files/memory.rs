//! Files in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Result};
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hcl2_diagnostics::Source;

use super::{Files, PathKind, Stamp, StampKind, not_regular, too_large};

/// Files in memory, for tests and for hosts without a disk. There are no links; relative paths start at the root.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use hcl2_project::{Files, Memory};
///
/// let files: Memory = [("net/main.tf", "variable \"size\" {}\n")].into_iter().collect();
/// assert_eq!(files.read(Path::new("app/../net/main.tf"), 100)?, b"variable \"size\" {}\n");
/// assert_eq!(files.list(Path::new("net"))?, [Path::new("net/main.tf")]);
/// assert!(files.is_directory(Path::new("/net")));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The files by their canonical paths.
    files: BTreeMap<PathBuf, Content>,
}

#[derive(Clone, Debug)]
struct Content {
    bytes: Bytes,
    /// The number of the change, of all in this process.
    change: u64,
}

#[derive(Clone, Debug)]
enum Bytes {
    Own(Arc<Vec<u8>>),
    OfSource(Source),
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::OfSource(source) => source.bytes(),
        }
    }
}

static CHANGES: AtomicU64 = AtomicU64::new(0);

impl Memory {
    /// Adds a file, or replaces the one at its path.
    pub fn insert(&mut self, path: impl AsRef<Path>, content: impl Into<Vec<u8>>) {
        self.set(path.as_ref(), Bytes::Own(content.into().into()));
    }

    /// Adds a file with the content of a source, which is not copied.
    pub(super) fn insert_source(&mut self, path: &Path, source: &Source) {
        self.set(path, Bytes::OfSource(source.clone()));
    }

    fn set(&mut self, path: &Path, bytes: Bytes) {
        let change = CHANGES.fetch_add(1, Ordering::Relaxed);
        self.files.insert(from_root(path), Content { bytes, change });
    }

    /// Removes a file, if it is there.
    pub fn remove(&mut self, path: impl AsRef<Path>) {
        self.files.remove(&from_root(path.as_ref()));
    }

    /// Returns the part of each path below a canonical directory, in order.
    fn below<'f>(&'f self, directory: &'f Path) -> impl Iterator<Item = &'f Path> {
        let range = (Bound::Excluded(directory), Bound::Unbounded);
        let paths = self.files.range::<Path, _>(range).map(|(path, _)| path);
        paths.map_while(move |path| path.strip_prefix(directory).ok())
    }

    fn kind_at(&self, canonical: &Path) -> Option<PathKind> {
        if self.files.contains_key(canonical) {
            return Some(PathKind::File);
        }
        let is_directory = canonical.parent().is_none() || self.below(canonical).next().is_some();
        is_directory.then_some(PathKind::Directory)
    }
}

impl<P: AsRef<Path>, C: Into<Vec<u8>>> FromIterator<(P, C)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, C)>>(files: I) -> Self {
        let mut memory = Self::default();
        for (path, content) in files {
            memory.insert(path, content);
        }
        memory
    }
}

/// Returns a path from the root without `.` and `..`.
fn from_root(path: &Path) -> PathBuf {
    let mut found = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => found.push(name),
            Component::ParentDir => drop(found.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    found
}

impl Files for Memory {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        let canonical = self.canonical(path)?;
        let content = self.files.get(&canonical).ok_or_else(not_regular)?;
        let bytes = content.bytes.as_slice();
        if bytes.len() as u64 > max_bytes {
            return Err(too_large(max_bytes));
        }
        Ok(bytes.to_vec())
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        let canonical = self.canonical(directory)?;
        if self.files.contains_key(&canonical) {
            return Err(ErrorKind::NotADirectory.into());
        }
        let below = self.below(&canonical);
        let names: BTreeSet<Component<'_>> = below.filter_map(|path| path.components().next()).collect();
        Ok(names.into_iter().map(|name| directory.join(name)).collect())
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        self.kind_at(&from_root(path))
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let content = self.files.get(&from_root(path))?;
        Some(Stamp(StampKind::Change(content.change)))
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        let canonical = from_root(path);
        match self.kind_at(&canonical) {
            Some(_) => Ok(canonical),
            None => Err(ErrorKind::NotFound.into()),
        }
    }
}
