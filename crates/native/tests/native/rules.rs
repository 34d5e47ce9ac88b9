//! Values by the rules that some releases of the reference have.

use crate::support::evaluated::evaluate;
use hcl2_diagnostics::codes;
use hcl2_model::{EvalContext, Rules};
use hcl2_value::{Function, Mark, Parameter, Type, Value};

/// Returns rules that a function changes from the default.
fn rules(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

#[test]
fn both_operands_of_logic_operators_count_by_a_rule() {
    let mut context = EvalContext::new();
    context.set_variable("b", Value::unknown(Type::BOOL));
    context.set_rules(rules(|rules| rules.both_operands_count = true));
    for (text, wanted) in [
        ("true || b", "unknown"),
        ("false && b", "unknown"),
        ("b || true", "unknown"),
        ("true || false", "true"),
        ("[for x in [1] : false && b][0]", "unknown"),
    ] {
        let (_, value, _) = evaluate(text, Some(&context));
        let found = value
            .as_bool()
            .map_or("unknown".to_owned(), |truth| truth.to_string());
        assert_eq!(found, wanted, "{text}");
    }
    for text in ["b || null", "null && b", "true || null"] {
        let (_, _, problems) = evaluate(text, Some(&context));
        assert_eq!(problems[0].code.id(), "hcl2::expr::operation-failed", "{text}");
    }
}

#[test]
fn unknown_operands_lose_marks_by_rules() {
    let mut context = EvalContext::new();
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    context.set_variable("n", secret(Value::unknown(Type::NUMBER)));
    context.set_variable("b", secret(Value::unknown(Type::BOOL)));
    let second = |arguments: &[Value]| Ok(arguments[1].clone());
    for (name, allows) in [("handled", true), ("plain", false)] {
        let parameter = |name| {
            let parameter = Parameter::new(name, Type::NUMBER);
            if allows {
                parameter.allow_marked()
            } else {
                parameter
            }
        };
        let function = Function::new(name, move |arguments, _| second(arguments))
            .parameter(parameter("a"))
            .parameter(parameter("b"))
            .returns(Type::NUMBER);
        context.set_function(name, function);
    }
    let is_marked = |context: &EvalContext<'_>, text: &str| {
        let (_, value, problems) = evaluate(text, Some(context));
        assert!(problems.is_empty(), "{text}: {problems:?}");
        value.contains_marked()
    };
    let lost = ["!b", "-n", "handled(n, 1)", "handled(1, n)"];
    let of_logic = ["b && true", "b || b"];
    let kept = ["n + 1", "n < 1", "n == 1", "plain(n, 1)", "b ? 1 : 2"];
    for text in lost.iter().chain(&of_logic).chain(&kept) {
        assert!(is_marked(&context, text), "{text}");
    }
    for (changed, lost, others) in [
        (
            rules(|rules| rules.unknown_values_lose_marks = true),
            &lost[..],
            &of_logic[..],
        ),
        (rules(|rules| rules.both_operands_count = true), &of_logic, &lost),
    ] {
        context.set_rules(changed);
        for text in lost {
            assert!(!is_marked(&context, text), "{text}");
        }
        for text in others.iter().chain(&kept) {
            assert!(is_marked(&context, text), "{text}");
        }
    }
}

#[test]
fn element_of_an_unknown_object_is_checked_by_its_type_or_not() {
    let mut context = EvalContext::new();
    context.set_variable("o", Value::unknown(Type::object([("a", Type::STRING)])));
    let (_, _, problems) = evaluate("o[\"b\"]", Some(&context));
    assert_eq!(problems[0].code, codes::expr::INVALID_INDEX);
    context.set_rules(rules(|rules| rules.unknown_objects_have_any = true));
    let (_, value, problems) = evaluate("o[\"b\"]", Some(&context));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(value, Value::DYNAMIC);
    let (_, _, problems) = evaluate("o.b", Some(&context));
    assert_eq!(problems[0].code, codes::expr::UNKNOWN_ATTRIBUTE);
}

#[test]
fn result_of_a_conditional_has_the_marks_of_its_condition_or_not() {
    let mut context = EvalContext::new();
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    context.set_variable("yes", secret(Value::from(true)));
    context.set_variable("s", secret(Value::from("a")));
    context.set_variable("u", secret(Value::unknown(Type::BOOL)));
    let is_marked = |context: &EvalContext<'_>, text: &str| {
        let (_, value, problems) = evaluate(text, Some(context));
        assert!(problems.is_empty(), "{text}: {problems:?}");
        value.contains_marked()
    };
    // `terraform plan` 1.9.8 and 1.11.4.
    let of_others = [
        "yes ? 1 : 2",
        "false ? s : \"b\"",
        "\"%{ if yes }a%{ else }b%{ endif }\"",
    ];
    let always = ["true ? s : \"b\"", "u ? 1 : 2"];
    for text in of_others.iter().chain(&always) {
        assert!(is_marked(&context, text), "{text}");
    }
    context.set_rules(rules(|rules| rules.only_the_chosen_result_has_marks = true));
    for text in of_others {
        assert!(!is_marked(&context, text), "{text}");
    }
    assert!(always.iter().all(|text| is_marked(&context, text)));
}

#[test]
fn comparison_with_null_has_the_marks_of_parts_or_not() {
    let mut context = EvalContext::new();
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    context.set_variable("part", Value::object([("a", secret(Value::from(1)))]));
    context.set_variable("whole", secret(Value::object([("a", Value::from(1))])));
    let is_marked = |context: &EvalContext<'_>, text: &str| {
        let (_, value, problems) = evaluate(text, Some(context));
        assert!(problems.is_empty(), "{text}: {problems:?}");
        value.contains_marked()
    };
    let of_parts = ["part == null", "null != part"];
    let always = ["whole == null", "part == {a = 2}"];
    for text in of_parts.iter().chain(&always) {
        assert!(is_marked(&context, text), "{text}");
    }
    context.set_rules(rules(|rules| rules.null_compares_with_the_whole = true));
    assert!(!of_parts.iter().any(|text| is_marked(&context, text)));
    assert!(always.iter().all(|text| is_marked(&context, text)));
}
