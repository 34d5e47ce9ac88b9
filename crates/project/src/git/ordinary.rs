//! Repositories hold directories and regular files alone: a pipe in one would be waited for, and a device has no end.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{GitError, MAX_FILES};
use crate::files::{Disk, Files, PathKind};

/// The largest size in bytes of a file that names a directory of the repository.
const MAX_NAME_BYTES: u64 = 1 << 16;

/// The socket of git's own watcher of files, which nobody reads.
const WATCHER: &str = "fsmonitor--daemon.ipc";

/// Checks that no pipe, device or socket is among what may be read of the repository whose working tree is in a directory.
///
/// # Errors
///
/// If one is, or if links and alternates lead to more files than a repository has.
pub(super) fn check(top: &Path) -> Result<(), GitError> {
    let git = top.join(".git");
    let (mut seen, mut count) = (HashSet::new(), 0);
    let mut pending = vec![git.clone()];
    // The working tree of a submodule, or a further one, has a file that names the directory.
    pending.extend(named(&git, top, "gitdir:"));
    while let Some(path) = pending.pop() {
        count += 1;
        if count > MAX_FILES {
            return Err(GitError(format!("it has more than {MAX_FILES} files")));
        }
        match Disk.target_kind(&path) {
            Some(PathKind::Other) if path.file_name().is_some_and(|name| name == WATCHER) => continue,
            Some(PathKind::Other) => {
                let problem = format!("{} is neither a regular file nor a directory", path.display());
                return Err(GitError(problem));
            }
            Some(PathKind::Directory) => {}
            Some(PathKind::File | PathKind::Link) | None => continue,
        }
        let Ok(directory) = Disk.canonical(&path) else {
            continue;
        };
        if seen.insert(directory.clone()) {
            pending.extend(Disk.list(&directory).unwrap_or_default());
            pending.extend(named(&directory.join("commondir"), &directory, ""));
            let alternates = directory.join("info/alternates");
            pending.extend(named(&alternates, &directory, ""));
        }
    }
    Ok(())
}

/// Returns the paths that the lines of a file name after a prefix, relative to a directory.
fn named(file: &Path, directory: &Path, prefix: &str) -> Vec<PathBuf> {
    let content = Disk.read(file, MAX_NAME_BYTES).unwrap_or_default();
    let text = String::from_utf8_lossy(&content);
    let names = text.lines().filter_map(|line| line.strip_prefix(prefix));
    names
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| directory.join(name))
        .collect()
}
