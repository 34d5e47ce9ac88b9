//! Strings in native syntax: the only module that calls the native parser.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source};
use hcl2_model::{EvalContext, Expression, ExpressionRef, StaticCall, Traversal};
use hcl2_native::tree::{Expr, File, TextRange};
use hcl2_native::{
    Input, NativeExpression, TraversalKind, parse_expression, parse_template, parse_traversal,
};
use hcl2_value::Value;

use crate::tree::Node;

/// A string, parsed as a template.
#[derive(Debug)]
pub(crate) struct Template {
    /// `None` if there are errors.
    expression: Option<NativeExpression>,
    diagnostics: Diagnostics,
}

impl Template {
    /// Parses the template in a string of `source`.
    pub(crate) fn parse(source: &Source, node: Node<'_>) -> Self {
        let parsed = parse_template(input(source, node));
        Self {
            expression: sound(&parsed),
            diagnostics: parsed.diagnostics,
        }
    }

    pub(crate) fn evaluate(&self, context: &EvalContext<'_>, diagnostics: &mut Diagnostics) -> Value {
        diagnostics.extend(self.diagnostics.iter().cloned());
        match &self.expression {
            Some(expression) => expression.evaluate(Some(context)).report_into(diagnostics),
            None => Value::DYNAMIC,
        }
    }

    /// Returns the expression of a template that is a single interpolation.
    pub(crate) fn only_interpolation(&self) -> Option<String> {
        let expression = self.expression.as_ref()?;
        match expression.file().expr(expression.id()) {
            Expr::TemplateWrap { inner } => {
                NativeExpression::new(expression.file().clone(), inner).native_text()
            }
            _ => None,
        }
    }

    /// Returns what an analysis finds in the template; nothing if it cannot be parsed.
    pub(crate) fn found<T>(&self, analysis: fn(&NativeExpression) -> Vec<T>) -> Vec<T> {
        self.expression.as_ref().map(analysis).unwrap_or_default()
    }
}

/// Returns the call that a string is as a native expression.
pub(crate) fn static_call(source: &Source, node: Node<'_>) -> Option<StaticCall> {
    sound(&parse_expression(input(source, node)))?.static_call()
}

/// Returns the traversal that a string is in native syntax.
pub(crate) fn static_traversal(source: &Source, node: Node<'_>) -> Option<Traversal> {
    sound(&parse_traversal(input(source, node), TraversalKind::Absolute))?.static_traversal()
}

/// Returns the traversal, which may contain splats, that a string is in native syntax.
pub(crate) fn static_partial_traversal(source: &Source, node: Node<'_>) -> Option<Traversal> {
    sound(&parse_expression(input(source, node)))?.static_partial_traversal()
}

/// Returns the expression that a string is in native syntax.
pub(crate) fn quoted_expression(source: &Source, node: Node<'_>) -> Option<ExpressionRef> {
    Some(Arc::new(sound(&parse_expression(input(source, node)))?))
}

/// Returns the expression, unless there are errors.
pub(crate) fn sound(parsed: &Outcome<Arc<File>>) -> Option<NativeExpression> {
    let expr = parsed.value.root().expr()?;
    (!parsed.diagnostics.has_errors()).then(|| NativeExpression::new(parsed.value.clone(), expr))
}

/// Returns the text of a string: a part of the source if it has no escapes.
fn input<'s>(source: &'s Source, node: Node<'_>) -> Input<'s> {
    match node.decoded() {
        Some((text, map)) if node.has_escapes() => Input::decoded(source, text.into_owned(), map),
        _ => {
            let span = node.content_span();
            Input::part(source, TextRange::new(span.start, span.end))
        }
    }
}
