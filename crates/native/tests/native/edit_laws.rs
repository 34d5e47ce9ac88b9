//! Laws of editing: a sequence of edits agrees with a plain map, and leaves the rest unchanged.

use std::collections::BTreeMap;

use crate::support::cases::cases;
use hcl2_native::edit::{Address, AddressStep, Batch, Comments, Editor, Fragment, NewItem, Position};
use hcl2_native::tree::Node;
use proptest::prelude::*;

fn editor(text: &str) -> Editor {
    Editor::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn at(address: &str) -> Address {
    address.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn value(number: i32) -> Fragment {
    Fragment::value(&number.into()).expect("a value with a literal")
}

/// An edit. Numbers choose among the present items.
#[derive(Clone, Debug)]
enum Edit {
    Set(u8, u8, i32),
    Remove(u8),
    Rename(u8, u8),
    Block(u8, u8),
    Comment(u8, String),
    Move(u8, u8),
    Sort(u8),
}

fn edits() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<u8>(), 0..8_u8, any::<i32>()).prop_map(|(block, name, value)| Edit::Set(block, name, value)),
        any::<u8>().prop_map(Edit::Remove),
        (any::<u8>(), 0..8_u8).prop_map(|(item, name)| Edit::Rename(item, name)),
        (any::<u8>(), 0..3_u8).prop_map(|(block, label)| Edit::Block(block, label)),
        (any::<u8>(), "[a-z ]{0,9}").prop_map(|(item, text)| Edit::Comment(item, text)),
        (any::<u8>(), any::<u8>()).prop_map(|(item, block)| Edit::Move(item, block)),
        any::<u8>().prop_map(Edit::Sort),
    ]
}

/// Returns every attribute by address, with its comments and its value as written, except for indentation.
fn attributes(editor: &Editor) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut bodies = vec![Address::ROOT];
    while let Some(body) = bodies.pop() {
        for item in editor.select(&body.then(AddressStep::Any)) {
            match item.node {
                Node::Attribute(_) => {
                    let comments = editor.comments(&item.address).expect("an attribute");
                    let lines = editor.source_of(item.node).lines();
                    let source = lines.map(str::trim_start).collect::<Vec<_>>().join("\n");
                    found.insert(item.address.to_string(), format!("{comments:?} {source}"));
                }
                Node::Block(_) => bodies.push(item.address),
                node => panic!("{node:?} is no item of a body"),
            }
        }
    }
    found
}

fn blocks(editor: &Editor) -> Vec<Address> {
    let mut found = vec![Address::ROOT];
    let mut next = 0;
    while let Some(body) = found.get(next).cloned() {
        let items = editor.select(&body.then(AddressStep::Any));
        found.extend(
            items
                .into_iter()
                .filter(|item| matches!(item.node, Node::Block(_)))
                .map(|item| item.address),
        );
        next += 1;
    }
    found
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn sequence_of_edits_agrees_with_a_map_and_leaves_the_rest(edits in prop::collection::vec(edits(), 50)) {
        let mut editor = editor("# The file.\n\na   = 1 # odd\n\n# of b\nb \"x\" {\n\tc=[1,\n2]\n\n\t# of d\n\td = <<E\n text\nE\n}\n\none { z = 1 }\n");
        let mut model = attributes(&editor);
        for edit in edits {
            let names: Vec<String> = model.keys().cloned().collect();
            let chosen = |item: u8| names.get(usize::from(item) % names.len().max(1)).cloned();
            let bodies = blocks(&editor);
            let body = |block: u8| bodies[usize::from(block) % bodies.len()].clone();
            let child = |parent: &Address, name: u8| parent.then(AddressStep::Name(format!("n{name}")));
            let none = format!("{:?} ", Comments::default());
            match edit {
                Edit::Set(block, name, number) => {
                    let address = child(&body(block), name);
                    prop_assert!(editor.set(&address, &value(number)).is_ok());
                    let key = address.to_string();
                    let head = model.get(&key).map_or(none, |old| old[..old.rfind("} ").map_or(0, |at| at + 2)].to_owned());
                    model.insert(key, format!("{head}{number}"));
                }
                Edit::Remove(item) => {
                    let Some(key) = chosen(item) else { continue };
                    prop_assert!(editor.remove(&at(&key)).is_ok());
                    model.remove(&key);
                }
                Edit::Rename(item, name) => {
                    let Some(key) = chosen(item) else { continue };
                    let address = at(&key);
                    let (parent, _) = address.split_last().expect("an attribute");
                    let new = child(&parent, name).to_string();
                    let done = editor.rename(&address, &format!("n{name}"));
                    prop_assert_eq!(done.is_ok(), new == key || !model.contains_key(&new));
                    if done.is_ok() {
                        let text = model.remove(&key).expect("it was chosen");
                        model.insert(new, text);
                    }
                }
                Edit::Block(block, label) => {
                    // No two blocks have equal labels, so no address changes.
                    let parent = body(block);
                    let label = format!("l{label}");
                    if parent.steps().len() < 6 && editor.select(&at(&format!("{parent}{}k.{label}", if parent == Address::ROOT { "" } else { "." }))).is_empty() {
                        let item = NewItem::block("k", &[&label], []).expect("a block");
                        prop_assert!(editor.insert(&Position::End(parent), &item).is_ok());
                    }
                }
                Edit::Comment(item, text) => {
                    let Some(key) = chosen(item) else { continue };
                    let comments = Comments { above: vec![text.trim().to_owned()], beside: None };
                    if editor.set_comments(&at(&key), &comments).is_ok() {
                        let old = model.get_mut(&key).expect("it was chosen");
                        let source = old[old.rfind("} ").map_or(0, |at| at + 2)..].to_owned();
                        *old = format!("{comments:?} {source}");
                    }
                }
                Edit::Move(item, block) => {
                    let Some(key) = chosen(item) else { continue };
                    let address = at(&key);
                    let name = address.split_last().expect("an attribute").1.clone();
                    let target = body(block);
                    let new = target.then(name).to_string();
                    let done = editor.move_item(&address, &Position::End(target));
                    prop_assert_eq!(done.is_ok(), new == key || !model.contains_key(&new), "{} to {}", key, new);
                    if done.is_ok() {
                        let text = model.remove(&key).expect("it was chosen");
                        model.insert(new, text);
                    }
                }
                Edit::Sort(block) => prop_assert!(editor.sort_attributes(&body(block)).is_ok()),
            }
            prop_assert_eq!(&attributes(&editor), &model);
            prop_assert!(editor.text().contains("# The file.\n"));
        }
    }

    #[test]
    fn arbitrary_addresses_and_expressions_never_panic(text in "\\PC{0,20}", address in "[a-c.\\[\\]\"*0-2]{0,8}") {
        let mut editor = editor("a = [1, {b = 2}, f(c)]\nb \"c\" {\n  a = \"x${b}\"\n}\nc { a = 1 }\n");
        if let (Ok(address), Ok(fragment)) = (address.parse::<Address>(), Fragment::expression(&text)) {
            let _ = editor.clone().remove(&address);
            let _ = editor.clone().insert_element(&Position::End(address.clone()), &fragment);
            let _ = editor.clone().sort_attributes(&address);
            let _ = editor.clone().rename(&address, &text);
            let _ = editor.set(&address, &fragment);
        }
    }
}

/// An edit of a batch, on names that occur often.
#[derive(Clone, Debug)]
enum Line {
    Set(String, &'static str),
    Remove(String),
    Rename(String),
}

fn batch_lines() -> impl Strategy<Value = Line> {
    let address = || {
        let parts = prop::collection::vec("[a-d]|s|s\\.t|s\\[0\\]|s\\[1\\]", 1..3);
        parts.prop_map(|parts| parts.join("."))
    };
    let value = prop::sample::select(vec![
        "1",
        "[1, 2]",
        "{\n  a = 1\n\n}",
        "{ b = 2 }",
        "<<E\nx\nE",
        "\"x\"",
    ]);
    prop_oneof![
        4 => (address(), value).prop_map(|(address, value)| Line::Set(address, value)),
        3 => address().prop_map(Line::Remove),
        1 => address().prop_map(Line::Rename),
    ]
}

fn sources() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a = 1\n",
        "b = [1]\n",
        "c = { a = 1, b = 2 }\n",
        "c = {\n  a = 1\n  d = [2]\n}\n",
        "d = <<E\nx\nE\n",
        "\n",
        "\n",
        "# note\n",
        "s {\n  a = 1\n}\n",
        "s {\n\n  # inner\n  a = 1\n\n  b = 2\n}\n",
        "s \"t\" {\n  a = 1\n  b {\n    c = 1\n  }\n}\n",
        "s { a = 1 }\n",
        "s {}\n",
        "s \"t\" {\n}\n",
    ]);
    (prop::collection::vec(pieces, 0..8), any::<bool>()).prop_map(|(pieces, is_ended)| {
        let mut seen = std::collections::HashSet::new();
        let pieces = pieces.into_iter().filter(|piece| {
            !matches!(piece.as_bytes(), [b'a'..=b'd', ..]) || seen.insert(piece.as_bytes()[0])
        });
        let text: String = pieces.collect();
        match is_ended {
            true => text,
            false => text.trim_end_matches('\n').to_owned(),
        }
    })
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn a_batch_is_its_edits_one_after_another(
        text in sources(),
        lines in prop::collection::vec(batch_lines(), 1..8),
    ) {
        prop_assume!(Editor::parse(text.as_str()).is_ok());
        let (mut one, mut other) = (editor(&text), editor(&text));
        let value = |text: &str| Fragment::expression(text).expect("an expression");
        let after_another = lines.iter().try_for_each(|line| match line {
            Line::Set(address, text) => one.set(&at(address), &value(text)),
            Line::Remove(address) => one.remove(&at(address)),
            Line::Rename(address) => one.rename(&at(address), "e"),
        });
        let mut batch = Batch::new(&mut other);
        let together = lines.iter().try_for_each(|line| match line {
            Line::Set(address, text) => batch.set(&at(address), &value(text)),
            Line::Remove(address) => batch.remove(&at(address)),
            Line::Rename(address) => batch.edit(|editor| editor.rename(&at(address), "e")),
        });
        let together = together.and_then(|()| batch.finish());
        prop_assert_eq!(after_another.is_ok(), together.is_ok(), "{:?} {:?}", after_another, together);
        if after_another.is_ok() {
            prop_assert_eq!(one.text(), other.text());
        }
    }
}
