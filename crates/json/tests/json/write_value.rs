//! Values written as JSON read back as the same values.

use hcl2_diagnostics::SourceMap;
use hcl2_json::{WriteValueErrorKind, parse_expression, write_value};
use hcl2_model::EvalContext;
use hcl2_value::{Mark, Number, Type, Value};
use proptest::prelude::*;

/// The value that a JSON text has in full expression mode.
fn read(text: &str) -> Value {
    let source = SourceMap::new().add("test.json", text).expect("tests are small");
    let parsed = parse_expression(&source);
    let mut diagnostics = parsed.diagnostics;
    let value = parsed
        .value
        .evaluate(Some(&EvalContext::new()))
        .report_into(&mut diagnostics);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    value
}

#[track_caller]
fn check(value: &Value, expected: &str) {
    let written = write_value(value).expect("it has a JSON form");
    assert_eq!(written, format!("{expected}\n"));
    let back = read(&written).convert(value.ty()).expect("it is of that type");
    assert_eq!(&back, value);
}

#[test]
fn each_kind_of_value_reads_back() {
    check(&Value::null(Type::STRING), "null");
    check(&Value::from(true), "true");
    check(
        &Value::from("a\u{1}\"\\\n\u{e9}/"),
        "\"a\\u0001\\\"\\\\\\n\u{e9}/\"",
    );
    check(
        &Value::from("${a} %{ if } $${b} 5%"),
        "\"$${a} %%{ if } $$${b} 5%\"",
    );
    check(&Value::tuple([]), "[]");
    let list = Value::list(Type::NUMBER, [1, 2].map(Value::from)).expect("one type");
    check(&list, "[\n  1,\n  2\n]");
    let map = Value::map(
        Type::STRING,
        [("${k}", Value::from("v")), ("a", Value::from("w"))],
    )
    .expect("one type");
    check(&map, "{\n  \"$${k}\": \"v\",\n  \"a\": \"w\"\n}");
    let set = Value::set(Type::STRING, ["y", "x"].map(Value::from)).expect("one type");
    check(&set, "[\n  \"x\",\n  \"y\"\n]");
    let object = Value::object([
        ("//", Value::object([] as [(&str, Value); 0])),
        ("b", Value::tuple([list])),
    ]);
    check(
        &object,
        "{\n  \"//\": {},\n  \"b\": [\n    [\n      1,\n      2\n    ]\n  ]\n}",
    );
}

#[test]
fn numbers_are_exact() {
    let number = |text: &str| Number::parse(text).expect("a number");
    let tenth = number("1").sub(&number("0.9")).expect("finite");
    let third = number("1").div(&number("3")).expect("finite");
    let power = number("1p700");
    let numbers = [
        "0",
        "-12",
        "0.1",
        "-2.5e-3",
        "1e1000",
        "-1e-1000",
        "1e20000",
        "9007199254740993",
    ];
    for number in numbers
        .map(number)
        .into_iter()
        .chain([tenth, third, power.clone(), power.neg()])
    {
        let value = Value::from(number);
        let written = write_value(&value).expect("it has a JSON form");
        assert_eq!(read(&written), value, "{written}");
    }
    assert_eq!(
        write_value(&Value::from(number("1e1000"))).as_deref(),
        Ok("1e1000\n")
    );
}

#[test]
fn errors_have_the_path_of_the_part() {
    let infinite = Number::parse("inf").expect("a number");
    let marked = Value::from("s3cr3t").with_mark(Mark::new("sensitive"));
    let inner = |value: Value| {
        let map = Value::map(value.ty().clone(), [("k", value)]).expect("one type");
        Value::tuple([Value::from(1), Value::object([("a", map)])])
    };
    for (value, kind) in [
        (Value::unknown(Type::STRING), WriteValueErrorKind::Unknown),
        (marked, WriteValueErrorKind::Marked),
        (Value::from(infinite), WriteValueErrorKind::Infinite),
    ] {
        let error = write_value(&inner(value.clone())).expect_err("it has no JSON form");
        assert_eq!(
            (error.kind, error.path.to_string().as_str()),
            (kind, "[1].a[\"k\"]")
        );
        assert!(!error.to_string().contains("s3cr3t"));
        let error = write_value(&value).expect_err("it has no JSON form");
        assert!(error.path.is_empty());
    }
    let later = Value::tuple([Value::tuple([Value::from(1)]), Value::from(2), Value::DYNAMIC]);
    let error = write_value(&later).expect_err("it has no JSON form");
    assert_eq!(error.to_string(), "at [2]: an unknown value has no JSON form");
}

#[test]
fn shared_parts_cannot_make_an_endless_text() {
    let doubled = (0..40).fold(Value::from(1), |value, _| Value::tuple([value.clone(), value]));
    let error = write_value(&doubled).expect_err("it is too long");
    assert_eq!(error.kind, WriteValueErrorKind::TooLong);
    assert_eq!(error.to_string(), "the text is longer than 256 MiB");
}

#[test]
fn depth_costs_no_stack() {
    let work = || {
        let deep = (0..100_000).fold(Value::from(1), |inner, _| Value::tuple([inner]));
        let written = write_value(&Value::tuple([Value::DYNAMIC, deep.clone()]));
        assert_eq!(
            written.unwrap_err().to_string(),
            "at [0]: an unknown value has no JSON form"
        );
        let shallow = (0..400).fold(Value::from(1), |inner, _| Value::tuple([inner]));
        assert_eq!(read(&write_value(&shallow).expect("a JSON form")), shallow);
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(work);
    thread.expect("it starts").join().expect("no stack overflow");
}

/// Any value that has a JSON form, made of the types that JSON has.
fn json_value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        prop::collection::vec(
            prop::sample::select(vec!["$", "%", "{", "}", "~", "\\", "\"", "x"]),
            0..8
        )
        .prop_map(|pieces| pieces.concat()),
    ];
    let leaf = prop_oneof![
        Just(Value::null(Type::DYNAMIC)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "-?[0-9]{1,200}(\\.[0-9]{1,50})?(e-?[0-9]{1,4})?"
            .prop_map(|text| Value::from(Number::parse(&text).expect("a number"))),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::tuple),
            prop::collection::btree_map(text.clone(), inner, 0..5).prop_map(Value::object),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_reads_back(value in json_value()) {
        let written = write_value(&value).expect("it has a JSON form");
        if let Err(error) = serde_json::from_str::<serde_json::Value>(&written) {
            prop_assert!(error.to_string().starts_with("number out of range"), "{}: {}", written, error);
        }
        prop_assert_eq!(read(&written), value);
    }
}
