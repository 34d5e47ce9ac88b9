//! Every function on values whose parts are shared: forty levels of `[x, x]` have a trillion parts, of which forty are
//! stored. A function takes time linear in what is stored, or ends with its budget.

use std::collections::BTreeMap;

use hcl2_value::{Allowance, Budget, Function, Mark, Meter, Type, Value};

use super::s;
use crate::standard;

fn doubled(leaf: Value, wrap: fn(Value, Value) -> Value) -> Value {
    (0..60).fold(leaf, |inner, _| wrap(inner.clone(), inner))
}

fn tuple(a: Value, b: Value) -> Value {
    Value::tuple([a, b])
}

fn object(a: Value, b: Value) -> Value {
    Value::object([("a", a), ("b", b)])
}

fn list(a: Value, b: Value) -> Value {
    Value::list(Type::DYNAMIC, [a, b]).unwrap()
}

fn map(a: Value, b: Value) -> Value {
    Value::map(Type::DYNAMIC, [("a", a), ("b", b)]).unwrap()
}

/// Returns values with shared parts, and others.
fn pool() -> (Vec<Value>, Vec<Value>) {
    let one = || Value::from(1);
    let tuples = doubled(one(), tuple);
    let other = doubled(Value::from(2), tuple);
    let lists = doubled(s("a"), list);
    let shared = vec![
        tuples.clone(),
        lists.clone(),
        doubled(one(), object),
        doubled(s("a"), map),
        Value::set(Type::DYNAMIC, [tuples.clone(), other.clone()]).unwrap(),
        Value::list(Type::DYNAMIC, [tuples.clone(), other, doubled(one(), tuple)]).unwrap(),
        Value::map(Type::DYNAMIC, [("a", lists)]).unwrap(),
        doubled(one().with_mark(Mark::new("secret")), tuple),
        doubled(Value::unknown(Type::STRING), tuple),
    ];
    let plain = vec![
        one(),
        s("%v"),
        Value::from(true),
        Value::list(Type::STRING, [s("a")]).unwrap(),
    ];
    (shared, plain)
}

pub(super) fn functions() -> BTreeMap<&'static str, Vec<Function>> {
    let mut all: BTreeMap<&'static str, Vec<Function>> = BTreeMap::new();
    for function in standard() {
        all.entry(function.name()).or_default().push(function);
    }
    #[cfg(feature = "terraform")]
    for function in crate::terraform::functions(&(std::sync::Arc::new(crate::NoHost) as _)) {
        all.entry(function.name()).or_default().push(function);
    }
    all
}

#[test]
fn functions_take_time_linear_in_stored_parts_or_end_with_their_budget() {
    let (shared, plain) = pool();
    let every: Vec<&Value> = shared.iter().chain(&plain).collect();
    let (mut calls, mut successes) = (0, 0);
    for (name, functions) in functions() {
        for function in functions {
            let least = function.parameters().len();
            let most = if function.variadic_parameter().is_some() {
                least + 2
            } else {
                least
            };
            for count in least.max(1)..=most.min(3) {
                for call in 0..every.len().pow(count as u32) {
                    let choice = |position: usize| call / every.len().pow(position as u32) % every.len();
                    let choices: Vec<usize> = (0..count).map(choice).collect();
                    // A third argument makes too many calls; it is shared only if the others are of the same kind.
                    let few = count < 3 || choices[0] == choices[1] || choices[1] >= shared.len();
                    if !few || choices.iter().all(|choice| *choice >= shared.len()) {
                        continue;
                    }
                    let arguments: Vec<Value> = choices.iter().map(|choice| every[*choice].clone()).collect();
                    let budget = Budget::new(Allowance {
                        steps: 5_000_000,
                        elements: 100_000,
                        bytes: 1 << 20,
                    });
                    hcl2_testing::assert_soon(&format!("{name} with {choices:?}"), || {
                        let result = function.call_metered(&arguments, &mut Meter::new(&budget));
                        if let Err(error) = &result {
                            assert!(error.message.len() < 10_000, "{name}");
                        }
                        successes += usize::from(result.is_ok());
                        drop((result, arguments));
                    });
                    calls += 1;
                }
            }
        }
    }
    assert!(
        calls > 5_000 && successes > 500,
        "{calls} calls, {successes} successes"
    );
}

#[test]
fn functions_of_deep_values_take_linear_time() {
    type Wrap = fn(Value) -> Value;
    let wrappers: [(&str, Wrap); 3] = [
        ("tuple", |inner| Value::tuple([inner])),
        ("object", |inner| Value::object([("a", inner)])),
        ("list", |inner| Value::list(Type::DYNAMIC, [inner]).unwrap()),
    ];
    for (wrapper, wrap) in wrappers {
        // To build the values takes longer than most functions do, so that all functions have the same two. Both fit in
        // a cache, of which other work of the machine may leave little.
        let levels = 600;
        let deep = |levels| (0..levels).fold(Value::from(1), |inner, _| wrap(inner));
        let (small, large) = (deep(levels), deep(4 * levels));
        // Each level of YAML indents all within it, so that the text is quadratic itself. Another test bounds it.
        let linear = functions().into_iter().filter(|(name, _)| *name != "yamlencode");
        for (name, functions) in linear {
            for function in functions {
                let count = function.parameters().len().max(1);
                hcl2_testing::assert_linear(
                    &format!("{name} of a {wrapper}"),
                    levels,
                    |size| vec![if size == levels { &small } else { &large }.clone(); count],
                    |arguments: Vec<Value>| function.call(&arguments).is_ok(),
                );
            }
        }
    }
}
