//! The workspace's folder and its text files.

use std::path::{Path, PathBuf};

/// Returns the folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Returns the folder of what is built.
pub(crate) fn target() -> PathBuf {
    let chosen = std::env::var_os("CARGO_TARGET_DIR");
    root().join(chosen.as_deref().unwrap_or("target".as_ref()))
}

/// A file of UTF-8.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its path relative to the workspace, separated by `/`.
    pub(crate) path: String,
    /// Its content.
    pub(crate) text: String,
}

impl File {
    /// Returns whether it is Rust source.
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Returns whether its first lines mark it as generated.
    pub(crate) fn is_generated(&self) -> bool {
        self.text.lines().take(5).any(|line| line.contains("@generated"))
    }
}
