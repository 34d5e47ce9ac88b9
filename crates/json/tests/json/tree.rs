//! The tree: what it holds, and where.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_json::{Node, NodeId, NodeKind, Tree, parse_tree};
use proptest::prelude::*;

fn parse(bytes: impl Into<Vec<u8>>) -> (Tree, Diagnostics) {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", bytes).expect("tests are small");
    let parsed = parse_tree(&source);
    (parsed.value, parsed.diagnostics)
}

#[track_caller]
fn clean(text: &str) -> Tree {
    let (tree, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    tree
}

fn range(node: Node<'_>) -> (u32, u32) {
    (node.span().start, node.span().end)
}

#[test]
fn every_node_has_its_span() {
    let text = "\u{feff}{ \"a\" : [1 , -2.50e+3], \"a\":{\"\\u0061\\n\": null}}";
    let tree = clean(text);
    let root = tree.root();
    assert_eq!(root.id(), NodeId::ROOT);
    assert_eq!((root.kind(), range(root)), (NodeKind::Object, (3, 50)));
    assert_eq!(root.open_span().range(), 3..4);
    assert_eq!(root.close_span().map(|span| span.range()), Some(49..50));

    let properties: Vec<_> = root.properties().collect();
    let [first, second] = properties.as_slice() else {
        panic!("{properties:?}")
    };
    assert_eq!(
        (first.name.text().as_deref(), range(first.name)),
        (Some("a"), (5, 8))
    );
    assert_eq!(first.name.colon_span().map(|span| span.range()), Some(9..10));
    assert_eq!(
        (second.name.text().as_deref(), range(second.name)),
        (Some("a"), (27, 30))
    );
    assert_eq!(first.value.comma_span().map(|span| span.range()), Some(25..26));
    assert_eq!(second.value.comma_span(), None);

    let numbers: Vec<_> = first.value.elements().map(|node| node.source_text()).collect();
    assert_eq!(numbers, ["1", "-2.50e+3"]);
    let first_number = first.value.elements().next().expect("there are two");
    assert_eq!(first_number.comma_span().map(|span| span.range()), Some(14..15));

    let inner = second.value.properties().next().expect("there is one");
    assert_eq!(inner.name.text().as_deref(), Some("a\n"));
    assert_eq!(inner.value.kind(), NodeKind::Null);
    let (decoded, map) = inner.name.decoded().expect("a name is a string");
    assert_eq!(decoded, "a\n");
    let start = inner.name.span().start;
    let offsets: Vec<_> = (0..=2).map(|offset| map.file_offset(offset) - start).collect();
    assert_eq!(offsets, [1, 7, 9]);
}

#[test]
fn text_without_escapes_is_borrowed() {
    let tree = clean("[\"plain \u{e9}\", \"esc\\taped\"]");
    let mut elements = tree.root().elements();
    let plain = elements.next().expect("the first");
    assert!(matches!(
        plain.text(),
        Some(std::borrow::Cow::Borrowed("plain \u{e9}"))
    ));
    let escaped = elements.next().expect("the second");
    assert_eq!(escaped.text().as_deref(), Some("esc\taped"));
    assert_eq!(tree.root().text(), None);
}

#[test]
fn escapes_mean_what_the_standard_says() {
    let tree = clean(r#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00 x\u0000""#);
    let (text, map) = tree.root().decoded().expect("a string");
    assert_eq!(text, "\"\\/\u{8}\u{c}\n\r\t\u{e9}\u{1f600} x\u{0}");
    let smiley = text.find('\u{1f600}').expect("it is there") as u32;
    let offsets: Vec<_> = [smiley, smiley + 4, smiley + 6]
        .map(|offset| map.file_offset(offset))
        .into();
    assert_eq!(offsets, [23, 35, 37]);
}

#[test]
fn mistakes_keep_the_rest_of_the_tree() {
    let (tree, diagnostics) = parse("{\"a\": foo, b: [1, }, \"c\": {\"d\": 2}");
    assert_eq!(diagnostics.len(), 4);
    let names: Vec<_> = tree
        .root()
        .properties()
        .map(|property| (property.name.source_text(), property.value.kind()))
        .collect();
    assert_eq!(
        names,
        [
            ("\"a\"", NodeKind::Invalid),
            ("b", NodeKind::Array),
            ("\"c\"", NodeKind::Object)
        ]
    );
    assert_eq!(tree.root().close_span(), None);
}

/// Examples of each kind that RFC 7159 allows.
const ACCEPTED: &[&str] = &[
    "[]",
    "{}",
    "[ ]",
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1.5",
    "-1e10",
    "1E-2",
    "1e+2",
    "0.0e0",
    "0e1",
    "123456789012345678901234567890.5",
    "\"\"",
    "\"\u{7f}\"",
    "\"\u{2028}\u{10ffff}\"",
    "\"\\u0000\"",
    "\"\\uDBFF\\uDFFF\"",
    "\"\u{feff}\"",
    "\" \\\\\\\" \"",
    "{\"\":0}",
    "{\"a\":1,\"a\":2}",
    "\r\n\t [1]\r\n",
    "[[[[]]],{}]",
    "\"\u{fffe}\"",
    "\"/\"",
    "\"\\/\"",
    "[\"//\", \"/* */\"]",
    "\"\u{1d11e}\"",
    "\"a\u{e000}\"",
];

/// Examples of each kind that it does not allow.
const REJECTED: &[&str] = &[
    "",
    " ",
    "[",
    "]",
    "{",
    "}",
    "[}",
    "{]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    "[1:2]",
    "[\"a\",",
    "{\"a\"",
    "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1,}",
    "{\"a\",1}",
    "{\"a\" 1}",
    "{1:1}",
    "{a:1}",
    "{'a':1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\"::1}",
    "{null:1}",
    "{[]:1}",
    "True",
    "nul",
    "nulll",
    "NaN",
    "Infinity",
    "-Infinity",
    "+1",
    "01",
    "-01",
    "1.",
    ".1",
    "1.e1",
    "1e",
    "1e+",
    "1E-",
    "-",
    "--1",
    "0x1",
    "1_0",
    "1 000",
    "\u{ff11}",
    "1f",
    "\"",
    "\"a",
    "\"\\\"",
    "\"\\x\"",
    "\"\\u\"",
    "\"\\u12\"",
    "\"\\u12G4\"",
    "\"\\U0041\"",
    "\"\\ud800\"",
    "\"\\udc00\"",
    "\"\\ud800\\u0041\"",
    "\"\\ud800x\"",
    "\"\t\"",
    "\"\n\"",
    "\"\u{0}\"",
    "\"\u{1f}\"",
    "[] 1",
    "{}{}",
    "1 1",
    "[]]",
    "{}}",
    "// c\n1",
    "1 # c",
    "/**/1",
    "\u{a0}1",
    "\u{c}1",
    "1\u{2060}",
    "\u{feff}\u{feff}1",
    "'a'",
    "a",
    "@",
    "\\",
    "[\\]",
    "\u{e9}",
    "[*]",
    "<1>",
];

#[test]
fn accepts_json() {
    for text in ACCEPTED {
        let (_, diagnostics) = parse(*text);
        assert!(diagnostics.is_empty(), "{text:?}: {diagnostics:?}");
        assert!(
            serde_json::from_str::<serde_json::Value>(text).is_ok(),
            "{text:?}"
        );
    }
}

#[test]
fn rejects_everything_else() {
    for text in REJECTED {
        let (_, diagnostics) = parse(*text);
        assert!(diagnostics.has_errors(), "{text:?}");
        assert!(
            serde_json::from_str::<serde_json::Value>(text).is_err(),
            "{text:?}"
        );
    }
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\xc0\x80\"",
        b"\"\xed\xa0\x80\"",
        b"\xff\xfe[\0]\0",
        b"[\xe9]",
    ] {
        assert!(parse(bytes).1.has_errors(), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn escape_maps_lead_back_to_the_source(pieces in prop::collection::vec(prop::sample::select(vec!["a", "\u{e9}", "\\n", "\\u00e9", "\\ud83d\\ude00", "\u{1f600}", "\\\\"]), 0..20)) {
        let text = format!("\"{}\"", pieces.concat());
        let tree = clean(&text);
        let (decoded, map) = tree.root().decoded().expect("a string");
        let mut file = 1;
        for ((offset, char), piece) in decoded.char_indices().zip(&pieces) {
            let end = offset + char.len_utf8();
            let range = map.file_offset(offset as u32)..map.file_offset(end as u32);
            prop_assert_eq!(range, file..file + piece.len() as u32);
            file += piece.len() as u32;
        }
        prop_assert_eq!(map.file_offset(decoded.len() as u32), file);
    }
}

#[test]
fn nodes_are_equal_if_they_are_one_node_of_one_tree() {
    let (tree, other) = (clean("[1, 1]"), clean("[1, 1]"));
    let elements: Vec<_> = tree.root().elements().collect();
    assert_eq!(elements[0], tree.root().elements().next().expect("two elements"));
    assert_ne!(elements[0], elements[1]);
    assert_ne!(tree.root(), other.root());
}
