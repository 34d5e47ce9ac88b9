//! What functions get from outside of a configuration: files, the clock, randomness.

use std::fmt;

/// Why something outside of a configuration cannot be had, in a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError(String);

impl HostError {
    /// Makes an error of its reason, such as `the file does not exist`.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostError {}

/// What there is at a path, links followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, a socket or the like.
    Other,
}

/// What is in a directory under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    /// The last part of the path.
    pub name: String,
    /// What there is under that name, links followed.
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

/// What an application lets functions see of the world outside of a configuration.
///
/// Every method refuses unless it is implemented. Paths are as the configuration wrote them, with `/` between their
/// parts; an implementation decides what they are relative to and which of them may be seen.
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
    /// The content of a file.
    ///
    /// # Errors
    ///
    /// Where there is no such file, or it may not be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let _ = path;
        Err(HostError::new("files cannot be read here"))
    }

    /// What there is at a path; `None` where there is nothing.
    ///
    /// # Errors
    ///
    /// Where that may not be known.
    fn kind(&self, path: &str) -> Result<Option<FileKind>, HostError> {
        let _ = path;
        Err(HostError::new("files cannot be looked for here"))
    }

    /// What is in a directory, in any order.
    ///
    /// # Errors
    ///
    /// Where there is no such directory, or it may not be read.
    fn entries(&self, path: &str) -> Result<Vec<DirectoryEntry>, HostError> {
        let _ = path;
        Err(HostError::new("directories cannot be read here"))
    }

    /// A path made absolute, which there need be nothing at.
    ///
    /// # Errors
    ///
    /// Where there is no directory that paths are relative to.
    fn absolute(&self, path: &str) -> Result<String, HostError> {
        let _ = path;
        Err(HostError::new("there is no current directory here"))
    }

    /// The home directory of the user, which `~` stands for.
    ///
    /// # Errors
    ///
    /// Where there is none.
    fn home(&self) -> Result<String, HostError> {
        Err(HostError::new("there is no home directory here"))
    }

    /// The present time.
    ///
    /// # Errors
    ///
    /// Where there is no clock.
    fn now(&self) -> Result<PointInTime, HostError> {
        Err(HostError::new("there is no clock here"))
    }

    /// The time of the plan, which stays the same for all calls.
    ///
    /// # Errors
    ///
    /// Where there is no clock.
    fn plan_time(&self) -> Result<PointInTime, HostError> {
        self.now()
    }

    /// Fills a buffer with random bytes that nobody can foresee.
    ///
    /// # Errors
    ///
    /// Where there is no source of randomness.
    fn randomize(&self, buffer: &mut [u8]) -> Result<(), HostError> {
        let _ = buffer;
        Err(HostError::new("there is no source of randomness here"))
    }
}

/// A host that refuses everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}
