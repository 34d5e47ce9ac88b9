//! The language of packer.

use std::path::PathBuf;

use crate::Json;
use crate::work::Work;

/// Returns what files mean.
pub(crate) fn render(work: &mut Work<'_>, paths: &[PathBuf]) -> Option<Json> {
    for path in paths {
        work.parse(path)?;
    }
    Some(Json::object([("packer", Json::Null)]))
}
