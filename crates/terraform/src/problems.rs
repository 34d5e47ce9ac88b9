//! Problems that more than one part of the crate reports.

use std::fmt::Display;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes};

use crate::table::{Version, Versions};

/// Adds a detail of `sentence` and the near name, and a suggestion to replace `span` by its `spelling`.
pub(crate) fn did_you_mean(
    diagnostic: Diagnostic,
    sentence: &str,
    span: Span,
    near: impl Display,
    spelling: impl Into<String>,
) -> Diagnostic {
    diagnostic
        .with_detail(format!("{sentence} Did you mean `{near}`?"))
        .with_suggestion(span, spelling, format!("Write `{near}`"))
}

/// Returns what to say of a part of the language that a version does not have: which version has it, or removed it.
pub(crate) fn lacking(what: &str, versions: Versions, version: Version) -> Option<String> {
    let is_plural = what.ends_with("blocks") || what.starts_with("References");
    let language = version.language;
    let until = versions
        .until(language)
        .filter(|until| until.minor <= version.minor);
    if versions.has(version) {
        None
    } else if let Some(until) = until {
        let verb = if is_plural { "were" } else { "was" };
        Some(format!("{what} {verb} removed in {until}."))
    } else if let Some(since) = versions.since(language) {
        let verb = if is_plural { "need" } else { "needs" };
        Some(format!("{what} {verb} {since}."))
    } else {
        let verb = if is_plural { "are" } else { "is" };
        Some(format!("{what} {verb} no part of {}.", version.product()))
    }
}

/// Reports a duplicate of `what`; `where_once` is the start of the sentence "… only once".
pub(crate) fn duplicate(where_once: &str, what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_DECLARATION, "Duplicate declaration")
        .with_detail(format!(
            "{where_once} {what} only once. Remove or rename one of the two."
        ))
        .with_subject(span)
        .with_label(first, "first declared here")
}
