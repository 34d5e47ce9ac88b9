//! Tests of the functions, and what these share.

mod budgets;
mod collections;
mod costs;
mod encodings;
mod formats;
mod laws;
mod patterns;
mod protocol;
mod scalars;
mod shared;
#[cfg(feature = "terraform")]
mod terraform;
mod times;

use crate::standard;
use hcl2_value::{Function, FunctionError, Type, Value};

/// Returns the standard function with this name.
fn function(name: &str) -> Function {
    let found = standard().into_iter().find(|function| function.name() == name);
    found.unwrap_or_else(|| panic!("no function {name}"))
}

fn call(name: &str, arguments: impl AsRef<[Value]>) -> Result<Value, FunctionError> {
    function(name).call(arguments.as_ref())
}

/// Returns the result of a call that must succeed.
fn ok(name: &str, arguments: impl AsRef<[Value]>) -> Value {
    call(name, arguments).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the message of a call that must fail because of this argument.
fn fail(name: &str, arguments: impl AsRef<[Value]>, argument: Option<usize>) -> String {
    let error = call(name, arguments).expect_err(name);
    assert_eq!(error.argument, argument, "{name}: {error}");
    error.message
}

fn s(text: &str) -> Value {
    Value::from(text)
}

fn n(text: &str) -> Value {
    Value::from(hcl2_value::Number::parse(text).unwrap())
}

fn strings(texts: &[&str]) -> Value {
    Value::list(Type::STRING, texts.iter().map(|text| s(text))).unwrap()
}

fn numbers(numbers: &[i64]) -> Value {
    Value::list(Type::NUMBER, numbers.iter().map(|number| Value::from(*number))).unwrap()
}

fn string_set(texts: &[&str]) -> Value {
    Value::set(Type::STRING, texts.iter().map(|text| s(text))).unwrap()
}

fn number_map(pairs: &[(&str, i64)]) -> Value {
    Value::map(
        Type::NUMBER,
        pairs.iter().map(|(key, number)| (*key, Value::from(*number))),
    )
    .unwrap()
}
