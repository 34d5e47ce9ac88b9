//! Files, wherever they are.

mod disk;
mod memory;
mod overlay;
#[cfg(feature = "terraform")]
mod snapshot;
#[cfg(feature = "terraform")]
mod traced;

use std::fmt::Debug;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use hcl2_model::Limits;

pub use disk::{Disk, read_all};
pub use memory::Memory;
pub use overlay::Overlay;
#[cfg(feature = "terraform")]
pub use snapshot::Snapshot;
#[cfg(feature = "terraform")]
pub(crate) use traced::{Answers, Traced};

/// The size in bytes up to which files are read unless the caller says otherwise.
pub const MAX_FILE_BYTES: u64 = Limits::new().source_bytes() as u64;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, possibly to nothing.
    Link,
    /// A pipe, a device or a socket.
    Other,
}

/// What identifies the content of a file at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp(StampKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum StampKind {
    /// The number of a change in memory.
    Change(u64),
    /// The hash of what the system says about a file.
    System(u64),
    /// What identifies the content, wherever it is.
    #[cfg(feature = "git")]
    Content(u128),
}

impl Stamp {
    /// Returns whether the same stamp of any file means the same content.
    #[cfg(feature = "terraform")]
    pub(crate) fn is_of_content(self) -> bool {
        match self.0 {
            #[cfg(feature = "git")]
            StampKind::Content(_) => true,
            StampKind::Change(_) | StampKind::System(_) => false,
        }
    }

    /// Creates a stamp from the start of a hash of the content.
    #[cfg(feature = "git")]
    pub(crate) fn of_content(hash: &[u8]) -> Option<Self> {
        let start = hash.first_chunk()?;
        Some(Self(StampKind::Content(u128::from_be_bytes(*start))))
    }
}

/// A place that files are read from.
///
/// An implementation has four methods, and may have a [`stamp`](Self::stamp). The others follow from them: the rules about what a program reads that nobody
/// named are the same everywhere.
pub trait Files: Debug + Send + Sync {
    /// Reads a file of at most `max_bytes`, following links. A larger one is refused before it is read.
    ///
    /// Nobody may ever write to a pipe that a program finds by itself, so pipes, devices and sockets are refused without
    /// being opened.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, with [`ErrorKind::InvalidInput`] if it is not a regular file, or with
    /// [`ErrorKind::FileTooLarge`].
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>>;

    /// Returns the paths of everything directly in a directory, in any order. Each is the path of the directory, as it
    /// was passed, with a name.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>>;

    /// Returns what is at a path, without following a link there; `None` if nothing is.
    fn kind(&self, path: &Path) -> Option<PathKind>;

    /// Returns the absolute path without links and `..`.
    ///
    /// # Errors
    ///
    /// If nothing is at the path, or a link on the way leads nowhere.
    fn canonical(&self, path: &Path) -> Result<PathBuf>;

    /// Returns what differs once the content of a file differs; `None` if that is not known, so that the file must be read.
    fn stamp(&self, _path: &Path) -> Option<Stamp> {
        None
    }

    /// Returns what a path leads to, possibly by links; `None` if nothing is there.
    fn target_kind(&self, path: &Path) -> Option<PathKind> {
        match self.kind(path)? {
            PathKind::Link => self.kind(&self.canonical(path).ok()?),
            kind => Some(kind),
        }
    }

    /// Returns whether a path leads to a regular file.
    fn is_file(&self, path: &Path) -> bool {
        self.target_kind(path) == Some(PathKind::File)
    }

    /// Returns whether a path leads to a directory.
    fn is_directory(&self, path: &Path) -> bool {
        self.target_kind(path) == Some(PathKind::Directory)
    }

    /// Returns whether a path leads to a file. A link to nothing counts as one, because reading it reports what is
    /// missing; directories, pipes and devices do not.
    fn is_ordinary(&self, path: &Path) -> bool {
        match self.kind(path) {
            Some(PathKind::Link) => matches!(self.target_kind(path), Some(PathKind::File) | None),
            kind => kind == Some(PathKind::File),
        }
    }

    /// Returns whether a directory is that of a repository.
    fn is_repository(&self, directory: &Path) -> bool {
        self.target_kind(&directory.join(REPOSITORY)).is_some()
    }

    /// Returns the nearest directory around a canonical one, or itself, that is a repository.
    fn repository_of<'p>(&self, directory: &'p Path) -> Option<&'p Path> {
        directory
            .ancestors()
            .find(|directory| self.is_repository(directory))
    }

    /// Returns the directory whose files belong together with those in a canonical directory: the repository around it,
    /// or else itself.
    fn place_of<'p>(&self, directory: &'p Path) -> &'p Path {
        self.repository_of(directory).unwrap_or(directory)
    }

    /// Returns whether a path is a link to something outside of the [place](Self::place_of) that the link is in.
    ///
    /// Whoever writes a repository can have it lead to any file, such as one with credentials.
    fn leads_outside(&self, path: &Path) -> bool {
        if self.kind(path) != Some(PathKind::Link) {
            return false;
        }
        match (self.canonical(directory_of(path)), self.canonical(path)) {
            (Ok(directory), Ok(target)) => !target.starts_with(self.place_of(&directory)),
            _ => true,
        }
    }
}

/// What the directory of a repository contains.
const REPOSITORY: &str = ".git";

/// Returns the directory of a file: the current one if the path names none.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use hcl2_project::directory_of;
///
/// assert_eq!(directory_of(Path::new("infra/main.tf")), Path::new("infra"));
/// assert_eq!(directory_of(Path::new("main.tf")), Path::new("."));
/// ```
#[must_use]
pub fn directory_of(path: &Path) -> &Path {
    path.parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

pub(crate) fn too_large(max_bytes: u64) -> Error {
    Error::new(
        ErrorKind::FileTooLarge,
        format!("it has more than {max_bytes} bytes"),
    )
}

fn not_regular() -> Error {
    Error::new(ErrorKind::InvalidInput, "it is not a regular file")
}
