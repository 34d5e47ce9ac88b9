//! Steps follow time: whatever an expression consists of, and however large its operands are, an evaluation whose budget
//! allows a number of steps ends as soon as an ordinary one with that budget.

use std::time::Duration;

use hcl2_model::{EvalContext, FunctionTable};
use hcl2_value::{Allowance, Budget, Function, Number, Parameter, Type, Value};

use crate::support::evaluated::evaluate;

fn number(text: &str) -> Value {
    Number::parse(text).map(Value::from).expect("a number")
}

/// Returns large values that are numbers, or that are converted to numbers.
fn numbers() -> Vec<(&'static str, Value)> {
    vec![
        ("one", Value::from(1)),
        ("negative", Value::from(-7)),
        ("tiny", number("1.1e-999991")),
        ("tinier", number("1.7e-999999")),
        ("huge", number("1.3e999990")),
        ("long", number(&"7".repeat(150))),
        ("fraction", number("0.3")),
        ("digits", Value::from("7".repeat(3_000))),
        ("exponent", Value::from("1.2e-999990")),
    ]
}

/// Returns large values of all other kinds. Each call makes new ones, so that equal ones share nothing.
fn others() -> Vec<(&'static str, Value)> {
    let list = |ty, items: Vec<Value>| Value::list(ty, items).expect("one type");
    let deep = |wrap: fn(Value) -> Value| (0..400).fold(Value::from(1), |inner, _| wrap(inner));
    let object = |i: usize| Value::object((0..5).map(|k| (format!("k{k}"), Value::from(i))));
    let keyed = |count: usize| (0..count).map(|i| (format!("k{i}"), Value::from(i)));
    vec![
        ("letters", Value::from("a".repeat(6_000))),
        ("accents", Value::from("e\u{323}\u{301}".repeat(1_000))),
        ("lines", Value::from("line\n".repeat(1_000))),
        (
            "tinies",
            list(
                Type::NUMBER,
                (0..20)
                    .map(|i| number(&format!("1.{i}e-99999{}", i % 10)))
                    .collect(),
            ),
        ),
        (
            "ints",
            list(Type::NUMBER, (0..500_i64).map(Value::from).collect()),
        ),
        (
            "texts",
            list(
                Type::STRING,
                (0..50)
                    .map(|i| Value::from(format!("{}{i}", "a".repeat(500))))
                    .collect(),
            ),
        ),
        ("map", Value::map(Type::NUMBER, keyed(300)).expect("one type")),
        (
            "set",
            Value::set(Type::NUMBER, (0..300_i64).map(Value::from)).expect("one type"),
        ),
        ("object", Value::object(keyed(300))),
        ("objects", Value::tuple((0..100).map(object))),
        ("deep", deep(|inner| Value::tuple([inner]))),
        ("deeper", deep(|inner| Value::object([("a", inner)]))),
        (
            "deepest",
            deep(|inner| Value::list(Type::DYNAMIC, [inner]).expect("one type")),
        ),
    ]
}

/// Returns one pass of the loops: every operator on all numbers, and what else has operands on all values.
fn passes() -> Vec<String> {
    let (numbers, others) = (numbers(), others());
    let mut passes = Vec::new();
    for (a, _) in &numbers {
        for (b, _) in &numbers {
            for operator in ["+", "-", "*", "/", "%", "<", ">=", "=="] {
                passes.push(format!("{a} {operator} {b}"));
            }
        }
    }
    for (a, value) in numbers.iter().chain(&others) {
        let copy = format!("{a}_again");
        passes.extend([
            format!("{a} == {copy}"),
            format!("{a} != {copy}"),
            format!("{{ x = {a} }} == {{ x = {copy} }}"),
            format!("[{a}, {copy}] == [{copy}, {a}]"),
            format!("true ? {a} : {copy}"),
            format!("true ? [{a}] : {{ x = {copy} }}"),
            format!("[{a}, {copy}]"),
            format!("{{ x = {a}, y = {copy} }}"),
            format!("{a}[*]"),
            format!("{a}.*"),
            format!("{a}[0]"),
            format!("{a}[\"k7\"]"),
            format!("object[{a}]"),
            format!("ints[{a}]"),
            format!("first({a}, {a})"),
            format!("first({a}...)"),
            format!("{a}.{}", "k".repeat(1_000)),
            format!("{{ ({a}) = 1 }}"),
            format!("[for x in {a} : x]"),
            format!("{{ for x in {a} : x => 1... }}"),
            format!("[for x in {a} : x if x == x]"),
        ]);
        if value.ty().is_primitive() {
            passes.extend([
                format!("-{a}"),
                format!("\"${{{a}}}-${{{copy}}}\""),
                format!("\"%{{ if {a} == {copy} }}x%{{ endif }}\""),
                format!("!({a} == {a})"),
                format!("{a} == one && {a} == {copy}"),
            ]);
        } else {
            passes.extend([
                format!("{a}[*].k3"),
                format!("{a}.*.k3"),
                format!("{a}[*][*]"),
                format!("\"%{{ for x in {a} }}x%{{ endfor }}\""),
            ]);
        }
    }
    passes
}

/// Returns the processor time of evaluating a pass again and again until the budget is spent, and how often it was evaluated.
fn spent(pass: &str, context: &EvalContext<'_>) -> Duration {
    let mut context = context.child();
    context.set_budget(Budget::new(Allowance {
        steps: 1_000,
        elements: 1_000,
        bytes: 50_000,
    }));
    let expression = format!("[for pass in passes : {pass}]");
    let (_, time) = hcl2_testing::processor_time(|| drop(evaluate(&expression, Some(&context))));
    time
}

#[test]
fn steps_follow_time() {
    /// How much longer an evaluation may take than an ordinary one. An ordinary run tries every eighth pass; with `PROPTEST_CASES`,
    /// all of them.
    const MOST: f64 = 60.0;
    let mut context = EvalContext::new();
    for (name, value) in numbers().into_iter().chain(others()) {
        context.set_variable(name, value);
    }
    for (name, value) in numbers().into_iter().chain(others()) {
        context.set_variable(format!("{name}_again"), value);
    }
    context.set_variable("passes", Value::tuple(vec![Value::from(0); 3_000]));
    let any = || Parameter::new("value", Type::DYNAMIC);
    let first = Function::new("first", |arguments, _| Ok(arguments[0].clone()))
        .parameter(any())
        .variadic(any());
    context.set_functions([first].into_iter().collect::<FunctionTable>());

    let ordinary = (0..4)
        .map(|_| spent("pass + 1 == 3 ? [pass] : [1]", &context))
        .min()
        .unwrap_or_default();
    let all = std::env::var_os("PROPTEST_CASES").is_some();
    let slow: Vec<String> = passes()
        .iter()
        .step_by(if all { 1 } else { 8 })
        .filter_map(|pass| {
            let excess = |time: Duration| time.as_secs_f64() / ordinary.as_secs_f64();
            let mut least = f64::INFINITY;
            // Other work of the machine slows single attempts down.
            for _ in 0..12 {
                least = least.min(excess(spent(pass, &context)));
                if least <= MOST {
                    return None;
                }
            }
            Some(format!("{pass} takes {least:.0} times"))
        })
        .collect();
    assert!(
        slow.is_empty(),
        "an ordinary evaluation takes {ordinary:?}: {slow:#?}"
    );
}
