//! Why something could not be loaded.

use std::fmt;

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, render::Plain};

/// Why a module or a directory could not be loaded. It displays every problem with the lines concerned.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// The problems, of which at least one is an error.
    pub diagnostics: Diagnostics,
    /// The sources that the problems point into.
    pub sources: SourceMap,
}

impl From<Diagnostic> for LoadError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self {
            diagnostics: diagnostic.into(),
            sources: SourceMap::new(),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Plain::default().render(&self.diagnostics, &self.sources);
        f.write_str(text.trim_end())
    }
}

impl std::error::Error for LoadError {}
