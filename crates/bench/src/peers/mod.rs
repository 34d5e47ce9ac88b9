//! What the peers do in each stage: the other libraries that are measured beside ours. They take as long to build as much of
//! ours, and most runs measure ours alone.

pub(crate) mod eval;
pub(crate) mod json_values;
pub(crate) mod literals;
pub(crate) mod native;
pub(crate) mod structs;
pub(crate) mod wire;

use crate::failure::Failure;
use crate::input::Text;

const EDIT: &str = "hcl-edit";
const RS: &str = "hcl-rs";

fn failed(stage: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Contestant(format!("{stage}: {error}"))
}

/// Returns the reason why a peer does not take part, in one line.
fn refused(file: &Text, error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let last = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    format!("it cannot read {}: {last}", file.source.name())
}
