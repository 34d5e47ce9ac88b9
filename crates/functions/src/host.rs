//! The host: files, the clock and random bytes for functions.

use std::fmt;

/// The error of a [`Host`]: a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError {
    reason: String,
    is_refusal: bool,
}

impl HostError {
    /// Creates an error with a reason, such as `the file does not exist`.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_refusal: false,
        }
    }

    /// Creates the error of a host that may read some files, but not this one.
    #[must_use]
    pub fn refusal(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_refusal: true,
        }
    }

    /// Returns whether the host may read files, but not the one that it was asked for.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        self.is_refusal
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for HostError {}

/// The kind of a file, after following links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, a socket or the like.
    Other,
}

/// An entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The last component of the path.
    pub name: String,
    /// The kind of the file, after following links.
    pub kind: FileKind,
}

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInTime {
    /// Seconds since the start of 1970 in UTC.
    pub seconds: i64,
    /// Nanoseconds since that second, from 0 to 999,999,999.
    pub nanoseconds: u32,
}

/// The application's access to files, the clock and random bytes for functions.
///
/// The provided methods return an error. Paths are as in the configuration, with `/` as the separator. The implementation
/// decides what they are relative to, and which files are accessible.
///
/// # Examples
///
/// ```
/// use hcl2_functions::{Host, HostError, PointInTime};
///
/// #[derive(Debug)]
/// struct Noon;
///
/// impl Host for Noon {
///     fn now(&self) -> Result<PointInTime, HostError> {
///         Ok(PointInTime { seconds: 12 * 3600, nanoseconds: 0 })
///     }
/// }
///
/// assert_eq!(Noon.now().unwrap().seconds, 43_200);
/// assert_eq!(Noon.read("secrets").unwrap_err().to_string(), "files cannot be read here");
/// ```
pub trait Host: fmt::Debug + Send + Sync {
    /// Returns the content of a file.
    ///
    /// # Errors
    ///
    /// [`HostError`] if the file does not exist, or is not accessible.
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let _ = path;
        Err(HostError::new("files cannot be read here"))
    }

    /// Returns the kind of the file at a path, or `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`HostError`] if the path is not accessible.
    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let _ = path;
        Err(HostError::new("files cannot be looked for here"))
    }

    /// Returns the entries of a directory, in any order.
    ///
    /// # Errors
    ///
    /// [`HostError`] if the directory does not exist, or is not accessible.
    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let _ = path;
        Err(HostError::new("directories cannot be read here"))
    }

    /// Returns the absolute path of a path, which need not exist.
    ///
    /// # Errors
    ///
    /// [`HostError`] if there is no current directory.
    fn absolute(&self, path: &str) -> Result<String, HostError> {
        let _ = path;
        Err(HostError::new("there is no current directory here"))
    }

    /// Returns the home directory of the user, for `~`.
    ///
    /// # Errors
    ///
    /// [`HostError`] if there is no home directory.
    fn home(&self) -> Result<String, HostError> {
        Err(HostError::new("there is no home directory here"))
    }

    /// Returns the current time.
    ///
    /// # Errors
    ///
    /// [`HostError`] if there is no clock.
    fn now(&self) -> Result<PointInTime, HostError> {
        Err(HostError::new("there is no clock here"))
    }

    /// Returns the time of the plan, which is the same for all calls.
    ///
    /// # Errors
    ///
    /// [`HostError`] if there is no clock.
    fn plan_time(&self) -> Result<PointInTime, HostError> {
        self.now()
    }

    /// Fills a buffer with unpredictable random bytes.
    ///
    /// # Errors
    ///
    /// [`HostError`] if there is no source of randomness.
    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        let _ = buffer;
        Err(HostError::new("there is no source of randomness here"))
    }
}

/// A host without access to anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}
