//! What the peers of several stages share. The peers are the other libraries that are measured beside ours; they take as long
//! to build as much of ours, and most runs measure ours alone.

use crate::failure::Failure;
use crate::input::Text;

pub(super) const EDIT: &str = "hcl-edit";
pub(super) const RS: &str = "hcl-rs";

/// Returns that a peer has failed.
pub(super) fn failed(stage: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Contestant(format!("{stage}: {error}"))
}

/// Returns the reason why a peer does not take part, in one line.
pub(super) fn refused(file: &Text, error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let last = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or_default();
    format!("it cannot read {}: {last}", file.source.name())
}
