//! What tests of evaluation share.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source};
use hcl2_model::EvalContext;
use hcl2_native::NativeExpression;
use hcl2_value::Value;

use crate::support::source;

/// The expression that `text` is.
#[track_caller]
pub(crate) fn expression(text: &str) -> NativeExpression {
    let parsed = hcl2_native::parse_expression(&source(text));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    NativeExpression::new(
        Arc::clone(&parsed.value),
        parsed.value.root().expr().expect("an expression"),
    )
}

/// The value of the expression that `text` is, with what was reported, and the source of its ranges.
#[track_caller]
pub(crate) fn evaluate(text: &str, context: Option<&EvalContext<'_>>) -> (Source, Value, Diagnostics) {
    let expression = expression(text);
    let Outcome { value, diagnostics } = expression.evaluate(context);
    (expression.file().source().clone(), value, diagnostics)
}
