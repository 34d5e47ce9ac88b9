//! Maps one after the other in a message, which share their keys where they have the same.

use std::sync::Arc;

use crate::support::place::{at, mismatch, place_of};
use hcl2_value::{Type, Value};
use hcl2_wire::{WireErrorKind, msgpack};

fn maps() -> Type {
    Type::list(Type::map(Type::NUMBER))
}

fn map<const N: usize>(fields: [(&str, i32); N]) -> Value {
    Value::map(
        Type::NUMBER,
        fields.map(|(key, number)| (key, Value::from(number))),
    )
    .expect("numbers")
}

#[test]
fn maps_with_the_same_keys_share_them() {
    let list = Value::list(
        Type::map(Type::NUMBER),
        [
            map([("a", 1), ("b", 2)]),
            map([("x", 0)]),
            map([("a", 3), ("b", 4)]),
        ],
    );
    let list = list.unwrap();
    let decoded = msgpack::decode(&msgpack::encode(&list, &maps()).unwrap(), &maps()).unwrap();
    assert_eq!(decoded, list);
    let keys = |index: usize| decoded.elements().unwrap()[index].fields().unwrap().keys();
    assert!(Arc::ptr_eq(keys(0), keys(2)));
    assert_eq!(keys(1).len(), 1);
}

#[test]
fn maps_that_only_begin_alike_have_keys_of_their_own() {
    let decoded = msgpack::decode(
        b"\x95\x83\xa1a\x01\xa1b\x02\xa1c\x03\x83\xa1a\x04\xa1b\x05\xa1d\x06\x82\xa1a\x07\xa1b\x08\
          \x83\xa1c\x09\xa1a\x0a\xa1b\x0b\x83\xa1a\x0c\xa1c\x0d\xa1b\x0e",
        &maps(),
    );
    let expected = [
        map([("a", 1), ("b", 2), ("c", 3)]),
        map([("a", 4), ("b", 5), ("d", 6)]),
        map([("a", 7), ("b", 8)]),
        map([("a", 10), ("b", 11), ("c", 9)]),
        map([("a", 12), ("b", 14), ("c", 13)]),
    ];
    assert_eq!(
        decoded,
        Ok(Value::list(Type::map(Type::NUMBER), expected).unwrap())
    );
}

#[test]
fn errors_in_a_map_like_one_before_have_their_places() {
    let first = b"\x92\x83\xa1a\x01\xa1b\x02\xa1c\x03";
    let refused = |second: &[u8]| place_of(msgpack::decode(&[&first[..], second].concat(), &maps()));
    let duplicate = |key: &str| WireErrorKind::DuplicateKey(key.to_owned());
    assert_eq!(
        refused(b"\x83\xa1a\x01\xa1b\x02\xa1a\x03"),
        at(18, "[1]", duplicate("a"))
    );
    assert_eq!(
        refused(b"\x83\xa1a\x01\xa1a\x02\xa1c\x03"),
        at(15, "[1]", duplicate("a"))
    );
    assert_eq!(
        refused(b"\x83\xa1a\x01\xa1b\xc2\xa1c\x03"),
        at(17, "[1][\"b\"]", mismatch("a number", "a bool"))
    );
    assert_eq!(
        refused(b"\x83\xa1a\x01\xa1b\x02\x01\x03").2,
        mismatch("a string as the key", "an integer")
    );
    assert_eq!(
        refused(b"\x83\xa1a\x01\xa1b"),
        at(17, "[1]", WireErrorKind::UnexpectedEnd)
    );
}

#[test]
fn maps_of_any_type_are_of_the_types_that_they_have() {
    let ty = Type::tuple([Type::map(Type::DYNAMIC), Type::map(Type::DYNAMIC)]);
    let of = |value: Value| Value::map(Type::DYNAMIC, [("a", value)]).unwrap();
    let value = Value::tuple([of(Value::from(1)), of(Value::from("x"))]);
    let bytes = msgpack::encode(&value, &ty).unwrap();
    let decoded = msgpack::decode(&bytes, &ty).unwrap();
    assert_eq!(decoded, value);
    assert_eq!(decoded.elements().unwrap()[1].ty(), &Type::map(Type::STRING));
}

#[test]
fn names_of_attributes_may_be_long() {
    let names = ["a".repeat(31), "b".repeat(32), "c".repeat(255), "d".repeat(256)];
    let ty = Type::object(names.clone().map(|name| (name, Type::NUMBER)));
    let object = Value::object(names.clone().map(|name| (name, Value::from(7))));
    let mut bytes = msgpack::encode(&object, &ty).unwrap();
    assert_eq!(msgpack::decode(&bytes, &ty), Ok(object));
    let last = bytes.len() - 1;
    bytes[last] = 0xc3;
    assert_eq!(
        place_of(msgpack::decode(&bytes, &ty)),
        at(last, &format!(".{}", names[3]), mismatch("a number", "a bool"))
    );
}
