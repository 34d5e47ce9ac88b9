//! Steps follow time: no call takes much longer than what it counts.

use std::time::Duration;

use hcl2_value::{Allowance, Budget, Function, Meter, Parameter, Type, Value};

use super::shared::functions;
use super::{n, s};

/// The length of the strings, in bytes.
const SIZE: usize = 6_000;

/// Returns the calls that take the longest for what they are given, of those that were looked for among all functions with 62
/// values each.
fn calls() -> Vec<(&'static str, Vec<Value>)> {
    let list = |ty: Type, items: Vec<Value>| Value::list(ty, items).expect("one type");
    let accents = || Value::from("e\u{323}\u{301}".repeat(SIZE / 5));
    let cluster = || Value::from(format!("e{}", "\u{301}".repeat(SIZE / 2)));
    let digits = || Value::from("7".repeat(SIZE));
    let letters = || Value::from("a".repeat(SIZE));
    let great = |i: usize| n(&format!("1.{i}e-99999{}", i % 10));
    let greats = || list(Type::NUMBER, (0..20).map(great).collect());
    let prefix = "a".repeat(1_000);
    let prefixed = (0..20).map(|i| Value::from(format!("{prefix}{i}"))).collect();
    let prefixed = list(Type::STRING, prefixed);
    let objects = |count: usize| {
        let object = |i: usize| Value::object([(format!("k{i}"), Value::from(1))]);
        Value::tuple((0..count).map(object))
    };
    vec![
        ("strlen", vec![letters()]),
        ("strlen", vec![accents()]),
        ("strlen", vec![cluster()]),
        ("substr", vec![letters(), n("5000"), n("1")]),
        ("substr", vec![accents(), n("1000"), n("1")]),
        ("strrev", vec![letters()]),
        ("strrev", vec![accents()]),
        ("reverse", vec![letters()]),
        ("title", vec![cluster()]),
        ("upper", vec![accents()]),
        ("chomp", vec![cluster()]),
        ("trimspace", vec![accents()]),
        ("indent", vec![n("1"), Value::from("\u{e9}\n".repeat(SIZE / 3))]),
        ("split", vec![s("a"), accents()]),
        ("join", vec![accents(), prefixed.clone()]),
        ("replace", vec![accents(), s("b"), s("c")]),
        ("replace", vec![letters(), s("/(a|aa)+$/"), s("c")]),
        ("regexall", vec![s("(?:a{100}){3}"), letters()]),
        ("regexall", vec![s("((a?){20}){20}"), letters()]),
        (
            "regexall",
            vec![s("(?s:.*z)|a"), Value::from("a".repeat(SIZE / 4))],
        ),
        ("regex", vec![digits(), digits()]),
        (
            "regexreplace",
            vec![letters(), s("a"), Value::from("${1}".repeat(SIZE / 12))],
        ),
        ("format", vec![s("%.100000f"), n("1")]),
        ("format", vec![s("%v"), great(1)]),
        ("formatlist", vec![s("%v"), greats()]),
        ("jsondecode", vec![digits()]),
        (
            "jsondecode",
            vec![Value::from(format!("[{}1]", "1e-99999,".repeat(SIZE / 9)))],
        ),
        ("jsonencode", vec![greats()]),
        ("yamldecode", vec![digits()]),
        ("yamldecode", vec![Value::from("- a: 1\n".repeat(SIZE / 7))]),
        ("yamlencode", vec![greats()]),
        ("csvdecode", vec![accents()]),
        ("parseint", vec![digits(), n("36")]),
        ("tostring", vec![great(1)]),
        ("base64gzip", vec![s("a")]),
        ("base64gzip", vec![letters()]),
        ("urlencode", vec![accents()]),
        ("textencodebase64", vec![accents(), s("UTF-16LE")]),
        ("sort", vec![prefixed.clone()]),
        ("distinct", vec![prefixed]),
        ("distinct", vec![greats()]),
        ("sum", vec![greats()]),
        ("max", vec![great(1), great(2)]),
        ("range", vec![n("0"), n("1e-999990"), n("1e-999992")]),
        ("pow", vec![n("1.5"), n("1e9")]),
        ("log", vec![n("1e-999999"), n("2")]),
        ("cidrsubnets", vec![s("10.0.0.0/8"), n("16"), n("16"), n("16")]),
        ("setproduct", vec![greats(), greats()]),
        ("concat", vec![objects(100)]),
        ("sha512", vec![letters()]),
    ]
}

/// Returns how much longer a call takes than what it counts stands for in a release build: 30 ns for a step, 100 ns for an
/// element, and 4 ns for a byte.
fn attempt(function: &Function, arguments: &[Value]) -> f64 {
    let budget = Budget::new(Allowance::default());
    let (_, time) = hcl2_testing::processor_time(|| {
        let mut meter = Meter::without_free(&budget);
        function.call_metered(arguments, &mut meter).is_ok()
    });
    let (all, left) = (Allowance::default(), budget.left());
    let counted =
        30 * (all.steps - left.steps) + 100 * (all.elements - left.elements) + 4 * (all.bytes - left.bytes);
    time.as_secs_f64() / Duration::from_nanos(counted + 1_000).as_secs_f64()
}

/// Returns the least of several [attempts](attempt), the first of which fills caches.
fn excess(function: &Function, arguments: &[Value]) -> f64 {
    (0..4)
        .map(|_| attempt(function, arguments))
        .fold(f64::INFINITY, f64::min)
}

/// Returns the excess of a call over an ordinary one, if it is too large in each of several attempts: other work of the machine
/// may slow some of them down.
fn least_excess(function: &Function, arguments: &[Value], ordinary: f64, most: f64) -> Option<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..4 {
        least = least.min(attempt(function, arguments) / ordinary);
        if least <= most {
            return None;
        }
    }
    Some(least)
}

#[test]
fn steps_follow_time() {
    /// How much more a call may take for what it counts than an ordinary one. In a release build it is 12 at most; a debug
    /// build slows some dependencies down more than others.
    const MOST: f64 = 60.0;
    let functions = functions();
    let named = |name: &str| functions.get(name).and_then(|found| found.first());
    let ordinary = Value::list(Type::NUMBER, (0..500_i64).map(Value::from).collect::<Vec<_>>());
    let ordinary = excess(
        named("distinct").expect("a function"),
        &[ordinary.expect("one type")],
    );
    let slow: Vec<String> = calls()
        .iter()
        .filter_map(|(name, arguments)| {
            let excess = least_excess(named(name)?, arguments, ordinary, MOST)?;
            Some(format!(
                "{name} of {} takes {excess:.0} times",
                arguments[0].part_count()
            ))
        })
        .collect();
    assert!(slow.is_empty(), "an ordinary call takes {ordinary:.1}: {slow:#?}");
}

/// Returns large values of every kind, and small ones that let functions accept them.
fn pool() -> Vec<Value> {
    let list = |ty: Type, items: Vec<Value>| Value::list(ty, items).expect("one type");
    let texts = |items: &[&str]| list(Type::STRING, items.iter().map(|item| s(item)).collect());
    let deep = |wrap: fn(Value) -> Value| (0..300).fold(Value::from(1), |inner, _| wrap(inner));
    let keyed = |count: usize| (0..count).map(|i| (format!("k{i}"), Value::from(i)));
    let tiny = |i: usize| n(&format!("1.{i}e-99999{}", i % 10));
    let long_texts = (0..50).map(|i| Value::from(format!("{}{i}", "a".repeat(300))));
    vec![
        n("1"),
        n("3"),
        n("-2"),
        n("0.3"),
        n("5000"),
        n("1e9"),
        tiny(1),
        n("1.3e999990"),
        n(&"7".repeat(150)),
        s(""),
        s("a"),
        s("%v"),
        s("%5000d"),
        s("/(a|aa)+/"),
        s("((a?){20}){20}"),
        s("k7"),
        s("10.0.0.0/8"),
        s("YYYY-MM-DD"),
        s("2026-01-01T00:00:00Z"),
        s("UTF-16LE"),
        Value::from("a".repeat(SIZE)),
        Value::from("e\u{323}\u{301}".repeat(SIZE / 5)),
        Value::from("7".repeat(SIZE)),
        Value::from("a,b\n".repeat(SIZE / 4)),
        Value::from(format!("[{}1]", "1e-99999,".repeat(SIZE / 9))),
        Value::from(format!("{}1{}", "[".repeat(SIZE / 6), "]".repeat(SIZE / 6))),
        Value::from("- a: 1\n".repeat(SIZE / 7)),
        Value::from(format!("1{}", "/1".repeat(SIZE / 2))),
        Value::from("${1}$name$$".repeat(SIZE / 12)),
        Value::from("%s%d%v".repeat(SIZE / 6)),
        texts(&["a", "b"]),
        list(Type::STRING, long_texts.collect()),
        list(Type::NUMBER, (0..500_i64).map(Value::from).collect()),
        list(Type::NUMBER, (0..20).map(tiny).collect()),
        Value::map(Type::NUMBER, keyed(200)).expect("one type"),
        Value::set(Type::NUMBER, (0..200_i64).map(Value::from)).expect("one type"),
        Value::object(keyed(200)),
        Value::tuple((0..100).map(|i| Value::object([(format!("k{i}"), Value::from(1))]))),
        Value::tuple(vec![
            list(Type::NUMBER, (0..100_i64).map(Value::from).collect());
            5
        ]),
        deep(|inner| Value::tuple([inner])),
        deep(|inner| Value::object([("a", inner)])),
        Value::unknown(Type::STRING),
        Value::unknown(Type::DYNAMIC),
        Value::null(Type::STRING),
    ]
}

#[test]
fn steps_of_all_functions_follow_time() {
    /// As in the test above.
    const MOST: f64 = 60.0;
    /// The calls of each function for each number of arguments, more of which `PROPTEST_CASES` asks for.
    const CALLS: usize = 2;
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let calls = asked.unwrap_or(CALLS);
    let pool = pool();
    let fitting = |parameter: Option<&Parameter>| -> Vec<&Value> {
        let fits = |value: &&Value| parameter.is_none_or(|parameter| value.ty().matches(&parameter.ty));
        pool.iter().filter(fits).collect()
    };
    let ordinary = Value::list(Type::NUMBER, (0..500_i64).map(Value::from).collect::<Vec<_>>());
    let all = functions();
    let distinct = all
        .get("distinct")
        .and_then(|found| found.first())
        .expect("a function");
    let ordinary = excess(distinct, &[ordinary.expect("one type")]);
    let mut random = 88_172_645_463_325_252_u64;
    let mut slow = Vec::new();
    for (name, functions) in &all {
        for function in functions {
            let least = function.parameters().len();
            let most = least + 2 * usize::from(function.variadic_parameter().is_some());
            for count in least.max(1)..=most {
                let choices: Vec<Vec<&Value>> = (0..count)
                    .map(|index| fitting(function.parameter_at(index)))
                    .collect();
                let possible = choices.iter().map(Vec::len).fold(1_usize, usize::saturating_mul);
                for _ in 0..calls.min(possible) {
                    let arguments: Vec<Value> = choices
                        .iter()
                        .map(|values| {
                            random ^= random << 13;
                            random ^= random >> 7;
                            random ^= random << 17;
                            values[random as usize % values.len()].clone()
                        })
                        .collect();
                    if let Some(excess) = least_excess(function, &arguments, ordinary, MOST) {
                        slow.push(format!("{name}({}) takes {excess:.0} times", shown(&arguments)));
                    }
                }
            }
        }
    }
    assert!(slow.is_empty(), "an ordinary call takes {ordinary:.1}: {slow:#?}");
}

/// Returns the starts of arguments.
fn shown(arguments: &[Value]) -> String {
    let shown = arguments
        .iter()
        .map(|argument| format!("{argument:?}").chars().take(40).collect::<String>());
    shown.collect::<Vec<_>>().join(", ")
}
