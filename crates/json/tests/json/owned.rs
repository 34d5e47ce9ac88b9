//! Owned values, and checking without a value.

use hcl2_diagnostics::{Diagnostics, Source, SourceMap};
use hcl2_json::{JsonValue, Limits, Options, parse_tree, parse_value, validate};
use hcl2_value::Number;
use proptest::prelude::*;

fn source(bytes: impl Into<Vec<u8>>) -> Source {
    let mut sources = SourceMap::new();
    sources.add("test.json", bytes).expect("tests are small")
}

#[track_caller]
fn value(text: &str) -> JsonValue {
    parse_value(&source(text)).expect("the text is valid")
}

/// The code and range of each problem.
fn listed(problems: &Diagnostics) -> Vec<(&'static str, std::ops::Range<usize>)> {
    let range = |subject: Option<hcl2_diagnostics::Span>| subject.map_or(0..0, |span| span.range());
    problems
        .iter()
        .map(|problem| (problem.code.id(), range(problem.subject)))
        .collect()
}

/// Converts to what `serde_json` reads; of duplicates, the last counts.
fn to_serde(value: &JsonValue) -> serde_json::Value {
    match value {
        JsonValue::Null => serde_json::Value::Null,
        JsonValue::Bool(truth) => (*truth).into(),
        JsonValue::Number(number) => serde_json::from_str(number.as_str()).expect("a number"),
        JsonValue::String(text) => text.as_str().into(),
        JsonValue::Array(elements) => elements.iter().map(to_serde).collect(),
        JsonValue::Object(properties) => properties
            .iter()
            .map(|(name, value)| (name.clone(), to_serde(value)))
            .collect(),
    }
}

#[test]
fn a_value_keeps_order_duplicates_digits_and_text() {
    let object =
        value("\u{feff}{\"b\": [1.50, -0E+2], \"a\\n\": \"e\\u0301\", \"b\": {\"c\": [true, null, {}, []]}}");
    let JsonValue::Object(properties) = &object else {
        panic!("{object:?}")
    };
    let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["b", "a\n", "b"]);
    assert_eq!(
        format!("{:?}", properties[0].1),
        "Array([Number(1.50), Number(-0E+2)])"
    );
    assert_eq!(properties[1].1, JsonValue::String("e\u{301}".to_owned()));
    let held = vec![
        JsonValue::Bool(true),
        JsonValue::Null,
        JsonValue::Object(Vec::new()),
        JsonValue::Array(Vec::new()),
    ];
    assert_eq!(
        properties[2].1,
        JsonValue::Object(vec![("c".to_owned(), JsonValue::Array(held))])
    );
}

#[test]
fn get_returns_the_last_property_of_a_name() {
    let object = value(r#"{"a": 1, "b": 2, "a": 3}"#);
    assert_eq!(object.get("a"), Some(&value("3")));
    assert_eq!(object.get("c"), None);
    assert_eq!(value("[1]").get("a"), None);
}

#[test]
fn numbers_are_exact_and_equal_as_written() {
    let JsonValue::Number(number) = value("123456789012345678901234567890.50") else {
        panic!("a number")
    };
    let exact = Number::parse("1234567890123456789012345678905e-1").expect("a number");
    assert_eq!(number.to_number(), Ok(exact));
    assert_eq!(number.to_string(), "123456789012345678901234567890.50");
    assert_ne!(value("1.0"), value("1"));
    let JsonValue::Number(huge) = value("1e99999999999999999999") else {
        panic!("a number")
    };
    assert_eq!(
        huge.to_number().unwrap_err().to_string(),
        "the exponent of this number is out of range"
    );
}

#[test]
fn a_text_with_problems_has_no_value() {
    for bytes in [&b"{\"a\": [1, }"[..], b"", b"[01]", b"\"\xff\"", b"\xff\xfe1\0"] {
        let source = source(bytes);
        let problems = listed(&parse_tree(&source).diagnostics);
        assert!(!problems.is_empty(), "{bytes:?}");
        let refused = parse_value(&source).expect_err("it has problems");
        assert_eq!(listed(&refused), problems, "{bytes:?}");
        let invalid = validate(&source).expect_err("it has problems");
        assert_eq!(listed(&invalid), problems, "{bytes:?}");
    }
}

#[test]
fn a_value_of_the_maximum_depth_fits_on_a_small_stack() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let most = JsonValue::MAX_DEPTH as usize;
    let work = move || {
        let deepest = value(&nested(most));
        assert_eq!(deepest.clone(), deepest);
        let refused = parse_value(&source(nested(most + 1))).expect_err("it is too deep");
        assert_eq!(listed(&refused), [("hcl2::json::too-deep", most..most + 1)]);
    };
    let thread = std::thread::Builder::new().stack_size(1024 * 1024).spawn(work);
    thread
        .expect("the thread starts")
        .join()
        .expect("it does not panic");
}

#[test]
fn limits_apply_to_checking() {
    let options = Options {
        limits: Limits::new().with_nesting_depth(2).with_source_bytes(8),
        ..Options::default()
    };
    for (text, code) in [
        ("[[]]", None),
        ("[[[]]]", Some("hcl2::json::too-deep")),
        ("[       ]", Some("hcl2::syntax::too-large")),
    ] {
        let problems = options.validate(&source(text)).err();
        let found = problems.as_ref().map(|problems| problems[0].code.id());
        assert_eq!(found, code, "{text}");
        let problems = options.parse_value(&source(text)).err();
        let found = problems.as_ref().map(|problems| problems[0].code.id());
        assert_eq!(found, code, "{text}");
    }
}

/// A valid text, and pieces that damage it at some place.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "-1.5e3",
            "0",
            r#""""#,
            r#""a\n${b}""#,
            r#""\u00e9""#
        ])
        .prop_map(serde_json::from_str::<serde_json::Value>)
        .prop_map(|value| value.expect("JSON")),
        any::<String>().prop_map(serde_json::Value::from),
    ];
    let value = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    });
    let piece = prop::sample::select(vec![
        "", "", "", "{", "}", "[", "]", ",", ":", "\"", "\\", "'", "0", "#", "=", ";", "\n", "\u{a0}", "x",
    ]);
    (
        value,
        any::<bool>(),
        piece,
        any::<prop::sample::Index>(),
        0..3_usize,
    )
        .prop_map(|(value, pretty, piece, place, removed)| {
            let text = if pretty {
                format!("{value:#}")
            } else {
                value.to_string()
            };
            let mut bytes = text.into_bytes();
            let at = place.index(bytes.len() + 1);
            let removed = if piece.is_empty() { 0 } else { removed };
            let end = bytes.len().min(at + removed);
            bytes.splice(at..end, piece.bytes());
            bytes
        })
}

proptest! {
    #[test]
    fn checking_reports_what_parsing_reports(bytes in damaged()) {
        let source = source(bytes);
        let parsed = parse_tree(&source);
        let (tree, problems) = (parsed.value, parsed.diagnostics);
        prop_assert_eq!(validate(&source).err().map(|found| listed(&found)).unwrap_or_default(), listed(&problems));
        match parse_value(&source) {
            Ok(value) => {
                prop_assert!(problems.is_empty());
                let text = tree.source().text().expect("it is UTF-8");
                prop_assert_eq!(to_serde(&value), serde_json::from_str::<serde_json::Value>(text).expect("JSON"));
            }
            Err(found) => prop_assert_eq!(listed(&found), listed(&problems)),
        }
    }
}

/// Checks that the reader of valid sources accepts exactly what the parser reports no problem with.
fn check_acceptance(bytes: Vec<u8>, max_depth: u32) -> Result<(), TestCaseError> {
    let options = Options {
        limits: Limits::new().with_nesting_depth(max_depth),
        ..Options::default()
    };
    let source = source(bytes);
    let problems = listed(&options.parse_tree(&source).diagnostics);
    let found = options.validate(&source).err().map(|found| listed(&found));
    prop_assert_eq!(found.unwrap_or_default(), problems.clone());
    let found = options.parse_value(&source).err().map(|found| listed(&found));
    prop_assert_eq!(found.unwrap_or_default(), problems);
    Ok(())
}

proptest! {
    #[test]
    fn damaged_texts_are_accepted_by_both_readers_or_by_none(bytes in damaged(), max_depth in 1..6_u32) {
        check_acceptance(bytes, max_depth)?;
    }

    #[test]
    fn any_bytes_are_accepted_by_both_readers_or_by_none(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        check_acceptance(bytes, 4)?;
    }

    #[test]
    fn bits_of_json_are_accepted_by_both_readers_or_by_none(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"a\":", "\"", "\\", "\\n", "\\u00e9", "\\ud83d", "\\ude00", "1", "-",
            "0", ".5", "e1", "E+2", "null", "true", "false", "x", " ", "\n", "\r\n\t", "\u{feff}", "\u{a0}", "\u{1}", "//",
        ]), 0..10),
        byte_order_mark in any::<bool>(),
        max_depth in 1..4_u32,
    ) {
        let mark = if byte_order_mark { "\u{feff}" } else { "" };
        check_acceptance(format!("{mark}{}", pieces.concat()).into_bytes(), max_depth)?;
    }
}

#[test]
fn both_valid_and_damaged_texts_reach_the_law() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let valid = (0..256)
        .filter(|_| {
            let text = damaged().new_tree(&mut runner).expect("a text").current();
            validate(&source(text)).is_ok()
        })
        .count();
    assert!((40..216).contains(&valid), "{valid} of 256 are valid");
}
