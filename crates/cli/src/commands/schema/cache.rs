//! Where fetched schemas are kept: in the cache of the user, by the contents of the lock file of a module.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use hcl2::project::{Disk, Files, MAX_FILE_BYTES};
use hcl2::terraform::table::LOCK_FILE;
use sha2::{Digest, Sha256};

use crate::replace::write_own;

/// Returns where the schemas of the providers of a module are kept; `None` if it has no lock file, or the user no cache.
///
/// A repository cannot put anything there, so a file there comes from a program that the user ran.
pub(super) fn place(module: &Path) -> Option<PathBuf> {
    let locks = Some(module.join(LOCK_FILE)).filter(|locks| Disk.is_ordinary(locks))?;
    let locks = Disk.read(&locks, MAX_FILE_BYTES).ok()?;
    let mut name = String::new();
    for byte in Sha256::digest(locks) {
        // Writing to a string cannot fail.
        let _ = write!(name, "{byte:02x}");
    }
    Some(directory()?.join("schemas").join(format!("{name}.json")))
}

/// Writes the schemas to their place, at once: another command may read them.
pub(super) fn store(place: &Path, text: &str) -> std::io::Result<()> {
    write_own(place, text.as_bytes())
}

/// Returns the directory of the user for what can be made again.
pub(in crate::commands) fn directory() -> Option<PathBuf> {
    let from = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let of_system = || {
        if cfg!(windows) {
            from("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            from("HOME").map(|home| home.join("Library/Caches"))
        } else {
            from("HOME").map(|home| home.join(".cache"))
        }
    };
    Some(from("XDG_CACHE_HOME").or_else(of_system)?.join("hcl2"))
}
