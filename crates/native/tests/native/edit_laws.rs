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
                    prop_assert!(editor.define(&address, value(number)).is_ok());
                    let key = address.to_string();
                    let head = model.get(&key).map_or(none, |old| old[..old.rfind("} ").map_or(0, |at| at + 2)].to_owned());
                    model.insert(key, format!("{head}{number}"));
                }
                Edit::Remove(item) => {
                    let Some(key) = chosen(item) else { continue };
                    prop_assert!(editor.remove(at(&key)).is_ok());
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
                    if editor.set_comments(at(&key), &comments).is_ok() {
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
                Edit::Sort(block) => prop_assert!(editor.sort_attributes(body(block)).is_ok()),
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
            let _ = editor.define(&address, &fragment);
        }
    }
}

/// An edit of a batch, on names that occur often.
#[derive(Clone, Debug)]
enum Line {
    Set(String, &'static str),
    Create(String, &'static str),
    Remove(String),
    Rename(String, &'static str),
    Move(String, String),
    Insert(bool, String, &'static str),
    Element(bool, String, &'static str),
    Append(String, &'static str),
    Comment(String),
    Sort(String),
}

impl Line {
    fn addresses(&self) -> Vec<Address> {
        match self {
            Self::Set(address, _) | Self::Create(address, _) => {
                let parent = at(address).split_last().map(|(parent, _)| parent);
                [at(address)].into_iter().chain(parent).collect()
            }
            Self::Remove(address) => vec![at(address)],
            Self::Rename(address, name) => {
                let new = at(address)
                    .split_last()
                    .map(|(parent, _)| parent.then(AddressStep::Name((*name).to_owned())));
                [at(address)].into_iter().chain(new).collect()
            }
            Self::Move(address, to) => vec![at(address), at(to)],
            Self::Insert(_, address, _) => vec![
                at(address),
                at(address)
                    .split_last()
                    .map_or(Address::ROOT, |(parent, _)| parent)
                    .then(AddressStep::Name("e".to_owned())),
            ],
            Self::Append(address, _) => {
                vec![at(address), at(address).then(AddressStep::Name("e".to_owned()))]
            }
            Self::Element(_, address, _) | Self::Comment(address) => vec![at(address)],
            Self::Sort(address) => vec![at(address).then(AddressStep::AnyDepth), at(address)],
        }
    }

    fn make(&self, editor: &mut Editor, at: &[Address]) -> Result<(), hcl2_native::edit::EditError> {
        let value = |text: &str| Fragment::expression(text).expect("an expression");
        let item = |text: &str| NewItem::raw(text).expect("an item");
        let beside = |is_before: bool, address: &Address| match is_before {
            true => Position::Before(address.clone()),
            false => Position::After(address.clone()),
        };
        match self {
            Self::Set(_, text) => editor.define(&at[0], value(text)),
            Self::Create(_, text) => editor.create(&at[0], value(text)),
            Self::Remove(_) => editor.remove(&at[0]),
            Self::Rename(_, name) => editor.rename(&at[0], name),
            Self::Move(..) => editor.move_item(&at[0], &Position::End(at[1].clone())),
            Self::Insert(is_before, _, text) => editor.insert(&beside(*is_before, &at[0]), &item(text)),
            Self::Append(_, text) => editor.insert(&Position::End(at[0].clone()), &item(text)),
            Self::Element(true, _, text) => {
                editor.insert_element(&Position::End(at[0].clone()), &value(text))
            }
            Self::Element(false, _, text) => editor.insert_element(&beside(true, &at[0]), &value(text)),
            Self::Comment(_) => editor.set_comment(&at[0], "new"),
            Self::Sort(_) => editor.sort_attributes(&at[1]),
        }
    }
}

fn batch_lines() -> impl Strategy<Value = Line> {
    let address = || {
        let parts = prop::collection::vec(
            "[a-d]|s|s\\.t|s\\[0\\]|s\\[1\\]|\\*|s\\.t\\[1\\]|b\\[0\\]|b\\[2\\]",
            1..3,
        );
        parts.prop_map(|parts| parts.join("."))
    };
    let value = || {
        prop::sample::select(vec![
            "1",
            "[1, 2]",
            "{\n  a = 1\n\n}",
            "{ b = 2 }",
            "<<E\nx\nE",
            "\"x\"",
        ])
    };
    let item = || prop::sample::select(vec!["e = 1", "s {}", "s \"t\" {\n  a = 1\n}"]);
    let name = prop::sample::select(vec!["a", "e", "s"]);
    prop_oneof![
        4 => (address(), value()).prop_map(|(address, value)| Line::Set(address, value)),
        2 => (address(), value()).prop_map(|(address, value)| Line::Create(address, value)),
        3 => address().prop_map(Line::Remove),
        2 => (address(), name).prop_map(|(address, name)| Line::Rename(address, name)),
        2 => (address(), address()).prop_map(|(address, to)| Line::Move(address, to)),
        2 => (any::<bool>(), address(), item()).prop_map(|(is_before, address, item)| Line::Insert(is_before, address, item)),
        2 => (address(), item()).prop_map(|(address, item)| Line::Append(address, item)),
        2 => (any::<bool>(), address(), value()).prop_map(|(is_end, address, value)| Line::Element(is_end, address, value)),
        1 => address().prop_map(Line::Comment),
        1 => address().prop_map(Line::Sort),
    ]
}

fn sources() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a = 1\n",
        "b = [1]\n",
        "b = [1, 2, {\n    a = 1 }, 4\n]\n",
        "b = [\n  1, # one\n  2,\n  3 /* of\n two lines */ ,\n]\n",
        "c = { a = 1, b = 2 }\n",
        "c = {\n  a = 1\n  d = [2]\n}\n",
        "d = <<E\nx\nE\n",
        "a = \"a long string\" # beside\n",
        "e = f(1,\n  2)\n",
        "e    = \"a long string\"\n",
        "\n",
        "\n",
        "# note\n",
        "# two\n# lines\n",
        "/* a block\n   } */\n",
        "d = 1 /* beside\n} */\n",
        "s {\n    # three\n    # lines\n    # of a\n    a = 1 // beside\n  /* b */ b = 2\n  # last\n}\n",
        "c = {\n  # of a\n  a = 1,\n  b = 2, # beside\n  c = 3\n}\n",
        "s {\n  a = 1\n}\n",
        "s {\n\n  # inner\n  a = 1\n\n  b = 2\n}\n",
        "s \"t\" {\n  a = 1\n  b {\n    c = 1\n  }\n}\n",
        "s { a = 1 }\n",
        "s {}\n",
        "s \"t\" {\n}\n",
        "s \"t\" b c d e f g h i {\n  a = 1\n}\n",
        "s \"t\" b c d e f g h j { a = 1 }\n",
    ]);
    (prop::collection::vec(pieces, 0..8), any::<bool>(), any::<bool>()).prop_map(
        |(pieces, is_ended, is_dos)| {
            let mut seen = std::collections::HashSet::new();
            let pieces = pieces.into_iter().filter(|piece| {
                !matches!(piece.as_bytes(), [b'a'..=b'e', ..]) || seen.insert(piece.as_bytes()[0])
            });
            let mut text: String = pieces.collect();
            if is_dos {
                text = text.replace('\n', "\r\n");
            }
            match is_ended {
                true => text,
                false => text.trim_end_matches(['\r', '\n']).to_owned(),
            }
        },
    )
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_batch_is_its_edits_one_after_another(
        text in sources(),
        lines in prop::collection::vec(batch_lines(), 1..8),
        bytes in prop::sample::select(vec![0, 16, 64]),
    ) {
        prop_assume!(Editor::parse(text.as_str()).is_ok());
        let (mut one, mut other) = (editor(&text), editor(&text));
        let mut batch = Batch::new(&mut other).with_piece_bytes(bytes);
        for line in &lines {
            // An edit that is refused changes nothing.
            let addresses = line.addresses();
            let wanted = line.make(&mut one, &addresses);
            let found = batch.edit(&addresses, |editor, at| line.make(editor, at));
            prop_assert_eq!(format!("{wanted:?}"), format!("{found:?}"), "{:?}", line);
        }
        prop_assert!(batch.finish().is_ok());
        prop_assert_eq!(one.text(), other.text());
    }
}

/// The number of edits of a batch whose cost is counted.
const EDITS: usize = 80;

/// Makes an edit for each number, and returns the bytes that each had to parse on average.
fn bytes_of_an_edit(
    text: &str,
    addresses: impl Fn(usize) -> Vec<String>,
    edit: impl Fn(&mut Editor, &[Address], usize) -> Result<(), hcl2_native::edit::EditError>,
) -> usize {
    let mut editor = editor(text);
    let mut batch = Batch::new(&mut editor).with_piece_bytes(64);
    for number in 0..EDITS {
        let addresses: Vec<Address> = addresses(number).iter().map(|address| at(address)).collect();
        let done = batch.edit(&addresses, |editor, at| edit(editor, at, number));
        done.unwrap_or_else(|error| panic!("{error}: {addresses:?}"));
    }
    let bytes = batch.parsed_bytes().saturating_sub(text.len());
    batch.finish().expect("a file without errors");
    bytes / EDITS
}

#[test]
fn every_kind_of_edit_of_a_batch_parses_a_few_pieces() {
    let lines = |line: &dyn Fn(usize) -> String| (0..EDITS).map(line).collect::<String>();
    let attributes = lines(&|number| format!("attribute_{number} = {number}\n"));
    let blocks = lines(&|number| format!("r \"t\" \"n{number}\" {{\n  x = {number}\n}}\n\n"));
    let rules = lines(&|number| format!("rule {{\n  x = {number}\n}}\n"));
    let nested = format!("b {{\n{attributes}}}\n");
    let object = format!("o = {{\n{attributes}}}\n");
    let line = format!("o = {{ {} }}\n", attributes.trim_end().replace('\n', ", "));
    let list = format!("l = [{}]\n", lines(&|number| format!("{number}, ")));
    let long = format!("long = \"{}\"\n", "x".repeat(10_000));
    let heredoc = format!("long = <<E\n{}E\n", "x y\n".repeat(5_000));
    let beside = |long: &str| lines(&|number| format!("b{number} {{\n  x = 1\n}}\n")) + long + &attributes;
    let block = format!("r {{\n  {long}}}\n{attributes}");
    let call = format!("long = f({})\n{attributes}", "1, ".repeat(5_000) + "1");
    let line_comment = format!("# {}\n", "x".repeat(10_000));
    let line_comments = "# x\n".repeat(2_500);
    let block_comment = format!("/*\n{}*/\n", "x\n".repeat(5_000));
    let long_label = format!("b \"{}\" {{\n}}\n", "x".repeat(10_000));
    let inner_comment = format!("b {{\n  {line_comment}}}\nc = [\n  {line_comment}]\n");
    let one = Fragment::expression("1").expect("an expression");
    let set = |editor: &mut Editor, at: &[Address], _: usize| editor.define(&at[0], &one);
    let create = |editor: &mut Editor, at: &[Address], _: usize| editor.create(&at[0], &one);
    let remove = |editor: &mut Editor, at: &[Address], _: usize| editor.remove(&at[0]);
    let rename = |editor: &mut Editor, at: &[Address], number: usize| {
        editor.rename(&at[0], &format!("renamed_{number}"))
    };
    let append = |editor: &mut Editor, at: &[Address], _: usize| {
        editor.insert(
            &Position::End(at[0].clone()),
            &NewItem::raw("rule {}").expect("a block"),
        )
    };
    let insert = |editor: &mut Editor, at: &[Address], number: usize| {
        editor.insert(
            &Position::Before(at[0].clone()),
            &NewItem::raw(&format!("new_{number} = 1")).expect("an attribute"),
        )
    };
    let element = |editor: &mut Editor, at: &[Address], _: usize| {
        editor.insert_element(&Position::End(at[0].clone()), &one)
    };
    let move_item = |editor: &mut Editor, at: &[Address], _: usize| {
        editor.move_item(&at[0], &Position::End(at[1].clone()))
    };
    let named = |pattern: &'static str| move |number: usize| vec![pattern.replace("{}", &number.to_string())];
    let both = |one: &'static str, other: &'static str| {
        move |number: usize| {
            [one, other]
                .map(|pattern| pattern.replace("{}", &number.to_string()))
                .to_vec()
        }
    };
    let found = [
        ("set", bytes_of_an_edit(&attributes, named("attribute_{}"), set)),
        ("new", bytes_of_an_edit(&attributes, both("new_{}", ""), set)),
        (
            "beside a long string",
            bytes_of_an_edit(&beside(&long), named("attribute_{}"), set),
        ),
        (
            "before a long string",
            bytes_of_an_edit(&format!("{attributes}{long}"), both("new_{}", ""), set),
        ),
        (
            "behind a long comment",
            bytes_of_an_edit(&format!("{line_comment}{attributes}"), named("attribute_{}"), set),
        ),
        (
            "behind lines of comments",
            bytes_of_an_edit(
                &format!("{line_comments}{attributes}"),
                named("attribute_{}"),
                rename,
            ),
        ),
        (
            "below a long comment",
            bytes_of_an_edit(&format!("{block_comment}{attributes}"), named("attribute_0"), set),
        ),
        (
            "beside a long comment",
            bytes_of_an_edit(
                &format!("a = 1 {line_comment}{attributes}"),
                both("a", "new"),
                set,
            ),
        ),
        (
            "before a long comment",
            bytes_of_an_edit(&format!("{attributes}{line_comment}"), both("new_{}", ""), set),
        ),
        (
            "behind a long comment in a block",
            bytes_of_an_edit(
                &format!("{inner_comment}{attributes}"),
                named("attribute_{}"),
                remove,
            ),
        ),
        (
            "behind a long label",
            bytes_of_an_edit(&format!("{long_label}{attributes}"), named("attribute_{}"), set),
        ),
        (
            "beside a long heredoc",
            bytes_of_an_edit(&beside(&heredoc), both("new_{}", ""), set),
        ),
        (
            "beside a long string in a block",
            bytes_of_an_edit(&block, named("attribute_{}"), remove),
        ),
        (
            "beside a long call",
            bytes_of_an_edit(&call, named("attribute_{}"), rename),
        ),
        ("new in nothing", bytes_of_an_edit("", both("new_{}", ""), set)),
        (
            "new in a body",
            bytes_of_an_edit(&nested, both("b.new_{}", "b"), set),
        ),
        (
            "new in blocks",
            bytes_of_an_edit(&blocks, both("r.t.n{}.new", "r.t.n{}"), set),
        ),
        (
            "new in an object",
            bytes_of_an_edit(&object, both("o.new_{}", "o"), set),
        ),
        (
            "new in an object on a line",
            bytes_of_an_edit(&line, both("o.new_{}", "o"), set),
        ),
        (
            "new in an empty object",
            bytes_of_an_edit("o = {}\n", both("o.new_{}", "o"), set),
        ),
        ("element", bytes_of_an_edit(&list, named("l[{}]"), set)),
        ("position", bytes_of_an_edit(&rules, named("rule[{}].x"), set)),
        (
            "create",
            bytes_of_an_edit("", both("r.t.n{}[0].x", "r.t.n{}[0]"), create),
        ),
        (
            "remove",
            bytes_of_an_edit(&attributes, named("attribute_{}"), remove),
        ),
        (
            "remove in a body",
            bytes_of_an_edit(&nested, named("b.attribute_{}"), remove),
        ),
        (
            "remove of an object",
            bytes_of_an_edit(&object, named("o.attribute_{}"), remove),
        ),
        (
            "remove of an object on a line",
            bytes_of_an_edit(&line, named("o.attribute_{}"), remove),
        ),
        ("remove of a list", bytes_of_an_edit(&list, named("l[0]"), remove)),
        (
            "remove blocks",
            bytes_of_an_edit(&blocks, named("r.t.n{}"), remove),
        ),
        (
            "remove a pattern",
            bytes_of_an_edit(&blocks, named("r.t.n{}.*"), remove),
        ),
        (
            "rename",
            bytes_of_an_edit(&attributes, both("attribute_{}", "renamed_{}"), rename),
        ),
        (
            "rename a key",
            bytes_of_an_edit(&object, both("o.attribute_{}", "o.renamed_{}"), rename),
        ),
        ("append", bytes_of_an_edit(&rules, named(""), append)),
        (
            "append in an empty body",
            bytes_of_an_edit("b {\n}\n", named("b"), append),
        ),
        (
            "insert",
            bytes_of_an_edit(&attributes, named("attribute_{}"), insert),
        ),
        (
            "insert first",
            bytes_of_an_edit(&attributes, named("attribute_0"), insert),
        ),
        ("append an element", bytes_of_an_edit(&list, named("l"), element)),
        (
            "move",
            bytes_of_an_edit(
                &format!("{attributes}b {{}}\n"),
                both("attribute_{}", "b"),
                move_item,
            ),
        ),
    ];
    let many: Vec<_> = found.iter().filter(|(_, bytes)| *bytes > 800).collect();
    assert!(many.is_empty(), "{many:?} of {found:?}");
}
