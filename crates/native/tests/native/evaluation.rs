//! Values of expressions with known, unknown, null and marked operands.

use crate::support::evaluated;

use std::sync::Arc;

use crate::support::evaluated::evaluate;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, codes};
use hcl2_model::{Callable, EvalContext, Expression, FunctionTable, LazyCall, LazyFunction};
use hcl2_value::{Function, FunctionError, Mark, Number, Parameter, Refiner, Type, Value};

/// Returns its argument with a warning.
#[derive(Debug)]
struct Deprecated;

impl LazyFunction for Deprecated {
    fn call(&self, call: &LazyCall<'_>) -> Result<Outcome<Value>, FunctionError> {
        let Outcome { value, .. } = call.arguments[0].evaluate(call.context);
        let warning = Diagnostic::warning(codes::expr::CALL_FAILED, "Deprecated function");
        Ok(Outcome::new(
            value,
            Diagnostics::from(warning.with_subject(call.span)),
        ))
    }
}

fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    let bounded = Value::unknown(Type::NUMBER)
        .refine()
        .number_lower_bound(Number::from(5), true);
    let people = ["ann", "bob"].map(|name| Value::object([("name", Value::from(name))]));
    let person = people[0].ty().clone();
    for (name, value) in [
        ("n", Value::unknown(Type::NUMBER)),
        ("b", Value::unknown(Type::BOOL)),
        ("s", Value::unknown(Type::STRING)),
        ("any", Value::DYNAMIC),
        ("large", bounded.map(Refiner::build).expect("no contradiction")),
        ("two", secret(Value::from(2))),
        ("yes", secret(Value::from(true))),
        ("hidden", Value::object([("a", secret(Value::from(1)))])),
        (
            "people",
            Value::list(person.clone(), people.clone()).expect("one type"),
        ),
        ("pair", Value::tuple(people)),
        ("nobody", Value::list(person.clone(), []).expect("one type")),
        (
            "crowd",
            Value::unknown(Type::list(person.clone())).refine_length(1, Some(3)),
        ),
        ("group", Value::unknown(Type::set(person.clone()))),
        ("someone", Value::unknown(person.clone())),
        ("surely", Value::unknown_not_null(person)),
        (
            "map",
            Value::map(Type::NUMBER, [("k", Value::from(5))]).expect("one type"),
        ),
        (
            "set",
            Value::set(Type::NUMBER, [3, 4].map(Value::from)).expect("one type"),
        ),
        ("guests", secret(Value::from(vec![1, 2]))),
        ("list", Value::unknown(Type::list(Type::NUMBER))),
    ] {
        context.set_variable(name, value);
    }
    let count = Function::new("count", |arguments, _| Ok(Value::from(arguments.len() as i64)))
        .variadic(Parameter::new("values", Type::DYNAMIC))
        .returns(Type::NUMBER);
    let mut functions = FunctionTable::from_iter([count]);
    functions.insert("deprecated", Callable::Lazy(Arc::new(Deprecated)));
    context.set_functions(functions);
    context
}

/// Asserts, for each expression, its value without marks, followed by ` marked` if it had any, and the codes of its
/// problems.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    for (text, expected, codes) in cases {
        let (_, value, diagnostics) = evaluate(text, Some(&context()));
        let marked = if value.contains_marked() { " marked" } else { "" };
        assert_eq!(
            &format!("{:?}{marked}", value.unmark_deep().0),
            expected,
            "{text}"
        );
        let found: Vec<&str> = diagnostics
            .iter()
            .map(|problem| problem.code.id().trim_start_matches("hcl2::expr::"))
            .collect();
        assert_eq!(&found.join(" "), codes, "{text}");
    }
}

#[test]
fn operators_return_the_results_of_their_operations() {
    check(&[
        (r#""1" + "2""#, "3", ""),
        ("7 - 2", "5", ""),
        ("7 * 2", "14", ""),
        ("7 / 2", "3.5", ""),
        ("7 % 4", "3", ""),
        ("1 < 2", "true", ""),
        ("2 <= 2", "true", ""),
        ("2 > 2", "false", ""),
        ("2 >= 2", "true", ""),
        ("1 == 1", "true", ""),
        ("1 != 1", "false", ""),
        (r#"-"3""#, "-3", ""),
        (r#"!"true""#, "false", ""),
        ("1.5 + 2", "3.5", ""),
        ("1.5 - 2", "-0.5", ""),
        ("1.5 * 2", "3", ""),
        ("1.5 / 2", "0.75", ""),
        ("5.5 % 2", "1.5", ""),
        ("1.5 < 2", "true", ""),
        ("1.5 <= 1.5", "true", ""),
        ("1.5 > 2", "false", ""),
        ("1.5 >= 2", "false", ""),
        ("1.5 == 1.5", "true", ""),
        ("1.5 != 1.5", "false", ""),
        (r#""1" == 1"#, "false", ""),
        (r#""a" != "b""#, "true", ""),
        ("9223372036854775807 + 1", "9223372036854775808", ""),
        ("-9223372036854775807 - 2", "-9223372036854775809", ""),
        ("4611686018427387904 * 2", "9223372036854775808", ""),
        ("n + 1", "unknown(number, not null)", ""),
        ("large + 1", "unknown(number, not null)", ""),
        ("two + n", "unknown(number, not null) marked", ""),
        ("two * 3", "6 marked", ""),
        ("two < n", "unknown(bool, not null) marked", ""),
        ("n < 1", "unknown(bool, not null)", ""),
        ("large < 1", "false", ""),
        ("large == 1", "false", ""),
        ("-n", "unknown(number, not null)", ""),
        ("-two", "-2 marked", ""),
        ("!b", "unknown(bool, not null)", ""),
        ("!yes", "false marked", ""),
        ("any + 1", "unknown(number, not null)", ""),
        ("any == 1", "unknown(bool, not null)", ""),
        ("!any", "unknown(bool, not null)", ""),
        ("null + 1", "unknown(number)", "operation-failed"),
        ("1 / 0", "+Inf", ""),
        ("{} + 1", "unknown(number)", "invalid-operand"),
        ("1 && true", "unknown(bool)", "invalid-operand"),
        ("!1", "unknown(bool)", "invalid-operand"),
        ("-{}", "unknown(number)", "invalid-operand"),
        ("{} + []", "unknown(number)", "invalid-operand invalid-operand"),
        ("!nope", "unknown(bool)", "unknown-variable"),
        ("-nope", "unknown(number)", "unknown-variable"),
        ("nope + 1", "unknown(number)", "unknown-variable"),
        ("two + nope", "unknown(number) marked", "unknown-variable"),
        ("two == nope", "unknown(bool) marked", "unknown-variable"),
        ("nope < 1", "unknown(bool)", "unknown-variable"),
        ("true && false", "false", ""),
        ("true || false", "true", ""),
        (r#""true" && true"#, "true", ""),
        ("false && nope", "false", ""),
        ("nope && false", "false", ""),
        ("true || nope", "true", ""),
        ("nope || true", "true", ""),
        ("true && nope", "unknown(bool, not null)", "unknown-variable"),
        ("nope && true", "unknown(bool, not null)", "unknown-variable"),
        ("b && nope", "unknown(bool, not null)", ""),
        ("nope && b", "unknown(bool)", "unknown-variable"),
        ("false || nope", "unknown(bool, not null)", "unknown-variable"),
        ("b && true", "unknown(bool, not null)", ""),
        ("b && false", "false", ""),
        ("b || true", "true", ""),
        ("b || false", "unknown(bool, not null)", ""),
        ("true && b", "unknown(bool, not null)", ""),
        ("false && b", "false", ""),
        ("yes && b", "unknown(bool, not null) marked", ""),
        ("b && yes", "unknown(bool, not null) marked", ""),
        ("yes || b", "true marked", ""),
        ("b || yes", "true marked", ""),
        ("any && true", "unknown(bool, not null)", ""),
        ("b && b", "unknown(bool, not null)", ""),
        ("null && true", "false", ""),
        ("null || true", "true", ""),
        ("true && null", "false", ""),
        ("false || null", "unknown(bool)", "operation-failed"),
        ("b && null", "false", ""),
        ("b || null", "unknown(bool, not null)", ""),
        ("1 + 2 * 3 - 4", "3", ""),
        ("hidden == null", "false marked", ""),
        ("null == hidden", "false marked", ""),
        ("hidden != null", "true marked", ""),
        ("hidden == {a = 1}", "true marked", ""),
        ("null == null", "true", ""),
        ("[null + 1, 2][1] + 1", "unknown(number)", "operation-failed"),
    ]);
}

#[test]
fn warnings_about_an_operand_keep_the_result() {
    check(&[
        (r#"deprecated(1) + "2""#, "3", "call-failed"),
        (r#""2" - deprecated(1)"#, "1", "call-failed"),
        ("deprecated(1) == two", "false marked", "call-failed"),
    ]);
}

#[test]
fn expanded_tuples_lists_and_sets_supply_one_argument_for_each_element() {
    check(&[
        ("count([1, \"a\"]...)", "2", ""),
        ("count(true, people...)", "3", ""),
        ("count(set...)", "2", ""),
        ("count(guests...)", "2 marked", ""),
        ("count(list...)", "unknown(any)", ""),
        ("count(map...)", "unknown(any)", "invalid-expansion"),
    ]);
}

#[test]
fn splats_side_by_side_are_not_nested() {
    for splat in ["pair[*].name", "hidden[*]", "group[*]"] {
        let text = format!("[{}]", vec![splat; 65].join(", "));
        let (_, _, diagnostics) = evaluate(&text, Some(&context()));
        assert!(diagnostics.is_empty(), "{splat}: {:?}", diagnostics.first());
    }
}

#[test]
fn parts_are_selected_from_known_and_unknown_values() {
    check(&[
        ("people.0.name", r#""ann""#, ""),
        ("people[1].name", r#""bob""#, ""),
        ("people[n]", "unknown(object({name=string}))", ""),
        ("people[n].name", "unknown(string)", ""),
        (r#"people["x"]"#, "unknown(any)", "invalid-index"),
        ("people[5]", "unknown(any)", "invalid-index"),
        ("people[5].name.x", "unknown(any)", "invalid-index"),
        ("pair[0].name", r#""ann""#, ""),
        ("pair[n]", "unknown(any)", ""),
        ("map.k", "5", ""),
        (r#"map["k"]"#, "5", ""),
        ("map[s]", "unknown(number)", ""),
        ("map.x", "unknown(any)", "unknown-attribute"),
        ("any.x.y", "unknown(any)", ""),
        ("any[0]", "unknown(any)", ""),
        ("people[*].name", r#"tolist(["ann", "bob"])"#, ""),
        ("people.*.name", r#"tolist(["ann", "bob"])"#, ""),
        ("pair[*].name", r#"["ann", "bob"]"#, ""),
        ("nobody[*].name", "tolist([])", ""),
        ("nobody[*]", "tolist([])", ""),
        (
            "crowd[*].name",
            "unknown(list(string), not null, length >= 1, length <= 3)",
            "",
        ),
        ("group[*].name", "unknown(list(string), not null)", ""),
        ("someone[*].name", "unknown(any)", ""),
        ("surely[*].name", "[unknown(string)]", ""),
        ("someone.name", "unknown(string)", ""),
        ("any[*].x", "unknown(any)", ""),
        ("null[*]", "[]", ""),
        ("5[*]", "[5]", ""),
        ("map[*]", r#"[tomap({"k" = 5})]"#, ""),
        ("set[*]", "tolist([3, 4])", ""),
        ("guests[*]", "tolist([1, 2]) marked", ""),
        ("guests[0]", "1 marked", ""),
        ("list[*]", "unknown(list(number), not null)", ""),
        ("list[*].x", "unknown(list(any), not null)", "no-attributes"),
        (
            "people[*].nope",
            "unknown(list(any))",
            "unknown-attribute unknown-attribute",
        ),
        (
            "pair[*].nope",
            "unknown(tuple([any,any]))",
            "unknown-attribute unknown-attribute",
        ),
        (
            "crowd[*].nope",
            "unknown(list(any), not null, length >= 1, length <= 3)",
            "unknown-attribute",
        ),
        ("surely[*].nope", "unknown(tuple([any]))", "unknown-attribute"),
        ("people.*.name[0]", r#""ann""#, ""),
        (
            "people[*].name[0]",
            "unknown(list(any))",
            "invalid-index invalid-index",
        ),
        (r#"people[*]["name"]"#, r#"tolist(["ann", "bob"])"#, ""),
        ("nope[*].x", "unknown(any)", "unknown-variable"),
        ("nope[0].x", "unknown(any)", "unknown-variable"),
        (
            "people[*].name.x",
            "unknown(list(any))",
            "no-attributes no-attributes",
        ),
        ("[null][*]", "[null(any)]", ""),
        ("[{a=[1,2]},{a=[3]}][*].a[*]", "[[1, 2], [3]]", ""),
        ("people[*][*].name", r#"tolist([["ann"], ["bob"]])"#, ""),
        ("nobody[*][*].name", "tolist([])", ""),
        (
            "crowd[*][*].name",
            "unknown(list(any), not null, length >= 1, length <= 3)",
            "",
        ),
        ("hidden.a", "1 marked", ""),
        ("hidden[*].a", "[1] marked", ""),
        ("[hidden][*].a", "[1] marked", ""),
    ]);
}

#[test]
fn constructors_and_for_expressions_return_tuples_and_objects() {
    check(&[
        ("[for x in [1, 2, 3] : x * 2 if x != 2]", "[2, 6]", ""),
        (r#"[for i, x in ["a", "b"] : "${i}${x}"]"#, r#"["0a", "1b"]"#, ""),
        ("{for k, v in {a = 1} : v => k}", r#"{"1" = "a"}"#, ""),
        (
            r#"{for x in ["a", "b", "a"] : x => 1...}"#,
            r#"{"a" = [1, 1], "b" = [1]}"#,
            "",
        ),
        (
            r#"{for x in ["a", "a"] : x => 1}"#,
            r#"{"a" = 1}"#,
            "duplicate-key",
        ),
        ("[for x in list : x]", "unknown(any)", ""),
        ("{for x in list : x => x}", "unknown(any)", ""),
        ("[for x in any : x]", "unknown(any)", ""),
        ("[for x in null : x]", "unknown(any)", "not-iterable"),
        ("[for x in 5 : x]", "unknown(any)", "not-iterable"),
        ("[for x in guests : x]", "[1, 2] marked", ""),
        ("[for x in [1, 2] : x if b]", "unknown(any)", ""),
        ("{for x in [1, 2] : x => x if b}", "unknown(any)", ""),
        (
            "[for x in [1, 2] : x if null]",
            "unknown(any)",
            "invalid-condition",
        ),
        ("[for x in [1, 2] : x if 5]", "unknown(any)", "invalid-condition"),
        ("[for x in [1, 2] : x if n]", "unknown(any)", "invalid-condition"),
        (
            "{for x in [1] : x => x if n}",
            "unknown(any)",
            "invalid-condition",
        ),
        ("[for x in [1, 2] : x if yes]", "[1, 2] marked", ""),
        ("[for x in [1, 2] : x if any]", "unknown(any)", ""),
        (r#"[for x in [1, 2] : x if "true"]"#, "[1, 2]", ""),
        ("{for x in [1] : null => x}", "unknown(any)", "invalid-key"),
        ("{for x in [1] : s => x}", "unknown(any)", ""),
        ("{for x in [1] : [] => x}", "unknown(any)", "invalid-key"),
        (
            "{for x in [1, 2] : two => x}",
            r#"{"2" = 1} marked"#,
            "duplicate-key",
        ),
        ("{for x in [1] : two => x}", r#"{"2" = 1} marked"#, ""),
        ("[for x in set : x]", "[3, 4]", ""),
        ("[for k, x in set : k]", "[3, 4]", ""),
        ("[for x in map : x]", "[5]", ""),
        (
            "{for x in [1, 2] : nope => x}",
            "unknown(any)",
            "unknown-variable unknown-variable",
        ),
        (
            "[for x in [1, 2] : x if nope]",
            "unknown(any)",
            "unknown-variable",
        ),
        ("[for x in people : x.name]", r#"["ann", "bob"]"#, ""),
        ("[for x in nope : x]", "unknown(any)", "unknown-variable"),
        ("{for x in [1, 2] : null => x}", "unknown(any)", "invalid-key"),
        ("{for x in [1] : x => x...}", r#"{"1" = [1]}"#, ""),
        ("{a = 1, (s) = 2}", "unknown(any)", ""),
        ("{(null) = 1}", "unknown(any)", "invalid-key"),
        ("{([]) = 1}", "unknown(any)", "invalid-key"),
        (r#"{"${two}" = 1}"#, r#"{"2" = 1} marked"#, ""),
        ("{(two) = 3}", r#"{"2" = 3} marked"#, ""),
        ("{(nope) = 1}", "unknown(any)", "unknown-variable"),
        ("{a = nope}", r#"{"a" = unknown(any)}"#, "unknown-variable"),
        ("{(any) = 1}", "unknown(any)", ""),
        ("{a = 1, b = 2, a = 3}", r#"{"a" = 3, "b" = 2}"#, ""),
        (
            "{(two) = 1, a = n}",
            r#"{"2" = 1, "a" = unknown(number)} marked"#,
            "",
        ),
        ("[1, n, null]", "[1, unknown(number), null(any)]", ""),
        ("[for x in [1] : [{}, {a = x}]]", r#"[[{}, {"a" = 1}]]"#, ""),
    ]);
}

#[test]
fn conditional_has_the_common_type_of_both_results() {
    check(&[
        (r#"true ? 1 : "x""#, r#""1""#, ""),
        ("false ? 1 : 2", "2", ""),
        ("b ? 1 : 2", "unknown(number, not null, >= 1, <= 2)", ""),
        ("b ? 1 : null", "unknown(number)", ""),
        ("yes ? 1 : 2", "1 marked", ""),
        ("null ? 1 : 2", "unknown(number)", "invalid-condition"),
        ("5 ? 1 : 2", "unknown(number)", "invalid-condition"),
        (r#""true" ? 1 : 2"#, "1", ""),
        ("any ? 1 : 2", "unknown(number, not null, >= 1, <= 2)", ""),
        ("n ? 1 : 2", "unknown(number, not null, >= 1, <= 2)", ""),
        (
            "nope ? 1 : 2",
            "unknown(number, not null, >= 1, <= 2)",
            "unknown-variable",
        ),
        ("true ? 1 : nope", "1", ""),
        ("false ? 1 : nope", "unknown(any)", "unknown-variable"),
        ("true ? nope : 1", "unknown(any)", "unknown-variable"),
        ("true ? two : 1", "2 marked", ""),
        ("false ? two : 1", "1 marked", ""),
        ("b ? two : 1", "unknown(number, not null, >= 1, <= 2) marked", ""),
        ("true ? {a = 1} : {b = 1}", r#"tomap({"a" = 1})"#, ""),
        (
            "true ? {a = 1} : {a = []}",
            "unknown(any)",
            "inconsistent-results",
        ),
        ("true ? [1] : [1, 2]", "tolist([1])", ""),
        ("true ? [[1]] : [[{}]]", "unknown(any)", "inconsistent-results"),
        ("true ? 1 : []", "unknown(any)", "inconsistent-results"),
        ("true ? {} : []", "unknown(any)", "inconsistent-results"),
        (
            "true ? {a = {b = 1}} : {a = {}}",
            r#"{"a" = tomap({"b" = 1})}"#,
            "",
        ),
        ("true ? {a = {}} : {a = {b = 1}}", r#"{"a" = tomap({})}"#, ""),
        ("true ? people : [1]", "unknown(any)", "inconsistent-results"),
        (r#"true ? "x" : 1"#, r#""x""#, ""),
        (r#"true ? ["x"] : list"#, r#"tolist(["x"])"#, ""),
        (r#"5 ? two : "x""#, "unknown(string)", "invalid-condition"),
        (r#"yes ? "1" : 2"#, r#""1" marked"#, ""),
        ("true ? null : 1", "null(number)", ""),
        ("any ? any : 1", "unknown(any)", ""),
        ("true ? {a = [1]} : {a = [1, 2]}", r#"{"a" = tolist([1])}"#, ""),
        ("true ? people : map", "unknown(any)", "inconsistent-results"),
    ]);
}

#[test]
fn innermost_difference_between_the_results_of_a_conditional_is_reported() {
    for (text, difference) in [
        (
            "true ? {a = 1} : {a = []}",
            "At `.a` the result for true is number, the result for false is tuple.",
        ),
        (
            "true ? [[1]] : [[{}]]",
            "At `[0][0]` the result for true is number, the result for false is object.",
        ),
        (
            "true ? 1 : []",
            "The result for true is number, the result for false is tuple.",
        ),
        (
            "true ? {} : []",
            "The result for true is object, the result for false is tuple.",
        ),
        (
            "true ? people : [1]",
            "The result for true is list of object, the result for false is tuple.",
        ),
        (
            "true ? people : map",
            "The result for true is list of object, the result for false is map of number.",
        ),
    ] {
        let (_, _, diagnostics) = evaluate(text, Some(&context()));
        assert!(
            diagnostics[0].detail.ends_with(difference),
            "{text}: {}",
            diagnostics[0].detail
        );
    }
}

#[test]
fn names_of_attributes_are_normalized_before_they_are_looked_up() {
    let (composed, decomposed) = ("gr\u{e9}eting", "gre\u{301}eting");
    let element = |text: &str, from: &str, to: &str| text.replace("KEY", from).replace("NAME", to);
    for (from, to) in [
        (composed, composed),
        (composed, decomposed),
        (decomposed, composed),
        (decomposed, decomposed),
    ] {
        for text in [
            "{\"KEY\" = 1}.NAME",
            "{KEY = 1}.NAME",
            "{KEY = 1}[\"NAME\"]",
            "([{KEY = 1}].*.NAME)[0]",
            "([{KEY = 1}][*].NAME)[0]",
            "([{KEY = {KEY = 1}}][*].NAME.NAME)[0]",
            "{for k in [\"KEY\"] : k => 1}.NAME",
            "{for k, v in {KEY = 1} : k => v}.NAME",
            "[for o in [{KEY = 1}] : o.NAME][0]",
            "{a1=1,a2=1,a3=1,a4=1,a5=1,a6=1,a7=1,a8=1,a9=1,KEY=1}.NAME",
        ] {
            let text = element(text, from, to);
            let (_, value, diagnostics) = evaluate(&text, Some(&EvalContext::new()));
            assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
            assert_eq!(value, Value::from(1), "{text}");
        }
    }
}

#[test]
fn literals_and_indexes_have_the_precision_of_the_reference() {
    let text = |source: &str| {
        let (_, value, diagnostics) = evaluate(source, Some(&EvalContext::new()));
        assert!(diagnostics.is_empty(), "{source}: {diagnostics:?}");
        value.as_number().expect("a number").to_string()
    };
    assert_eq!(text("1 / 3").len(), 157);
    assert_eq!(text("-1 / 3").len(), 158);
    assert_eq!(text("\"1\" / 3").len(), 157);
    // The index is a counted number, and the other operand too.
    assert_eq!(
        text("[for i, v in [0, 0] : [for j, w in [0, 0, 0, 0] : i / (j == 0 ? 1 : j)][3]][1]"),
        "0.33333333333333333334"
    );
    assert_eq!(text("[for i, v in [0, 0] : i / 3][1]").len(), 157);
}

#[test]
fn conditional_is_analysed_even_in_parentheses() {
    for text in ["a ? b : [c]", "((a ? b : [c]))"] {
        let parts = evaluated::expression(text)
            .static_conditional()
            .expect("a conditional");
        let texts = parts.map(|part| part.native_text());
        assert_eq!(
            texts,
            ["a", "b", "[c]"].map(|text| Some(text.to_owned())),
            "{text}"
        );
    }
    assert!(
        evaluated::expression("[a ? b : c]")
            .static_conditional()
            .is_none()
    );
}

#[test]
fn only_references_are_static_traversals() {
    let steps = |text: &str| {
        let traversal = evaluated::expression(text).static_traversal();
        traversal.map(|traversal| traversal.steps().len())
    };
    assert_eq!(steps("a.b[0]"), Some(3));
    for text in ["1 + 1", "a[*]", "a[b]", "\"a\"", "f(a)"] {
        assert_eq!(steps(text), None, "{text}");
    }
}
