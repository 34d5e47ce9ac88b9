//! MessagePack: what each kind of value looks like, what is accepted beside that, and what is refused where.

use crate::support::place::{Place, at, mismatch, place_of};
use hcl2_value::{Capsule, CapsuleType, Mark, Number, Refiner, Type, Value};
use hcl2_wire::{MAX_DEPTH, WireError, WireErrorKind, json, msgpack};

fn number(text: &str) -> Value {
    Value::from(Number::parse(text).expect("a value"))
}

fn strings(items: &[&str]) -> Value {
    Value::list(Type::STRING, items.iter().copied().map(Value::from)).expect("a value")
}

fn refined(value: Result<Refiner, hcl2_value::RefinementError>) -> Value {
    value.expect("a value").build()
}

/// Asserts both directions.
#[track_caller]
fn both(value: &Value, ty: &Type, bytes: &[u8]) {
    assert_eq!(msgpack::encode(value, ty).expect("a value"), bytes, "{value:?}");
    assert_eq!(&msgpack::decode(bytes, ty).expect("a value"), value, "{bytes:x?}");
}

#[track_caller]
fn refused(bytes: &[u8], ty: &Type) -> Place {
    place_of(msgpack::decode(bytes, ty))
}

#[test]
fn integers_take_their_smallest_form() {
    for (text, bytes) in [
        ("0", &b"\x00"[..]),
        ("127", b"\x7f"),
        ("128", b"\xcc\x80"),
        ("255", b"\xcc\xff"),
        ("256", b"\xcd\x01\x00"),
        ("65536", b"\xce\x00\x01\x00\x00"),
        ("4294967296", b"\xcf\x00\x00\x00\x01\x00\x00\x00\x00"),
        ("9223372036854775807", b"\xcf\x7f\xff\xff\xff\xff\xff\xff\xff"),
        ("-1", b"\xff"),
        ("-32", b"\xe0"),
        ("-33", b"\xd0\xdf"),
        ("-129", b"\xd1\xff\x7f"),
        ("-32769", b"\xd2\xff\xff\x7f\xff"),
        ("-2147483649", b"\xd3\xff\xff\xff\xff\x7f\xff\xff\xff"),
    ] {
        both(&number(text), &Type::NUMBER, bytes);
    }
}

#[test]
fn other_numbers_are_floats_if_exact_and_text_otherwise() {
    both(&number("1.5"), &Type::NUMBER, b"\xcb\x3f\xf8\0\0\0\0\0\0");
    both(&number("0.1"), &Type::NUMBER, b"\xa30.1");
    both(
        &number("9223372036854775808"),
        &Type::NUMBER,
        b"\xb39223372036854775808",
    );
    both(
        &number("1e40"),
        &Type::NUMBER,
        b"\xd9\x2910000000000000000000000000000000000000000",
    );
    both(
        &Value::from(Number::INFINITY),
        &Type::NUMBER,
        b"\xcb\x7f\xf0\0\0\0\0\0\0",
    );
    both(
        &Value::from(Number::NEG_INFINITY),
        &Type::NUMBER,
        b"\xcb\xff\xf0\0\0\0\0\0\0",
    );
    let error = msgpack::encode(&number("1e200000"), &Type::NUMBER).unwrap_err();
    assert_eq!(error.kind(), &WireErrorKind::TooManyDigits);
}

#[test]
fn every_form_of_a_number_is_accepted() {
    for bytes in [
        &b"\x07"[..],
        b"\xcc\x07",
        b"\xcd\0\x07",
        b"\xce\0\0\0\x07",
        b"\xcf\0\0\0\0\0\0\0\x07",
        b"\xd0\x07",
        b"\xd1\0\x07",
        b"\xd2\0\0\0\x07",
        b"\xd3\0\0\0\0\0\0\0\x07",
        b"\xca\x40\xe0\0\0",
        b"\xcb\x40\x1c\0\0\0\0\0\0",
        b"\xa17",
        b"\xd9\x0570e-1",
        b"\xda\0\x017",
        b"\xdb\0\0\0\x017",
    ] {
        let value = msgpack::decode(bytes, &Type::NUMBER).unwrap();
        assert_eq!(value, Value::from(7), "{bytes:x?}");
    }
    let largest = msgpack::decode(b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", &Type::NUMBER).unwrap();
    assert_eq!(largest, Value::from(u64::MAX));
    let nan = b"\xcb\x7f\xf8\0\0\0\0\0\0";
    assert_eq!(refused(nan, &Type::NUMBER), at(0, "", WireErrorKind::NotANumber));
    assert_eq!(
        refused(b"\xa3ten", &Type::NUMBER),
        at(0, "", WireErrorKind::NotANumber)
    );
}

#[test]
fn strings_are_normalised_and_take_their_smallest_length() {
    both(&Value::from("é"), &Type::STRING, b"\xa2\xc3\xa9");
    assert_eq!(
        msgpack::decode(b"\xa3e\xcc\x81", &Type::STRING).unwrap(),
        Value::from("é")
    );
    for (length, head) in [
        (31, &b"\xbf"[..]),
        (32, b"\xd9\x20"),
        (255, b"\xd9\xff"),
        (256, b"\xda\x01\x00"),
        (65_536, b"\xdb\x00\x01\x00\x00"),
    ] {
        let text = "x".repeat(length);
        both(
            &Value::from(text.as_str()),
            &Type::STRING,
            &[head, text.as_bytes()].concat(),
        );
    }
    assert_eq!(
        refused(b"\xa2x\xff", &Type::STRING),
        at(0, "", WireErrorKind::InvalidUtf8)
    );
    assert_eq!(
        refused(b"\xc4\x01x", &Type::STRING),
        at(0, "", mismatch("a string", "binary data"))
    );
}

#[test]
fn collections_and_structures_are_arrays_and_maps() {
    let list = Type::list(Type::STRING);
    both(&strings(&["a", "b"]), &list, b"\x92\xa1a\xa1b");
    both(
        &strings(&[""; 16]),
        &list,
        b"\xdc\x00\x10\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0",
    );
    let set = Value::set(Type::NUMBER, [Value::from(2), Value::from(1), Value::from(2)]).unwrap();
    both(&set, &Type::set(Type::NUMBER), b"\x92\x01\x02");
    let map = Value::map(
        Type::BOOL,
        [("b", Value::from(true)), ("a", Value::null(Type::BOOL))],
    )
    .unwrap();
    both(&map, &Type::map(Type::BOOL), b"\x82\xa1a\xc0\xa1b\xc3");
    let tuple = Value::tuple([Value::from(false), Value::from("x")]);
    both(&tuple, tuple.ty(), b"\x92\xc2\xa1x");
    let object = Value::object([("b", Value::from(1)), ("a", tuple.clone())]);
    both(&object, object.ty(), b"\x82\xa1a\x92\xc2\xa1x\xa1b\x01");
    both(&Value::tuple([]), &Type::tuple([]), b"\x90");
    both(&Value::null(list.clone()), &list, b"\xc0");
}

#[test]
fn wide_lengths_and_any_order_of_keys_are_accepted() {
    let list = Type::list(Type::STRING);
    for bytes in [&b"\x91\xa1a"[..], b"\xdc\0\x01\xa1a", b"\xdd\0\0\0\x01\xd9\x01a"] {
        assert_eq!(msgpack::decode(bytes, &list).unwrap(), strings(&["a"]));
    }
    let object = Type::object([("a", Type::NUMBER), ("b", Type::NUMBER)]);
    let value = Value::object([("a", Value::from(1)), ("b", Value::from(2))]);
    for bytes in [
        &b"\x82\xa1b\x02\xa1a\x01"[..],
        b"\xde\0\x02\xa1a\x01\xa1b\x02",
        b"\xdf\0\0\0\x02\xa1a\x01\xa1b\x02",
    ] {
        assert_eq!(msgpack::decode(bytes, &object).unwrap(), value);
    }
}

#[test]
fn a_dynamic_value_brings_its_type() {
    both(&Value::from("x"), &Type::DYNAMIC, b"\x92\xc4\x08\"string\"\xa1x");
    both(
        &Value::null(Type::BOOL),
        &Type::DYNAMIC,
        b"\x92\xc4\x06\"bool\"\xc0",
    );
    both(&Value::DYNAMIC, &Type::DYNAMIC, b"\xd4\0\0");
    both(&Value::null(Type::DYNAMIC), &Type::DYNAMIC, b"\xc0");
    let unknown = Value::unknown_not_null(Type::NUMBER);
    both(
        &unknown,
        &Type::DYNAMIC,
        b"\x92\xc4\x08\"number\"\xc7\x03\x0c\x81\x01\xc2",
    );
    let list = Type::list(Type::DYNAMIC);
    let pair = |tail: &[u8]| [b"\x92\xc4\x08\"string\"", tail].concat();
    both(&strings(&["x"]), &list, &[&b"\x91"[..], &pair(b"\xa1x")].concat());
    assert_eq!(
        msgpack::decode(b"\x92\xa8\"string\"\xa1x", &Type::DYNAMIC).unwrap(),
        Value::from("x")
    );

    let wrong = WireErrorKind::Length {
        what: "a dynamic value",
        required: 2,
        found: 1,
    };
    assert_eq!(refused(b"\x91\xc0", &Type::DYNAMIC), at(0, "", wrong));
    let wrong = mismatch("an array of a type and a value", "a bool");
    assert_eq!(refused(b"\xc3", &Type::DYNAMIC), at(0, "", wrong));
    let (offset, _, kind) = refused(b"\x92\xc4\x0f[\"list\",\"text\"]\xc0", &Type::DYNAMIC);
    assert!(matches!(kind, WireErrorKind::NotAType(_)));
    assert_eq!(offset, 11);
    let mixed = b"\x92\x92\xc4\x06\"bool\"\xc3\x92\xc4\x08\"number\"\x01";
    assert_eq!(refused(mixed, &list), at(0, "", WireErrorKind::InconsistentTypes));
}

#[test]
fn nulls_and_unknown_values_take_on_the_type_of_their_neighbours() {
    let ty = Type::list(Type::object([("a", Type::DYNAMIC)]));
    let object = |value| Value::object([("a", value)]);
    let element = Type::object([("a", Type::NUMBER)]);
    let list = [
        Value::null(element.clone()),
        object(Value::from(1)),
        Value::unknown(element.clone()),
    ];
    let list = Value::list(element, list).unwrap();
    both(&list, &ty, b"\x93\xc0\x81\xa1a\x92\xc4\x08\"number\"\x01\xd4\0\0");
}

#[test]
fn refinements_have_keys_1_to_6() {
    let start = |ty| Value::unknown(ty).refine();
    both(&Value::unknown(Type::STRING), &Type::STRING, b"\xd4\0\0");
    both(
        &Value::unknown_not_null(Type::BOOL),
        &Type::BOOL,
        b"\xc7\x03\x0c\x81\x01\xc2",
    );
    let prefix = refined(start(Type::STRING).string_prefix_full("x-"));
    both(&prefix, &Type::STRING, b"\xc7\x05\x0c\x81\x02\xa2x-");
    let bounds = start(Type::NUMBER).number_lower_bound(Number::from(1), true);
    let bounds =
        bounds.and_then(|refiner| refiner.number_upper_bound(Number::parse("0.1e2").unwrap(), false));
    both(
        &refined(bounds),
        &Type::NUMBER,
        b"\xc7\x09\x0c\x82\x03\x92\x01\xc3\x04\x92\x0a\xc2",
    );
    let list = Type::list(Type::STRING);
    let lengths = start(list.clone()).length_lower_bound(2);
    let lengths = lengths.and_then(|refiner| refiner.length_upper_bound(300));
    both(
        &refined(lengths),
        &list,
        b"\xc7\x07\x0c\x82\x05\x02\x06\xcd\x01\x2c",
    );
}

#[test]
fn a_long_prefix_is_shortened() {
    let prefix = |text: &str| refined(Value::unknown(Type::STRING).refine().string_prefix_full(text));
    let decoded = |value: &Value| {
        let bytes = msgpack::encode(value, &Type::STRING).unwrap();
        msgpack::decode(&bytes, &Type::STRING).unwrap()
    };
    let longest = prefix(&"a".repeat(256));
    assert_eq!(decoded(&longest), longest);
    // A letter may still combine with what follows, a colon may not.
    assert_eq!(decoded(&prefix(&"a".repeat(257))), prefix(&"a".repeat(254)));
    assert_eq!(decoded(&prefix(&":".repeat(400))), prefix(&":".repeat(255)));
}

#[test]
fn extensions_are_unknown_values_whatever_their_code() {
    for bytes in [
        &b"\xd4\x2a\xff"[..],
        b"\xd5\x05\x01\x02",
        b"\xd6\0\0\0\0\0",
        b"\xc7\0\0",
        b"\xc7\0\x0c",
        b"\xd4\x0c\x80",
        b"\xc8\0\x03\x07abc",
        b"\xc9\0\0\0\x01\xff\0",
        b"\xd8\x01aaaaaaaaaaaaaaaa",
    ] {
        assert_eq!(
            msgpack::decode(bytes, &Type::STRING).unwrap(),
            Value::unknown(Type::STRING)
        );
    }
}

#[test]
fn refinements_that_are_not_known_yet_are_ignored() {
    // Key 8 with a map in a map, key 9 with an array, key -1 with a string, and bytes after the map.
    let payload = b"\x84\x08\x82\x01\x90\x02\x81\x03\x04\x09\x92\x01\x90\xff\xa1x\x01\xc2\xc1\xc1";
    let bytes = [&[0xc7, payload.len() as u8, 12][..], payload].concat();
    let not_null = Value::unknown_not_null(Type::STRING);
    assert_eq!(msgpack::decode(&bytes, &Type::STRING).unwrap(), not_null);
    let null = b"\xc7\x03\x0c\x81\x01\xc3";
    assert_eq!(
        msgpack::decode(null, &Type::STRING).unwrap(),
        Value::null(Type::STRING)
    );
    assert_eq!(msgpack::decode(null, &Type::DYNAMIC).unwrap(), Value::DYNAMIC);
}

#[test]
fn malformed_refinements_are_refused_at_their_place() {
    let in_payload = |payload: &[u8], ty: &Type| {
        let bytes = [&[0xc7, payload.len() as u8, 12][..], payload].concat();
        let (offset, _, kind) = refused(&bytes, ty);
        assert!(
            matches!(kind, WireErrorKind::Refinement(_) | WireErrorKind::UnexpectedEnd),
            "{kind}"
        );
        offset - 3
    };
    assert_eq!(in_payload(b"\x91\x01", &Type::STRING), 0, "not a map");
    assert_eq!(
        in_payload(b"\x81\xa1x\xc0", &Type::STRING),
        1,
        "not an integer key"
    );
    assert_eq!(in_payload(b"\x81\x01\x00", &Type::STRING), 2, "not a bool");
    assert_eq!(in_payload(b"\x82\x01\xc2\x01\xc2", &Type::STRING), 3, "twice");
    assert_eq!(
        in_payload(b"\x81\x02\xa1x", &Type::NUMBER),
        1,
        "prefix of a number"
    );
    assert_eq!(
        in_payload(b"\x81\x02\x07", &Type::STRING),
        2,
        "prefix is a number"
    );
    assert_eq!(
        in_payload(b"\x81\x03\x92\x01\xc3", &Type::STRING),
        1,
        "bound of a string"
    );
    assert_eq!(in_payload(b"\x81\x03\x91\x01", &Type::NUMBER), 2, "half a bound");
    assert_eq!(
        in_payload(b"\x81\x05\xff", &Type::list(Type::BOOL)),
        2,
        "less than none"
    );
    assert_eq!(
        in_payload(b"\x82\x05\x04\x06\x03", &Type::list(Type::BOOL)),
        3,
        "contradiction"
    );
    assert_eq!(
        in_payload(b"\x82\x03\x92\x05\xc3\x04\x92\x04\xc3", &Type::NUMBER),
        5,
        "contradiction"
    );
    assert_eq!(in_payload(b"\x81\x05", &Type::list(Type::BOOL)), 2, "cut");
    let long = [&b"\xc8\x04\x01\x0c"[..], &[0x80; 1025]].concat();
    let (offset, _, kind) = refused(&long, &Type::STRING);
    assert_eq!(
        (offset, kind),
        (4, WireErrorKind::Refinement("it has more than 1024 bytes"))
    );
}

#[test]
fn wrong_messages_are_refused_with_path_and_place() {
    let ty = Type::object([("ports", Type::map(Type::list(Type::NUMBER)))]);
    let bytes = b"\x81\xa5ports\x81\xa3web\x92\x50\xc3";
    assert_eq!(
        refused(bytes, &ty),
        at(14, ".ports[\"web\"][1]", mismatch("a number", "a bool"))
    );
    let error = msgpack::decode(bytes, &ty).unwrap_err();
    let message = "at byte 14: in .ports[\"web\"][1]: expected a number, found a bool";
    assert_eq!(error.to_string(), message);

    let length = |what, required, found| WireErrorKind::Length {
        what,
        required,
        found,
    };
    let pair = Type::tuple([Type::BOOL, Type::BOOL]);
    assert_eq!(refused(b"\x91\xc3", &pair), at(0, "", length("the tuple", 2, 1)));
    assert_eq!(refused(b"\x80", &ty), at(0, "", length("the object", 1, 0)));
    let unsupported = WireErrorKind::UnsupportedAttribute("port".into());
    assert_eq!(refused(b"\x81\xa4port\x80", &ty), at(1, "", unsupported));
    let two = Type::object([("a", Type::BOOL), ("b", Type::BOOL)]);
    let duplicate = WireErrorKind::DuplicateKey("a".into());
    assert_eq!(
        refused(b"\x82\xa1a\xc3\xa1a\xc3", &two),
        at(4, "", duplicate.clone())
    );
    let map = Type::map(Type::BOOL);
    assert_eq!(refused(b"\x82\xa1a\xc3\xa1a\xc2", &map), at(4, "", duplicate));
    let composed = WireErrorKind::DuplicateKey("é".into());
    assert_eq!(
        refused(b"\x82\xa2\xc3\xa9\xc3\xa3e\xcc\x81\xc2", &map),
        at(5, "", composed)
    );
    assert_eq!(
        refused(b"\x81\x01\xc3", &map),
        at(1, "", mismatch("a string as the key", "an integer"))
    );
    assert_eq!(
        refused(b"\xc3\xc3", &Type::BOOL),
        at(1, "", WireErrorKind::TrailingBytes)
    );
    assert_eq!(
        refused(b"\xc1", &Type::BOOL),
        at(0, "", WireErrorKind::ReservedByte)
    );
    assert_eq!(refused(b"", &Type::BOOL), at(0, "", WireErrorKind::UnexpectedEnd));
    assert_eq!(
        refused(b"\xa5abc", &Type::STRING),
        at(4, "", WireErrorKind::UnexpectedEnd)
    );
    for (ty, required) in [
        (Type::STRING, "a string"),
        (Type::NUMBER, "a number"),
        (Type::list(Type::BOOL), "an array for a list"),
        (Type::set(Type::BOOL), "an array for a set"),
        (pair, "an array for a tuple"),
        (map, "a map"),
        (two, "a map for an object"),
    ] {
        assert_eq!(refused(b"\xc3", &ty), at(0, "", mismatch(required, "a bool")));
    }
}

#[test]
fn length_beyond_the_end_of_the_message_is_an_error() {
    let list = Type::list(Type::list(Type::BOOL));
    assert_eq!(
        refused(b"\xdd\xff\xff\xff\xff\xc0", &list).2,
        WireErrorKind::UnexpectedEnd
    );
    assert_eq!(
        refused(b"\xdf\xff\xff\xff\xff\xc0", &Type::map(Type::BOOL)).2,
        WireErrorKind::UnexpectedEnd
    );
    assert_eq!(
        refused(b"\xdb\xff\xff\xff\xffx", &Type::STRING).2,
        WireErrorKind::UnexpectedEnd
    );
    assert_eq!(
        refused(b"\xc9\xff\xff\xff\xff\x0cx", &Type::STRING).2,
        WireErrorKind::UnexpectedEnd
    );
}

#[test]
fn refinements_imply_a_bounded_number_of_elements() {
    // Exactly 1024 elements and not null: a list of that many unknown values.
    let spelled = b"\xc7\x0b\x0c\x83\x01\xc2\x05\xcd\x04\x00\x06\xcd\x04\x00";
    let ty = Type::list(Type::list(Type::BOOL));
    let one = msgpack::decode(&[&b"\x91"[..], spelled].concat(), &ty).unwrap();
    assert_eq!(one.elements().unwrap()[0].elements().unwrap().len(), 1024);
    let many = [&b"\xdc\x10\x01"[..], &spelled.repeat(4097)].concat();
    let (offset, path, kind) = refused(&many, &ty);
    assert_eq!((path.as_str(), kind), ("[4096]", WireErrorKind::TooManyImplied));
    assert_eq!(offset, 3 + 4096 * spelled.len());
}

#[test]
fn values_are_converted_to_the_constraint() {
    let tuple = Value::tuple([Value::from(1), Value::from("2")]);
    assert_eq!(
        msgpack::encode(&tuple, &Type::list(Type::STRING)).unwrap(),
        b"\x92\xa11\xa12"
    );
    let optional = Type::object_with_optional([("a", Type::BOOL, true)]);
    let empty = Value::object::<&str>([]);
    assert_eq!(msgpack::encode(&empty, &optional).unwrap(), b"\x81\xa1a\xc0");
    let decoded = msgpack::decode(b"\x81\xa1a\xc3", &optional).unwrap();
    assert_eq!(decoded, Value::object([("a", Value::from(true))]));
    let several = msgpack::decode(b"\x92\xc0\x81\xa1a\xc3", &Type::list(optional)).unwrap();
    assert_eq!(several.ty(), &Type::list(Type::object([("a", Type::BOOL)])));

    let error = msgpack::encode(&tuple, &Type::list(Type::BOOL)).unwrap_err();
    assert!(
        matches!(error.kind(), WireErrorKind::NotConvertible(_)),
        "{error}"
    );
    assert_eq!(error.offset(), None);
}

#[test]
fn marked_values_are_refused_with_the_paths_of_their_marks() {
    let secret = Value::from("hunter2").with_mark(Mark::new("sensitive".to_owned()));
    let value = Value::object([
        ("list", Value::tuple([Value::from(1), secret.clone()])),
        ("name", secret),
    ]);
    let error = msgpack::encode(&value, value.ty()).unwrap_err();
    let WireErrorKind::Marked(paths) = error.kind() else {
        panic!("{error}");
    };
    let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    assert_eq!(paths, [".list[1]", ".name"]);
    let message = "the wire format carries no marks; remove them first from .list[1], .name";
    assert_eq!(error.to_string(), message);
}

#[test]
fn capsules_are_refused() {
    let ty = CapsuleType::new("handle");
    let value = Value::tuple([Value::from(1), Value::from(Capsule::new(ty.clone(), 7_u8))]);
    let error = msgpack::encode(&value, value.ty()).unwrap_err();
    assert_eq!(
        (error.path().to_string().as_str(), error.kind()),
        ("[1]", &WireErrorKind::Capsule)
    );
    assert_eq!(
        refused(b"\x01", &Type::capsule(ty)),
        at(0, "", WireErrorKind::Capsule)
    );
}

/// Runs on a thread with a stack of 1 MiB, as threads of other programs may have.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(test);
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn the_deepest_values_fit_a_small_stack() {
    on_a_small_stack(|| {
        let too_deep = |error: WireError| assert_eq!(error.kind(), &WireErrorKind::TooDeep);
        let around: [fn(Value) -> Value; 5] = [
            |value| Value::object([("a", value)]),
            |value| Value::tuple([value]),
            |value| Value::list(value.ty().clone(), [value]).expect("one type"),
            |value| Value::set(value.ty().clone(), [value]).expect("one type"),
            |value| Value::map(value.ty().clone(), [("a", value)]).expect("one type"),
        ];
        let inner = [Value::from("x"), Value::from(1)];
        for (around, inner) in around
            .into_iter()
            .flat_map(|around| inner.clone().map(|inner| (around, inner)))
        {
            let nested = |levels| (0..levels).fold(inner.clone(), |value, _| around(value));
            let deepest = nested(MAX_DEPTH);
            let bytes = msgpack::encode(&deepest, deepest.ty()).unwrap();
            assert_eq!(msgpack::decode(&bytes, deepest.ty()).unwrap(), deepest);
            let text = json::encode(&deepest, deepest.ty()).unwrap();
            assert_eq!(json::decode(text.as_bytes(), deepest.ty()).unwrap(), deepest);
            let deeper = nested(MAX_DEPTH + 1);
            too_deep(msgpack::encode(&deeper, deeper.ty()).unwrap_err());
            too_deep(json::encode(&deeper, &Type::DYNAMIC).unwrap_err());
            let (head, tail) = if text.starts_with('{') {
                ("{\"a\":", "}")
            } else {
                ("[", "]")
            };
            let text = [head, &text, tail].concat();
            too_deep(json::decode(text.as_bytes(), deeper.ty()).unwrap_err());
            let head: &[u8] = if text.starts_with('{') {
                b"\x81\xa1a"
            } else {
                b"\x91"
            };
            too_deep(msgpack::decode(&[head, &bytes].concat(), deeper.ty()).unwrap_err());
        }
    });
}

#[test]
fn the_depth_of_a_constraint_and_of_a_dynamic_part_add_up() {
    on_a_small_stack(|| {
        let constraint = (1..MAX_DEPTH).fold(Type::DYNAMIC, |ty, _| Type::object([("a", ty)]));
        let nested = |levels| (0..levels).fold(Value::from(1), |value, _| Value::object([("a", value)]));
        // A dynamic part is in an array with its type.
        assert!(msgpack::encode(&nested(MAX_DEPTH - 1), &constraint).is_ok());
        let error = msgpack::encode(&nested(MAX_DEPTH), &constraint).unwrap_err();
        assert_eq!(error.kind(), &WireErrorKind::TooDeep);
    });
}

#[test]
fn nested_dynamic_values_are_limited() {
    on_a_small_stack(|| {
        let pair = [&b"\x92\xc4\x15"[..], b"[\"tuple\",[\"dynamic\"]]", b"\x91"].concat();
        let (_, _, kind) = refused(&pair.repeat(100_000), &Type::DYNAMIC);
        assert_eq!(kind, WireErrorKind::TooDeep);
    });
}
