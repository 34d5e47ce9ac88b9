//! Constants, and references that are not evaluated.

use hcl2_diagnostics::codes::{expr as expr_codes, terraform as codes};
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap, Span, nearest_name};
use hcl2_model::{Expression, ExpressionRef, Traversal, TraversalStep};
use hcl2_native::{NativeExpression, TraversalKind, parse_traversal};
use hcl2_value::{Type, Value};

use crate::problems::did_you_mean;

/// Returns the value of a constant, or reports an expression that is not constant.
pub(super) fn constant(expression: &ExpressionRef, diagnostics: &mut Diagnostics) -> Option<Value> {
    let Outcome {
        value,
        diagnostics: problems,
    } = expression.evaluate(None);
    let Some(problem) = problems.iter().find(|problem| problem.is_error()) else {
        return Some(value);
    };
    if problem.code == expr_codes::LIMIT_EXCEEDED {
        diagnostics.push(problem.clone());
        return None;
    }
    let problem = Diagnostic::error(codes::NOT_CONSTANT, "Not a constant")
        .with_detail(
            "Expected a constant: the argument is read before anything is evaluated, so it cannot contain references or \
             function calls.",
        )
        .with_subject(problem.subject.unwrap_or_else(|| expression.span()))
        .with_context(expression.span());
    diagnostics.push(meant(problem, expression, &LITERALS));
    None
}

/// The keywords of the native syntax.
pub(super) const LITERALS: [&str; 3] = ["true", "false", "null"];

/// Adds to a problem the keyword that an expression was probably meant for.
pub(super) fn meant(problem: Diagnostic, expression: &ExpressionRef, keywords: &[&str]) -> Diagnostic {
    let written = expression.keyword().map(|name| name.as_str().to_owned());
    let written = written.or_else(|| quoted(expression));
    match written.and_then(|written| nearest_name(&written, keywords.iter().copied())) {
        Some(near) => {
            // In JSON, keywords are plain strings.
            let spelling = match expression.native_text() {
                Some(_) => near.to_owned(),
                None => format!("\"{near}\""),
            };
            let sentence = problem.detail.to_string();
            did_you_mean(problem, &sentence, expression.span(), near, spelling)
        }
        None => problem,
    }
}

/// Returns the name in a key of a static map.
pub(crate) fn name_of(key: &ExpressionRef) -> Option<String> {
    key.keyword()
        .map(|name| name.as_str().to_owned())
        .or_else(|| quoted(key))
}

/// Returns the text of a constant string.
pub(crate) fn quoted(expression: &ExpressionRef) -> Option<String> {
    let Outcome {
        value,
        diagnostics: problems,
    } = expression.evaluate(None);
    let is_text = !problems.has_errors() && *value.ty() == Type::STRING;
    value.as_str().filter(|_| is_text).map(str::to_owned)
}

/// Returns a constant as a string, converted if need be.
pub(super) fn text_of(expression: &ExpressionRef) -> Option<String> {
    let value = expression.evaluate(None);
    let text = value.value.convert(&Type::STRING).ok()?;
    text.as_str()
        .filter(|_| !value.diagnostics.has_errors())
        .map(str::to_owned)
}

/// Returns the reference an expression consists of, with or without quotes.
pub(crate) fn reference(expression: &ExpressionRef) -> Option<Traversal> {
    expression.static_traversal().or_else(|| {
        // Quoted references are an old form in native syntax.
        let text = quoted(expression)?;
        let source = SourceMap::new().add("reference", text).ok()?;
        let file = parse_traversal(&source, TraversalKind::Absolute)
            .into_result()
            .ok()?;
        let id = file.root().expr()?;
        let reference = NativeExpression::new(file, id).static_traversal()?;
        Some(within_quotes(&reference, expression.span()))
    })
}

/// Moves the ranges of a reference that was parsed by itself to the string that it is written in.
fn within_quotes(reference: &Traversal, string: Span) -> Traversal {
    // Only keys have escapes, after which ranges start early.
    let place = |span: Span| {
        let at = |offset: u32| string.start.saturating_add(1 + offset).min(string.end);
        Span::new(string.source, at(span.start), at(span.end))
    };
    let steps = reference.steps().iter().cloned().map(|mut step| {
        match &mut step {
            TraversalStep::Root { span, .. }
            | TraversalStep::Attribute { span, .. }
            | TraversalStep::Index { span, .. }
            | TraversalStep::Splat { span } => *span = place(*span),
        }
        step
    });
    Traversal::new(steps.collect())
}

/// Returns the references in a computed reference, which is a plain string in JSON.
pub(crate) fn variables_of_reference(expression: &ExpressionRef) -> Vec<Traversal> {
    expression
        .quoted_expression()
        .map_or_else(|| expression.variables(), |quoted| quoted.variables())
}

/// Returns the expression of a reference, which JSON writes as a string.
pub(super) fn unquoted(reference: ExpressionRef) -> ExpressionRef {
    reference.quoted_expression().unwrap_or(reference)
}
