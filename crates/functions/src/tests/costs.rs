//! Steps follow time: no call takes much longer than what it counts.

use std::time::Duration;

use hcl2_value::{Allowance, Budget, Function, Meter, Type, Value};

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
fn excess(function: &Function, arguments: &[Value]) -> f64 {
    let attempt = || {
        let budget = Budget::new(Allowance::default());
        let (_, time) = hcl2_testing::processor_time(|| {
            let mut meter = Meter::without_free(&budget);
            function.call_within(arguments, &mut meter).is_ok()
        });
        let (all, left) = (Allowance::default(), budget.left());
        let counted = 30 * (all.steps - left.steps)
            + 100 * (all.elements - left.elements)
            + 4 * (all.bytes - left.bytes);
        time.as_secs_f64() / Duration::from_nanos(counted + 1_000).as_secs_f64()
    };
    // The first call fills caches.
    (0..4).map(|_| attempt()).fold(f64::INFINITY, f64::min)
}

#[test]
fn steps_follow_time() {
    /// How much more a call may take for what it counts than an ordinary one.
    const MOST: f64 = 12.0;
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
            let excess = excess(named(name)?, arguments) / ordinary;
            (excess > MOST)
                .then(|| format!("{name} of {} takes {excess:.0} times", arguments[0].part_count()))
        })
        .collect();
    assert!(slow.is_empty(), "an ordinary call takes {ordinary:.1}: {slow:#?}");
}
