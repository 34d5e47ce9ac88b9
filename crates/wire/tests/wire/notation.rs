//! The notation of types.

use hcl2_value::{CapsuleType, Type};
use hcl2_wire::{MAX_DEPTH, WireErrorKind, notation};

#[test]
fn each_kind_of_type_has_its_notation() {
    let object = Type::object_with_optional([
        ("b", Type::NUMBER, true),
        ("a\u{301}", Type::BOOL, false),
        ("<", Type::STRING, true),
    ]);
    for (ty, text) in [
        (Type::STRING, r#""string""#),
        (Type::NUMBER, r#""number""#),
        (Type::BOOL, r#""bool""#),
        (Type::DYNAMIC, r#""dynamic""#),
        (Type::list(Type::STRING), r#"["list","string"]"#),
        (Type::set(Type::list(Type::BOOL)), r#"["set",["list","bool"]]"#),
        (Type::map(Type::DYNAMIC), r#"["map","dynamic"]"#),
        (Type::tuple([]), r#"["tuple",[]]"#),
        (
            Type::tuple([Type::STRING, Type::NUMBER]),
            r#"["tuple",["string","number"]]"#,
        ),
        (Type::object::<&str>([]), r#"["object",{}]"#),
        (
            object,
            "[\"object\",{\"\\u003c\":\"string\",\"b\":\"number\",\"á\":\"bool\"},[\"\\u003c\",\"b\"]]",
        ),
    ] {
        assert_eq!(notation::write(&ty).unwrap(), text);
        assert_eq!(notation::read(text.as_bytes()).unwrap(), ty, "{text}");
    }
}

#[test]
fn space_and_escapes_are_read() {
    let ty = notation::read(b" [ \"object\" ,\n { \"\\u0061\" : \"string\" } , [ ] ]\t").unwrap();
    assert_eq!(ty, Type::object([("a", Type::STRING)]));
}

#[test]
fn malformed_types_are_refused_at_their_place() {
    let not_a_type = |text: &str, place| {
        let error = notation::read(text.as_bytes()).unwrap_err();
        assert!(
            matches!(error.kind(), WireErrorKind::NotAType(_)),
            "{text}: {error}"
        );
        assert_eq!(error.offset(), Some(place), "{text}: {error}");
    };
    not_a_type("\"strin\"", 0);
    not_a_type(" null", 1);
    not_a_type("{}", 0);
    not_a_type("[]", 1);
    not_a_type("[1]", 1);
    not_a_type("[\"lists\",\"string\"]", 1);
    not_a_type("[\"list\"]", 7);
    not_a_type("[\"list\",\"string\",\"string\"]", 16);
    not_a_type("[\"tuple\",\"string\"]", 9);
    not_a_type("[\"tuple\",[\"string\",7]]", 19);
    not_a_type("[\"object\",[]]", 10);
    not_a_type("[\"object\",{},{}]", 13);
    not_a_type("[\"object\",{},[0]]", 14);
    not_a_type("[\"object\",{},[],[]]", 15);

    let other = |text: &str, place, kind: WireErrorKind| {
        let error = notation::read(text.as_bytes()).unwrap_err();
        assert_eq!((error.offset(), error.kind()), (Some(place), &kind), "{text}");
    };
    other("", 0, WireErrorKind::UnexpectedEnd);
    other("[\"list\",", 8, WireErrorKind::UnexpectedEnd);
    other("\"string\" x", 9, WireErrorKind::TrailingBytes);
    other(
        "[\"object\",{\"a\":\"bool\",\"a\":\"bool\"}]",
        22,
        WireErrorKind::DuplicateKey("a".into()),
    );
    other(
        "[\"object\",{\"a\":\"bool\"},[\"b\"]]",
        24,
        WireErrorKind::UnsupportedAttribute("b".into()),
    );
    other(
        "[\"list\" \"bool\"]",
        8,
        WireErrorKind::Syntax("expected a comma or a closing bracket"),
    );
    let error = notation::read(b"\"str\xffing\"").unwrap_err();
    assert_eq!(
        (error.offset(), error.kind()),
        (Some(4), &WireErrorKind::InvalidUtf8)
    );
}

#[test]
fn depth_is_limited_both_ways() {
    let nested = |levels| (0..levels).fold(Type::STRING, |ty, _| Type::list(ty));
    let deepest = nested(MAX_DEPTH);
    let text = notation::write(&deepest).unwrap();
    assert_eq!(notation::read(text.as_bytes()).unwrap(), deepest);
    let error = notation::write(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!((error.offset(), error.kind()), (None, &WireErrorKind::TooDeep));
    let error = notation::read("[\"list\",".repeat(100_000).as_bytes()).unwrap_err();
    assert_eq!(
        (error.offset(), error.kind()),
        (Some(8 * (MAX_DEPTH as usize + 1)), &WireErrorKind::TooDeep)
    );
}

#[test]
fn capsule_types_are_not_written() {
    let ty = Type::list(Type::capsule(CapsuleType::new("handle")));
    assert_eq!(notation::write(&ty).unwrap_err().kind(), &WireErrorKind::Capsule);
}
