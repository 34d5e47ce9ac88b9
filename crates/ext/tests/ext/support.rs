//! Helpers of the tests.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};
use hcl2_model::{BodyRef, EvalContext, ExpressionRef, FunctionTable};
use hcl2_native::{NativeBody, NativeExpression};
use hcl2_value::Value;

/// Creates a source.
pub(crate) fn source(text: &str) -> Source {
    SourceMap::new().add("test", text).expect("it is small")
}

/// Parses a file without problems.
pub(crate) fn body(text: &str) -> BodyRef {
    let parsed = hcl2_native::parse_file(&source(text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let id = parsed.value.root().body().expect("a file has a body");
    Arc::new(NativeBody::new(Arc::clone(&parsed.value), id))
}

/// Parses an expression without problems.
pub(crate) fn expression(text: &str) -> ExpressionRef {
    let parsed = hcl2_native::parse_expression(&source(text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let id = parsed.value.root().expr().expect("it is an expression");
    Arc::new(NativeExpression::new(Arc::clone(&parsed.value), id))
}

/// Returns the codes of problems, each with the text of its range; an empty range is shown by its offset.
pub(crate) fn shown(diagnostics: &Diagnostics, text: &str) -> Vec<(&'static str, String)> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.subject.expect("every problem has a range");
            let place = if span.is_empty() {
                format!("@{}", span.start)
            } else {
                text[span.range()].to_owned()
            };
            assert!(!diagnostic.detail.is_empty());
            (diagnostic.code.id(), place)
        })
        .collect()
}

/// Returns expected problems in the form of [`shown`].
pub(crate) fn want(all: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    all.iter()
        .map(|(code, place)| (*code, (*place).to_owned()))
        .collect()
}

/// Creates a context with variables and functions, including those that receive expressions.
pub(crate) fn context(variables: &[(&str, Value)]) -> EvalContext<'static> {
    let mut context = EvalContext::new();
    for (name, value) in variables {
        context.set_variable(*name, value.clone());
    }
    let mut functions: FunctionTable = hcl2_functions::standard().into_iter().collect();
    functions.insert("try", hcl2_ext::functions::try_function());
    functions.insert("can", hcl2_ext::functions::can_function());
    functions.insert("convert", hcl2_ext::functions::convert_function());
    context.set_functions(functions);
    context
}

/// Evaluates an expression.
pub(crate) fn evaluate(text: &str, context: &EvalContext<'_>) -> (Value, Vec<(&'static str, String)>) {
    let Outcome { value, diagnostics } = expression(text).evaluate(Some(context));
    (value, shown(&diagnostics, text))
}

/// Runs a test on a thread with a stack of 1 MiB.
pub(crate) fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(test)
        .expect("the thread runs to its end")
        .join()
        .expect("the thread runs to its end");
}
