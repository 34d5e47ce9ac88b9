//! Functions from closures.

use hcl2_decode::function;
use hcl2_decode::function::Variadic;
use hcl2_value::{Mark, Type, Value};

#[test]
fn arguments_are_converted_and_results_typed() {
    let join = function("join", |parts: Vec<String>, between: Option<String>| {
        parts.join(&between.unwrap_or_else(|| ",".to_owned()))
    });
    let parts = Value::list(Type::STRING, [Value::from("1"), Value::from("b")]).expect("strings");
    assert_eq!(join.call(std::slice::from_ref(&parts)), Ok(Value::from("1,b")));
    assert_eq!(
        join.call(&[parts.clone(), Value::from("-")]),
        Ok(Value::from("1-b"))
    );
    assert_eq!(
        join.call(&[parts.clone(), Value::null(Type::STRING)]),
        Ok(Value::from("1,b"))
    );
    let error = join
        .call(&[parts, Value::from("-"), Value::from("-")])
        .expect_err("too many");
    assert_eq!(error.message, "expected at most 2 arguments");
    let unknown = Value::unknown(Type::list(Type::STRING));
    assert_eq!(join.result_type(&[unknown]), Ok(Type::STRING));
}

#[test]
fn an_argument_that_does_not_fit_is_named() {
    let small = function("small", |number: u8, _other: u8| number);
    let error = small
        .call(&[Value::from(1), Value::from(300)])
        .expect_err("out of range");
    assert_eq!(error.argument, Some(1));
    assert_eq!(error.message, "Expected a whole number from 0 to 255, found 300.");
}

#[test]
fn unknown_and_sensitive_arguments_are_handled() {
    let double = function("double", |number: i64| number * 2);
    assert_eq!(
        double
            .call(&[Value::unknown(Type::NUMBER)])
            .map(|value| value.is_known()),
        Ok(false)
    );
    let secret = Value::from(2).with_mark(Mark::new("secret"));
    assert_eq!(
        double.call(&[secret]),
        Ok(Value::from(4).with_mark(Mark::new("secret")))
    );
}

#[test]
fn the_last_parameter_takes_the_rest_of_the_arguments() {
    let join = function("join", |between: String, Variadic(parts): Variadic<String>| {
        parts.join(&between)
    });
    assert_eq!(join.call(&["-".into()]), Ok("".into()));
    assert_eq!(join.call(&["-".into(), "a".into(), "1".into()]), Ok("a-1".into()));
    let error = join
        .call(&["-".into(), "a".into(), Value::tuple(Vec::<Value>::new())])
        .expect_err("no string");
    assert_eq!(error.argument, Some(2));
    assert_eq!(join.parameters().len(), 1);
    assert_eq!(
        join.variadic_parameter().map(|parameter| parameter.ty.clone()),
        Some(Type::STRING)
    );
}

#[test]
fn a_closure_without_parameters_is_a_function() {
    let answer = function("answer", || 42);
    assert_eq!(answer.call(&[]), Ok(Value::from(42)));
    assert_eq!(
        answer.call(&[Value::from(1)]).map_err(|error| error.message),
        Err("0 arguments required, not 1".to_owned())
    );
}
