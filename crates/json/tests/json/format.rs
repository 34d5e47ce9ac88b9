//! The canonical layout of JSON.

use hcl2_diagnostics::SourceMap;
use hcl2_json::{format_tree, parse_tree};
use proptest::prelude::*;

fn formatted(text: &str) -> String {
    let source = SourceMap::new().add("x.json", text).expect("a small text");
    let parsed = parse_tree(&source);
    let (tree, diagnostics) = (parsed.value, parsed.diagnostics);
    assert!(!diagnostics.has_errors(), "{text}");
    String::from_utf8(format_tree(&tree)).expect("UTF-8, as the text was")
}

#[test]
fn formatting_changes_layout_only() {
    for (text, wanted) in [
        ("{}", "{}\n"),
        (" [ ] ", "[]\n"),
        ("1.50e+05", "1.50e+05\n"),
        ("\u{feff}{\"a\":\"b\"}", "\u{feff}{\n  \"a\": \"b\"\n}\n"),
        (
            "[1,[2,{}],\"\\u00e9\"]",
            "[\n  1,\n  [\n    2,\n    {}\n  ],\n  \"\\u00e9\"\n]\n",
        ),
        (
            "{\"z\":1,\"a\":{\"//\":null},\"z\":true}",
            "{\n  \"z\": 1,\n  \"a\": {\n    \"//\": null\n  },\n  \"z\": true\n}\n",
        ),
    ] {
        assert_eq!(formatted(text), wanted);
        assert_eq!(formatted(wanted), wanted);
    }
}

#[test]
fn deep_texts_are_formatted_without_a_deep_stack() {
    let depth = 200;
    let text = "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(formatted(&text).lines().count(), 2 * depth - 1);
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "\\PC{0,8}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::btree_map("\\PC{0,8}", inner, 0..5)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn formatted_text_reads_back_equal(value in json()) {
        let once = formatted(&value.to_string());
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&once).expect("JSON"), value.clone());
        prop_assert_eq!(&formatted(&once), &once);
        // Others lay JSON out in the same way.
        prop_assert_eq!(once, serde_json::to_string_pretty(&value).expect("JSON") + "\n");
    }
}
