//! Evaluation within a budget.

use crate::support::evaluated;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_diagnostics::Diagnostics;
use hcl2_model::{EvalContext, FunctionTable, Limits};
use hcl2_value::{Function, FunctionError, Parameter, Type, Value};

/// Evaluates an expression.
fn evaluate(expression: &str, context: Option<&EvalContext<'_>>) -> (Value, Diagnostics) {
    let (_, value, diagnostics) = evaluated::evaluate(expression, context);
    (value, diagnostics)
}

/// Returns a context with a budget of 20,000 steps, 100,000 elements and 2 MB of strings, of which an expression may take
/// half, with `many`, a list of 1,000 numbers, and some functions.
fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    let limits = Limits::new()
        .with_steps(20_000)
        .with_elements(100_000)
        .with_string_bytes(2_000_000);
    context.set_budget(limits.budget());
    context.set_variable("many", Value::tuple(vec![Value::from(1); 1_000]));
    context.set_variable("text", Value::from("x".repeat(2_000)));
    let any = || Parameter::new("value", Type::DYNAMIC);
    let echo = Function::new("echo", |arguments, _| Ok(arguments[0].clone())).parameter(any());
    let first = Function::new("first", |arguments, _| {
        let first = arguments[0].elements().and_then(<[Value]>::first);
        first.cloned().ok_or_else(|| FunctionError::new("there is none"))
    })
    .parameter(any())
    .selects();
    let long = Function::metered("long", |arguments, _, meter| {
        let length = arguments[0]
            .as_number()
            .and_then(|number| usize::try_from(number).ok());
        let length = length.unwrap_or_default();
        meter.bytes(length)?;
        Ok(Value::from("x".repeat(length)))
    })
    .parameter(Parameter::new("length", Type::NUMBER))
    .returns(Type::STRING);
    context.set_functions([echo, first, long].into_iter().collect::<FunctionTable>());
    context
}

/// Asserts that an expression exceeds a limit, at the given part of it, and that the message has the given start.
#[track_caller]
fn assert_exceeds(expression: &str, part: &str, start: &str) {
    let (_, diagnostics) = evaluate(expression, Some(&context()));
    let found: Vec<_> = diagnostics
        .iter()
        .map(|problem| {
            let span = problem.subject.expect("a subject");
            (
                problem.code.id(),
                &expression[span.start as usize..span.end as usize],
            )
        })
        .collect();
    assert_eq!(found, [("hcl2::expr::limit-exceeded", part)], "{expression}");
    let detail = &diagnostics[0].detail;
    assert!(detail.starts_with(start), "{detail}");
}

const STEPS: &str = "The budget is spent: the evaluation exceeds the limit of 20000 steps.";
const ELEMENTS: &str = "The budget is spent: the evaluation exceeds the limit of 20000 elements.";
const BYTES: &str = "The budget is spent: the evaluation exceeds the limit of 2000000 bytes in strings.";

#[test]
fn errors_take_steps() {
    for expression in [
        "[for a in many : none]",
        "{ for a in many : none => a }",
        "\"%{ for a in many }${none}%{ endfor }\"",
        "[for a in many : [for b in many : none]]",
    ] {
        let (_, diagnostics) = evaluate(expression, Some(&context()));
        let count = |id| {
            let ids = diagnostics.iter().map(|problem| problem.code.id());
            ids.filter(|own| *own == id).count()
        };
        let unknown = count("hcl2::expr::unknown-variable");
        assert!((150..=200).contains(&unknown), "{expression}: {unknown}");
        assert_eq!(count("hcl2::expr::limit-exceeded"), 1, "{expression}");
        assert_eq!(diagnostics.len(), unknown + 1, "{expression}");
    }
}

#[test]
fn the_innermost_loop_or_call_exceeds_a_limit() {
    for (expression, part, start) in [
        (
            "[for a in many : [for b in many : 1]]",
            "[for b in many : 1]",
            STEPS,
        ),
        (
            "[for a in many : [a, a, a, a, a, a, a, a, a, a, a, a]]",
            "[for a in many : [a, a, a, a, a, a, a, a, a, a, a, a]]",
            STEPS,
        ),
        ("[for a in many : many[*]]", "many[*]", STEPS),
        ("[for a in many : echo(many)]", "echo(many)", STEPS),
        ("[for a in many : a if many == [a]]", "many == [a]", STEPS),
        (
            "\"%{ for a in many }%{ for b in many }x%{ endfor }%{ endfor }\"",
            "%{ for b in many }x%{ endfor }",
            STEPS,
        ),
        (
            "[for a in many : \"${text}${text}\"]",
            "\"${text}${text}\"",
            BYTES,
        ),
        ("[for a in many : long(5000)]", "long(5000)", BYTES),
        ("long(100000000)", "long(100000000)", BYTES),
        (
            "{ for a in many : a => [for b in many : b]... }",
            "[for b in many : b]",
            STEPS,
        ),
    ] {
        assert_exceeds(expression, part, start);
    }
}

#[test]
fn elements_are_counted_even_if_they_take_few_steps() {
    let mut context = context();
    context.set_budget(Limits::new().with_elements(20_000).budget());
    let (_, diagnostics) = evaluate("[for a in many : many[*]]", Some(&context));
    assert!(
        diagnostics[0].detail.starts_with(ELEMENTS),
        "{}",
        diagnostics[0].detail
    );
}

#[test]
fn elements_of_constructors_in_a_loop_are_counted() {
    for expression in [
        "[for a in many : [a, a, a, a, a, a, a, a, a, a, a]]",
        "[for a in many : { a = a, b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a, k = a }]",
    ] {
        let mut context = context();
        context.set_budget(Limits::new().with_elements(20_000).budget());
        let (_, diagnostics) = evaluate(expression, Some(&context));
        assert_eq!(diagnostics.len(), 1, "{expression}");
        let detail = &diagnostics[0].detail;
        assert!(detail.starts_with(ELEMENTS), "{detail}");
    }
}

#[test]
fn each_expression_that_has_parts_takes_its_steps() {
    // A thousand times, since few steps are free.
    let taken = |expression: &str| {
        let mut context = context();
        context.set_budget(Limits::new().with_steps(1_000_000).budget());
        let (_, diagnostics) = evaluate(&format!("[for a in many : {expression}]"), Some(&context));
        assert!(diagnostics.is_empty(), "{expression}");
        1_000_000 - context.budget().left().steps
    };
    for (expression, steps) in [
        ("a", 0),
        ("-(a + 2)", 2),
        ("1 + 2 * a", 2),
        ("true ? a : 2", 1),
        ("many[0]", 0),
        ("[1, a]", 3),
        ("{ b = 1, c = a }", 3),
        ("\"b${a}c\"", 4),
        ("first([a])", 3),
    ] {
        assert_eq!(taken(expression) - taken("1"), 1_000 * steps, "{expression}");
    }
}

#[test]
fn functions_that_select_take_no_steps() {
    let (value, diagnostics) = evaluate("[for a in many : first(many)]", Some(&context()));
    assert!(diagnostics.is_empty());
    assert_eq!(value.element_count(), Some(1_000));
}

#[test]
fn an_exceeded_limit_cannot_be_hidden() {
    let huge = "[for a in many : [for b in many : 1]]";
    for expression in [
        format!("false ? {huge} : [1]"),
        format!("true || {huge} == [1]"),
        format!("first([1, {huge}])"),
        format!("echo({huge}) == 1"),
    ] {
        assert_exceeds(&expression, "[for b in many : 1]", STEPS);
    }
}

#[test]
fn other_expressions_of_the_evaluation_go_on() {
    let context = context();
    for _ in 0..20 {
        let (value, diagnostics) = evaluate("[for a in many : [for b in many : 1]]", Some(&context));
        assert_eq!((value, diagnostics.len()), (Value::DYNAMIC, 1));
        let (value, diagnostics) = evaluate("[1, 2 + 3]", Some(&context));
        assert_eq!(value, Value::tuple([1, 5].map(Value::from)));
        assert!(diagnostics.is_empty());
    }
    // The first took half, the second a quarter, and so on.
    assert!(context.budget().left().steps < 10);
}

#[test]
fn a_default_budget_applies_without_another_one() {
    let mut context = EvalContext::new();
    context.set_variable("many", Value::tuple(vec![Value::from(1); 3_000]));
    let (value, diagnostics) = evaluate("[for a in many : [for b in many : b]]", Some(&context));
    assert_eq!(value, Value::DYNAMIC);
    assert!(
        diagnostics[0].detail.contains("the limit of 10000000 elements"),
        "{}",
        diagnostics[0].detail
    );
}

#[test]
fn an_evaluation_can_be_cancelled_and_expire() {
    let expression = "[for a in many : [for b in many : 1]]";
    let mut context = context();
    let budget = Limits::new().budget();
    budget.cancel();
    context.set_budget(budget);
    let (_, diagnostics) = evaluate(expression, Some(&context));
    assert_eq!(diagnostics[0].detail, "The evaluation was cancelled.");

    let asked = Arc::new(AtomicUsize::new(0));
    let clock = Arc::clone(&asked);
    context.set_budget(Limits::new().budget_until(move || clock.fetch_add(1, Ordering::Relaxed) == 100));
    let (_, diagnostics) = evaluate(expression, Some(&context));
    assert!(
        diagnostics[0]
            .detail
            .starts_with("The evaluation takes too long.")
    );
    assert_eq!(asked.load(Ordering::Relaxed), 101);
}

#[test]
fn doubling_a_value_makes_little() {
    let mut expression = "[1]".to_owned();
    for _ in 0..40 {
        expression = format!("[for y in [{expression}] : [y, y]][0]");
    }
    let (value, diagnostics) = evaluate(&expression, Some(&context()));
    assert!(diagnostics.is_empty());
    assert_eq!(value.part_count(), u32::MAX);
}

#[test]
fn reading_a_literal_takes_what_it_costs() {
    let zeros = "0".repeat(2_000);
    let text = "x".repeat(6_400);
    for part in [
        "1e-999990 < 1".to_owned(),
        "1 < -1e-999990".to_owned(),
        "true ? 1e-999990 : 1".to_owned(),
        format!("1.{zeros}1 == 1"),
        format!("\"{text}\" == \"\""),
        format!("true ? \"{text}\" : 1"),
    ] {
        let expression = format!("[for a in many : {part}]");
        let (_, diagnostics) = evaluate(&expression, Some(&context()));
        let codes: Vec<_> = diagnostics.iter().map(|problem| problem.code.id()).collect();
        assert_eq!(codes, ["hcl2::expr::limit-exceeded"], "{part}");
    }
}

#[test]
fn constants_take_of_the_budget_that_a_thread_is_within() {
    let items = "1, ".repeat(60);
    let text = format!("[for a in [{items}] : [for b in [{items}] : 1 + 1]]");
    let budget = Limits::new().with_steps(20_000).budget();
    let results: Vec<usize> = budget.during(|| (0..10).map(|_| evaluate(&text, None).1.len()).collect());
    assert!(
        results.is_sorted() && results.contains(&0) && results.contains(&1),
        "{results:?}"
    );
    assert!(evaluate(&text, None).1.is_empty());
    let ended = Limits::new().budget_until(|| true);
    let (_, diagnostics) = ended.during(|| evaluate(&text, None));
    assert!(
        diagnostics[0].detail.contains("the evaluation takes too long"),
        "{diagnostics:?}"
    );
}

#[test]
fn a_constant_may_take_as_much_as_its_source_is_long() {
    let items = "1, ".repeat(60);
    let loops = |levels: usize| {
        (0..levels).fold("1".to_owned(), |inner, _| {
            format!("[for a in [{items}] : {inner}]")
        })
    };
    let (value, diagnostics) = evaluate(&loops(2), None);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(value.part_count(), 60 + 60 * 60);

    let text = loops(4);
    let (value, diagnostics) = evaluate(&text, None);
    assert_eq!((value, diagnostics.len()), (Value::DYNAMIC, 1));
    let problem = &diagnostics[0];
    let span = problem.subject.expect("a subject");
    assert_eq!(problem.code.id(), "hcl2::expr::limit-exceeded");
    assert_eq!(&text[span.start as usize..span.end as usize], loops(2));
    assert!(
        problem
            .detail
            .ends_with("which depends on the length of its source. Shorten its loops."),
        "{}",
        problem.detail
    );
}
