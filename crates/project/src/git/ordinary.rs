//! Repositories hold directories and regular files alone: a pipe in one would be waited for, and a device has no end.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::files::{Disk, Files, PathKind};

/// The largest size in bytes of a file that names a directory of the repository.
const MAX_NAME_BYTES: u64 = 1 << 16;

/// Returns the path of a pipe, device or socket among what is read of the repository whose working tree is in a directory.
pub(super) fn special_file(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    let mut seen = HashSet::new();
    let mut pending = vec![git.clone()];
    // The working tree of a submodule, or a further one, has a file that names the directory.
    pending.extend(named(&git, top, "gitdir:"));
    while let Some(path) = pending.pop() {
        match Disk.target_kind(&path) {
            Some(PathKind::Other) => return Some(path),
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
    None
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
