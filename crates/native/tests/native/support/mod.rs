//! Helpers for tests of the parser.

pub(crate) mod cases;
pub(crate) mod dump;
pub(crate) mod evaluated;
pub(crate) mod fix;
pub(crate) mod fixture;
pub(crate) mod found;
pub(crate) mod listed;
pub(crate) mod texts;

use hcl2_diagnostics::{Source, SourceMap};

/// Creates a source from `text`.
pub(crate) fn source(text: impl Into<Vec<u8>>) -> Source {
    SourceMap::new().add("test.hcl", text).expect("small enough")
}
