//! A log of a session, for whoever wants to know what an editor and the server say to each other.

use std::fs::File;
use std::io::{Result, Write};
use std::path::Path;
use std::time::Instant;

/// Lines about messages, with the seconds since the start.
pub(super) struct Log {
    file: Option<File>,
    start: Instant,
}

impl Log {
    /// Creates a log in a file, or one that keeps nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be created.
    pub(super) fn new(path: Option<&Path>) -> Result<Self> {
        Ok(Self {
            file: path.map(File::create).transpose()?,
            start: Instant::now(),
        })
    }

    /// Adds a line. A log that cannot be written to any more ends.
    pub(super) fn add(&mut self, line: impl FnOnce() -> String) {
        let Some(file) = &mut self.file else { return };
        let seconds = self.start.elapsed().as_secs_f64();
        if writeln!(file, "{seconds:.3} {}", line()).is_err() {
            self.file = None;
        }
    }
}
