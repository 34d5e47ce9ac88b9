//! Values as JSON text without a type constraint.

use hcl2_value::{Capsule, CapsuleType, Mark, Number, Type, Value};
use hcl2_wire::json::{JsonError, JsonOptions, value_to_json};
use proptest::prelude::*;

const KEEP: JsonOptions = JsonOptions {
    with_type: false,
    keep_nulls: true,
    max_bytes: None,
};
const TYPED: JsonOptions = JsonOptions {
    with_type: true,
    keep_nulls: false,
    max_bytes: None,
};

#[test]
fn values_are_written_with_and_without_types() {
    let value = Value::object([
        ("text", Value::from("a\"\\\n<&>\u{1}\u{2028}é")),
        ("none", Value::null(Type::STRING)),
        (
            "items",
            Value::tuple([
                Value::null(Type::BOOL),
                Value::from(true),
                Value::from(Number::parse("0.1").unwrap()),
            ]),
        ),
    ]);
    assert_eq!(
        value_to_json(&value, JsonOptions::default()).unwrap(),
        r#"{"items":[null,true,0.1],"text":"a\"\\\n\u003c\u0026\u003e\u0001\u2028é"}"#
    );
    assert_eq!(
        value_to_json(&value, TYPED).unwrap(),
        r#"{"type":["object",{"items":["tuple",["bool","bool","number"]],"none":"string","text":"string"}],"value":{"items":[null,true,0.1],"text":"a\"\\\n\u003c\u0026\u003e\u0001\u2028é"}}"#
    );
    assert_eq!(
        value_to_json(&Value::object([("none", Value::null(Type::STRING))]), KEEP).unwrap(),
        r#"{"none":null}"#
    );
    assert_eq!(value_to_json(&Value::null(Type::DYNAMIC), TYPED).unwrap(), "null");
    let map = Value::map(
        Type::set(Type::DYNAMIC),
        [("k", Value::set(Type::NUMBER, []).unwrap())],
    );
    assert!(map.is_err(), "elements have one exact type");
    let list = Value::list(Type::NUMBER, [Value::from(1)]).unwrap();
    assert_eq!(
        value_to_json(&list, TYPED).unwrap(),
        r#"{"type":["list","number"],"value":[1]}"#
    );
}

#[test]
fn values_without_a_json_form_are_errors() {
    let inside = |value: Value| value_to_json(&Value::tuple([value]), KEEP);
    assert_eq!(inside(Value::DYNAMIC), Err(JsonError::Unknown));
    assert_eq!(
        inside(Value::from(1).with_mark(Mark::new("secret"))),
        Err(JsonError::Marked)
    );
    assert_eq!(inside(Value::from(Number::INFINITY)), Err(JsonError::Infinite));
    assert_eq!(
        inside(Value::from(Number::parse("1e1000000").unwrap())),
        Err(JsonError::TooManyDigits)
    );
    let capsule = Capsule::new(CapsuleType::new("thing"), 1);
    assert_eq!(inside(Value::from(capsule)), Err(JsonError::Capsule));
}

#[test]
fn depth_costs_no_stack() {
    let work = || {
        let mut value = Value::from(1);
        for _ in 0..100_000 {
            value = Value::tuple([value]);
        }
        assert_eq!(value_to_json(&value, KEEP).unwrap().len(), 200_001);
        let typed = JsonOptions {
            with_type: true,
            ..KEEP
        };
        assert!(
            value_to_json(&value, typed)
                .unwrap()
                .ends_with(&("]".repeat(200_000) + "}"))
        );
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(work);
    thread.unwrap().join().unwrap();
}

fn any_value() -> impl Strategy<Value = (Value, serde_json::Value)> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|truth| (Value::from(truth), serde_json::json!(truth))),
        any::<i32>().prop_map(|number| (Value::from(number), serde_json::json!(number))),
        "[ -~é\n\u{0}]{0,8}".prop_map(|text| (Value::from(text.as_str()), serde_json::json!(text))),
        Just((Value::null(Type::DYNAMIC), serde_json::Value::Null)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| {
                let (values, elements): (Vec<_>, Vec<_>) = items.into_iter().unzip();
                (Value::tuple(values), serde_json::Value::Array(elements))
            }),
            prop::collection::btree_map("[a-d<]{0,2}", inner, 0..4).prop_map(|fields| {
                let value = Value::object(
                    fields
                        .iter()
                        .map(|(key, (value, _))| (key.as_str(), value.clone())),
                );
                let json = fields.into_iter().map(|(key, (_, json))| (key, json));
                (value, serde_json::Value::Object(json.collect()))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn written_values_read_back((value, json) in any_value()) {
        let text = value_to_json(&value, KEEP).unwrap();
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), json);
    }
}
