//! Reading and writing JSON text: tables of facts, and laws that compare with `serde_json`.

use hcl2_json_text::{
    Escapes, Kind, LoneSurrogates, ReadError, ReadErrorKind, Reader, Writer, is_number, push_string,
};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

const MAX_DEPTH: usize = 100;

/// Pulls the whole source, and makes of it what `serde_json` does.
fn pulled(text: &str) -> Result<Value, ReadError> {
    fn value(reader: &mut Reader<'_>, depth: usize) -> Result<Value, ReadError> {
        Ok(match reader.peek()? {
            Kind::Object | Kind::Array if depth == MAX_DEPTH => {
                return Err(reader.error(ReadErrorKind::TooDeep));
            }
            Kind::Object => {
                let mut properties = serde_json::Map::new();
                let mut more = reader.begin_object()?;
                while more {
                    let name = reader.name()?.into_owned();
                    properties.insert(name, value(reader, depth + 1)?);
                    more = reader.next_property()?;
                }
                Value::Object(properties)
            }
            Kind::Array => {
                let mut elements = Vec::new();
                let mut more = reader.begin_array()?;
                while more {
                    elements.push(value(reader, depth + 1)?);
                    more = reader.next_element()?;
                }
                Value::Array(elements)
            }
            Kind::String => Value::String(reader.string()?.into_owned()),
            Kind::Number => serde_json::from_str(reader.number()?).unwrap_or_default(),
            Kind::Bool => Value::Bool(reader.bool()?),
            Kind::Null => {
                reader.null()?;
                Value::Null
            }
        })
    }
    let mut reader = Reader::new(text).with_lone_surrogates(LoneSurrogates::Refuse);
    let value = value(&mut reader, 0)?;
    reader.end()?;
    Ok(value)
}

/// Skips the whole source.
fn skipped(text: &str) -> Result<(), ReadError> {
    let mut reader = Reader::new(text).with_lone_surrogates(LoneSurrogates::Refuse);
    reader.skip(MAX_DEPTH)?;
    reader.end()
}

#[test]
fn each_fault_has_its_kind_and_offset() {
    use ReadErrorKind::*;
    for (text, kind, offset) in [
        ("", Value, 0),
        (" ", Value, 1),
        ("nul", Value, 0),
        ("+1", Value, 0),
        ("[1,]", Value, 3),
        ("[", Value, 1),
        ("{a", Name, 1),
        ("{\"a\":1,}", Name, 7),
        ("{", Name, 1),
        ("{\"a\" 1}", Colon, 5),
        ("[1 2]", ElementEnd, 3),
        ("[1}", ElementEnd, 2),
        ("{\"a\":1]", PropertyEnd, 6),
        ("1.", Digit, 2),
        ("-", Digit, 1),
        ("1e+", Digit, 3),
        ("[-01]", LeadingZero, 3),
        ("\"a", UnclosedString, 2),
        ("\"\n\"", ControlCharacter, 1),
        ("\"\\x\"", Escape, 2),
        ("\"\\", Escape, 2),
        ("\"\\u12g4\"", UnicodeEscape, 5),
        ("\"a\\ud83dx\"", LoneSurrogate, 2),
        ("\"\\ude00\"", LoneSurrogate, 1),
        ("1 2", TrailingText, 2),
        ("truex", TrailingText, 4),
        ("\u{a0}1", Value, 0),
    ] {
        for found in [pulled(text).map(|_| ()), skipped(text)] {
            let error = found.expect_err(text);
            assert_eq!((error.kind, error.offset), (kind, offset), "{text:?}");
            assert_eq!(error.is_at_end, offset == text.len(), "{text:?}");
        }
    }
}

#[test]
fn arrays_and_objects_nest_up_to_the_limit() {
    let nested = |open: &str, close: &str, depth| open.repeat(depth) + "1" + &close.repeat(depth);
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        assert_eq!(skipped(&nested(open, close, MAX_DEPTH)), Ok(()));
        let error = skipped(&nested(open, close, MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(
            (error.kind, error.offset),
            (ReadErrorKind::TooDeep, open.len() * MAX_DEPTH)
        );
    }
    let error = skipped(&nested("[", "", 1_000_000)).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::TooDeep);
    let mut reader = Reader::new("[[]]");
    assert_eq!(reader.skip(1).unwrap_err().offset, 1);
}

#[test]
fn lone_surrogates_become_the_replacement_character() {
    let mut reader = Reader::new(r#""\ud83d \ude00\ud83d\u0041\ud83d\ude00""#);
    assert_eq!(reader.string().unwrap(), "\u{fffd} \u{fffd}\u{fffd}A😀");
    let mut reader = Reader::new(r#"["\ud83d"]"#);
    assert_eq!(reader.skip(1), Ok(()));
}

#[test]
fn a_reader_returns_to_an_offset() {
    let mut reader = Reader::new(r#"[ {"a": [1]} , 2]"#);
    assert!(reader.begin_array().unwrap());
    let start = reader.offset();
    reader.skip(2).unwrap();
    let end = reader.offset();
    reader.seek(start);
    assert!(reader.begin_object().unwrap());
    assert_eq!(reader.name().unwrap(), "a");
    reader.seek(end);
    assert!(reader.next_element().unwrap());
    assert_eq!(reader.number().unwrap(), "2");
    assert!(!reader.next_element().unwrap());
    assert_eq!(reader.end(), Ok(()));
}

#[test]
fn both_layouts_are_written() {
    let written = |mut writer: Writer| {
        writer.open('{');
        writer.property("a");
        writer.open('[');
        for integer in [0, -1, i64::MIN] {
            writer.element();
            writer.integer(integer);
        }
        writer.close(']');
        writer.property("<\n");
        writer.open('{');
        writer.close('}');
        writer.property("b");
        writer.string_of(&["${", "\"x\"", "}"]);
        writer.close('}');
        writer.finish()
    };
    assert_eq!(
        written(Writer::compact(Escapes::HTML)),
        r#"{"a":[0,-1,-9223372036854775808],"\u003c\n":{},"b":"${\"x\"}"}"#
    );
    assert_eq!(
        written(Writer::pretty(Escapes::PLAIN)),
        "{\n  \"a\": [\n    0,\n    -1,\n    -9223372036854775808\n  ],\n  \"<\\n\": {},\n  \"b\": \"${\\\"x\\\"}\"\n}\n"
    );
}

#[test]
fn strings_are_escaped_by_tables() {
    let escaped = |escapes| {
        let mut text = String::new();
        push_string(
            "\"\\/\n\r\t\u{8}\u{c}\0\u{1f}\u{7f}<>&\u{2027}\u{2028}\u{2029}\u{202a}é😀",
            escapes,
            &mut text,
        );
        text
    };
    assert_eq!(
        escaped(Escapes::HTML),
        "\"\\\"\\\\/\\n\\r\\t\\b\\f\\u0000\\u001f\u{7f}\\u003c\\u003e\\u0026\u{2027}\\u2028\\u2029\u{202a}é😀\""
    );
    assert_eq!(
        escaped(Escapes::PLAIN),
        "\"\\\"\\\\/\\n\\r\\t\\u0008\\u000c\\u0000\\u001f\\u007f<>&\u{2027}\u{2028}\u{2029}\u{202a}é😀\""
    );
}

/// A JSON text, and pieces to damage it with.
fn damaged() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "false",
            "-1.5e3",
            "0",
            "10",
            "2E-7",
            r#""""#,
            r#""a\n${b}""#,
            r#""\u00e9""#,
            r#""\ud83d\ude00""#,
            "[]",
            "{ }",
            " 1\n",
        ])
        .prop_map(str::to_owned),
        any::<String>().prop_map(|text| Value::from(text).to_string()),
    ];
    let text = leaf.prop_recursive(4, 24, 4, |inner| {
        let space = prop::sample::select(vec!["", " ", "\n  ", "\t\r\n"]);
        prop_oneof![
            (prop::collection::vec(inner.clone(), 1..4), space.clone())
                .prop_map(|(items, space)| format!("[{space}{}{space}]", items.join(&format!("{space},")))),
            (prop::collection::vec((any::<String>(), inner), 1..4), space).prop_map(|(items, space)| {
                let items = items
                    .iter()
                    .map(|(name, value)| format!("{}{space}:{value}", Value::from(name.as_str())));
                format!("{{{}}}", items.collect::<Vec<_>>().join(&format!(",{space}")))
            }),
        ]
    });
    let piece = prop::sample::select(vec![
        "", "", "", "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "0", "-", ".", "e", "\n",
        "\u{a0}", "x",
    ]);
    (text, piece, any::<Index>(), 0..3_usize).prop_map(|(text, piece, place, removed)| {
        let mut characters: Vec<char> = text.chars().collect();
        let at = place.index(characters.len() + 1);
        let removed = if piece.is_empty() { 0 } else { removed };
        let end = characters.len().min(at + removed);
        characters.splice(at..end, piece.chars());
        characters.into_iter().collect()
    })
}

/// Checks that both ways of reading judge the source as `serde_json` does, and as each other.
fn judge(text: &str) -> Result<(), TestCaseError> {
    let expected = serde_json::from_str::<Value>(text);
    let (pulled, skipped) = (pulled(text), skipped(text));
    prop_assert_eq!(pulled.as_ref().err(), skipped.as_ref().err());
    match (pulled, expected) {
        (Ok(found), Ok(expected)) => prop_assert_eq!(found, expected),
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => {
            prop_assert!(error.to_string().starts_with("number out of range"), "{}", error)
        }
        (Err(error), Ok(_)) => prop_assert_eq!(error.kind, ReadErrorKind::TooDeep),
    }
    Ok(())
}

proptest! {
    #[test]
    fn damaged_texts_are_judged_as_others_judge_them(text in damaged()) {
        judge(&text)?;
    }

    #[test]
    fn any_text_is_judged_as_others_judge_it(text in any::<String>()) {
        judge(&text)?;
    }

    #[test]
    fn bits_of_json_are_judged_as_others_judge_them(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "-", "0", ".5", "e1", "null", "true", " ", "\n", "\\n",
        ]), 0..12),
    ) {
        judge(&pieces.concat())?;
    }

    #[test]
    fn escaped_strings_read_back(text in any::<String>(), html in any::<bool>()) {
        let mut json = String::new();
        push_string(&text, if html { Escapes::HTML } else { Escapes::PLAIN }, &mut json);
        prop_assert_eq!(Reader::new(&json).string().unwrap(), &*text);
        prop_assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn numbers_are_what_readers_take(text in "-?[0-9]{0,3}(\\.[0-9]{0,2})?([eE][+-]?[0-9]{0,2})?") {
        let mut reader = Reader::new(&text);
        let whole = reader.peek() == Ok(Kind::Number) && reader.number() == Ok(&*text);
        prop_assert_eq!(is_number(&text), whole);
    }
}
