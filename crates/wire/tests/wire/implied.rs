//! Types of messages without a type constraint.

use hcl2_value::Type;
use hcl2_wire::{WireErrorKind, msgpack};

#[test]
fn types_are_implied_by_messages_without_one() {
    let implied = |bytes: &[u8]| msgpack::implied_type(bytes);
    assert_eq!(implied(b"\xc0"), Ok(Type::DYNAMIC));
    assert_eq!(implied(b"\xd4\x00\x00"), Ok(Type::DYNAMIC), "an unknown value");
    assert_eq!(implied(b"\xcb\x3f\xf3\x33\x33\x33\x33\x33\x33"), Ok(Type::NUMBER));
    let tuple = Type::tuple([Type::BOOL, Type::tuple([])]);
    assert_eq!(implied(b"\x92\xc3\x90"), Ok(tuple));
    assert_eq!(
        implied(b"\x81\xa1a\xa1b"),
        Ok(Type::object([("a", Type::STRING)]))
    );
    let refused = |bytes: &[u8]| {
        let error = implied(bytes).unwrap_err();
        (error.kind().clone(), error.offset())
    };
    let binary = WireErrorKind::Mismatch {
        required: "a value of the wire format",
        found: "binary data",
    };
    assert_eq!(refused(b"\x91\xc4\x01a"), (binary, Some(1)));
    let duplicate = WireErrorKind::DuplicateKey("a".to_owned());
    assert_eq!(refused(b"\x82\xa1a\x01\xa1a\x02"), (duplicate, Some(4)));
    assert_eq!(refused(b"\x01\x02"), (WireErrorKind::TrailingBytes, Some(1)));
    assert_eq!(refused(&b"\x91".repeat(1000)).0, WireErrorKind::TooDeep);
    assert_eq!(refused(&b"\x81\xa1a".repeat(1000)).0, WireErrorKind::TooDeep);
    assert_eq!(
        refused(b"\xca\x7f\xc0\x00\x00"),
        (WireErrorKind::NotANumber, Some(0))
    );
}

#[test]
fn types_are_implied_by_texts_without_one() {
    let implied = |text: &str| hcl2_wire::json::implied_type(text.as_bytes());
    assert_eq!(implied("null"), Ok(Type::DYNAMIC));
    let ty = Type::object([
        ("a", Type::tuple([Type::NUMBER, Type::BOOL])),
        ("b", Type::STRING),
    ]);
    assert_eq!(implied(r#"{"b": "", "a": [1, true]}"#), Ok(ty));
    assert_eq!(implied("[1").unwrap_err().offset(), Some(2));
}
