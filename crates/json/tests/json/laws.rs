//! Laws of the tree over generated sources: most of them valid, some of them damaged.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_json::{Node, NodeKind, Tree, parse_tree};
use hcl2_testing::check_law;
use proptest::prelude::*;
use proptest::sample::Index;

fn parse(bytes: impl Into<Vec<u8>>) -> (Tree, Diagnostics) {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", bytes).expect("tests are small");
    let parsed = parse_tree(&source);
    (parsed.value, parsed.diagnostics)
}

/// No damage in two cases of three, else up to three elements to replace; none removes the element.
fn damages<T: Clone + std::fmt::Debug>(
    element: impl Strategy<Value = T>,
) -> impl Strategy<Value = Vec<(Index, Option<T>)>> {
    let damage = (any::<Index>(), prop::option::of(element));
    prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec(damage, 1..4),
    ]
}

fn damage<T>(elements: &mut Vec<T>, damages: Vec<(Index, Option<T>)>) {
    for (at, element) in damages {
        if !elements.is_empty() {
            let at = at.index(elements.len());
            elements.splice(at..=at, element);
        }
    }
}

/// A value as text, written with random spacing.
fn json_text() -> impl Strategy<Value = String> {
    let space = prop::sample::select(vec!["", " ", "\n", "\t \r\n"]);
    let string = prop_oneof![
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        Just(r#""\u00e9\/\uD83D\uDE00""#.to_owned()),
    ];
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        "-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?",
        string.clone(),
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        let element =
            (space.clone(), inner, space.clone()).prop_map(|(a, value, b)| format!("{a}{value}{b}"));
        let member = (space.clone(), string.clone(), space.clone(), element.clone())
            .prop_map(|(a, name, b, value)| format!("{a}{name}{b}:{value}"));
        prop_oneof![
            prop::collection::vec(element, 1..6).prop_map(|elements| format!("[{}]", elements.join(","))),
            prop::collection::vec(member, 1..6).prop_map(|members| format!("{{{}}}", members.join(","))),
            space.clone().prop_map(|space| format!("[{space}]")),
            space.clone().prop_map(|space| format!("{{{space}}}")),
        ]
    })
}

/// Checks that what a node holds lies in it, in order, and that nothing is in between but `allowed` bytes.
fn check_nesting(node: Node<'_>, gaps_are_checked: bool) {
    let span = node.span();
    let held: Vec<Node<'_>> = match node.kind() {
        NodeKind::Object => node
            .properties()
            .flat_map(|property| [property.name, property.value])
            .collect(),
        _ => node.elements().collect(),
    };
    let container = matches!(node.kind(), NodeKind::Object | NodeKind::Array);
    let mut at = span.start + u32::from(container);
    for inner in &held {
        assert!(
            at <= inner.span().start && span.encloses(inner.span()),
            "{node:?} {inner:?}"
        );
        if gaps_are_checked {
            let gap = &node.source_text().as_bytes()
                [(at - span.start) as usize..(inner.span().start - span.start) as usize];
            assert!(gap.iter().all(|byte| b" \t\r\n,:".contains(byte)), "{gap:?}");
            assert!(gap.iter().filter(|byte| b",:".contains(byte)).count() <= 1);
        }
        at = inner.span().end;
        check_nesting(*inner, gaps_are_checked);
    }
}

/// Builds what `serde_json` reads from a node; of duplicates, the last counts.
fn to_serde(node: Node<'_>) -> serde_json::Value {
    match node.kind() {
        NodeKind::Object => node
            .properties()
            .map(|property| {
                let name = property.name.text().expect("names are strings").into_owned();
                (name, to_serde(property.value))
            })
            .collect(),
        NodeKind::Array => node.elements().map(to_serde).collect(),
        NodeKind::String => node.text().expect("a string").into_owned().into(),
        NodeKind::True => true.into(),
        NodeKind::False => false.into(),
        NodeKind::Number => serde_json::from_str(node.source_text()).unwrap_or_default(),
        NodeKind::Null | NodeKind::Invalid => serde_json::Value::Null,
    }
}

/// The tokens of a value.
fn json_tokens() -> impl Strategy<Value = Vec<&'static str>> {
    let leaf =
        prop::sample::select(vec!["\"a\"", "1", "null", "\n1", "\"a\" "]).prop_map(|token| vec![token]);
    leaf.prop_recursive(5, 32, 4, |inner| {
        let member = inner
            .clone()
            .prop_map(|value| [vec!["\"a\"", ":"], value].concat());
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|values| enclosed("[", values, "]")),
            prop::collection::vec(member, 0..4).prop_map(|members| enclosed("{", members, "}")),
        ]
    })
}

fn enclosed(open: &'static str, items: Vec<Vec<&'static str>>, close: &'static str) -> Vec<&'static str> {
    [vec![open], items.join(&","), vec![close]].concat()
}

const TOKENS: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "01", "foo", "null", "'x'", "=", ";", "//c\n", "/*",
    "@", "\\", "\n", " ",
];

/// Checks that others judge the source as the diagnostics do; returns their judgement.
fn judgement(text: &[u8], diagnostics: &Diagnostics) -> Result<&'static str, TestCaseError> {
    match serde_json::from_slice::<serde_json::Value>(text) {
        Ok(_) => {
            prop_assert!(diagnostics.is_empty(), "{:?}", diagnostics);
            Ok("valid")
        }
        Err(error) if error.to_string().starts_with("number out of range") => Ok("number out of range"),
        Err(error) => {
            prop_assert!(diagnostics.has_errors(), "{}", error);
            Ok("invalid")
        }
    }
}

#[test]
fn every_json_text_is_read_as_others_read_it() {
    check_law(
        ProptestConfig::default(),
        &json_text(),
        &[("compared", 75)],
        |text| {
            let (tree, diagnostics) = parse(text.as_str());
            prop_assert!(diagnostics.is_empty(), "{:?}", diagnostics);
            check_nesting(tree.root(), true);
            let Ok(expected) = serde_json::from_str::<serde_json::Value>(&text) else {
                return Ok("number out of range");
            };
            prop_assert_eq!(to_serde(tree.root()), expected);
            Ok("compared")
        },
    );
}

#[test]
fn json_text_without_one_character_is_judged_as_others_judge_it() {
    let cases = (json_text(), any::<Index>());
    check_law(
        ProptestConfig::default(),
        &cases,
        &[("valid", 20), ("invalid", 30)],
        |(text, at)| {
            let mut text: Vec<char> = text.chars().collect();
            text.remove(at.index(text.len()));
            let text = String::from_iter(text);
            let (tree, diagnostics) = parse(text.as_str());
            check_nesting(tree.root(), false);
            judgement(text.as_bytes(), &diagnostics)
        },
    );
}

#[test]
fn bytes_are_judged_as_others_judge_them() {
    let cases = (json_text(), damages(any::<u8>()));
    check_law(
        ProptestConfig::default(),
        &cases,
        &[("valid", 50), ("invalid", 15)],
        |(text, damages)| {
            let mut bytes = text.into_bytes();
            damage(&mut bytes, damages);
            let (tree, diagnostics) = parse(bytes.as_slice());
            check_nesting(tree.root(), false);
            judgement(&bytes, &diagnostics)
        },
    );
}

#[test]
fn any_bytes_leave_a_sound_tree() {
    check_law(
        ProptestConfig::default(),
        &prop::collection::vec(any::<u8>(), 0..64),
        &[],
        |bytes| {
            let (tree, diagnostics) = parse(bytes.as_slice());
            check_nesting(tree.root(), false);
            judgement(&bytes, &diagnostics)
        },
    );
}

#[test]
fn tokens_leave_a_sound_tree() {
    let cases = (json_tokens(), damages(prop::sample::select(TOKENS)));
    check_law(
        ProptestConfig::default(),
        &cases,
        &[("valid", 50), ("invalid", 15)],
        |(mut tokens, damages)| {
            damage(&mut tokens, damages);
            let text = tokens.concat();
            let (tree, diagnostics) = parse(text.as_str());
            check_nesting(tree.root(), false);
            let subjects = diagnostics.iter().map(|diagnostic| diagnostic.subject);
            prop_assert!(subjects.map(|span| span.map(|span| span.start)).is_sorted());
            judgement(text.as_bytes(), &diagnostics)
        },
    );
}
