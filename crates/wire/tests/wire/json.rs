//! JSON: what each kind of value looks like, what is accepted beside that, and what is refused where.

use crate::support::place::{Place, at, mismatch, place_of};
use hcl2_value::{Mark, Number, Type, Value};
use hcl2_wire::{MAX_IMPLIED, WireErrorKind, json};

/// Asserts both directions.
#[track_caller]
fn both(value: &Value, ty: &Type, text: &str) {
    assert_eq!(
        json::encode(value, ty).expect("expected a value"),
        text,
        "{value:?}"
    );
    assert_eq!(
        &json::decode(text.as_bytes(), ty).expect("expected a value"),
        value,
        "{text}"
    );
}

#[track_caller]
fn refused(text: &str, ty: &Type) -> Place {
    place_of(json::decode(text.as_bytes(), ty))
}

#[test]
fn values_are_written_by_their_types() {
    let digits = "3.14159265358979323846264338327950288";
    both(
        &Value::from(Number::parse(digits).unwrap()),
        &Type::NUMBER,
        digits,
    );
    both(&Value::from(true), &Type::BOOL, "true");
    both(&Value::null(Type::STRING), &Type::STRING, "null");
    let list = Value::list(Type::STRING, [Value::from("b"), Value::from("a")]).unwrap();
    both(&list, list.ty(), r#"["b","a"]"#);
    let set = Value::set(Type::NUMBER, [Value::from(10), Value::from(9)]).unwrap();
    both(&set, set.ty(), "[9,10]");
    let map = Value::map(
        Type::BOOL,
        [("b", Value::from(false)), ("a", Value::null(Type::BOOL))],
    )
    .unwrap();
    both(&map, map.ty(), r#"{"a":null,"b":false}"#);
    let object = Value::object([("t", Value::tuple([Value::from(1), list]))]);
    both(&object, object.ty(), r#"{"t":[1,["b","a"]]}"#);
}

#[test]
fn strings_are_escaped_as_terraform_does() {
    let text = Value::from("\"\\\n\r\t\u{8}\u{c}\0\u{1f}\u{7f}<>&\u{2028}\u{2029}/é😀");
    let want =
        r#""\"\\\n\r\t\b\f\u0000\u001f"#.to_owned() + "\u{7f}" + r#"\u003c\u003e\u0026\u2028\u2029/é😀""#;
    both(&text, &Type::STRING, &want);
    let decoded = json::decode(br#""\ud83d\ude00\/\u00E9e\u0301\ud83dx""#, &Type::STRING).unwrap();
    assert_eq!(decoded, Value::from("😀/éé\u{fffd}x"));
}

#[test]
fn a_dynamic_value_brings_its_type() {
    both(&Value::from(1), &Type::DYNAMIC, r#"{"value":1,"type":"number"}"#);
    both(
        &Value::null(Type::BOOL),
        &Type::DYNAMIC,
        r#"{"value":null,"type":"bool"}"#,
    );
    both(&Value::null(Type::DYNAMIC), &Type::DYNAMIC, "null");
    let object = Value::object([("a", Value::from("x"))]);
    let text = r#"{"value":{"a":"x"},"type":["object",{"a":"string"}]}"#;
    both(&object, &Type::DYNAMIC, text);
    let other_order = br#" { "type" : "number" , "value" : [ 1 ] [0] }"#;
    assert_eq!(
        json::decode(other_order, &Type::DYNAMIC).unwrap_err().to_string(),
        "at byte 39: invalid JSON: expected a comma or a closing brace"
    );
    let other_order = br#" { "type" : ["list","number"] , "value" : [ 1 ] } "#;
    let list = Value::list(Type::NUMBER, [Value::from(1)]).unwrap();
    assert_eq!(json::decode(other_order, &Type::DYNAMIC).unwrap(), list);

    let refused = |text| refused(text, &Type::DYNAMIC);
    assert_eq!(
        refused(r#"{"value":1}"#),
        at(0, "", WireErrorKind::MissingProperty("type"))
    );
    assert_eq!(
        refused(r#"{"type":"bool"}"#),
        at(0, "", WireErrorKind::MissingProperty("value"))
    );
    let other = WireErrorKind::UnsupportedProperty("x".into());
    assert_eq!(refused(r#"{"type":"bool","x":1}"#), at(15, "", other));
    let again = WireErrorKind::DuplicateKey("value".into());
    assert_eq!(
        refused(r#"{"value":1,"value":2,"type":"number"}"#),
        at(11, "", again)
    );
    assert_eq!(
        refused(r#"{"value":[],"type":"number"}"#),
        at(9, "", mismatch("a number", "an array"))
    );
    assert_eq!(
        refused("1"),
        at(0, "", mismatch("an object with a type and a value", "a number"))
    );
}

#[test]
fn numbers_are_read_with_fraction_and_exponent() {
    for (text, expected) in [
        ("0", "0"),
        ("-0.5", "-0.5"),
        ("1e2", "100"),
        ("1E+2", "100"),
        ("12.5e-1", "1.25"),
        ("-10.25e+1", "-102.5"),
    ] {
        let number = Number::parse(expected).unwrap();
        assert_eq!(
            json::decode(text.as_bytes(), &Type::NUMBER),
            Ok(Value::from(number)),
            "{text}"
        );
    }
}

#[test]
fn primitive_values_may_stand_for_each_other() {
    let decode = |text: &str, ty| json::decode(text.as_bytes(), &ty).unwrap();
    assert_eq!(decode("1.50", Type::STRING), Value::from("1.50"));
    assert_eq!(decode("true", Type::STRING), Value::from("true"));
    assert_eq!(decode("\"1e3\"", Type::NUMBER), Value::from(1000));
    assert_eq!(decode("\"false\"", Type::BOOL), Value::from(false));
    assert_eq!(
        refused("\"x\"", &Type::NUMBER),
        at(0, "", WireErrorKind::NotANumber)
    );
    assert_eq!(refused("\"x\"", &Type::BOOL), at(0, "", WireErrorKind::NotABool));
    assert_eq!(
        refused("1", &Type::BOOL),
        at(0, "", mismatch("a bool", "a number"))
    );
    assert_eq!(
        refused("true", &Type::NUMBER),
        at(0, "", mismatch("a number", "a bool"))
    );
    assert_eq!(
        refused("{}", &Type::STRING),
        at(0, "", mismatch("a string", "an object"))
    );
}

#[test]
fn an_omitted_attribute_is_null() {
    let ty = Type::object([("a", Type::STRING), ("b", Type::NUMBER)]);
    let value = json::decode(br#"{"b":1}"#, &ty).unwrap();
    assert_eq!(
        value,
        Value::object([("a", Value::null(Type::STRING)), ("b", Value::from(1))])
    );
}

#[test]
fn omitted_attributes_are_bounded() {
    let wide = Type::object((0..1024).map(|index| (index.to_string(), Type::BOOL)));
    let objects = MAX_IMPLIED / 1024 + 1;
    let text = format!("[{}{{}}]", "{},".repeat(objects - 1));
    let (offset, path, kind) = refused(&text, &Type::list(wide));
    assert_eq!(kind, WireErrorKind::TooManyImplied);
    assert_eq!(
        (offset, path),
        (1 + (objects - 1) * 3, format!("[{}]", objects - 1))
    );
}

#[test]
fn wrong_texts_are_refused_with_path_and_place() {
    let ty = Type::object([("ports", Type::map(Type::list(Type::NUMBER)))]);
    let text = r#"{"ports": {"web": [80, {}]}}"#;
    assert_eq!(
        refused(text, &ty),
        at(23, ".ports[\"web\"][1]", mismatch("a number", "an object"))
    );
    let unsupported = WireErrorKind::UnsupportedAttribute("port".into());
    assert_eq!(refused(r#"{ "port": 1}"#, &ty), at(2, "", unsupported));
    let duplicate = |key: &str| WireErrorKind::DuplicateKey(key.into());
    assert_eq!(
        refused(r#"{"ports":null,"ports":null}"#, &ty),
        at(14, "", duplicate("ports"))
    );
    let map = Type::map(Type::BOOL);
    assert_eq!(
        refused(r#"{"b":true,"a":true,"b":true}"#, &map),
        at(19, "", duplicate("b"))
    );
    let pair = Type::tuple([Type::BOOL, Type::BOOL]);
    let length = |found| WireErrorKind::Length {
        what: "the tuple",
        required: 2,
        found,
    };
    assert_eq!(refused("[true]", &pair), at(0, "", length(1)));
    assert_eq!(refused("[true,true,[{\"a\":[1]}]]", &pair), at(0, "", length(3)));
    assert_eq!(
        refused("true false", &Type::BOOL),
        at(5, "", WireErrorKind::TrailingBytes)
    );
    for (ty, required) in [
        (Type::list(Type::BOOL), "an array for a list"),
        (Type::set(Type::BOOL), "an array for a set"),
        (pair, "an array for a tuple"),
        (map, "an object for a map"),
        (ty, "an object"),
    ] {
        assert_eq!(refused("true", &ty), at(0, "", mismatch(required, "a bool")));
    }
}

#[test]
fn invalid_json_is_refused_at_its_place() {
    let list = Type::list(Type::NUMBER);
    for (text, place, path, expected) in [
        ("[1,]", 3, "[1]", "expected a value"),
        ("[1 2]", 3, "", "expected a comma or a closing bracket"),
        ("[01]", 2, "[0]", "leading zero in a number"),
        ("[+1]", 1, "[0]", "expected a value"),
        ("[1.]", 3, "[0]", "expected a digit"),
        ("[.5]", 1, "[0]", "expected a value"),
        ("[1e]", 3, "[0]", "expected a digit"),
        ("[-]", 2, "[0]", "expected a digit"),
        ("[nul]", 1, "[0]", "expected a value"),
        (
            "[\"\\x\"]",
            3,
            "[0]",
            "expected one of \" \\ / b f n r t u after a backslash",
        ),
        (
            "[\"\\u12g4\"]",
            6,
            "[0]",
            "expected four hexadecimal digits after \\u",
        ),
        ("[\"\n\"]", 2, "[0]", "unescaped control character in a string"),
    ] {
        let syntax = WireErrorKind::Syntax(expected);
        assert_eq!(refused(text, &list), at(place, path, syntax), "{text}");
    }
    assert_eq!(refused("[1", &list), at(2, "", WireErrorKind::UnexpectedEnd));
    assert_eq!(
        refused("\"x", &Type::STRING),
        at(2, "", WireErrorKind::UnexpectedEnd)
    );
    let error = json::decode(b"\"\xff\"", &Type::STRING).unwrap_err();
    assert_eq!(
        (error.offset(), error.kind()),
        (Some(1), &WireErrorKind::InvalidUtf8)
    );
    let map = Type::map(Type::BOOL);
    assert_eq!(
        refused("{a:1}", &map),
        at(
            1,
            "",
            WireErrorKind::Syntax("expected a property name in double quotes")
        )
    );
    assert_eq!(
        refused("{\"a\" 1}", &map),
        at(5, "", WireErrorKind::Syntax("expected a colon"))
    );
}

#[test]
fn values_without_a_json_form_are_refused() {
    let within = |value: Value| Value::object([("a", Value::tuple([value]))]);
    let unknown = within(Value::unknown_not_null(Type::STRING));
    let error = json::encode(&unknown, unknown.ty()).unwrap_err();
    assert_eq!(
        (error.path().to_string().as_str(), error.kind()),
        (".a[0]", &WireErrorKind::Unknown)
    );
    let infinite = within(Value::from(Number::INFINITY));
    let error = json::encode(&infinite, infinite.ty()).unwrap_err();
    assert_eq!(
        (error.path().to_string().as_str(), error.kind()),
        (".a[0]", &WireErrorKind::Infinite)
    );
    let marked = within(Value::from("x").with_mark(Mark::new("sensitive".to_owned())));
    let error = json::encode(&marked, marked.ty()).unwrap_err();
    assert!(matches!(error.kind(), WireErrorKind::Marked(paths) if paths.len() == 1));
    let huge = Value::from(Number::parse("1e200000").unwrap());
    let error = json::encode(&huge, &Type::NUMBER).unwrap_err();
    assert_eq!(error.kind(), &WireErrorKind::TooManyDigits);
}

#[test]
fn a_value_before_its_type_is_skipped_to_a_limited_depth() {
    let text = format!("{{\"value\":{}", "[".repeat(100_000));
    assert_eq!(refused(&text, &Type::DYNAMIC).2, WireErrorKind::TooDeep);
}
