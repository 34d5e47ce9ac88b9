//! Object constructors.

use crate::support::evaluated::{evaluate, expression};
use hcl2_diagnostics::Outcome;
use hcl2_model::EvalContext;
use hcl2_value::{Mark, Value};
use proptest::prelude::*;

fn object(attributes: impl IntoIterator<Item = (&'static str, i64)>) -> Value {
    Value::object(
        attributes
            .into_iter()
            .map(|(name, value)| (name, Value::from(value))),
    )
}

#[track_caller]
fn check(text: &str, expected: &Value) {
    let (_, value, problems) = evaluate(text, None);
    assert_eq!((&value, problems.len()), (expected, 0), "{text}");
}

#[test]
fn names_are_sorted_and_the_last_of_equal_names_counts() {
    check(
        "{ b = 1, a = 2, true = 3 }",
        &object([("a", 2), ("b", 1), ("true", 3)]),
    );
    check("{ a = 1, b = 2, a = 3 }", &object([("a", 3), ("b", 2)]));
    // Equal after normalization.
    check("{ \u{e9} = 1, e\u{301} = 2 }", &object([("\u{e9}", 2)]));
    check(
        "{ a = 1, \"b\" = 2, (\"c\") = 3 }",
        &object([("a", 1), ("b", 2), ("c", 3)]),
    );
}

#[test]
fn nested_objects_have_their_own_names() {
    let nested = Value::object([
        ("a", Value::object([("a", object([])), ("z", object([("b", 1)]))])),
        ("b", object([])),
        ("c", object([("a", 2), ("d", 3)])),
    ]);
    check(
        "{ c = { d = 3, a = 2 }, b = {}, a = { z = { b = 1 }, a = {} } }",
        &nested,
    );
    check(
        "[{}, { a = 1 }, {}, { b = 1 }, {}]",
        &Value::tuple([
            object([]),
            object([("a", 1)]),
            object([]),
            object([("b", 1)]),
            object([]),
        ]),
    );
}

#[test]
fn each_evaluation_returns_its_own_values() {
    let expression = expression("{ y = x, a = [x] }");
    for value in [
        Value::from(1),
        Value::from("text"),
        Value::DYNAMIC,
        Value::from(1).with_mark(Mark::new("m")),
    ] {
        let mut context = EvalContext::new();
        context.set_variable("x", value.clone());
        let Outcome {
            value: made,
            diagnostics: problems,
        } = expression.evaluate(Some(&context));
        let expected = Value::object([("y", value.clone()), ("a", Value::tuple([value]))]);
        assert_eq!((made, problems.len()), (expected, 0));
    }
}

#[test]
fn problems_of_objects_are_in_source_order() {
    let (source, value, problems) = evaluate("{ b = x, a = y }", None);
    let places: Vec<&[u8]> = problems
        .iter()
        .filter_map(|problem| Some(source.slice(problem.subject?)))
        .collect();
    assert_eq!(places, [b"x", b"y"]);
    assert_eq!(
        value,
        Value::object([("a", Value::DYNAMIC), ("b", Value::DYNAMIC)])
    );
}

proptest! {
    #[test]
    fn object_has_the_attributes_as_written(items in prop::collection::vec(("[a-c]{1,3}", any::<i16>()), 0..20)) {
        let written: Vec<String> = items.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let (_, value, problems) = evaluate(&format!("{{ {} }}", written.join(", ")), None);
        let expected = Value::object(items.iter().map(|(name, value)| (name.as_str(), Value::from(i64::from(*value)))));
        prop_assert_eq!((value, problems.len()), (expected, 0));
    }
}
