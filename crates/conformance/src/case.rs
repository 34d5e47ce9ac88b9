//! Cases in the notation of their files.

use serde_json::Value as Json;

/// A case, which is a line of a file.
#[derive(Clone, Debug, serde::Deserialize)]
pub(crate) struct Case {
    /// Its name.
    pub(crate) id: String,
    /// Its kind.
    pub(crate) kind: String,
    /// The input.
    #[serde(rename = "in")]
    pub(crate) given: Json,
    /// The expectation.
    pub(crate) want: Json,
}
