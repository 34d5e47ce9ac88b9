//! Walks of directories that obey patterns to ignore.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, Error, WalkBuilder};

/// The files of patterns that a walk reads in a directory.
const PATTERNS: &[&str] = &[".ignore", ".gitignore", ".git/info/exclude"];

/// The largest size in bytes of a file of patterns. A few hundred kilobytes can take seconds and gigabytes.
const MAX_PATTERN_BYTES: u64 = 1 << 17;

/// Returns what is in and below a directory and `accept` takes, found as `walk` says.
///
/// If it reads patterns, a directory whose patterns are in a pipe, a device or a very large file is not searched: it is one
/// of the errors.
pub(crate) fn found(
    directory: &Path,
    mut walk: WalkBuilder,
    reads_patterns: bool,
    accept: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
) -> Vec<Result<DirEntry, Error>> {
    let top = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let patterns = refusal(directory).or_else(|| top.ancestors().skip(1).find_map(refusal));
    if let Some(refused) = patterns.filter(|_| reads_patterns) {
        return vec![Err(refused)];
    }
    let skipped = Arc::new(Mutex::new(Vec::new()));
    let skip = Arc::clone(&skipped);
    walk.filter_entry(move |entry| {
        let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
        match refusal(entry.path()).filter(|_| is_directory && reads_patterns) {
            Some(refused) => {
                skip.lock().unwrap_or_else(PoisonError::into_inner).push(refused);
                false
            }
            None => accept(entry),
        }
    });
    let mut found: Vec<_> = walk.build().collect();
    let skipped = std::mem::take(&mut *skipped.lock().unwrap_or_else(PoisonError::into_inner));
    found.extend(skipped.into_iter().map(Err));
    found
}

/// Returns why the patterns in a directory are not read, if they are not.
fn refusal(directory: &Path) -> Option<Error> {
    let mut files = PATTERNS.iter().map(|name| directory.join(name));
    files.find_map(|path| {
        let found = path.metadata().ok()?;
        let problem = match (found.is_file(), found.is_dir()) {
            (true, _) if found.len() > MAX_PATTERN_BYTES => {
                format!("it has more than {MAX_PATTERN_BYTES} bytes")
            }
            (false, false) => "it is not a regular file".to_owned(),
            _ => return None,
        };
        let error = std::io::Error::new(ErrorKind::InvalidInput, problem);
        let err = Box::new(error.into());
        Some(Error::WithPath { path, err })
    })
}

/// Returns whether a walk left out a directory because its patterns cannot be read.
pub(crate) fn has_no_patterns(error: &Error) -> bool {
    error
        .io_error()
        .is_some_and(|error| error.kind() == ErrorKind::InvalidInput)
}
