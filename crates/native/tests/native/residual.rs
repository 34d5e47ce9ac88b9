//! Residuals of expressions, with everything known evaluated.

use std::sync::Arc;

use crate::support::cases::cases;
use crate::support::evaluated::{evaluate, expression};
use crate::support::source;
use hcl2_diagnostics::Outcome;
use hcl2_model::{Callable, EvalContext, FunctionTable, LazyCall, LazyFunction};
use hcl2_native::{NativeExpression, literal, parse_template};
use hcl2_value::{Function, FunctionError, Mark, Number, Parameter, Type, Value};
use proptest::prelude::*;

/// Returns its first argument if that has no problems, and otherwise the second.
#[derive(Debug)]
struct First;

impl LazyFunction for First {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let Outcome {
            value,
            diagnostics: problems,
        } = call.arguments[0].evaluate(call.context);
        if problems.is_empty() {
            return Ok(value.into());
        }
        Ok(call.arguments[1].evaluate(call.context))
    }
}

/// Returns a number with the precision of a literal.
fn parsed(number: u32) -> Value {
    Value::from(Number::parse(&number.to_string()).expect("digits"))
}

/// Returns the context of what is known early.
fn early() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    let list = Value::list(Type::NUMBER, [1, 2, 3].map(parsed)).expect("one type");
    let half = Value::object([("known", parsed(7)), ("open", Value::unknown(Type::NUMBER))]);
    let map = Value::map(
        Type::STRING,
        [("k", "v"), ("l", "w")].map(|(key, value)| (key, value.into())),
    );
    for (name, value) in [
        ("n", parsed(5)),
        ("counted", Value::from(7)),
        ("double", Value::from(Number::try_from(0.1).expect("a number"))),
        ("s", Value::from("text")),
        ("t", Value::from(true)),
        ("l", list),
        ("m", map.expect("one type")),
        (
            "o",
            Value::object([("a", Value::from("x")), ("b", Value::tuple([parsed(1)]))]),
        ),
        ("z", Value::null(Type::DYNAMIC)),
        ("half", half),
        ("p", Value::from("hunter2").with_mark(Mark::new("sensitive"))),
        ("later", Value::unknown(Type::NUMBER)),
        ("words", Value::unknown(Type::STRING)),
        ("any", Value::DYNAMIC),
    ] {
        context.set_variable(name, value);
    }
    context.set_functions(functions());
    context
}

/// Returns a context of all variables that agrees with the early one.
fn late() -> EvalContext<'static> {
    let mut context = early();
    let half = Value::object([("known", parsed(7)), ("open", Value::from(9))]);
    for (name, value) in [
        ("half", half),
        ("later", Value::from(11)),
        ("words", Value::from("a ${word}")),
        ("any", Value::from("13")),
        ("x", Value::from(17)),
        ("y", Value::object([("a", Value::from(false))])),
        ("q", Value::from("s3cr3t").with_mark(Mark::new("sensitive"))),
    ] {
        context.set_variable(name, value);
    }
    context
}

fn functions() -> FunctionTable {
    let sum = Function::new("sum", |arguments, _| {
        let numbers = arguments.iter().filter_map(Value::as_number);
        let sum = numbers.fold(Number::from(0), |sum, number| sum.add(number).expect("finite"));
        Ok(Value::from(sum))
    })
    .variadic(Parameter::new("number", Type::NUMBER))
    .returns(Type::NUMBER);
    let mut functions = FunctionTable::from_iter([sum]);
    functions.insert("first", Callable::Lazy(Arc::new(First)));
    functions
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(expression(text).residual(Some(&early())), expected, "{text}");
}

#[test]
fn known_operands_of_operations_are_evaluated() {
    check("x + (1 + 2)", "x + 3");
    check("1 + 2 + x", "3 + x");
    check("x - (1 - 4)", "x - (-3)");
    check("-(1 - 4) * x", "3 * x");
    check("x * (later + n)", "x * (later + 5)");
    check("n * 2 == 10 && x", "true && x");
    check("later > 1 || n == 5", "true");
    check("x > 1 || n == 5", "x > 1 || true");
    check("t || later > 1", "true");
    check("x && false", "x && false");
    check("!t", "false");
    check("-x /* as it is */ +  1", "-x /* as it is */ +  1");
}

#[test]
fn numbers_keep_the_precision_that_an_operand_needs() {
    check("x / counted", "x / counted");
    check("x / -double", "x / -double");
    check("x * (t ? counted : n)", "x * (counted)");
    check("sum(x, counted)", "sum(x, counted)");
    check("[for i, v in l : x / i]", "[for i, v in l : x / i]");
    check("[for i, v in l : x / v]", "[x / 1, x / 2, x / 3]");
    // The result has the precision of a literal, or nothing depends on it.
    check("x / (counted * 2)", "x / 14");
    check("x == counted && x < double", "x == 7 && x < 0.1");
    check("[counted, x, \"${counted}\", l[counted - 6]]", "[7, x, 7, 2]");
    check("\"a${counted}\" == x", "\"a7\" == x");
    check("x ? counted : double", "x ? 7 : 0.1");
    check("counted", "7");
}

#[test]
fn decided_conditionals_are_replaced_by_their_result() {
    check("t ? later : n", "later");
    check("t ? n : later", "5");
    check("!t ? n : later + (1 + 1)", "later + 2");
    check("t ? x : null", "x");
    check("(t ? n : later) + 1", "6");
    check("x ? 1 + 1 : 2 + 2", "x ? 2 : 4");
    // The type of the other result could change this one.
    check("t ? 1 + 1 : x", "true ? 2 : x");
    check("t ? \"a\" : any", "true ? \"a\" : any");
    check("t ? later : \"a\"", "true ? later : \"a\"");
    // The other result's marks would be lost.
    check("t ? \"a\" : p", "true ? \"a\" : p");
}

#[test]
fn known_parts_of_templates_are_evaluated() {
    check("\"a ${s} ${x} ${n + 1}\"", "\"a text ${x} 6\"");
    check("\"${x}\"", "\"${x}\"");
    check("\"${x}${\"\"}\"", "\"${x}${\"\"}\"");
    check("\"${x + (1 + 1)}\"", "\"${x + 2}\"");
    check("\"$${${x}\\n${s}\"", "\"$${${x}\\ntext\"");
    check("\"${\"$\"}${x}${s}\"", "\"${\"$\"}${x}text\"");
    check("\"  ${~ x ~}  ${s}\"", "\"${x}text\"");
    check("<<E\n${s}: ${x}\nE\n", "\"text: ${x}\\n\"");
    check("<<E\n  ${x}\nE\n", "<<E\n  ${x}\nE");
    check("\"%{ if t }${x}%{ else }no%{ endif }.\"", "\"${x}.\"");
    check(
        "\"%{ if t }${s}%{ else }${x}%{ endif }.\"",
        "\"%{ if true }text%{ else }${x}%{ endif }.\"",
    );
    check("\"%{ if x }${s}%{ endif }\"", "\"%{ if x }text%{ endif }\"");
    check(
        "\"%{ for i, v in x ~} ${v}${s}%{ endfor }\"",
        "\"%{ for i, v in x }${v}text%{ endfor }\"",
    );
    check("\"${p}${s}\"", "\"${p}text\"");
}

#[test]
fn for_directives_of_known_collections_are_unrolled() {
    check("\"%{ for v in l }${v}, %{ endfor }.\"", "\"1, 2, 3, .\"");
    check(
        "\"%{ for i, v in l }${i}=${v}${x} %{ endfor }\"",
        "\"0=1${x} 1=2${x} 2=3${x} \"",
    );
    check("\"%{ for k, v in m }${k}${x}%{ endfor }\"", "\"k${x}l${x}\"");
    check("\"%{ for v in [] }${x}%{ endfor }\"", "\"\"");
    check(
        "\"%{ for v in l }%{ if v == 2 }${x}%{ else }${v}%{ endif }%{ endfor }\"",
        "\"%{ if false }${x}%{ else }1%{ endif }${x}%{ if false }${x}%{ else }3%{ endif }\"",
    );
    check(
        "\"%{ for v in l }%{ for w in x }${v}${w}%{ endfor };%{ endfor }\"",
        "\"%{ for w in x }1${w}%{ endfor };%{ for w in x }2${w}%{ endfor };%{ for w in x }3${w}%{ endfor };\"",
    );
    // The residual refers to the variable, whose value has no literal.
    for text in [
        "\"%{ for v in [l] }${first(v, x)}%{ endfor }\"",
        "\"%{ for v in [p] }${v}%{ endfor }\"",
        "\"%{ for n in x }${n}${s}%{ endfor }\"",
    ] {
        check(text, &text.replace("${s}", "text"));
    }
}

#[test]
fn known_parts_of_bare_templates_are_evaluated() {
    let file = parse_template(&source("${x} ${s}")).value;
    let id = file.root().expr().expect("a template");
    assert_eq!(
        NativeExpression::new(file, id).residual(Some(&early())),
        "\"${x} text\""
    );
}

#[test]
fn calls_with_known_arguments_are_evaluated() {
    check("sum(1, 2)", "3");
    check("sum(n, x, 1 + 1)", "sum(5, x, 2)");
    check("sum(x, l...)", "sum(x, l...)");
    check("sum(x, [n, 1]...)", "sum(x, [5, 1]...)");
    check("unknown(1 + 1)", "unknown(2)");
    check("first(x.y, 1 + 1)", "first(x.y, 1 + 1)");
    check("first(n.y, 1 + 1)", "2");
}

#[test]
fn known_parts_of_collections_are_evaluated() {
    check("[n, x, [s]]", "[5, x, [\"text\"]]");
    check(
        "{ a = n, \"b\" = x, (s) = 1 + 1 }",
        "{ a = 5, \"b\" = x, (\"text\") = 2 }",
    );
    check("{ n = n }", "{ n = 5 }");
    check("[[1, 2], {}, \"\"]", "[[1, 2], {}, \"\"]");
    // Neither a list nor a typed null has a literal.
    check("[l, x]", "[l, x]");
    check("l[1]", "2");
    check("l[x]", "l[x]");
    check("half.known + half.open", "7 + half.open");
    check("o.b[0] + x", "1 + x");
    check("[l, z][x + (1 + 1)]", "[l, null][x + 2]");
    check("y[*].a", "y[*].a");
}

#[test]
fn for_expressions_over_known_collections_are_unrolled() {
    check("[for v in l : v + x]", "[1 + x, 2 + x, 3 + x]");
    check("[for i, v in [s, n] : [i, v, x] if v != n]", "[[0, \"text\", x]]");
    check(
        "{ for k, v in m : k => [v, x] }",
        "{ k = [\"v\", x], l = [\"w\", x] }",
    );
    check(
        "{ for v in [1, 2, 1] : v => x... }",
        "{ \"1\" = [x, x], \"2\" = [x] }",
    );
    check("[for v in l : v * 2]", "[2, 4, 6]");
    check("[for v in x : v + (1 + 1)]", "[for v in x : v + 2]");
    check("[for n in x : n + s]", "[for n in x : n + \"text\"]");
    check("[for v in l : x if v == x]", "[for v in l : x if v == x]");
    check("[for v in [l] : [v, x]]", "[for v in [l] : [v, x]]");
    check(
        "[for v in l : [for w in x : v + w]]",
        "[[for w in x : 1 + w], [for w in x : 2 + w], [for w in x : 3 + w]]",
    );
    check("[for v in l : first(v, x)]", "[for v in l : first(v, x)]");
}

#[test]
fn marked_values_are_not_written() {
    check("p", "p");
    check("[p, n]", "[p, 5]");
    check("p == \"hunter2\" && x", "p == \"hunter2\" && x");
    check("[for c in [p] : [c, x]]", "[for c in [p] : [c, x]]");
    for text in [
        "p",
        "\"${p}\"",
        "{ a = p }.a",
        "[p][0]",
        "t ? p : p",
        "[for v in [p] : v]",
        "first(p, 1)",
    ] {
        let residual = expression(text).residual(Some(&early()));
        assert!(!residual.contains("hunter2"), "{residual}");
    }
}

#[test]
fn expressions_with_problems_stay_as_written() {
    for text in [
        "1 / 0 + x",
        "n.a",
        "[n[0], x]",
        "\"${null}${x}\"",
        "\"${[]}${x}\"",
        "unknown(x)",
        "1 + \"a\"",
    ] {
        check(text, text);
    }
    let parsed = hcl2_native::parse_expression(&source("[1 + 1, , 2"));
    let id = parsed.value.root().expr().expect("an expression");
    let residual = NativeExpression::new(parsed.value, id).residual(None);
    assert!(residual.starts_with("[2, "), "{residual}");
}

#[test]
fn without_a_context_constants_are_evaluated() {
    assert_eq!(expression("a + 1 * 2").residual(None), "a + 2");
}

#[test]
fn deep_and_long_expressions_need_no_more_stack() {
    let work = || {
        let deep = format!("{}x{}", "(1 + ".repeat(200), ")".repeat(200));
        assert_eq!(expression(&deep).residual(Some(&early())), deep);
        let long = format!("x{}", " + (1 + 1)".repeat(20_000));
        assert_eq!(
            expression(&long).residual(Some(&early())),
            format!("x{}", " + 2".repeat(20_000))
        );
        let wide =
            "[for a in l : [for b in l : [for c in l : [for d in l : [for e in l : [for f in l : x + a]]]]]]";
        assert!(expression(wide).residual(Some(&early())).len() < 1 << 20);
        let list = Value::tuple((0..2000).map(Value::from));
        let mut context = early();
        context.set_variable("big", list);
        let product = "[for a in big : [for b in big : a + b + x]]";
        assert_eq!(expression(product).residual(Some(&context)), product);
        let product = "\"%{ for a in big }%{ for b in big }${x}text%{ endfor }%{ endfor }\"";
        assert_eq!(expression(product).residual(Some(&context)), product);
        let nested = format!(
            "\"{}${{first(v, x)}}{}\"",
            "%{ for v in [[1], 2] }".repeat(40),
            "%{ endfor }".repeat(40)
        );
        assert_eq!(expression(&nested).residual(Some(&early())), nested);
    };
    std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(work)
        .expect("a thread can be started")
        .join()
        .expect("no overflow");
}

/// Generates expressions of all constructs, over variables that are known early, late or never.
fn any_expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "n",
        "counted",
        "double",
        "s",
        "t",
        "l",
        "m",
        "o",
        "z",
        "half",
        "p",
        "later",
        "words",
        "any",
        "x",
        "y",
        "q",
        "half.known",
        "half.open",
        "o.a",
        "y.a",
        "l[0]",
        "l[*]",
        "m.k",
        "1",
        "0.1",
        "\"7\"",
        "\"a$${b\"",
        "true",
        "null",
        "[]",
        "{}",
        "v",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, |inner| {
        let (a, b, c) = (inner.clone(), inner.clone(), inner.clone());
        let operator = prop::sample::select(vec!["+", "-", "*", "/", "==", "!=", "<", "&&", "||"]);
        prop_oneof![
            (inner.clone(), operator, inner.clone())
                .prop_map(|(a, operator, b)| format!("({a} {operator} {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            inner.clone().prop_map(|a| format!("!({a})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            (a, b, c).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("t ? {a} : {b}")),
            inner.clone().prop_map(|a| format!("\"${{{a}}}\"")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("\" ${{~{a}~}} $${{ ${{{b}}}${{\"$\"}}${{{a}}}\"")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("\"%{{ if {a} }}${{{b}}}%{{ else }}-%{{ endif }}\"")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("\"%{{ for v in {a} }}${{{b}}},%{{ endfor }}\"")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("{{ k = {a}, ({b}) = 1, \"${{{b}}}!\" = 2 }}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[for v in {a} : {b}]")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[for k, v in {a} : v if {b}]")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{ for k, v in {a} : k => {b} }}")),
            (inner.clone(), inner.clone())
                .prop_map(|(a, b)| format!("{{ for v in {a} : \"${{{b}}}\" => v... }}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("first({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("sum({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}][{b}]")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("[{a}, {b}][*].a")),
        ]
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Value::from),
        "-?[0-9]{1,20}\\.[0-9]{1,20}".prop_map(|text| Value::from(Number::parse(&text).expect("digits"))),
        "\\PC{0,4}|[$%{}\"\\\\\n\r\t\0]{0,5}".prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::null(Type::DYNAMIC)),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::tuple),
            prop::collection::vec(("[a-z$]{0,3}|for|null", inner), 0..4).prop_map(Value::object),
        ]
    })
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn residual_has_the_value_of_the_expression(text in any_expression()) {
        let (_, original, problems) = evaluate(&text, Some(&late()));
        let residual = expression(&text).residual(Some(&early()));
        if problems.is_empty() {
            let (_, value, problems) = evaluate(&residual, Some(&late()));
            prop_assert!(problems.is_empty(), "{text}\n{residual}\n{problems:?}");
            prop_assert_eq!(value, original, "{}\n{}", text, residual);
        }
        prop_assert!(!residual.contains("hunter2"));
    }

    #[test]
    fn literals_read_back_equal(value in value()) {
        let text = literal(&value).expect("each has a literal");
        prop_assert_eq!(evaluate(&text, None).1, value);
    }
}
