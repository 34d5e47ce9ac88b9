//! Problems that more than one part of the crate reports.

use std::fmt::Display;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes, nearest_name};

use crate::shape::Shape;
use crate::table::{Version, Versions};

/// Reports an unknown argument or block.
pub(crate) fn unknown_name(name: &str, span: Span, shape: Shape<'_>, is_block: bool) -> Diagnostic {
    let what = if is_block { "block" } else { "argument" };
    let (body, language) = (shape.body, shape.language);
    let arguments: Vec<&str> = body
        .arguments_in(language)
        .map(|argument| argument.name)
        .collect();
    let blocks: Vec<&str> = body.blocks_in(language).map(|block| block.name).collect();
    let diagnostic = Diagnostic::error(codes::UNKNOWN_NAME, format!("Unknown {what}")).with_subject(span);
    if is_block && arguments.contains(&name) {
        return diagnostic.with_detail(format!("`{name}` is an argument: write `{name} = …`."));
    }
    if !is_block && blocks.contains(&name) {
        return diagnostic.with_detail(format!("`{name}` is a block: write `{name} {{ … }}`."));
    }
    let names = if is_block { &blocks } else { &arguments };
    let sentence = format!("No {what} `{name}` is expected here.");
    match nearest_name(name, names.iter().copied()) {
        Some(near) => did_you_mean(diagnostic, &sentence, span, near, near),
        None if names.is_empty() => diagnostic.with_detail(sentence),
        None => diagnostic.with_detail(format!("{sentence} Expected one of: {}.", names.join(", "))),
    }
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

/// Reports a block with the wrong number of labels.
pub(crate) fn wrong_labels(name: &str, wanted: usize, shape: Shape<'_>, span: Span) -> Diagnostic {
    let labels = shape
        .body
        .block(name, shape.language)
        .map(|block| block.labels.join("` and `"));
    let detail = match (wanted, labels) {
        (0, _) => format!("A `{name}` block has no labels."),
        (1, Some(labels)) => format!("A `{name}` block has one label, `{labels}`."),
        (_, Some(labels)) => format!("A `{name}` block has {wanted} labels, `{labels}`."),
        (_, None) => format!("A `{name}` block has one label."),
    };
    Diagnostic::error(codes::WRONG_LABELS, "Wrong number of labels")
        .with_detail(detail)
        .with_subject(span)
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
