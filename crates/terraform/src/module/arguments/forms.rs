//! Checks of arguments that are not evaluated: versions, references, lists of them, and keywords.

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes};
use hcl2_model::ExpressionRef;
use hcl2_value::{Type, Value};

use super::super::constants::{constant, meant, quoted, reference};
use super::super::version::check_constraint;
use crate::table::{Mode, QUOTED_KEYWORDS};

pub(super) fn check_version(expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    let Some(value) = constant(expression, diagnostics) else {
        return;
    };
    let text = value.convert(&Type::STRING).unwrap_or(Value::DYNAMIC);
    if value.is_null() {
        return;
    }
    let Some(text) = text.as_str() else {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Invalid version constraint")
                .with_detail(format!(
                    "Expected a string, found {}.",
                    value.ty().friendly_name()
                ))
                .with_subject(expression.span()),
        );
        return;
    };
    if let Err(problem) = check_constraint(text) {
        diagnostics.push(
            Diagnostic::error(codes::INVALID_VERSION, "Invalid version constraint")
                .with_detail(format!(
                    "{problem}. Expected versions with operators, separated by commas, such as `>= 1.2, < 2.0` or `~> 1.2`."
                ))
                .with_subject(expression.span()),
        );
    }
}

pub(super) fn check_reference(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    // These arguments never had quoted references, unlike older ones. In JSON, all are plain strings.
    let is_newer = matches!(
        mode,
        Mode::Target | Mode::ComputedReference | Mode::ComputedReferences | Mode::Actions
    );
    // The template around a reference in JSON has a native text, too.
    let is_string = expression
        .native_text()
        .is_some_and(|text| text.starts_with(['"', '<']));
    if is_newer && is_string && quoted(expression).is_some() {
        let problem = Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected")
            .with_detail("Expected a reference without quotes.")
            .with_subject(expression.span());
        let bare = reference(expression).and_then(|_| quoted(expression));
        diagnostics.push(match bare {
            Some(bare) => problem.with_fix(expression.span(), bare, "remove the quotes"),
            None => problem,
        });
        return;
    }
    let is_computed = matches!(
        mode,
        Mode::ComputedReference | Mode::ComputedReferences | Mode::Actions
    );
    if reference(expression).is_some() || is_computed && is_computed_reference(expression) {
        warn_of_quotes("reference", expression, diagnostics);
        return;
    }
    let mut diagnostic =
        Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected").with_subject(expression.span());
    let detail = "Expected a reference, which is not evaluated.";
    match only_interpolation(expression) {
        Some((text, in_json)) => {
            let spelling = if in_json {
                format!("{text:?}")
            } else {
                text.clone()
            };
            diagnostic = diagnostic
                .with_detail(format!("{detail} Write it without the template: {spelling}."))
                .with_fix(expression.span(), spelling, "remove the template around it");
        }
        None => {
            diagnostic = diagnostic.with_detail(format!("{detail} Name an object, such as `module.network`."))
        }
    }
    diagnostics.push(diagnostic);
}

/// Warns of quotes around a reference or keyword in native syntax, an old form.
fn warn_of_quotes(what: &str, expression: &ExpressionRef, diagnostics: &mut Diagnostics) {
    // The key of an object is a bare name, which is a string too.
    let is_quoted = expression.native_text().is_some_and(|text| text.starts_with('"'));
    let Some(text) = quoted(expression).filter(|_| is_quoted) else {
        return;
    };
    let span = expression.span();
    diagnostics.push(
        Diagnostic::warning(codes::DEPRECATED, format!("Quoted {what}"))
            .with_detail(format!(
                "Quotes around a {what} are deprecated. Write `{text}` alone."
            ))
            .with_subject(span)
            .with_fix(span, text, "remove the quotes"),
    );
}

fn is_computed_reference(expression: &ExpressionRef) -> bool {
    expression.static_list().is_none()
        && expression.static_map().is_none()
        && expression.static_call().is_none()
        && (!expression.variables().is_empty() || quoted(expression).is_some())
}

/// Returns the expression of a template that consists of one interpolation, and whether it is in JSON.
fn only_interpolation(expression: &ExpressionRef) -> Option<(String, bool)> {
    let text = expression.native_text()?;
    match text
        .strip_prefix("\"${")
        .and_then(|text| text.strip_suffix("}\""))
    {
        Some(inner) => Some((inner.trim().to_owned(), false)),
        None => Some((text, true))
            .filter(|_| expression.static_traversal().is_none() && !expression.variables().is_empty()),
    }
}

pub(super) fn check_list(expression: &ExpressionRef, mode: Mode, diagnostics: &mut Diagnostics) {
    match expression.static_list() {
        Some(elements) => {
            for element in &elements {
                check_reference(element, mode, diagnostics);
            }
        }
        None => diagnostics.push(list_expected(expression)),
    }
}

/// Checks an element of the list of changes to ignore. `["*"]` is the old form of ignoring all.
pub(super) fn check_change(element: &ExpressionRef, list: &ExpressionRef, diagnostics: &mut Diagnostics) {
    if quoted(element).is_none_or(|text| text != "*") {
        check_reference(element, Mode::Changes, diagnostics);
        return;
    }
    diagnostics.push(
        Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected")
            .with_detail("To ignore all changes, write the keyword `all` instead of the list.")
            .with_subject(element.span())
            .with_fix(list.span(), "all", "ignore all changes"),
    );
}

pub(super) fn list_expected(expression: &ExpressionRef) -> Diagnostic {
    Diagnostic::error(codes::REFERENCE_EXPECTED, "List of references expected")
        .with_detail("Expected a list of references in square brackets, which is not evaluated.")
        .with_subject(expression.span())
}

pub(super) fn check_keyword(expression: &ExpressionRef, words: &[&str], diagnostics: &mut Diagnostics) {
    // In JSON, keywords are plain strings.
    let may_be_quoted = expression.native_text().is_none() || QUOTED_KEYWORDS.contains(&words);
    let keyword = expression
        .keyword()
        .map(|name| name.as_str().to_owned())
        .or_else(|| quoted(expression).filter(|_| may_be_quoted));
    if keyword.is_some_and(|keyword| words.is_empty() || words.contains(&keyword.as_str())) {
        warn_of_quotes("keyword", expression, diagnostics);
        return;
    }
    let detail = if words.is_empty() {
        "Expected a name without quotes.".to_owned()
    } else {
        format!(
            "Expected one of these keywords, without quotes: {}.",
            words.join(", ")
        )
    };
    let problem = Diagnostic::error(codes::REFERENCE_EXPECTED, "Keyword expected")
        .with_detail(detail)
        .with_subject(expression.span());
    diagnostics.push(meant(problem, expression, words));
}
