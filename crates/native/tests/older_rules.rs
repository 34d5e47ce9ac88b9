//! Values by the rules that the reference has up to version 2.23.

#[path = "support/evaluated.rs"]
mod evaluated;
mod support;

use evaluated::evaluate;
use hcl2_diagnostics::codes;
use hcl2_model::EvalContext;
use hcl2_value::{Function, Mark, Parameter, Type, Value};

#[test]
fn both_operands_of_logic_operators_count_by_the_older_rules() {
    let mut context = EvalContext::new();
    context.set_variable("b", Value::unknown(Type::BOOL));
    context.keep_older_rules();
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
fn unknown_operands_lose_marks_by_the_older_rules() {
    let mut context = EvalContext::new();
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    let object = Type::object([("a", Type::STRING)]);
    context.set_variable("n", secret(Value::unknown(Type::NUMBER)));
    context.set_variable("b", secret(Value::unknown(Type::BOOL)));
    context.set_variable("o", Value::unknown(object));
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
    let lost = [
        "!b",
        "-n",
        "b && true",
        "b || b",
        "handled(n, 1)",
        "handled(1, n)",
    ];
    let kept = ["n + 1", "n < 1", "n == 1", "plain(n, 1)", "b ? 1 : 2"];
    for text in lost.iter().chain(&kept) {
        assert!(is_marked(&context, text), "{text}");
    }
    let (_, _, problems) = evaluate("o[\"b\"]", Some(&context));
    assert_eq!(problems[0].code, codes::expr::INVALID_INDEX);
    context.keep_older_rules();
    for text in lost {
        assert!(!is_marked(&context, text), "{text}");
    }
    for text in kept {
        assert!(is_marked(&context, text), "{text}");
    }
    let (_, value, problems) = evaluate("o[\"b\"]", Some(&context));
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(value, Value::DYNAMIC);
    let (_, _, problems) = evaluate("o.b", Some(&context));
    assert_eq!(problems[0].code, codes::expr::UNKNOWN_ATTRIBUTE);
}
