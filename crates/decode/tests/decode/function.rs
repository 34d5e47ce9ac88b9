//! Functions from closures.

use hcl2_decode::function;
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
