//! Values of templates with pieces of every kind.

use crate::support::evaluated::evaluate;
use crate::support::found::found;
use hcl2_model::EvalContext;
use hcl2_value::{Mark, Str, StrBuilder, Type, Value};
use proptest::prelude::*;

/// Generates a part of a template and its text: a literal, a variable, a selection, a number or an operation.
fn part() -> impl Strategy<Value = (&'static str, String)> {
    let text = prop_oneof![
        "[a-c]{0,3}",
        "[a-c]{10,18}",
        "(e|é|\u{301}|\u{1161}|\u{1100}){0,3}",
        Just(String::new()),
    ];
    prop_oneof![
        (Just("literal"), text.clone()),
        (Just("variable"), text.clone()),
        (Just("attribute"), text.clone()),
        (Just("parentheses"), text),
        (Just("number"), "[1-9][0-9]{0,3}"),
    ]
}

proptest! {
    #[test]
    fn template_is_the_concatenation_of_its_pieces(parts in prop::collection::vec(part(), 2..12)) {
        let mut context = EvalContext::new();
        context.set_variable("z", Value::from(""));
        // The first part prevents a template of one interpolation.
        let mut template = "\"${z}".to_owned();
        let mut expected = String::new();
        for (index, (kind, text)) in parts.iter().enumerate() {
            expected.push_str(text);
            let name = format!("v{index}");
            let (value, written) = match *kind {
                "literal" => (Value::from(text.as_str()), text.clone()),
                "attribute" => (Value::object([("b", Value::from(text.as_str()))]), format!("${{{name}.b}}")),
                "parentheses" => (Value::from(text.as_str()), format!("${{true ? {name} : z}}")),
                "number" => (Value::from(text.parse::<i64>().unwrap()), format!("${{{name}}}")),
                _ => (Value::from(text.as_str()), format!("${{{name}}}")),
            };
            context.set_variable(name, value);
            template.push_str(&written);
        }
        template.push('"');
        // A second evaluation returns the same.
        for _ in 0..2 {
            let (_, value, diagnostics) = evaluate(&template, Some(&context));
            prop_assert_eq!(diagnostics.len(), 0);
            prop_assert_eq!(&value, &Value::from(Str::from(expected.as_str())), "{}", template);
        }
    }
}

#[test]
fn part_that_is_not_convertible_to_string_is_reported_in_any_position() {
    let mut context = EvalContext::new();
    context.set_variable("a", Value::from("a"));
    context.set_variable("nothing", Value::null(Type::STRING));
    for text in [
        "\"${nothing}-\"",
        "\"a${nothing}\"",
        "\"${a}${a}${nothing}\"",
        "\"more than fifteen bytes${a}${nothing}\"",
    ] {
        let (source, _, diagnostics) = evaluate(text, Some(&context));
        let expected = [("hcl2::expr::invalid-template-value", "nothing")];
        assert_eq!(found(&source, &diagnostics), expected, "{text}");
    }
}

#[test]
fn marks_and_unknown_parts_reach_the_result_from_any_position() {
    let mut context = EvalContext::new();
    let mark = Mark::new("sensitive");
    context.set_variable("a", Value::from("a"));
    context.set_variable("secret", Value::from("s").with_mark(mark.clone()));
    context.set_variable("later", Value::unknown(Type::STRING));
    for (text, known) in [
        ("\"${secret}-\"", "s-"),
        ("\"-${a}${secret}\"", "-as"),
        (
            "\"more than fifteen bytes${a}${secret}\"",
            "more than fifteen bytesas",
        ),
    ] {
        let (_, value, _) = evaluate(text, Some(&context));
        assert_eq!(value, Value::from(known).with_mark(mark.clone()), "{text}");
    }
    for (text, prefix) in [("\"-${later}\"", "-"), ("\"-${a}${later}-\"", "-a")] {
        let (_, value, _) = evaluate(text, Some(&context));
        let refined = Value::unknown(Type::STRING).refine_not_null();
        let expected = refined.refine().string_prefix(prefix).unwrap().build();
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn a_long_known_prefix_ends_at_a_character() {
    let mut context = EvalContext::new();
    context.set_variable("later", Value::unknown(Type::STRING));
    let text = format!("\"-{}${{later}}\"", "é".repeat(100));
    let (_, value, _) = evaluate(&text, Some(&context));
    let refined = Value::unknown(Type::STRING).refine_not_null();
    let prefix = format!("-{}", "é".repeat(63));
    let expected = refined.refine().string_prefix(&prefix).unwrap().build();
    assert_eq!(value, expected);
}

/// Returns a string of `count` MiB.
fn megabytes(count: usize) -> StrBuilder {
    let megabyte = Str::from("x".repeat(1 << 20));
    let mut text = StrBuilder::with_capacity(count << 20);
    (0..count).for_each(|_| text.push(&megabyte));
    text
}

#[test]
fn template_part_with_a_problem_leaves_no_known_prefix() {
    let mut context = EvalContext::new();
    context.set_variable("later", Value::unknown(Type::STRING));
    let (source, value, diagnostics) = evaluate("\"a${[null + 1, \"b\"][1]}${later}\"", Some(&context));
    assert_eq!(
        found(&source, &diagnostics),
        [("hcl2::expr::operation-failed", "null + 1")]
    );
    assert_eq!(value, Value::unknown_not_null(Type::STRING));
}

#[test]
fn template_with_a_result_of_exactly_64_mebibytes_is_not_too_long() {
    let mut context = EvalContext::new();
    let mut most = megabytes(63);
    most.push_str(&"x".repeat((1 << 20) - 1));
    context.set_variable("most", Value::from(most));
    for text in ["\"${most}${5}\"", "\"-${most}\""] {
        let (_, value, diagnostics) = evaluate(text, Some(&context));
        assert!(diagnostics.is_empty(), "{text}: {:?}", diagnostics.first());
        assert_eq!(value.as_str().map(str::len), Some(64 << 20), "{text}");
    }
}

#[test]
fn for_directive_with_a_result_that_is_too_long_is_unknown() {
    let mut context = EvalContext::new();
    context.set_variable("long", Value::from(megabytes(40)));
    let directive = "%{ for x in [1, 2] }${long}%{ endfor }";
    let (source, value, diagnostics) = evaluate(&format!("\"{directive}\""), Some(&context));
    assert_eq!(
        found(&source, &diagnostics),
        [("hcl2::expr::limit-exceeded", directive)]
    );
    assert_eq!(value, Value::unknown_not_null(Type::STRING));
}

#[test]
fn template_with_a_result_that_is_too_long_is_reported() {
    let mut context = EvalContext::new();
    for (name, count) in [("long", 40), ("longest", 65)] {
        context.set_variable(name, Value::from(megabytes(count)));
    }
    for (text, covered) in [
        ("\"${long}-${long}\"", "long"),
        ("\"-${long}${long}\"", "long"),
        ("\"${longest}-\"", "longest"),
        ("\"-${longest}\"", "longest"),
    ] {
        let (source, value, diagnostics) = evaluate(text, Some(&context));
        assert_eq!(
            found(&source, &diagnostics),
            [("hcl2::expr::limit-exceeded", covered)],
            "{text}"
        );
        assert!(value.as_str().is_none_or(|text| text.len() <= 64 << 20));
    }
}
