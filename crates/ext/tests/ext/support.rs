//! Helpers of the tests.

#[path = "../../../spec/tests/spec/support.rs"]
mod bodies;

use std::sync::Arc;

use hcl2_diagnostics::Outcome;
use hcl2_model::{EvalContext, ExpressionRef};
use hcl2_native::NativeExpression;
use hcl2_value::Value;

pub(crate) use bodies::{body, context, on_small_stack, shown, source, want};

/// Parses an expression without problems.
pub(crate) fn expression(text: &str) -> ExpressionRef {
    let parsed = hcl2_native::parse_expression(&source(text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let id = parsed.value.root().expr().expect("it is an expression");
    Arc::new(NativeExpression::new(Arc::clone(&parsed.value), id))
}

/// Evaluates an expression.
pub(crate) fn evaluate(text: &str, context: &EvalContext<'_>) -> (Value, Vec<(&'static str, String)>) {
    let Outcome { value, diagnostics } = expression(text).evaluate(Some(context));
    (value, shown(&diagnostics, text))
}
