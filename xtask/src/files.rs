//! The workspace's folder and its text files.

use std::path::{Path, PathBuf};

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A text file.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Its path from the workspace's folder, with `/` between its parts.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
}

impl File {
    /// Whether it is Rust source.
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether it says that a program wrote it.
    pub(crate) fn is_generated(&self) -> bool {
        self.text.lines().take(5).any(|line| line.contains("@generated"))
    }
}
