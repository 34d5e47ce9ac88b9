//! The same edit of a file in native syntax and of the same file in JSON has the same result.

use std::collections::BTreeMap;
use std::fmt::Write;

use hcl2::edit::EditError;
use hcl2::model::{BodyRef, BodySchema};
use hcl2::{Editor, Loader};
use proptest::prelude::*;

/// The attributes and blocks of a body.
#[derive(Clone, Debug, Default)]
struct Content {
    attributes: BTreeMap<&'static str, i32>,
    blocks: Vec<(Vec<&'static str>, Content)>,
}

/// How blocks are written in JSON.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Whether each block with labels is an element of an array.
    has_arrays_of_labels: bool,
    /// Whether a single body is in an array.
    has_arrays_of_one: bool,
}

fn content(depth: u32) -> BoxedStrategy<Content> {
    let attributes = prop::collection::btree_map(prop::sample::select(vec!["x", "y"]), 0..9_i32, 0..2);
    let names = prop::sample::select(vec![
        vec!["a"],
        vec!["s", "l1"],
        vec!["s", "l2"],
        vec!["t", "k1", "l1"],
        vec!["t", "k1", "l2"],
    ]);
    if depth == 0 {
        let leaf = attributes.prop_map(|attributes| Content {
            attributes,
            blocks: Vec::new(),
        });
        return leaf.boxed();
    }
    let blocks = prop::collection::vec((names, content(depth - 1)), 0..4);
    (attributes, blocks)
        .prop_map(|(attributes, blocks)| Content { attributes, blocks })
        .boxed()
}

fn native(content: &Content, out: &mut String) {
    for (name, value) in &content.attributes {
        writeln!(out, "{name} = {value}").expect("a string");
    }
    for (names, body) in &content.blocks {
        let labels: String = names[1..].iter().map(|label| format!(" \"{label}\"")).collect();
        writeln!(out, "{}{labels} {{", names[0]).expect("a string");
        native(body, out);
        out.push_str("}\n");
    }
}

fn json(content: &Content, form: Form) -> serde_json::Value {
    let attributes = content.attributes.iter();
    let mut object: serde_json::Map<String, serde_json::Value> = attributes
        .map(|(name, value)| ((*name).to_owned(), (*value).into()))
        .collect();
    let mut types: Vec<&str> = content.blocks.iter().map(|(names, _)| names[0]).collect();
    types.dedup();
    for block_type in types {
        let blocks = content.blocks.iter().filter(|(names, _)| names[0] == block_type);
        let blocks: Vec<(&[&str], serde_json::Value)> = blocks
            .map(|(names, body)| (&names[1..], json(body, form)))
            .collect();
        object.insert(block_type.to_owned(), below_labels(&blocks, form));
    }
    object.into()
}

/// Returns blocks with as many labels each.
fn below_labels(blocks: &[(&[&str], serde_json::Value)], form: Form) -> serde_json::Value {
    let is_labelled = blocks.iter().any(|(labels, _)| !labels.is_empty());
    if !is_labelled {
        let mut bodies: Vec<serde_json::Value> = blocks.iter().map(|(_, body)| body.clone()).collect();
        return match bodies.len() {
            1 if !form.has_arrays_of_one => bodies.remove(0),
            _ => bodies.into(),
        };
    }
    if form.has_arrays_of_labels {
        let element = |(labels, body): &(&[&str], serde_json::Value)| {
            labels.iter().rev().fold(
                body.clone(),
                |inner, label| serde_json::json!({ (*label): inner }),
            )
        };
        return blocks.iter().map(element).collect::<Vec<_>>().into();
    }
    let mut object = serde_json::Map::new();
    for (labels, _) in blocks {
        let below = blocks.iter().filter(|(other, _)| other[0] == labels[0]);
        let below: Vec<(&[&str], serde_json::Value)> =
            below.map(|(labels, body)| (&labels[1..], body.clone())).collect();
        object.insert(labels[0].to_owned(), below_labels(&below, form));
    }
    object.into()
}

/// What a body means: its attributes, and its blocks by type and labels.
#[derive(Debug, Default, PartialEq)]
struct Meaning {
    attributes: BTreeMap<String, String>,
    blocks: BTreeMap<Vec<String>, Vec<Meaning>>,
}

fn meaning(body: &BodyRef) -> Result<Meaning, String> {
    let schema = ["x", "y", "z"]
        .into_iter()
        .fold(BodySchema::new(), BodySchema::optional);
    let schema = schema
        .block("a", [""; 0])
        .block("s", ["l"])
        .block("r", ["l"])
        .block("t", ["k", "l"]);
    let content = body
        .content(&schema)
        .into_result()
        .map_err(|problems| format!("{problems:?}"))?;
    let mut meaning = Meaning::default();
    for attribute in content.attributes.iter() {
        let value = attribute
            .expression
            .evaluate(None)
            .into_result()
            .map_err(|problems| format!("{problems:?}"))?;
        meaning
            .attributes
            .insert(attribute.name.to_string(), value.to_string());
    }
    for block in &content.blocks {
        let labels = block.labels.iter().map(|label| label.text.to_string());
        let names = std::iter::once(block.block_type.to_string())
            .chain(labels)
            .collect();
        meaning
            .blocks
            .entry(names)
            .or_default()
            .push(self::meaning(&block.body)?);
    }
    // Blocks that join others come last.
    for alike in meaning.blocks.values_mut() {
        alike.sort_by_key(|body| format!("{body:?}"));
    }
    Ok(meaning)
}

#[derive(Clone, Debug)]
enum Edit {
    Set(String, i32),
    Define(String, i32),
    Create(String, i32),
    Remove(String),
    Rename(String, &'static str),
    Append(String, &'static str),
    InsertAfter(String, &'static str),
    InsertBefore(String, &'static str),
    AddBlock(&'static str, Vec<&'static str>),
    SetLabels(&'static str, Vec<&'static str>),
}

impl Edit {
    fn make(&self, editor: &mut Editor) -> Result<(), EditError> {
        match self {
            Self::Set(address, value) => editor.set(address, *value),
            Self::Define(address, value) => editor.define(address, *value),
            Self::Create(address, value) => editor.create(address, *value),
            Self::Remove(address) => editor.remove(address),
            Self::Rename(address, name) => editor.rename(address, name),
            Self::Append(address, item) => editor.append(address, *item),
            Self::InsertAfter(address, item) => editor.insert_after(address, *item),
            Self::InsertBefore(address, item) => editor.insert_before(address, *item),
            Self::AddBlock(block_type, labels) => editor.add_block(block_type, labels.iter().copied()),
            Self::SetLabels(address, labels) => editor.set_labels(*address, labels),
        }
    }
}

/// Generates edits whose addresses name all labels of a block, and end them with a position before what is in it.
fn edit() -> impl Strategy<Value = Edit> {
    let body = || {
        prop::sample::select(vec![
            "a[0]",
            "a[1]",
            "s.l1[0]",
            "s.l2[0]",
            "t.k1.l1[0]",
            "s.l1[0].a[0]",
            "a[0].s.l1[0]",
        ])
    };
    let attribute = move || {
        let name = prop::sample::select(vec!["x", "y"]);
        (prop::option::of(body()), name).prop_map(|(body, name)| match body {
            Some(body) => format!("{body}.{name}"),
            None => name.to_owned(),
        })
    };
    let block = || prop::sample::select(vec!["a", "s.l1", "s.l2", "t.k1.l2", "s.l1[0].a", "s.l1[0].s.l1"]);
    let item = || {
        prop::sample::select(vec![
            "z = 1",
            "x = 1",
            "a {\n  z = 1\n}",
            "s \"l1\" {\n  z = 1\n}",
            "s \"l3\" {}",
            "t \"k1\" \"l1\" {}",
            "t \"k2\" \"l1\" {\n  z = 1\n}",
        ])
    };
    let labels = prop::sample::select(vec![
        ("s.l1", vec!["l2"]),
        ("s.l2", vec!["l9"]),
        ("t.k1.l1", vec!["k1", "l2"]),
        ("t.k1.l2", vec!["k2", "l3"]),
        ("s.l1[0].s.l2", vec!["l1"]),
    ]);
    prop_oneof![
        2 => (attribute(), 0..9).prop_map(|(address, value)| Edit::Set(address, value)),
        2 => (attribute(), 0..9).prop_map(|(address, value)| Edit::Define(address, value)),
        2 => (attribute(), 0..9).prop_map(|(address, value)| Edit::Create(address, value)),
        1 => attribute().prop_map(Edit::Remove),
        3 => block().prop_map(|address| Edit::Remove(address.to_owned())),
        1 => (attribute(), prop::sample::select(vec!["y", "z"])).prop_map(|(address, name)| Edit::Rename(address, name)),
        2 => prop::sample::select(vec![("s.l1", "l2"), ("s.l2", "l7"), ("t.k1.l1", "l2"), ("s", "r"), ("t.k1", "k2")])
            .prop_map(|(address, name)| Edit::Rename(address.to_owned(), name)),
        3 => (prop::option::of(body()), item())
            .prop_map(|(body, item)| Edit::Append(body.unwrap_or_default().to_owned(), item)),
        1 => (attribute(), item()).prop_map(|(address, item)| Edit::InsertAfter(address, item)),
        1 => (attribute(), item()).prop_map(|(address, item)| Edit::InsertBefore(address, item)),
        1 => Just(Edit::InsertAfter("s.l1".to_owned(), "s \"l4\" {}")),
        2 => prop::sample::select(vec![("a", vec![]), ("s", vec!["l1"]), ("t", vec!["k1", "l5"])])
            .prop_map(|(block_type, labels)| Edit::AddBlock(block_type, labels)),
        2 => labels.prop_map(|(address, labels)| Edit::SetLabels(address, labels)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_same_edits_mean_the_same_in_both_syntaxes(
        content in content(2),
        form in (any::<bool>(), any::<bool>()).prop_map(|(has_arrays_of_labels, has_arrays_of_one)| Form {
            has_arrays_of_labels,
            has_arrays_of_one,
        }),
        edits in prop::collection::vec(edit(), 1..6),
    ) {
        let mut text = String::new();
        native(&content, &mut text);
        let mut one = Editor::parse(text.as_str()).expect("native syntax");
        let mut other = Editor::named("a.json", json(&content, form).to_string()).expect("JSON");
        prop_assert_eq!(meaning(&one.body()), meaning(&other.body()));
        for edit in &edits {
            let (first, second) = (edit.make(&mut one), edit.make(&mut other));
            prop_assert_eq!(first.is_ok(), second.is_ok(), "{:?}: {:?} {:?}\n{}\n{}", edit, first, second, one, other);
            prop_assert_eq!(meaning(&one.body()), meaning(&other.body()), "{:?}\n{}\n{}", edit, one, other);
            if matches!(edit, Edit::Rename(..) | Edit::SetLabels(..)) {
                // Positions may now be those of other blocks.
                break;
            }
        }
        let saved = Loader::new().load_str("a.json", other.text());
        prop_assert!(saved.is_ok());
    }
}
