//! The deepest expressions that the parser accepts are evaluated on a small stack.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, SourceMap};
use hcl2_model::{EvalContext, Expression, FunctionTable, Syntax};
use hcl2_native::{Limits, NativeExpression};
use hcl2_value::{Function, Parameter, Type, Value};

/// Evaluates `inner` within nested `open` and `close`, on a thread with a stack of 1 MiB.
fn evaluate_nested(open: &str, inner: &str, close: &str) -> (Value, Diagnostics) {
    let levels = Limits::new().nesting_depth(Syntax::Native) as usize / 2 - 5;
    let text = format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
    let work = move || {
        let mut sources = SourceMap::new();
        let source = sources.add("deep", text).expect("a short text");
        let parsed = hcl2_native::parse_expression(&source);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics.first());
        let expression = NativeExpression::new(
            Arc::clone(&parsed.value),
            parsed.value.root().expr().expect("an expression"),
        );
        let mut context = EvalContext::new();
        context.set_variable("x", Value::from(1));
        let same = Function::new("same", |arguments, _| Ok(arguments[0].clone()))
            .parameter(Parameter::new("value", Type::DYNAMIC))
            .returns_computed(|arguments| Ok(arguments[0].ty().clone()));
        context.set_functions(FunctionTable::from_iter([same]));
        let Outcome { value, diagnostics } = expression.evaluate(Some(&context));
        let _ = (
            expression.variables(),
            expression.functions(),
            expression.start_span(),
        );
        (value, diagnostics)
    };
    let thread = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(work)
        .expect("a thread");
    thread.join().expect("no overflow")
}

#[test]
fn deepest_nesting_of_every_kind_is_evaluated() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{ a = ", "}"),
        ("-", ""),
        ("same(", ")"),
        ("true ? ", " : 1"),
        ("true ? 1 : [", "][0]"),
        ("[for v in [1] : ", "]"),
        ("{for v in [1] : \"k\" => ", "}"),
        ("\"${", "}\""),
        ("\"a${", "}\""),
        ("\"%{ if true }${", "}%{ endif }\""),
        ("\"%{ for v in [1] }${", "}%{ endfor }\""),
        ("1 + ", ""),
        ("[0][", " - 1]"),
    ] {
        let (_, diagnostics) = evaluate_nested(open, "x", close);
        let problem = diagnostics.first().map(|diagnostic| diagnostic.code.id());
        assert!(
            matches!(problem, None | Some("hcl2::expr::invalid-index")),
            "{open}: {problem:?}"
        );
    }
}

#[test]
fn long_chains_do_not_count_as_nesting() {
    let (sum, diagnostics) = {
        let text = format!("x{}", " + x".repeat(100_000));
        evaluate_flat(&text)
    };
    assert!(diagnostics.is_empty());
    assert_eq!(sum, Value::from(100_001));
    let (last, diagnostics) = evaluate_flat(&format!("{}x + 1", "x == 0 ? 0 : ".repeat(100_000)));
    assert!(diagnostics.is_empty());
    assert_eq!(last, Value::from(2));
    let (value, _) = evaluate_flat(&format!("x{}", ".a".repeat(100_000)));
    assert_eq!(value, Value::DYNAMIC);
}

fn evaluate_flat(text: &str) -> (Value, Diagnostics) {
    let mut sources = SourceMap::new();
    let source = sources.add("long", text).expect("a short text");
    let parsed = hcl2_native::parse_expression(&source);
    let expression = NativeExpression::new(
        Arc::clone(&parsed.value),
        parsed.value.root().expr().expect("an expression"),
    );
    let mut context = EvalContext::new();
    context.set_variable("x", Value::from(1));
    let mut diagnostics = Diagnostics::new();
    (
        expression.evaluate(Some(&context)).report_into(&mut diagnostics),
        diagnostics,
    )
}
