//! What tests of the parser share.

use hcl2_diagnostics::{Source, SourceMap};

/// A source that holds `text`.
pub(crate) fn source(text: impl Into<Vec<u8>>) -> Source {
    SourceMap::new().add("test.hcl", text).expect("small enough")
}
