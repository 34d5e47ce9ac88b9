//! Problems that more than one part of the crate reports.

use std::collections::HashSet;
use std::fmt::Display;

use hcl2_diagnostics::codes::{body, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, Span};
use hcl2_model::ExpressionRef;

use crate::table::{Version, Versions};

/// Removes all but the first of several problems with the same code and range, which several expressions or modules may
/// find. Each argument, block or label that is missing in one place is a problem of its own.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::codes::body::MISSING_ATTRIBUTE;
/// use hcl2_diagnostics::{Diagnostic, Diagnostics};
///
/// let missing = |name: &str| Diagnostic::error(MISSING_ATTRIBUTE, "Missing attribute").with_detail(name.to_owned());
/// let mut problems: Diagnostics = [missing("a"), missing("b"), missing("a")].into_iter().collect();
/// hcl2_terraform::keep_first(&mut problems);
/// assert_eq!(problems.len(), 2);
/// ```
pub fn keep_first(problems: &mut Diagnostics) {
    let mut seen = HashSet::new();
    problems.retain(|problem| {
        let code = problem.code.id();
        let is_missing =
            [body::MISSING_ATTRIBUTE, body::MISSING_LABEL, codes::MISSING_BLOCK].contains(&problem.code);
        let missing = is_missing.then(|| problem.detail.to_string());
        seen.insert((code, problem.subject, missing))
    });
}

/// Turns an error that Terraform finds only when it plans into a warning.
pub(crate) fn if_planned(mut problem: Diagnostic, is_planned: bool) -> Diagnostic {
    if is_planned {
        problem.severity = Severity::Warning;
    }
    problem
}

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
        .with_suggestion(span, spelling, format!("use `{near}`"))
}

/// Returns a key of an object as `key` is written: bare or in quotes.
pub(crate) fn key_like(key: &ExpressionRef, name: &str) -> String {
    let is_quoted = key.keyword().is_none() || key.native_text().is_none_or(|text| text.starts_with('"'));
    match is_quoted {
        true => format!("\"{name}\""),
        false => name.to_owned(),
    }
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
