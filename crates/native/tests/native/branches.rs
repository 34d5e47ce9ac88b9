//! Which results of conditionals evaluations take.

use crate::support::evaluated;

use hcl2_model::{EvalContext, Expression, TakenBranches};
use hcl2_value::{Type, Value};

/// Evaluates an expression, and returns the starts of its conditions with the results that were taken.
fn taken(text: &str, variables: &[(&str, Value)]) -> Vec<(u32, bool)> {
    let taken = TakenBranches::default();
    let mut context = EvalContext::new();
    context.record_branches(taken.clone());
    context.extend(variables.iter().cloned());
    let expression = evaluated::expression(text);
    let recorded = expression.evaluate(Some(&context));
    let plain: EvalContext<'_> = variables.iter().cloned().collect();
    let (_, value, diagnostics) = evaluated::evaluate(text, Some(&plain));
    assert_eq!(
        (recorded.value, recorded.diagnostics),
        (value, diagnostics),
        "{text}"
    );
    let branches = expression.conditionals();
    let arms = branches
        .iter()
        .flat_map(|branches| [true, false].map(|holds| (branches.condition, holds)));
    let arms = arms.filter(|(condition, holds)| taken.contains(*condition, *holds));
    arms.map(|(condition, holds)| (condition.start, holds)).collect()
}

#[test]
fn result_that_a_condition_selects_is_taken() {
    let of = |value: Value| taken("a ? 1 : 2", &[("a", value)]);
    assert_eq!(of(Value::from(true)), [(0, true)]);
    assert_eq!(of(Value::from("false")), [(0, false)]);
    assert_eq!(of(Value::unknown(Type::BOOL)), []);
    assert_eq!(of(Value::null(Type::BOOL)), []);
    assert_eq!(of(Value::from("x")), []);
}

#[test]
fn what_is_not_taken_contains_nothing_that_is_taken() {
    let of = |a: bool| {
        let variables = [("a", Value::from(a)), ("b", Value::from(true))];
        taken("a ? (b ? 1 : 2) : [for x in [1] : b ? 3 : 4][0]", &variables)
    };
    assert_eq!(of(true), [(0, true), (5, true)]);
    assert_eq!(of(false), [(0, false), (34, true)]);
}

#[test]
fn conditions_of_a_chain_are_recorded_up_to_the_one_that_holds() {
    let of = |n: i64| {
        taken(
            "n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 3 : 4",
            &[("n", Value::from(n))],
        )
    };
    assert_eq!(of(1), [(0, true)]);
    assert_eq!(of(2), [(0, false), (13, true)]);
    assert_eq!(of(4), [(0, false), (13, false), (26, false)]);
}

#[test]
fn loops_take_both_results() {
    let found = taken("[for x in [1, 2] : x > 1 ? \"a\" : \"b\"]", &[]);
    assert_eq!(found, [(19, true), (19, false)]);
    assert_eq!(taken("[for x in [] : x > 1 ? 1 : 2]", &[]), []);
}

#[test]
fn directives_are_conditionals() {
    let text = "\"%{ if a }x${b ? 1 : 2}%{ else }${b ? 3 : 4}%{ endif }\"";
    let of = |a: bool| taken(text, &[("a", Value::from(a)), ("b", Value::from(false))]);
    assert_eq!(of(true), [(7, true), (13, false)]);
    assert_eq!(of(false), [(7, false), (34, false)]);
}

#[test]
fn results_of_conditionals_have_their_places() {
    let expression = evaluated::expression("f(a ? 1 : [2], \"%{ if b }x%{ endif }\")");
    let places = expression.conditionals();
    let places = places
        .iter()
        .map(|branches| [branches.condition, branches.if_true, branches.if_false]);
    let places: Vec<_> = places
        .map(|spans| spans.map(|span| (span.start, span.end)))
        .collect();
    assert_eq!(places[0], [(2, 3), (6, 7), (10, 13)]);
    assert_eq!(places[1][0], (22, 23));
    assert_eq!(places[1][1].0, 16);
    assert_eq!(places.len(), 2);
}

#[test]
fn long_chain_is_recorded_without_recursion() {
    let text = "false ? 1 : ".repeat(100_000) + "2";
    let found = taken(&text, &[]);
    assert_eq!(found.len(), 100_000);
    assert!(found.iter().all(|(_, holds)| !holds));
}

#[test]
fn comparisons_are_found_wherever_they_are() {
    let text = "[for x in a : x == 1 ? \"${b != x}\" : c < d if !(e == f)]";
    let expression = evaluated::expression(text);
    let mut found: Vec<_> = expression.comparisons();
    found.sort_by_key(|comparison| comparison.span.start);
    let shown = found.iter().map(|comparison| {
        let operands = comparison.operands.each_ref();
        let written = operands.map(|operand| operand.native_text().unwrap_or_default());
        (written, comparison.is_equality)
    });
    let expected = [(["x", "1"], true), (["b", "x"], false), (["e", "f"], true)];
    assert!(shown.eq(expected.map(|(operands, is)| (operands.map(str::to_owned), is))));
}
