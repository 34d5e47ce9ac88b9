//! What functions count.

use hcl2_value::{Allowance, Budget, Function, Meter, Number, Type, Value};

use crate::{
    concat, csvdecode, flatten, format, formatlist, indent, jsondecode, length, range, regexall, replace,
    reverselist, setproduct, split,
};

fn budget() -> Budget {
    Budget::new(Allowance {
        steps: 2_000_000,
        elements: 20_000,
        bytes: 200_000,
    })
}

/// Returns the message of a call that exceeds its budget.
#[track_caller]
fn message(function: &Function, arguments: &[Value]) -> String {
    let budget = budget();
    let mut meter = Meter::new(&budget);
    let error = function
        .call_metered(arguments, &mut meter)
        .expect_err("it exceeds a limit");
    assert!(meter.exceeded().is_some());
    error.message
}

const ELEMENTS: &str = "the evaluation exceeds the limit of 20000 elements";
const BYTES: &str = "the evaluation exceeds the limit of 200000 bytes in strings";

#[test]
fn results_are_counted() {
    let list = |count: usize| Value::list(Type::NUMBER, vec![Value::from(1); count]).expect("one type");
    let (many, hundred) = (list(12_000), list(200));
    let long = Value::from("x,".repeat(12_000));
    for (function, arguments, expected) in [
        (setproduct(), vec![hundred.clone(), hundred], ELEMENTS),
        (concat(), vec![many.clone()], ELEMENTS),
        (reverselist(), vec![many], ELEMENTS),
        (split(), vec![Value::from(","), long.clone()], ELEMENTS),
        (split(), vec![Value::from(""), long.clone()], ELEMENTS),
        (regexall(), vec![Value::from("x"), long.clone()], ELEMENTS),
        (
            jsondecode(),
            vec![Value::from(format!("[[{}1]]", "1,".repeat(12_000)))],
            ELEMENTS,
        ),
        (csvdecode(), vec![Value::from("a\n".repeat(6_000))], ELEMENTS),
        (format(), vec![Value::from("%200000d"), Value::from(1)], BYTES),
        (formatlist(), vec![Value::from("%1000d"), list(200)], BYTES),
        (
            replace(),
            vec![long.clone(), Value::from(","), Value::from("0123456789")],
            BYTES,
        ),
        (indent(), vec![Value::from(200_000), Value::from("a\nb")], BYTES),
    ] {
        assert_eq!(message(&function, &arguments), expected, "{}", function.name());
    }
}

#[test]
fn parts_that_are_shared_take_steps() {
    // There is nothing in it, but to find that out takes 2^40 steps.
    let empty = (0..40).fold(Value::tuple([]), |value, _| Value::tuple([value.clone(), value]));
    assert_eq!(
        message(&flatten(), &[empty]),
        "the evaluation exceeds the limit of 2000000 steps"
    );
}

#[test]
fn selecting_takes_nothing() {
    let many = Value::list(Type::NUMBER, vec![Value::from(1); 12_000]).expect("one type");
    let budget = budget();
    let mut meter = Meter::new(&budget);
    for _ in 0..10_000 {
        let count = length().call_metered(std::slice::from_ref(&many), &mut meter);
        assert_eq!(count, Ok(Value::from(12_000)));
    }
    assert!(meter.is_untouched());
}

#[test]
fn work_before_an_error_is_counted() {
    let number = |text: &str| Value::from(Number::parse(text).expect("a number"));
    let digits = || number("1e99999");
    for (function, arguments, steps, bytes) in [
        (
            range(),
            vec![Value::from(0), number("1e-999990"), number("1e-999999")],
            3_900,
            0,
        ),
        (format(), vec![Value::from("%d%"), digits()], 2_000_000, 80_000),
        (
            format(),
            vec![Value::from("%[1]d%[1]d%"), digits()],
            4_000_000,
            180_000,
        ),
        (
            format(),
            vec![Value::from("%.100000f%"), Value::from(1)],
            0,
            80_000,
        ),
    ] {
        let budget = Budget::default();
        let before = budget.left();
        let mut meter = Meter::new(&budget);
        let result = function.call_metered(&arguments, &mut meter);
        drop(meter);
        assert!(result.is_err(), "{}", function.name());
        let left = budget.left();
        assert!(before.steps - left.steps >= steps, "{}", function.name());
        assert!(before.bytes - left.bytes >= bytes, "{}", function.name());
    }
}

/// Returns the steps of looking for all matches.
fn searched(pattern: &str, subject: &str) -> u64 {
    let budget = Budget::default();
    let before = budget.left().steps;
    let mut meter = Meter::new(&budget);
    let found = regexall().call_metered(&[Value::from(pattern), Value::from(subject)], &mut meter);
    drop(meter);
    assert!(found.is_ok(), "{pattern}: {found:?}");
    before - budget.left().steps
}

#[test]
fn matches_count_the_rest_of_the_string_if_it_is_searched_for_each() {
    let subject = "ab ".repeat(1_500);
    for pattern in ["b", "[a-z]+", "(a)(b)", "a[^ ]*", "(ab|c)+ "] {
        let steps = searched(pattern, &subject);
        assert!(steps < 30_000, "{pattern}: {steps}");
    }
    for pattern in ["a.*c|a", "(a.*c)?b", "(a.*c)*b"] {
        let steps = searched(pattern, &subject);
        assert!(steps > 80_000, "{pattern}: {steps}");
    }
}
