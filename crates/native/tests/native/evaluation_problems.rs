//! Every problem that evaluation reports: its code, and the source that its range covers.

use crate::support;

use crate::support::evaluated::evaluate;
use crate::support::found::found;
use hcl2_model::{EvalContext, Expression, FunctionTable};
use hcl2_value::{Function, FunctionError, Mark, Parameter, Type, Value};

fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_variable(
        "list",
        Value::list(Type::NUMBER, [1, 2].map(Value::from)).expect("one type"),
    );
    context.set_variable("object", Value::object([("name", Value::from("x"))]));
    let people = Value::tuple([Value::object([("age", Value::from(3))])]);
    context.set_variable(
        "people",
        people.convert(&Type::list(Type::DYNAMIC)).expect("a list"),
    );
    context.set_variable(
        "map",
        Value::map(Type::NUMBER, [("a", Value::from(1))]).expect("one type"),
    );
    context.set_variable(
        "set",
        Value::set(Type::NUMBER, [Value::from(1)]).expect("one type"),
    );
    context.set_variable("lower_empty", Value::from(""));
    context.set_variable("nothing", Value::null(Type::DYNAMIC));
    context.set_variable("secret", Value::from("hunter2").with_mark(Mark::new("sensitive")));
    let marked = Value::list(Type::NUMBER, [3, 4].map(Value::from)).expect("one type");
    context.set_variable("marked_list", marked.with_mark(Mark::new("sensitive")));
    let twice = Function::new("twice", |arguments, _| {
        let text = arguments[0].as_str().unwrap_or_default();
        match text {
            "" => Err(FunctionError::for_argument(0, "it must not be empty")),
            "fail" => Err(FunctionError::new("it was asked to")),
            text => Ok(Value::from(text.repeat(2))),
        }
    })
    .parameter(Parameter::new("text", Type::STRING))
    .returns(Type::STRING);
    context.set_functions(FunctionTable::from_iter([twice]));
    context
}

/// Asserts exactly one problem, with this code and a range over this source.
#[track_caller]
fn check(text: &str, code: &str, covered: &str) {
    check_in(text, Some(&context()), code, covered);
}

#[track_caller]
fn check_in(text: &str, context: Option<&EvalContext<'_>>, code: &str, covered: &str) {
    let (source, _, diagnostics) = evaluate(text, context);
    assert_eq!(found(&source, &diagnostics), [(code, covered)], "{text}");
}

#[test]
fn problems_of_variables_are_reported() {
    check("1 + lits", "hcl2::expr::unknown-variable", "lits");
    check_in("1 + list", None, "hcl2::expr::variables-not-allowed", "list");
    let (_, _, diagnostics) = evaluate("lits", Some(&context()));
    assert_eq!(diagnostics[0].suggestions[0].replacement, "list");
}

#[test]
fn problems_of_attributes_and_elements_are_reported() {
    check("nothing.name", "hcl2::expr::null-access", ".name");
    check("nothing[0]", "hcl2::expr::null-access", "[0]");
    check(
        "[null][0][*] == object.nam",
        "hcl2::expr::unknown-attribute",
        ".nam",
    );
    check("map.b", "hcl2::expr::unknown-attribute", ".b");
    check("list.name", "hcl2::expr::no-attributes", ".name");
    check("people.age", "hcl2::expr::no-attributes", ".age");
    check("list[2]", "hcl2::expr::invalid-index", "[2]");
    check("list[-1]", "hcl2::expr::invalid-index", "[-1]");
    check("list[0.5]", "hcl2::expr::invalid-index", "[0.5]");
    check("list[\"a\"]", "hcl2::expr::invalid-index", "[\"a\"]");
    check("list[null]", "hcl2::expr::invalid-index", "[null]");
    check("set[0]", "hcl2::expr::invalid-index", "[0]");
    check("object[0]", "hcl2::expr::invalid-index", "[0]");
    check("true[0]", "hcl2::expr::invalid-index", "[0]");
}

#[test]
fn problems_of_operations_are_reported() {
    check("1 + \"x\"", "hcl2::expr::invalid-operand", "\"x\"");
    check("-list", "hcl2::expr::invalid-operand", "list");
    check("!0.5", "hcl2::expr::invalid-operand", "0.5");
    check("1 + nothing", "hcl2::expr::operation-failed", "1 + nothing");
    check("0 / 0", "hcl2::expr::operation-failed", "0 / 0");
}

#[test]
fn problems_of_conditionals_are_reported() {
    check("list ? 1 : 2", "hcl2::expr::invalid-condition", "list");
    check("nothing ? 1 : 2", "hcl2::expr::invalid-condition", "nothing");
    check("true ? list : 1", "hcl2::expr::inconsistent-results", "list : 1");
    for (text, detail) in [
        (
            "true ? {a = {b = [1]}} : {a = {b = true}}",
            "At `.a.b` the result for true is tuple, the result for false is bool.",
        ),
        (
            "true ? [1] : true",
            "The result for true is tuple, the result for false is bool.",
        ),
        (
            "true ? {a = [], b = 1} : {a = [], c = {}}",
            "The result for true has `.b`, the result for false does not.",
        ),
        (
            "true ? [{}, [true]] : [{}, [{}, {}]]",
            "At `[1]` the result for true has 1 elements, the result for false 2.",
        ),
    ] {
        let (_, _, diagnostics) = evaluate(text, Some(&context()));
        assert_eq!(diagnostics.len(), 1, "{text}");
        assert!(
            diagnostics[0].detail.ends_with(detail),
            "{text}: {}",
            diagnostics[0].detail
        );
    }
}

#[test]
fn problems_of_collections_are_reported() {
    check("{(nothing) = 1}", "hcl2::expr::invalid-key", "1");
    check("{(list) = 1}", "hcl2::expr::invalid-key", "(list)");
    check("{object.name = 1}", "hcl2::expr::ambiguous-key", "object.name");
    check("[for x in 5 : x]", "hcl2::expr::not-iterable", "5");
    check("[for x in nothing : x]", "hcl2::expr::not-iterable", "nothing");
    check("[for x in list : x if 2]", "hcl2::expr::invalid-condition", "2");
    check(
        "{for x in list : \"k\" => x}",
        "hcl2::expr::duplicate-key",
        "\"k\"",
    );
    check("{for x in list : null => x}", "hcl2::expr::invalid-key", "null");
}

#[test]
fn problems_of_templates_are_reported() {
    check(
        "\"a ${nothing}\"",
        "hcl2::expr::invalid-template-value",
        "nothing",
    );
    check("\"a ${list}\"", "hcl2::expr::invalid-template-value", "list");
    check("\"%{ if 2 }x%{ endif }\"", "hcl2::expr::invalid-condition", "2");
    check("\"%{ for x in 2 }x%{ endfor }\"", "hcl2::expr::not-iterable", "2");
}

#[test]
fn problems_of_calls_are_reported() {
    check_in(
        "twice(1)",
        Some(&EvalContext::new()),
        "hcl2::expr::calls-not-allowed",
        "twice(1)",
    );
    check("twise(1)", "hcl2::expr::unknown-function", "twise");
    check("ns::twice(1)", "hcl2::expr::unknown-function", "ns::twice");
    check("twice(5...)", "hcl2::expr::invalid-expansion", "5");
    check("twice()", "hcl2::expr::missing-argument", ")");
    check("twice(1, 2 + 3)", "hcl2::expr::extra-argument", "2");
    check("twice(list)", "hcl2::expr::invalid-argument", "list");
    check(
        "twice(lower_empty)",
        "hcl2::expr::invalid-argument",
        "lower_empty",
    );
    check("twice(\"fail\")", "hcl2::expr::call-failed", "twice(");
    check(
        "twice(true ? list : list)",
        "hcl2::expr::invalid-argument",
        "true",
    );
    check(
        "twice(1, <<-E\n  ab\n  E\n)",
        "hcl2::expr::extra-argument",
        "ab\n",
    );
}

#[test]
fn problems_of_limits_are_reported() {
    let mut context = context();
    let long = "x".repeat(8 << 20);
    context.set_variable("long", Value::from(long));
    let text = format!("\"{}\"", "${long}".repeat(9));
    check_in(&text, Some(&context), "hcl2::expr::limit-exceeded", "long");
}

#[test]
fn marked_values_stay_out_of_messages() {
    for text in [
        "secret + 1",
        "list[secret]",
        "map[secret]",
        "{for x in [secret, secret] : x => 1}",
        "secret.a",
    ] {
        let (_, _, diagnostics) = evaluate(text, Some(&context()));
        assert!(diagnostics.has_errors(), "{text}");
        for diagnostic in &diagnostics {
            let shown = format!(
                "{}{}{:?}",
                diagnostic.summary, diagnostic.detail, diagnostic.suggestions
            );
            assert!(!shown.contains("hunter2"), "{text}: {shown}");
        }
    }
}

#[test]
fn no_expression_loses_the_number_of_problems_that_a_list_omits() {
    const MAX: usize = hcl2_diagnostics::Diagnostics::MAX_OF_SOURCE;
    let many = format!("[{}]", "x, ".repeat(MAX + 5));
    for around in [
        "@",
        "true ? @ : null",
        "[for y in @ : y]",
        "{ a = @ }",
        "\"${@}\"",
        "@ == 1",
        "-@",
        "@ || true",
    ] {
        let (_, _, problems) = evaluate(&around.replace('@', &many), Some(&context()));
        let count = problems.len() + problems.omitted();
        assert!(problems.len() == MAX && count >= MAX + 5, "{around}: {count}");
    }
}

/// Asserts the facts of each problem of an expression.
#[track_caller]
fn check_facts(text: &str, expected: &[&[&str]]) {
    let (_, _, problems) = evaluate(text, Some(&context()));
    let facts: Vec<Vec<String>> = problems
        .iter()
        .map(|problem| problem.facts.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(facts, expected, "{text}");
}

#[test]
fn a_problem_states_what_is_known_of_its_variables() {
    check_facts("upper(1) + 1", &[&[]]);
    check_facts("object.name + 1", &[&["`object.name` is \"x\""]]);
    check_facts("1 + -object", &[&["`object` is an object with 1 attribute"]]);
    check_facts(
        "[-nothing, -lower_empty]",
        &[&["`nothing` is null"], &["`lower_empty` is \"\""]],
    );
    // What exists of a longer traversal.
    check_facts("list[7]", &[&["`list` is a list of number with 2 elements"]]);
    check_facts("object.name.first", &[&["`object.name` is \"x\""]]);
    check_facts("people[0][\"age\"].years", &[&["`people[0][\"age\"]` is 3"]]);
    // Nothing is said of a missing attribute, and of what is marked, unknown or out of scope.
    check_facts("object.first", &[&[]]);
    check_facts("missing + 1", &[&[]]);
    check_facts("-secret", &[&[]]);
    check_facts(
        "-[for x in list: -\"${x}a\"]",
        &[
            &["`list` is a list of number with 2 elements"],
            &["`x` is 1"],
            &["`x` is 2"],
        ],
    );
}

#[test]
fn a_problem_in_a_loop_states_what_its_variables_were() {
    check_facts(
        "{for k, v in object: k => -\"${v}${k}\"}",
        &[&["`v` is \"x\"", "`k` is \"name\""]],
    );
    check_facts("\"%{ for v in [true, 3] }${-v}%{ endfor }\"", &[&["`v` is true"]]);
    // The innermost variable of a name, and variables around the loops.
    check_facts(
        "[for v in [1]: [for v in [\"a\"]: [v + 1, list + v]]]",
        &[
            &["`v` is \"a\""],
            &["`list` is a list of number with 2 elements"],
            &["`v` is \"a\""],
        ],
    );
    check_facts(
        "[for v in [[], 1, [2]]: v if v]",
        &[&["`v` is a tuple without elements"]],
    );
    // Of many elements, the first four.
    let (_, _, problems) = evaluate("[for v in [{}, {}, {}, {}, {}, {}]: -v]", Some(&context()));
    let with_facts = problems.iter().filter(|problem| !problem.facts.is_empty());
    assert_eq!((problems.len(), with_facts.count()), (6, 4));
    // Nothing is said of elements of a marked collection.
    check_facts("[for v in [secret]: -v]", &[&[]]);
    check_facts("[for v in marked_list: -\"${v}a\"]", &[&[], &[]]);
    check_facts("[for w in marked_list: [for v in [1]: -\"${w}a\"]]", &[&[], &[]]);
}

#[test]
fn facts_are_short_and_few() {
    let mut context = EvalContext::new();
    let names: Vec<String> = (0..20).map(|index| format!("v{index}")).collect();
    for name in &names {
        context.set_variable(name.as_str(), Value::from("é".repeat(70)));
    }
    let (_, _, problems) = evaluate(&format!("-\"${{{}}}\"", names.join("}${")), Some(&context));
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].facts.len(), 8);
    assert_eq!(
        problems[0].facts[0].statement,
        format!("is \"{}...\"", "é".repeat(60))
    );
    let many = format!("[{}]", "-v0, ".repeat(40));
    let (_, _, problems) = evaluate(&many, Some(&context));
    let with_facts = problems.iter().filter(|problem| !problem.facts.is_empty());
    assert_eq!((problems.len(), with_facts.count()), (40, 16));
}

#[test]
fn a_problem_has_the_variables_inside_its_context() {
    let source = support::source("[list[0], -object.name, twice(secret, missing)]");
    let file = hcl2_native::parse_expression(&source).value;
    let id = file.root().expr().expect("an expression");
    let expression = hcl2_native::NativeExpression::new(file, id);
    let context = context();
    let problems = expression.evaluate(Some(&context)).diagnostics;
    let about: Vec<Vec<(String, Value)>> = problems
        .iter()
        .map(|problem| {
            let about = expression.variables_of(problem, Some(&context)).into_iter();
            about
                .map(|(variable, value)| (variable.root_name().expect("a root").to_string(), value))
                .collect()
        })
        .collect();
    let secret = Value::from("hunter2").with_mark(Mark::new("sensitive"));
    assert_eq!(
        about,
        [
            vec![("object".to_owned(), Value::from("x"))],
            vec![("secret".to_owned(), secret)],
        ]
    );
    assert!(expression.variables_of(&problems[0], None).is_empty());
}
