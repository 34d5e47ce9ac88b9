//! Functions that receive expressions, and functions that a configuration defines.

use std::sync::Arc;

use crate::support::{body, context, evaluate, expression, shown, want};
use hcl2_diagnostics::{Diagnostics, Outcome};
use hcl2_ext::functions::{UserFunctions, user_functions};
use hcl2_model::{BodySchema, EvalContext, FunctionTable};
use hcl2_value::{Mark, Type, Value};

fn std_context() -> EvalContext<'static> {
    context(&[
        ("o", Value::object([("a", Value::from("x"))])),
        ("unknown", Value::unknown(Type::STRING)),
        ("refined", Value::unknown_not_null(Type::NUMBER)),
        ("secret", Value::from("s3cr3t").with_mark(Mark::new("secret"))),
    ])
}

fn value(text: &str) -> Value {
    let (value, problems) = evaluate(text, &std_context());
    assert!(problems.is_empty(), "{text}: {problems:?}");
    value
}

fn problems(text: &str) -> Vec<(&'static str, String)> {
    evaluate(text, &std_context()).1
}

#[test]
fn try_returns_the_first_value_without_error() {
    assert_eq!(value("try(o.a)"), Value::from("x"));
    assert_eq!(value("try(o.b, nope, 1, 2)"), Value::from(1));
    assert_eq!(value("try([unknown], 1)"), Value::DYNAMIC);
    assert_eq!(
        value("try(o.b, secret)"),
        Value::from("s3cr3t").with_mark(Mark::new("secret"))
    );
    assert_eq!(value("try([unknown, secret], 1)"), Value::DYNAMIC);
    assert_eq!(value("try([o.a]...)"), Value::from("x"));
    assert_eq!(
        problems("1 + try(o.b, nope)"),
        want(&[("hcl2::expr::call-failed", "try(")])
    );
    assert_eq!(problems("try()"), want(&[("hcl2::expr::call-failed", "try(")]));
}

#[test]
fn an_argument_without_error_is_found_behind_any_number_of_errors() {
    let many = "nope, ".repeat(Diagnostics::MAX_OF_SOURCE + 1);
    assert_eq!(value(&format!("try([{many}], nope, o.a, 1)")), Value::from("x"));
}

#[test]
fn problems_that_are_thrown_away_get_no_facts() {
    let context = std_context();
    let facts = |text: &str, context: &EvalContext<'_>| {
        let problems = expression(text).evaluate(Some(context)).diagnostics;
        problems
            .iter()
            .map(|problem| problem.facts.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(facts("-o.a", &context), [1]);
    assert_eq!(facts("-o.a", &context.child_without_facts().child()), [0]);
    // What the call reports itself is shown.
    assert_eq!(facts("try(-o.a)", &context), [1]);
    assert_eq!(facts("convert(o.a, number)", &context), [1]);
}

#[test]
fn can_returns_whether_an_expression_has_no_error() {
    assert_eq!(value("can(o.a)"), Value::from(true));
    assert_eq!(value("can(o.b)"), Value::from(false));
    assert_eq!(value("can([unknown])"), Value::unknown(Type::BOOL));
    assert_eq!(problems("can()"), want(&[("hcl2::expr::missing-argument", ")")]));
    assert_eq!(
        problems("can(1, o.a)"),
        want(&[("hcl2::expr::extra-argument", "o.a")])
    );
}

#[test]
fn convert_converts() {
    assert_eq!(value("convert(\"5\", number)"), Value::from(5));
    assert_eq!(
        value("convert([1, \"x\"], list(string))"),
        Value::list(Type::STRING, [Value::from("1"), Value::from("x")]).unwrap()
    );
    assert_eq!(value("convert(null, bool)"), Value::null(Type::BOOL));
    assert_eq!(value("convert(refined, string)"), Value::unknown(Type::STRING));
    assert_eq!(
        value("convert([secret], list(string))"),
        Value::list(Type::STRING, [Value::from("s3cr3t")])
            .unwrap()
            .with_mark(Mark::new("secret"))
    );
    assert_eq!(
        value("convert({}, object({ a = optional(string) }))"),
        Value::object([("a", Value::null(Type::STRING))])
    );
    assert_eq!(
        problems("convert(o, number)"),
        want(&[("hcl2::expr::invalid-argument", "o")])
    );
    assert_eq!(
        problems("convert(nope, nope)"),
        want(&[
            ("hcl2::expr::unknown-variable", "nope"),
            ("hcl2::decode::invalid-type", "nope")
        ])
    );
    assert_eq!(
        problems("convert([1, 2]...)"),
        want(&[("hcl2::decode::invalid-type", "[1, 2]")])
    );
    assert_eq!(
        problems("convert(1)"),
        want(&[("hcl2::expr::missing-argument", ")")])
    );
}

fn defined(text: &str) -> (FunctionTable, Vec<(&'static str, String)>) {
    let base = Arc::new(std_context());
    let read = user_functions(&body(text), "function", &base);
    (read.value.functions, shown(&read.diagnostics, text))
}

#[test]
fn functions_are_defined_and_called() {
    let text = "function \"add\" {\n  params = [a, b]\n  result = a + b\n}\n\
                function \"count\" {\n  params = [first]\n  variadic_param = rest\n  result = 1 + length(rest)\n}\n\
                function \"fail\" {\n  params = [a]\n  result = a.nope\n}\nother = 1\n";
    let base = Arc::new(std_context());
    let read = user_functions(&body(text), "function", &base);
    assert!(read.diagnostics.is_empty());
    let UserFunctions { functions, remain } = read.value;
    let Outcome {
        value: left,
        diagnostics,
    } = remain.content(&BodySchema::new().optional("other"));
    assert!(diagnostics.is_empty());
    assert_eq!(left.attributes.len(), 1);

    let mut scope = context(&[
        ("unknown", Value::unknown(Type::NUMBER)),
        ("secret", Value::from(1).with_mark(Mark::new("secret"))),
        ("key", Value::from("s3cr3t").with_mark(Mark::new("secret"))),
        ("dynamic", Value::DYNAMIC),
    ]);
    scope.set_functions(functions);
    let value = |text: &str| evaluate(text, &scope);
    let none = Vec::new;
    assert_eq!(value("add(1, 2)"), (Value::from(3), none()));
    assert_eq!(value("count(1)"), (Value::from(1), none()));
    assert_eq!(value("count(1, 2, \"x\")"), (Value::from(3), none()));
    assert_eq!(value("add(unknown, 2)"), (Value::unknown(Type::NUMBER), none()));
    assert_eq!(value("add(dynamic, 2)"), (Value::DYNAMIC, none()));
    assert_eq!(
        value("add(secret, 2)"),
        (Value::from(3).with_mark(Mark::new("secret")), none())
    );
    assert_eq!(value("add(1)").1, want(&[("hcl2::expr::missing-argument", ")")]));
    assert_eq!(
        value("add(1, 2, 3)").1,
        want(&[("hcl2::expr::extra-argument", "3")])
    );
    assert_eq!(value("count()").1, want(&[("hcl2::expr::missing-argument", ")")]));
    assert_eq!(
        value("add(1, null)").1,
        want(&[("hcl2::expr::invalid-argument", "null")])
    );
    assert_eq!(value("fail({})").1, want(&[("hcl2::expr::call-failed", "fail(")]));
    assert_eq!(
        value("add(nope, 1)").1,
        want(&[("hcl2::expr::unknown-variable", "nope")])
    );
}

#[test]
fn messages_about_argument_counts_use_the_right_plural() {
    let text = "function \"one\" {\n  params = [a]\n  result = a\n}\n\
                function \"two\" {\n  params = [a, b]\n  variadic_param = rest\n  result = a\n}\n";
    let mut scope = context(&[]);
    scope.set_functions(defined(text).0);
    let detail = |text: &str| {
        let mut diagnostics = Diagnostics::new();
        expression(text)
            .evaluate(Some(&scope))
            .report_into(&mut diagnostics);
        diagnostics[0].detail.clone().into_owned()
    };
    assert_eq!(
        detail("one()"),
        "The function takes 1 argument; the one for `a` is missing."
    );
    assert_eq!(
        detail("one(1, 2)"),
        "The function takes 1 argument only. Remove the rest."
    );
    assert_eq!(
        detail("two(1)"),
        "The function takes at least 2 arguments; the one for `b` is missing."
    );
}

#[test]
fn messages_of_functions_reveal_no_secrets() {
    let (functions, _) = defined("function \"pick\" {\n  params = [key]\n  result = {}[key]\n}\n");
    let mut scope = context(&[("key", Value::from("s3cr3t").with_mark(Mark::new("secret")))]);
    scope.set_functions(functions);
    let mut diagnostics = Diagnostics::new();
    expression("pick(key)")
        .evaluate(Some(&scope))
        .report_into(&mut diagnostics);
    assert!(diagnostics.has_errors());
    assert!(!format!("{diagnostics:?}").contains("s3cr3t"));
    let detail = |text: &str| {
        let mut diagnostics = Diagnostics::new();
        expression(text)
            .evaluate(Some(&scope))
            .report_into(&mut diagnostics);
        diagnostics[0].detail.clone().into_owned()
    };
    assert_eq!(
        detail("pick(key)"),
        "The function `pick` failed: its result has an error: Invalid index."
    );
    assert_eq!(
        detail("pick(\"x\")"),
        "The function `pick` failed: its result has an error: The object has no attribute with this name."
    );
}

#[test]
fn problems_of_definitions_have_the_range_of_their_cause() {
    let problems = |params: &str| {
        let text = format!("function \"f\" {{\n  {params}\n  result = 1\n}}\n");
        defined(&text).1
    };
    assert_eq!(
        problems("params = [\"a\"]"),
        want(&[("hcl2::decode::invalid-parameter", "\"a\"")])
    );
    assert_eq!(
        problems("params = []\n  variadic_param = a.b"),
        want(&[("hcl2::decode::invalid-parameter", "a.b")])
    );
    assert_eq!(problems("params = a"), want(&[("hcl2::decode::not-a-list", "a")]));
    assert_eq!(
        problems("parameters = []"),
        want(&[
            ("hcl2::body::missing-attribute", "@13"),
            ("hcl2::body::unsupported-attribute", "parameters")
        ])
    );
}

#[test]
fn convert_with_defaults_fills_optional_attributes() {
    let mut context = EvalContext::new();
    let mut functions = FunctionTable::new();
    functions.insert("convert", hcl2_ext::functions::convert_with_defaults_function());
    context.set_functions(functions);
    let evaluate = |text: &str| expression(text).evaluate(Some(&context));
    let filled = evaluate("convert({}, object({ name = optional(string, \"web\") }))");
    assert!(filled.diagnostics.is_empty(), "{:?}", filled.diagnostics);
    assert_eq!(filled.value, Value::object([("name", Value::from("web"))]));
    assert_eq!(evaluate("convert(\"true\", bool)").value, Value::from(true));
    let refused = evaluate("convert([], object({ name = string }))").diagnostics;
    assert_eq!(refused[0].code.id(), "hcl2::expr::invalid-argument");
}
