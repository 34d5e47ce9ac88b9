//! Explanations of MessagePack: every part of a message with its place, format, role and content.

use hcl2_value::Type;
use hcl2_wire::msgpack::{Content, Explanation, Part, Role, explain};
use hcl2_wire::{MAX_DEPTH, WireErrorKind};

/// A part in one line: offset and length, depth, role, path, type and content.
fn shown(part: &Part) -> String {
    let role = match part.role {
        Role::Value => "value",
        Role::Key => "key",
        Role::Type => "type",
    };
    let ty = part.ty.as_ref().map_or(String::from("-"), ToString::to_string);
    let content = match &part.content {
        Content::Value(value) => format!("{value:?}"),
        Content::Bytes(bytes) => format!("{bytes:?}"),
        Content::Elements(count) => format!("{count} elements"),
        Content::Pairs(count) => format!("{count} pairs"),
    };
    let (offset, length, depth) = (part.offset, part.length, part.depth);
    format!("{offset}+{length} {depth} {role} `{}` {ty} {content}", part.path)
}

#[track_caller]
fn check(bytes: &[u8], ty: Option<&Type>, expected: &[&str]) {
    let Explanation { parts, error } = explain(bytes, ty);
    assert_eq!(error, None);
    assert_eq!(parts.iter().map(shown).collect::<Vec<_>>(), expected);
}

#[test]
fn parts_of_objects_and_collections_have_their_paths_and_types() {
    let ty = Type::object([
        ("a", Type::list(Type::NUMBER)),
        ("b", Type::tuple([Type::BOOL, Type::STRING])),
        ("c", Type::map(Type::STRING)),
    ]);
    check(
        b"\x83\xa1a\x91\x05\xa1b\x92\xc3\xa1x\xa1c\x81\xa1k\xc0",
        Some(&ty),
        &[
            "0+1 0 value `` object({a=list(number),b=tuple([bool,string]),c=map(string)}) 3 pairs",
            "1+2 1 key `` - \"a\"",
            "3+1 1 value `.a` list(number) 1 elements",
            "4+1 2 value `.a[0]` number 5",
            "5+2 1 key `` - \"b\"",
            "7+1 1 value `.b` tuple([bool,string]) 2 elements",
            "8+1 2 value `.b[0]` bool true",
            "9+2 2 value `.b[1]` string \"x\"",
            "11+2 1 key `` - \"c\"",
            "13+1 1 value `.c` map(string) 1 pairs",
            "14+2 2 key `.c` - \"k\"",
            "16+1 2 value `.c[\"k\"]` string null(string)",
        ],
    );
}

#[test]
fn dynamic_value_brings_its_type() {
    let number = [
        "0+1 0 value `` any 2 elements",
        "1+10 1 type `` - [34, 110, 117, 109, 98, 101, 114, 34]",
        "11+1 1 value `` number 5",
    ];
    check(b"\x92\xc4\x08\"number\"\x05", Some(&Type::DYNAMIC), &number);
    // Without a type these are two elements.
    let two = [
        "0+1 0 value `` - 2 elements",
        "1+1 1 value `[0]` - 1",
        "2+1 1 value `[1]` - 2",
    ];
    check(b"\x92\x01\x02", None, &two);
}

#[test]
fn message_without_type_is_explained_as_it_is_written() {
    check(
        b"\x94\x81\xa1k\xff\xc4\x01\x00\xca\x3f\x00\x00\x00\xcc\xff",
        None,
        &[
            "0+1 0 value `` - 4 elements",
            "1+1 1 value `[0]` - 1 pairs",
            "2+2 2 key `[0]` - \"k\"",
            "4+1 2 value `[0][\"k\"]` - -1",
            "5+3 1 value `[1]` - [0]",
            "8+5 1 value `[2]` - 0.5",
            "13+2 1 value `[3]` - 255",
        ],
    );
    // No number, and no text.
    check(
        b"\xca\x7f\xc0\x00\x00",
        None,
        &["0+5 0 value `` - [127, 248, 0, 0, 0, 0, 0, 0]"],
    );
    check(b"\xa1\xff", None, &["0+2 0 value `` - [255]"]);
}

#[test]
fn errors_are_those_of_the_decoder() {
    let Explanation { parts, error } = explain(b"\x92\x01\xa5x", None);
    assert_eq!(parts.len(), 2);
    assert_eq!(
        error.map(|error| error.kind().clone()),
        Some(WireErrorKind::UnexpectedEnd)
    );
    let Explanation { parts, error } = explain(b"\x01\x02", None);
    assert_eq!(parts.len(), 1);
    assert_eq!(
        error.map(|error| error.kind().clone()),
        Some(WireErrorKind::TrailingBytes)
    );
    let error = explain(b"\xa1x", Some(&Type::NUMBER)).error;
    assert_eq!(
        error.map(|error| error.kind().clone()),
        Some(WireErrorKind::NotANumber)
    );
}

#[test]
fn message_is_explained_to_the_depth_that_is_decoded() {
    let nested = |levels: usize| [vec![0x91; levels], vec![0x01]].concat();
    let Explanation { parts, error } = explain(&nested(MAX_DEPTH as usize), None);
    assert_eq!((parts.len(), error), (MAX_DEPTH as usize + 1, None));
    let error = explain(&nested(MAX_DEPTH as usize + 1), None).error;
    assert_eq!(
        error.map(|error| error.kind().clone()),
        Some(WireErrorKind::TooDeep)
    );
}

#[test]
fn every_first_byte_names_its_format() {
    for (bytes, name) in [
        (&b"\x00"[..], "positive fixint"),
        (b"\x7f", "positive fixint"),
        (b"\x80", "fixmap"),
        (b"\x90", "fixarray"),
        (b"\xa0", "fixstr"),
        (b"\xc0", "nil"),
        (b"\xc2", "false"),
        (b"\xc3", "true"),
        (b"\xc4\x00", "bin 8"),
        (b"\xca\x00\x00\x00\x00", "float 32"),
        (b"\xcb\x00\x00\x00\x00\x00\x00\x00\x00", "float 64"),
        (b"\xcc\x00", "uint 8"),
        (b"\xcf\x00\x00\x00\x00\x00\x00\x00\x00", "uint 64"),
        (b"\xd0\x00", "int 8"),
        (b"\xd4\x00\x00", "fixext 1"),
        (b"\xd9\x00", "str 8"),
        (b"\xdc\x00\x00", "array 16"),
        (b"\xdf\x00\x00\x00\x00", "map 32"),
        (b"\xe0", "negative fixint"),
        (b"\xff", "negative fixint"),
    ] {
        let Explanation { parts, error } = explain(bytes, None);
        assert_eq!(error, None, "{bytes:?}");
        assert_eq!((parts[0].format, parts[0].length), (name, bytes.len()));
    }
}
