//! Helpers for tests of the parser.

use hcl2_diagnostics::{Source, SourceMap};

/// Creates a source from `text`.
pub(crate) fn source(text: impl Into<Vec<u8>>) -> Source {
    SourceMap::new().add("test.hcl", text).expect("small enough")
}
