//! Repositories hold directories and regular files alone, and little that is read as a whole: a pipe would be waited for, a
//! device has no end, and a file of a few kilobytes on the disk may have gigabytes. They lead to no other repository, unless
//! that one names the working tree too.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{GitError, MAX_FILES};
use crate::files::{Disk, Files, PathKind};

/// The largest size in bytes of a file with references, or with names of directories of the repository.
const MAX_NAME_BYTES: u64 = 1 << 16;

/// The largest number of other repositories whose objects are read.
const MAX_ALTERNATES: usize = 1000;

/// The socket of git's own watcher of files, which nobody reads.
const WATCHER: &str = "fsmonitor--daemon.ipc";

/// What is in the directory of a working tree.
const GIT: &str = ".git";

/// Where the objects of a repository are.
const OBJECTS: &str = "objects";

/// What is yet to be looked at: its path, and that below a directory of git or of objects.
type Pending = Vec<(PathBuf, PathBuf)>;

/// Checks that no pipe, device, socket or very large file is among what may be read of the repository whose working tree is
/// in a directory, and no link that leads out of it.
///
/// # Errors
///
/// If one is, or if links and alternates lead to more files than a repository has.
pub(super) fn check(top: &Path) -> Result<(), GitError> {
    let git = top.join(GIT);
    let (mut seen, mut count, mut alternates) = (HashSet::new(), 0, 0);
    let mut pending: Pending = vec![(git.clone(), PathBuf::new())];
    // The working tree of a submodule, or a further one, has a file that names the directory.
    let directory = match named(&git, top, "gitdir:").pop() {
        Some(directory) => {
            pending.push((directory.clone(), PathBuf::new()));
            directory
        }
        None => git,
    };
    let common = named(&directory.join("commondir"), &directory, "").pop();
    let objects = common.as_deref().unwrap_or(&directory).join(OBJECTS);
    pending.extend(common.map(|common| (common, PathBuf::new())));
    while let Some((path, below)) = pending.pop() {
        count += 1;
        if count > MAX_FILES {
            return Err(GitError(format!("it has more than {MAX_FILES} files")));
        }
        let own = Disk.kind(&path);
        let is_link = own == Some(PathKind::Link);
        let kind = if is_link { Disk.target_kind(&path) } else { own };
        let has_content = is_link && matches!(kind, Some(PathKind::File | PathKind::Directory));
        if has_content && is_read(&below) && path.starts_with(top) && Disk.leads_outside(&path) {
            let problem = format!("{} leads out of the repository", path.display());
            return Err(GitError(problem));
        }
        match kind {
            Some(PathKind::Other) if path.file_name().is_some_and(|name| name == WATCHER) => continue,
            Some(PathKind::Other) => {
                let problem = format!("{} is neither a regular file nor a directory", path.display());
                return Err(GitError(problem));
            }
            Some(PathKind::File) => {
                let max_bytes = max_bytes(&below);
                let is_larger = || path.metadata().is_ok_and(|found| found.len() > max_bytes);
                if max_bytes < u64::MAX && is_larger() {
                    let problem = format!("{} has more than {max_bytes} bytes", path.display());
                    return Err(GitError(problem));
                }
                if below.ends_with("info/alternates") {
                    for name in names_of_alternates(&path)? {
                        alternates += 1;
                        if alternates > MAX_ALTERNATES {
                            let problem = format!("it has more than {MAX_ALTERNATES} alternates");
                            return Err(GitError(problem));
                        }
                        pending.push((objects.join(name), PathBuf::from(OBJECTS)));
                    }
                }
                continue;
            }
            Some(PathKind::Directory) => {}
            Some(PathKind::Link) | None => continue,
        }
        let Ok(directory) = Disk.canonical(&path) else {
            continue;
        };
        if seen.insert((directory.clone(), below.clone())) {
            let inside = Disk.list(&directory).unwrap_or_default().into_iter();
            pending.extend(inside.filter_map(|path| {
                let below = below.join(path.file_name()?);
                Some((path, below))
            }));
        }
    }
    Ok(())
}

/// Checks that a repository belongs to the working tree in a canonical directory. It is given by its own directory and the one
/// that it shares with other working trees.
///
/// A repository inside of the working tree belongs to it. One elsewhere must name the working tree, in its configuration
/// (`is_named`) as that of a submodule does, or in `gitdir` as that of a further working tree does. Otherwise, whoever writes
/// the files in the directory could show those of any repository of the machine.
///
/// # Errors
///
/// If it is elsewhere and does not name the working tree.
pub(super) fn check_owner((own, common): (&Path, &Path), is_named: bool, top: &Path) -> Result<(), GitError> {
    let canonical = |path: &Path| Disk.canonical(path).unwrap_or_else(|_| path.to_owned());
    let (own, common) = (canonical(own), canonical(common));
    if own.starts_with(top) && common.starts_with(top) {
        return Ok(());
    }
    let link = top.join(GIT);
    let names_back = || {
        named(&own.join("gitdir"), &own, "").iter().any(|file| {
            let directory = file.parent().and_then(|directory| Disk.canonical(directory).ok());
            directory.is_some_and(|directory| directory.join(GIT) == link && file.ends_with(GIT))
        })
    };
    // Nothing that names the working tree may be in it.
    let is_elsewhere = !own.starts_with(top) && own.starts_with(&common);
    if is_elsewhere && (is_named || names_back()) {
        return Ok(());
    }
    let elsewhere = if own.starts_with(top) { common } else { own };
    Err(GitError(format!(
        "{} leads to {}, a repository elsewhere that does not name this working tree, for example by `core.worktree` in its \
         configuration",
        link.display(),
        elsewhere.display()
    )))
}

/// Returns whether git reads what is at a path below its directory to find commits and files.
fn is_read(below: &Path) -> bool {
    const READ: [&str; 9] = [
        "HEAD",
        "commondir",
        "config",
        "config.worktree",
        "logs",
        OBJECTS,
        "packed-refs",
        "refs",
        "shallow",
    ];
    READ.iter().any(|name| below.starts_with(name))
}

/// Returns the largest size in bytes of a file, by its path below a directory of git. What is not read as a whole may have any.
fn max_bytes(below: &Path) -> u64 {
    match below.to_str() {
        // The file `.git` of a working tree that is not the only one.
        Some("" | "HEAD" | "commondir" | "objects/info/alternates") => MAX_NAME_BYTES,
        Some("config" | "config.worktree") => 1 << 18,
        Some("shallow") => 1 << 23,
        Some("packed-refs") => 1 << 26,
        _ if below.starts_with("refs") => MAX_NAME_BYTES,
        _ => u64::MAX,
    }
}

/// Returns the paths in a file of alternates, which are relative to the objects of the repository itself.
fn names_of_alternates(file: &Path) -> Result<Vec<PathBuf>, GitError> {
    let content = Disk.read(file, MAX_NAME_BYTES).unwrap_or_default();
    super::alternates(&content)
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
