//! The files of this machine.

use std::fs::{File, FileType};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::{Files, PathKind, Stamp, StampKind, not_regular, too_large};

/// The files of this machine. Relative paths start at the current directory.
///
/// # Examples
///
/// ```
/// use hcl2_project::{Disk, Files};
///
/// let directory = tempfile::tempdir().unwrap();
/// let path = directory.path().join("app.hcl");
/// std::fs::write(&path, "a = 1\n").unwrap();
/// assert_eq!(Disk.read(&path, 6).unwrap(), b"a = 1\n");
/// assert_eq!(Disk.read(&path, 5).unwrap_err().to_string(), "it has more than 5 bytes");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disk;

/// The canonical paths of the only directories that this process reads, if there are some.
static PLACES: OnceLock<Vec<PathBuf>> = OnceLock::new();

impl Disk {
    /// Lets this process read nothing through [`Disk`] from now on but these directories and what is below them, whatever links
    /// lead elsewhere. Everything else is as if it could not be read.
    ///
    /// It is for a process that does what somebody else says, and it cannot be taken back.
    ///
    /// # Errors
    ///
    /// If a directory cannot be found, or with [`ErrorKind::AlreadyExists`] if this process was confined before.
    pub fn confine(self, directories: &[PathBuf]) -> Result<()> {
        let places = directories.iter().map(std::fs::canonicalize);
        let places: Vec<PathBuf> = places.collect::<Result<_>>()?;
        PLACES
            .set(places)
            .map_err(|_| Error::new(ErrorKind::AlreadyExists, "this process is confined already"))
    }

    /// Reads what a user named, which may be a pipe or a device: at most `max_bytes` of it. A larger file is refused
    /// before it is read, or when that many bytes were read.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or with [`ErrorKind::FileTooLarge`].
    pub fn read_named(self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        allow(path)?;
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return read_all(file, max_bytes);
        }
        if metadata.len() > max_bytes {
            return Err(too_large(max_bytes));
        }
        // One more call than it takes to read the file finds its end.
        let expected = usize::try_from(metadata.len()).unwrap_or(0);
        read_into(Vec::with_capacity(expected + MIN_SPARE), file, max_bytes)
    }
}

impl Files for Disk {
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Vec<u8>> {
        allow(path)?;
        let metadata = path.metadata()?;
        if !metadata.is_file() && !metadata.is_dir() {
            return Err(not_regular());
        }
        self.read_named(path, max_bytes)
    }

    fn list(&self, directory: &Path) -> Result<Vec<PathBuf>> {
        allow(directory)?;
        std::fs::read_dir(directory)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    }

    fn kind(&self, path: &Path) -> Option<PathKind> {
        // The link itself may be seen where its directory may.
        allow(path.parent().unwrap_or(path)).ok()?;
        path.symlink_metadata()
            .ok()
            .map(|found| kind_of(found.file_type()))
    }

    fn canonical(&self, path: &Path) -> Result<PathBuf> {
        allow(path)?;
        std::fs::canonicalize(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let metadata = path.metadata().ok()?;
        let modified = metadata.modified().ok()?;
        // Another change within the same tick of the clock would not show.
        let age = std::time::SystemTime::now().duration_since(modified).ok()?;
        if age < MIN_AGE {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        (modified, metadata.len()).hash(&mut hasher);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            (
                metadata.ino(),
                metadata.dev(),
                metadata.ctime(),
                metadata.ctime_nsec(),
            )
                .hash(&mut hasher);
        }
        Some(Stamp(StampKind::System(hasher.finish())))
    }

    fn target_kind(&self, path: &Path) -> Option<PathKind> {
        allow(path).ok()?;
        path.metadata().ok().map(|found| kind_of(found.file_type()))
    }
}

/// Fails for a path outside of the directories that this process may read.
fn allow(path: &Path) -> Result<()> {
    let Some(places) = PLACES.get() else { return Ok(()) };
    // What does not exist is where the nearest directory above it is.
    let found = path.ancestors().find_map(|path| {
        let named = Some(path).filter(|path| !path.as_os_str().is_empty());
        std::fs::canonicalize(named.unwrap_or(Path::new("."))).ok()
    });
    let is_below = |found: PathBuf| places.iter().any(|place| found.starts_with(place));
    match found.is_some_and(is_below) {
        true => Ok(()),
        false => Err(Error::new(
            ErrorKind::PermissionDenied,
            "it is outside of the directories that may be read",
        )),
    }
}

fn kind_of(found: FileType) -> PathKind {
    if found.is_file() {
        PathKind::File
    } else if found.is_dir() {
        PathKind::Directory
    } else if found.is_symlink() {
        PathKind::Link
    } else {
        PathKind::Other
    }
}

/// The age from which a file that changes again has another time, on all filesystems.
const MIN_AGE: Duration = Duration::from_secs(3);

/// The bytes that must be free in a vector for a reader to be asked for more without an allocation.
const MIN_SPARE: usize = 32;

/// Reads at most `max_bytes` up to the end of `reader`.
///
/// # Errors
///
/// If the reader fails, or with [`ErrorKind::FileTooLarge`] if it has more.
pub fn read_all(reader: impl Read, max_bytes: u64) -> Result<Vec<u8>> {
    read_into(Vec::new(), reader, max_bytes)
}

fn read_into(mut bytes: Vec<u8>, reader: impl Read, max_bytes: u64) -> Result<Vec<u8>> {
    reader.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(too_large(max_bytes));
    }
    Ok(bytes)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_or_endless_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let sparse = directory.path().join("sparse.hcl");
        File::create(&sparse).unwrap().set_len(10 << 30).unwrap();
        for path in [sparse.as_path(), Path::new("/dev/zero")] {
            assert_eq!(
                Disk.read_named(path, 1 << 20).unwrap_err().kind(),
                ErrorKind::FileTooLarge
            );
        }
        let error = Disk.read(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it is not a regular file");
    }
}
