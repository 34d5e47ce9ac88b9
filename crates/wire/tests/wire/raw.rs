//! Stored values, read by the type that stored them, by another one, and by none.

use crate::support::place::{at, mismatch, place_of};
use hcl2_value::{Number, Type, Value};
use hcl2_wire::json::RawValue;
use hcl2_wire::{MAX_DEPTH, WireErrorKind};

const STORED: &[u8] =
    br#"{"rules":[{"port":80,"old":{"a":[1]}},{"port":null}],"tags":{"x":"y"},"size":"12","gone":[{}]}"#;

fn now() -> Type {
    let rule = Type::object([("name", Type::STRING), ("port", Type::NUMBER)]);
    Type::object([
        ("rules", Type::set(rule)),
        ("size", Type::NUMBER),
        ("tags", Type::map(Type::STRING)),
        ("zone", Type::list(Type::BOOL)),
    ])
}

#[test]
fn what_is_shared_with_a_type_is_read_at_every_level() {
    let rule = |port: Value| Value::object([("name", Value::null(Type::STRING)), ("port", port)]);
    let rules = Value::tuple([rule(Value::from(80)), rule(Value::null(Type::NUMBER))]);
    let wanted = Value::object([
        ("rules", rules),
        ("size", Value::from(12)),
        ("tags", Value::object([("x", Value::from("y"))])),
        ("zone", Value::null(Type::list(Type::BOOL))),
    ]);
    let shared = RawValue::new(STORED).decode_shared(&now());
    assert_eq!(shared, Ok(wanted.convert(&now()).unwrap()));
}

#[test]
fn keys_of_maps_are_not_attributes() {
    let shared = RawValue::new(br#"{"a":"1","b":"2"}"#).decode_shared(&Type::map(Type::NUMBER));
    let map = shared.unwrap();
    assert_eq!(map.get("a"), Some(&Value::from(1)));
    assert_eq!(map.get("b"), Some(&Value::from(2)));
}

#[test]
fn without_a_type_everything_is_read_as_it_is_written() {
    let raw = RawValue::new(
        br#"[1.0000000000000000000000000000000000000001, {"b": null, "a": [true, "e\u0301"]}, []]"#,
    );
    let digits = Number::parse("1.0000000000000000000000000000000000000001").unwrap();
    let inner = Value::tuple([Value::from(true), Value::from("\u{e9}")]);
    let wanted = Value::tuple([
        Value::from(digits),
        Value::object([("a", inner), ("b", Value::null(Type::DYNAMIC))]),
        Value::tuple([]),
    ]);
    assert_eq!(raw.decode_untyped(), Ok(wanted));
}

#[test]
fn errors_name_the_place_in_the_text() {
    let untyped = |text: &[u8]| place_of(RawValue::new(text).decode_untyped());
    let shared = |text: &[u8], ty: &Type| place_of(RawValue::new(text).decode_shared(ty));
    assert_eq!(
        place_of(RawValue::new(STORED).decode(&now())),
        at(
            21,
            ".rules[0]",
            WireErrorKind::UnsupportedAttribute("old".to_owned())
        )
    );
    assert_eq!(
        shared(br#"{"gone":1,"size":[]}"#, &now()),
        at(17, ".size", mismatch("a number", "an array"))
    );
    // Skipped values must be JSON too.
    assert_eq!(
        shared(br#"{"gone":[1,}"#, &now()),
        at(11, "", WireErrorKind::Syntax("expected a value"))
    );
    assert_eq!(
        untyped(br#"{"a":[0,{"b":1,"b":2}]}"#),
        at(15, ".a[1]", WireErrorKind::DuplicateKey("b".to_owned()))
    );
    assert_eq!(untyped(b"[1] 2"), at(4, "", WireErrorKind::TrailingBytes));
    assert_eq!(untyped(b"[1"), at(2, "", WireErrorKind::UnexpectedEnd));
    let deep = "[".repeat(100_000);
    assert_eq!(untyped(deep.as_bytes()).2, WireErrorKind::TooDeep);
}

#[test]
fn skipped_attributes_may_be_nested_twice_as_deeply() {
    let shared = |levels: usize| {
        let text = format!("{{\"gone\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
        RawValue::new(text.as_bytes())
            .decode_shared(&Type::object::<&str>([]))
            .map_err(|error| error.kind().clone())
    };
    let most = 2 * MAX_DEPTH as usize + 1;
    assert_eq!(shared(most), Ok(Value::object::<&str>([])));
    assert_eq!(shared(most + 1), Err(WireErrorKind::TooDeep));
}

#[test]
fn stored_value_is_nested_as_deeply_as_others() {
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    let deepest = nested(MAX_DEPTH as usize);
    let raw = RawValue::new(deepest.as_bytes());
    assert_eq!(raw.as_bytes(), deepest.as_bytes());
    assert_eq!(
        raw.decode_untyped().map(|value| value.ty().depth()),
        Ok(MAX_DEPTH)
    );
    let deeper = nested(MAX_DEPTH as usize + 1);
    assert_eq!(
        RawValue::new(deeper.as_bytes())
            .decode_untyped()
            .map_err(|error| error.kind().clone()),
        Err(WireErrorKind::TooDeep)
    );
}
