//! What functions may see of the machine: one directory, the clock, and its randomness.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use hcl2_functions::{DirectoryEntry, FileKind, Host, HostError, PointInTime};

use crate::Error;
use crate::files::{MAX_FILE_BYTES, read_file, unreadable_directory};

/// A host that shows functions one directory and what is below it, the system's clock, and its source of randomness.
///
/// Relative paths start at the directory. A path that leads out of it is refused, whether by `..`, by starting at the
/// root of the filesystem, or by a link; and a file of more than [`MAX_FILE_BYTES`](crate::files::MAX_FILE_BYTES).
///
/// # Examples
///
/// ```
/// use hcl2::DirectoryHost;
/// use hcl2::functions::Host;
///
/// let directory = tempfile::tempdir().unwrap();
/// std::fs::write(directory.path().join("greeting.txt"), "hello").unwrap();
/// let host = DirectoryHost::new(directory.path())?;
/// assert_eq!(host.read("greeting.txt").unwrap(), b"hello");
/// assert_eq!(host.read("../other").unwrap_err().to_string(), "the path leads out of the directory that may be read");
/// # Ok::<(), hcl2::Error>(())
/// ```
#[derive(Debug)]
pub struct DirectoryHost {
    /// The canonical path of the directory.
    root: PathBuf,
    /// The canonical path of the directory that may be read, the same or one around it.
    bounds: PathBuf,
    home: Option<String>,
    plan_time: OnceLock<PointInTime>,
}

impl DirectoryHost {
    /// Creates a host that shows the directory at `root`.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such directory (`hcl2::source::unreadable`).
    pub fn new(root: impl AsRef<Path>) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| unreadable_directory(root.as_ref(), &error);
        let root = std::fs::canonicalize(root.as_ref()).map_err(unreadable)?;
        if !root.is_dir() {
            return Err(unreadable(ErrorKind::NotADirectory.into()).into());
        }
        Ok(Self {
            bounds: root.clone(),
            root,
            home: None,
            plan_time: OnceLock::new(),
        })
    }

    /// Shows all of a directory around that of the host, such as the repository of a module. Relative paths start where
    /// they did. Nothing changes if there is no such directory, or if it is elsewhere.
    #[must_use]
    pub fn within(mut self, directory: impl AsRef<Path>) -> Self {
        if let Ok(bounds) = std::fs::canonicalize(directory)
            && self.root.starts_with(&bounds)
        {
            self.bounds = bounds;
        }
        self
    }

    /// Sets what `~` stands for; by default there is no home directory.
    #[must_use]
    pub fn home(mut self, home: impl Into<String>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// Sets the time of the plan; by default it is the time of the first request for it.
    #[must_use]
    pub fn plan_time(mut self, time: PointInTime) -> Self {
        self.plan_time = OnceLock::from(time);
        self
    }

    /// Resolves a path and its links; `None` if nothing exists there.
    fn find(&self, path: &str) -> Result<Option<PathBuf>, HostError> {
        let outside = || HostError::new("the path leads out of the directory that may be read");
        let full = self.root.join(path);
        match std::fs::canonicalize(&full) {
            Ok(real) if real.starts_with(&self.bounds) => Ok(Some(real)),
            Ok(_) => Err(outside()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Callers must not learn what exists outside the directory.
                let mut real = full.as_path();
                loop {
                    match real.parent() {
                        Some(parent) => real = parent,
                        None => return Err(outside()),
                    }
                    if let Ok(parent) = std::fs::canonicalize(real) {
                        let stays = parent.starts_with(&self.bounds) && stays_below(&full, real);
                        return if stays { Ok(None) } else { Err(outside()) };
                    }
                }
            }
            Err(error) => Err(HostError::new(error.to_string())),
        }
    }

    fn existing(&self, path: &str) -> Result<PathBuf, HostError> {
        self.find(path)?
            .ok_or_else(|| HostError::new("nothing exists at this path"))
    }
}

/// Returns whether no component of a path after `start` leads back up.
fn stays_below(path: &Path, start: &Path) -> bool {
    let rest = path.strip_prefix(start).unwrap_or(path);
    rest.components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn kind_of(metadata: &std::fs::Metadata) -> FileKind {
    if metadata.is_file() {
        FileKind::File
    } else if metadata.is_dir() {
        FileKind::Directory
    } else {
        FileKind::Other
    }
}

fn failed(error: &std::io::Error) -> HostError {
    HostError::new(error.to_string())
}

impl Host for DirectoryHost {
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let path = self.existing(path)?;
        if !path.is_file() {
            return Err(HostError::new("not a file"));
        }
        read_file(path, MAX_FILE_BYTES).map_err(|error| failed(&error))
    }

    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let Some(path) = self.find(path)? else {
            return Ok(None);
        };
        let metadata = std::fs::metadata(path).map_err(|error| failed(&error))?;
        Ok(Some(kind_of(&metadata)))
    }

    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let directory = self.existing(path)?;
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(&directory).map_err(|error| failed(&error))? {
            let entry = entry.map_err(|error| failed(&error))?;
            // Names that are not UTF-8 are skipped, as are broken links and links that lead outside.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let real = std::fs::canonicalize(entry.path()).ok();
            let Some(real) = real.filter(|real| real.starts_with(&self.bounds)) else {
                continue;
            };
            // A link to a parent directory would make a search endless.
            let is_loop = directory.starts_with(&real);
            if let Ok(metadata) = std::fs::metadata(&real)
                && !is_loop
            {
                entries.push(DirectoryEntry {
                    name,
                    kind: kind_of(&metadata),
                });
            }
        }
        Ok(entries)
    }

    fn absolute(&self, path: &str) -> Result<String, HostError> {
        let full = self.root.join(path);
        match full.to_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(HostError::new("the path of the directory is not UTF-8")),
        }
    }

    fn home(&self) -> Result<String, HostError> {
        self.home
            .clone()
            .ok_or_else(|| HostError::new("there is no home directory here"))
    }

    fn now(&self) -> Result<PointInTime, HostError> {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_err(|_| HostError::new("the clock shows a time before 1970"))?;
        Ok(PointInTime {
            seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            nanoseconds: since.subsec_nanos(),
        })
    }

    fn plan_time(&self) -> Result<PointInTime, HostError> {
        let now = self.now()?;
        Ok(*self.plan_time.get_or_init(|| now))
    }

    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        getrandom::fill(buffer).map_err(|error| HostError::new(error.to_string()))
    }
}
