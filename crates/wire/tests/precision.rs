//! Numbers of every precision on the wire.

use hcl2_value::{Number, Type, Value};
use hcl2_wire::{json, msgpack};

fn number(text: &str) -> Value {
    Value::from(Number::parse(text).expect("a number"))
}

fn double(value: f64) -> Value {
    Value::try_from(value).expect("a number")
}

#[test]
fn floats_equal_the_literals_that_they_were_written_as() {
    let bytes = b"\xcb\x3f\xf3\x33\x33\x33\x33\x33\x33";
    assert_eq!(msgpack::encode(&double(1.2), &Type::NUMBER).unwrap(), bytes);
    let decoded = msgpack::decode(bytes, &Type::NUMBER).unwrap();
    assert_eq!(decoded, number("1.2"));
    assert_eq!(decoded.as_number().map(Number::precision), Some(53));
    assert_eq!(json::encode(&decoded, &Type::NUMBER).unwrap(), "1.2");
}

#[test]
fn integers_are_counted_and_texts_are_parsed() {
    for (bytes, precision) in [(&b"\x07"[..], 64), (b"\xcc\x07", 64), (b"\xa17", 512)] {
        let decoded = msgpack::decode(bytes, &Type::NUMBER).unwrap();
        assert_eq!(decoded.as_number().map(Number::precision), Some(precision));
    }
    let decoded = json::decode(b"7", &Type::NUMBER).unwrap();
    assert_eq!(decoded.as_number().map(Number::precision), Some(512));
}

#[test]
fn large_double_is_written_with_all_its_digits() {
    let value = double(2_f64.powi(77));
    assert_eq!(
        value.as_number().map(ToString::to_string).as_deref(),
        Some("151115727451828650000000")
    );
    assert_eq!(
        msgpack::encode(&value, &Type::NUMBER).unwrap(),
        b"\xb8151115727451828646838272"
    );
    assert_eq!(
        json::encode(&value, &Type::NUMBER).unwrap(),
        "151115727451828646838272"
    );
    assert_eq!(
        msgpack::decode(b"\xcb\x44\xc0\0\0\0\0\0\0", &Type::NUMBER).unwrap(),
        number("1p77")
    );
    // The shortest text of a parsed number reads back as the same number.
    let parsed = number("1e60");
    assert_eq!(json::encode(&parsed, &Type::NUMBER).unwrap().len(), 61);
    let parsed = number("1e300");
    assert_eq!(
        json::encode(&parsed, &Type::NUMBER).unwrap(),
        format!("1{}", "0".repeat(300))
    );
}
