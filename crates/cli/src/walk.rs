//! Walks of directories that obey patterns to ignore.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::{DirEntry, Error, WalkBuilder};

/// The files of patterns that a walk reads in a directory.
const PATTERNS: &[&str] = &[".ignore", ".gitignore", ".git/info/exclude"];

/// Returns what is in and below a directory and `accept` takes, found as `walk` says.
///
/// If it reads patterns, a directory whose patterns are in a pipe or a device is not searched, since nobody may ever write
/// to them: it is one of the errors.
pub(crate) fn found(
    directory: &Path,
    mut walk: WalkBuilder,
    reads_patterns: bool,
    accept: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
) -> Vec<Result<DirEntry, Error>> {
    let top = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let patterns = top.ancestors().find_map(endless);
    if let Some(patterns) = patterns.filter(|_| reads_patterns) {
        return vec![Err(refused(patterns))];
    }
    let skipped = Arc::new(Mutex::new(Vec::new()));
    let skip = Arc::clone(&skipped);
    walk.filter_entry(move |entry| {
        let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
        match endless(entry.path()).filter(|_| is_directory && reads_patterns) {
            Some(patterns) => {
                skip.lock().unwrap_or_else(PoisonError::into_inner).push(patterns);
                false
            }
            None => accept(entry),
        }
    });
    let mut found: Vec<_> = walk.build().collect();
    let skipped = std::mem::take(&mut *skipped.lock().unwrap_or_else(PoisonError::into_inner));
    found.extend(skipped.into_iter().map(|patterns| Err(refused(patterns))));
    found
}

/// Returns the file of patterns in a directory that is not an ordinary one, if any.
fn endless(directory: &Path) -> Option<PathBuf> {
    let mut files = PATTERNS.iter().map(|name| directory.join(name));
    files.find(|file| {
        let found = file.metadata();
        found.is_ok_and(|found| !found.is_file() && !found.is_dir())
    })
}

/// Returns whether a walk left out a directory because its patterns cannot be read.
pub(crate) fn has_no_patterns(error: &Error) -> bool {
    error
        .io_error()
        .is_some_and(|error| error.kind() == ErrorKind::InvalidInput)
}

fn refused(path: PathBuf) -> Error {
    let error = std::io::Error::new(ErrorKind::InvalidInput, "it is not a regular file");
    Error::WithPath {
        path,
        err: Box::new(error.into()),
    }
}
