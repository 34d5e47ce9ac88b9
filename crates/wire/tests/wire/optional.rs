//! Elements of collections whose type has optional attributes.

use hcl2_value::{Type, Value};
use hcl2_wire::{json, msgpack};

#[test]
fn null_and_unknown_elements_have_the_element_type() {
    let constraint = Type::object_with_optional([("a", Type::BOOL, true)]);
    let element = Type::object([("a", Type::BOOL)]);
    let (null, unknown) = (Value::null(element.clone()), Value::unknown(element.clone()));
    let not_null = Value::unknown_not_null(element.clone());
    let known = Value::object([("a", Value::from(true))]);
    for (bytes, items) in [
        (&b"\x91\xc0"[..], vec![null.clone()]),
        (b"\x91\xd4\0\0", vec![unknown.clone()]),
        (b"\x91\xc7\x03\x0c\x81\x01\xc2", vec![not_null.clone()]),
        (b"\x92\xc0\xd4\0\0", vec![null.clone(), unknown.clone()]),
        (
            b"\x92\xc7\x03\x0c\x81\x01\xc2\xc0",
            vec![not_null.clone(), null.clone()],
        ),
        (
            b"\x92\x81\xa1a\xc3\xc7\x03\x0c\x81\x01\xc2",
            vec![known.clone(), not_null],
        ),
    ] {
        let decoded = msgpack::decode(bytes, &Type::list(constraint.clone())).unwrap();
        let expected = Value::list(element.clone(), items).unwrap();
        assert_eq!(decoded, expected, "{bytes:x?}");
        assert_eq!(decoded.ty(), expected.ty());
    }
    let maps = Type::map(constraint.clone());
    let expected = Value::map(element.clone(), [("k", null.clone())]).unwrap();
    assert_eq!(msgpack::decode(b"\x81\xa1k\xc0", &maps).unwrap(), expected);
    assert_eq!(json::decode(br#"{"k":null}"#, &maps).unwrap(), expected);
    let sets = Type::set(constraint);
    let expected = Value::set(element, [null, known]).unwrap();
    assert_eq!(json::decode(br#"[null,{"a":true}]"#, &sets).unwrap(), expected);
}
