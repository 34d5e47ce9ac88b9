//! Conversions between Rust types and values, known and unknown.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_decode::attribute::DecodeAttribute;
use hcl2_decode::{decode_value, encode_value};
use hcl2_derive::{Decode, Encode};
use hcl2_diagnostics::Code;
use hcl2_diagnostics::codes::{body, decode as codes};
use hcl2_value::{Knowable, Mark, Number, Type, Value};

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Server {
    id: Knowable<String>,
    cores: u8,
    weight: Knowable<Option<Number>>,
    zones: Knowable<BTreeSet<String>>,
    disks: Vec<Disk>,
    tags: BTreeMap<String, Knowable<String>>,
    network: Knowable<Option<Network>>,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Disk {
    size: u32,
    #[hcl(default = "ssd".to_owned())]
    kind: String,
}

#[derive(Decode, Encode, Clone, Debug, PartialEq)]
#[hcl(crate = hcl2_decode)]
struct Network {
    port: Knowable<u16>,
}

fn server_type() -> Type {
    Type::object([
        ("id", Type::STRING),
        ("cores", Type::NUMBER),
        ("weight", Type::NUMBER),
        ("zones", Type::set(Type::STRING)),
        (
            "disks",
            Type::list(Type::object([("size", Type::NUMBER), ("kind", Type::STRING)])),
        ),
        ("tags", Type::map(Type::STRING)),
        ("network", Type::object([("port", Type::NUMBER)])),
    ])
}

fn server(changes: &[(&str, Value)]) -> Value {
    let disk = Value::object([("size", Value::from(10)), ("kind", Value::null(Type::STRING))]);
    let mut fields = BTreeMap::from([
        ("id", Value::from("s-1")),
        ("cores", Value::from(4)),
        ("weight", Value::null(Type::NUMBER)),
        ("zones", Value::tuple([Value::from("b"), Value::from("a")])),
        ("disks", Value::tuple([disk])),
        ("tags", Value::object([("a", Value::from("x"))])),
        ("network", Value::object([("port", Value::from(80))])),
    ]);
    fields.extend(changes.iter().cloned());
    Value::object(fields).convert(&server_type()).expect("a server")
}

fn known() -> Server {
    Server {
        id: Knowable::Known("s-1".to_owned()),
        cores: 4,
        weight: Knowable::Known(None),
        zones: Knowable::Known(BTreeSet::from(["a".to_owned(), "b".to_owned()])),
        disks: vec![Disk {
            size: 10,
            kind: "ssd".to_owned(),
        }],
        tags: BTreeMap::from([("a".to_owned(), Knowable::Known("x".to_owned()))]),
        network: Knowable::Known(Some(Network {
            port: Knowable::Known(80),
        })),
    }
}

#[test]
fn a_known_value_is_decoded_and_encoded() {
    assert_eq!(decode_value(&server(&[])), Ok(known()));
    let encoded = encode_value(&known()).unwrap();
    assert_eq!(encoded.get("weight"), None, "what is absent is left out");
    assert_eq!(
        encoded.get("disks").unwrap().elements().unwrap()[0]
            .get("kind")
            .unwrap()
            .as_str(),
        Some("ssd")
    );
    assert_eq!(
        encoded.get("network"),
        Some(&Value::object([("port", Value::from(80))]))
    );
}

#[test]
fn unknown_parts_keep_their_types_and_refinements() {
    let id = Value::unknown(Type::STRING)
        .refine()
        .not_null()
        .unwrap()
        .string_prefix_full("s-")
        .unwrap()
        .build();
    let zones = Value::unknown_not_null(Type::set(Type::STRING)).refine_length(2, Some(3));
    let port = Value::object([("port", Value::unknown(Type::NUMBER))]);
    let tags = Value::object([("a", Value::unknown(Type::STRING))]);
    let value = server(&[
        ("id", id.clone()),
        ("weight", Value::unknown(Type::NUMBER)),
        ("zones", zones.clone()),
        ("tags", tags),
        ("network", port),
    ]);
    let decoded: Server = decode_value(&value).unwrap();
    let expected = Server {
        id: Knowable::Unknown(id.clone()),
        weight: Knowable::unknown(),
        zones: Knowable::Unknown(zones.clone()),
        tags: BTreeMap::from([("a".to_owned(), Knowable::unknown())]),
        network: Knowable::Known(Some(Network {
            port: Knowable::unknown(),
        })),
        ..known()
    };
    assert_eq!(decoded, expected);
    let encoded = encode_value(&decoded).unwrap();
    assert_eq!(
        (encoded.get("id"), encoded.get("zones")),
        (Some(&id), Some(&zones))
    );
    assert_eq!(encoded.get("weight"), Some(&Value::unknown(Type::NUMBER)));

    let value = server(&[("network", Value::unknown(Type::object([("port", Type::NUMBER)])))]);
    let decoded: Server = decode_value(&value).unwrap();
    assert!(!decoded.network.is_known());
}

/// Returns the path, the code and the message of each problem.
fn problems<T: DecodeAttribute>(value: &Value) -> Vec<(String, Code, String)> {
    let error = decode_value::<T>(value).err().expect("an error");
    let problems = error.problems.into_iter();
    problems
        .map(|problem| (problem.path.to_string(), problem.code, problem.message))
        .collect()
}

#[test]
fn every_part_that_does_not_fit_is_reported_with_its_path() {
    let disk = |size: Value| Value::object([("size", size), ("kind", Value::from("hdd"))]);
    let value = server(&[
        ("cores", Value::from(300)),
        (
            "disks",
            Value::tuple([disk(Value::from(1)), disk(Value::unknown(Type::NUMBER))]),
        ),
        ("tags", Value::object([("b.c", Value::null(Type::STRING))])),
        ("network", Value::object([("port", Value::from(-1))])),
    ]);
    let found = problems::<Server>(&value);
    let found: Vec<_> = found
        .iter()
        .map(|(path, code, text)| (path.as_str(), *code, text.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (
                ".cores",
                codes::OUT_OF_RANGE,
                "Expected a whole number from 0 to 255, found 300."
            ),
            (
                ".disks[1].size",
                codes::UNKNOWN_VALUE,
                "Expected a whole number from 0 to 4294967295, found a value that is not known yet."
            ),
            (
                ".tags[\"b.c\"]",
                codes::NULL_VALUE,
                "Expected a string, found `null`."
            ),
            (
                ".network.port",
                codes::OUT_OF_RANGE,
                "Expected a whole number from 0 to 65535, found -1."
            ),
        ]
    );
}

#[test]
fn missing_and_unsupported_attributes_are_reported() {
    let value = Value::object([("sise", Value::from(1))]);
    let found = problems::<Disk>(&value);
    assert_eq!(
        (found[0].0.as_str(), found[0].1),
        (".sise", body::UNSUPPORTED_ATTRIBUTE)
    );
    assert_eq!(
        found[0].2,
        "No attribute `sise` is expected in this object. Did you mean `size`?"
    );
    assert_eq!(found.len(), 1, "the required `size` is misspelled, not missing");
    let found = problems::<Disk>(&Value::object::<&str>([]));
    assert_eq!((found[0].0.as_str(), found[0].1), ("", body::MISSING_ATTRIBUTE));
    let found = problems::<Disk>(&Value::unknown(Type::object([("size", Type::NUMBER)])));
    assert_eq!((found[0].0.as_str(), found[0].1), ("", codes::UNKNOWN_VALUE));
    let found = problems::<Disk>(&Value::from(1));
    assert_eq!((found[0].0.as_str(), found[0].1), ("", codes::WRONG_TYPE));
}

#[test]
fn marked_values_are_errors() {
    let marked = Value::from("secret").with_mark(Mark::new("sensitive".to_owned()));
    let found = problems::<Server>(&server(&[("id", marked)]));
    assert_eq!((found[0].0.as_str(), found[0].1), (".id", codes::MARKED_VALUE));
    assert!(!found[0].2.contains("secret"));
}

#[test]
fn lists_of_structs_and_absent_values_are_encoded() {
    let disks: Vec<Disk> = decode_value(server(&[]).get("disks").unwrap()).unwrap();
    assert_eq!(disks, known().disks);
    assert_eq!(encode_value(&None::<String>), Ok(Value::null(Type::DYNAMIC)));
    let text = encode_value(&disks).unwrap();
    assert_eq!(text.element_count(), Some(1));
}

#[test]
fn knowable_values_convert_without_a_derived_type() {
    let unknown = Value::unknown_not_null(Type::list(Type::NUMBER));
    let list = Knowable::<Vec<u8>>::try_from(&unknown).unwrap();
    assert_eq!(Value::from(list), unknown);
    let partly = Value::list(Type::NUMBER, [Value::from(1), Value::unknown(Type::NUMBER)]).unwrap();
    let parts = Vec::<Knowable<u8>>::try_from(&partly).unwrap();
    assert_eq!(parts, [Knowable::Known(1), Knowable::unknown()]);
    assert_eq!(Value::from(parts), partly);
    assert_eq!(
        Knowable::<Vec<u8>>::try_from(&partly).unwrap_err().to_string(),
        "[1]: the value is not known yet"
    );
    assert_eq!(
        Knowable::<Option<u8>>::try_from(&Value::null(Type::NUMBER)),
        Ok(Knowable::Known(None))
    );
    assert_eq!(
        Knowable::<u8>::try_from(&Value::null(Type::NUMBER))
            .unwrap_err()
            .to_string(),
        "the value is null"
    );
}
