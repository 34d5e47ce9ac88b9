//! Problems that more than one part of the crate reports.

use std::fmt::Display;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes, nearest_name};

use crate::shape::Shape;

/// A name that means nothing in a body.
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
    let sentence = format!("There is no {what} of the name `{name}` here.");
    match nearest_name(name, names.iter().copied()) {
        Some(near) => did_you_mean(diagnostic, &sentence, span, near, near),
        None if names.is_empty() => diagnostic.with_detail(sentence),
        None => diagnostic.with_detail(format!("{sentence} These can be: {}.", names.join(", "))),
    }
}

/// Says of a name at `span` that is not there, after the sentence on that, which one is near, and suggests its `spelling`.
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

/// A block with the wrong number of labels.
pub(crate) fn wrong_labels(name: &str, wanted: usize, shape: Shape<'_>, span: Span) -> Diagnostic {
    let labels = shape
        .body
        .block(name, shape.language)
        .map(|block| block.labels.join("` and `"));
    let detail = match (wanted, labels) {
        (0, _) => format!("A block `{name}` has no labels."),
        (1, Some(labels)) => format!("A block `{name}` has one label, `{labels}`."),
        (_, Some(labels)) => format!("A block `{name}` has {wanted} labels, `{labels}`."),
        (_, None) => format!("A block `{name}` has one label."),
    };
    Diagnostic::error(codes::WRONG_LABELS, "Wrong number of labels")
        .with_detail(detail)
        .with_subject(span)
}

/// Something that is there a second time; `where_once` says where there can be one.
pub(crate) fn duplicate(where_once: &str, what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DUPLICATE_DECLARATION, "Declared twice")
        .with_detail(format!(
            "{where_once} {what} once, and there is one already. Remove or rename one of the two."
        ))
        .with_subject(span)
        .with_label(first, "the first is here")
}
