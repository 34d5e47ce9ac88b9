//! Editing files in JSON syntax.

use hcl2::edit::JsonEditor;
use hcl2::edit::{Address, AddressStep, Batch, EditError, Fragment, Position};
use proptest::prelude::*;

const FILE: &str = r#"{
  "resource": {
    "aws_vpc": [
      {"a": {"cidr": "10.0.0.0/8", "ports": [80, 443], "tags": {"env": "prod"}}},
      {"b": [{"cidr": "10.1.0.0/8", "tags": {"env": "dev"}}]}
    ]
  },
  "variable": {
    "size": {
      "default": 3
    }
  }
}
"#;

fn address(text: &str) -> Address {
    text.parse().expect("an address")
}

#[track_caller]
fn selected(query: &str) -> Vec<String> {
    let editor = JsonEditor::parse(FILE).expect("JSON");
    let found = editor.select(&address(query)).into_iter();
    found.map(|found| found.address.to_string()).collect()
}

/// Edits the file, and expects that one piece of it is replaced by another, all else being the same.
#[track_caller]
fn expect(edit: impl FnOnce(&mut JsonEditor) -> Result<(), EditError>, before: &str, after: &str) {
    assert_eq!(FILE.matches(before).count(), 1, "{before}");
    let mut editor = JsonEditor::parse(FILE).expect("JSON");
    edit(&mut editor).expect("an edit");
    assert_eq!(editor.text(), FILE.replace(before, after));
}

#[track_caller]
fn refused(edit: impl FnOnce(&mut JsonEditor) -> Result<(), EditError>) -> String {
    let mut editor = JsonEditor::parse(FILE).expect("JSON");
    let error = edit(&mut editor).expect_err("a refused edit");
    assert_eq!(editor.text(), FILE, "nothing changes");
    error.to_string()
}

#[test]
fn names_lead_through_arrays_of_blocks() {
    assert_eq!(
        selected("resource.aws_vpc.b.cidr"),
        ["resource.aws_vpc[1].b.cidr"]
    );
    assert_eq!(
        selected("resource.aws_*.*.cidr"),
        [] as [&str; 0],
        "`*` is an element of an array"
    );
    assert_eq!(
        selected("**.cidr"),
        ["resource.aws_vpc[0].a.cidr", "resource.aws_vpc[1].b.cidr"]
    );
    assert_eq!(selected("**.ports[1]"), ["resource.aws_vpc[0].a.ports[1]"]);
    assert_eq!(selected("variable.size[0].default"), ["variable.size.default"]);
    assert_eq!(selected("variable.size[1].default"), [] as [&str; 0]);
}

#[test]
fn conditions_apply_to_blocks_below_their_labels() {
    assert_eq!(
        selected("resource.aws_*[tags.env == \"prod\"]"),
        ["resource.aws_vpc[0].a"]
    );
    assert_eq!(
        selected("resource.aws_*[tags.env != \"prod\"]"),
        ["resource.aws_vpc[1].b"]
    );
    assert_eq!(selected("variable[default == 1 + 2]"), ["variable.size"]);
    assert_eq!(selected("variable[type]"), [] as [&str; 0]);
}

#[test]
fn values_are_set_in_the_layout_around_them() {
    let expression = |text: &str| Fragment::expression(text).expect("an expression");
    expect(
        |editor| editor.define(address("variable.size.default"), expression("[1, n]")),
        "\"default\": 3",
        "\"default\": [\n        1,\n        \"${n}\"\n      ]",
    );
    expect(
        |editor| editor.define(address("variable.size.nullable"), expression("false")),
        "\"default\": 3",
        "\"default\": 3,\n      \"nullable\": false",
    );
    expect(
        |editor| editor.define(address("resource.aws_vpc.a.tags.owner"), expression("\"a ${b}\"")),
        "{\"env\": \"prod\"}",
        "{\"env\": \"prod\", \"owner\": \"a ${b}\"}",
    );
    expect(
        |editor| editor.create(address("output.id.value"), expression("1")),
        "    }\n  }\n}\n",
        "    }\n  },\n  \"output\": {\n    \"id\": {\n      \"value\": 1\n    }\n  }\n}\n",
    );
    let missing = refused(|editor| editor.define(address("output.id.value"), expression("1")));
    assert_eq!(missing, "nothing found at `output.id.value`");
}

#[test]
fn compact_files_stay_compact() {
    let mut editor = JsonEditor::parse("{\"a\":[]}").expect("JSON");
    let value = Fragment::expression("{ c = 1 }").expect("an expression");
    editor.define(address("b"), &value).expect("an edit");
    editor.insert(&Position::End(address("a")), "2").expect("an edit");
    editor
        .insert(&Position::Start(address("a")), "1")
        .expect("an edit");
    assert_eq!(editor.text(), "{\"a\":[1,2],\"b\":{\"c\":1}}");
}

#[test]
fn properties_and_elements_are_removed_with_their_commas() {
    expect(
        |editor| editor.remove(address("**.tags.env")),
        "{\"env\": \"prod\"}}},\n      {\"b\": [{\"cidr\": \"10.1.0.0/8\", \"tags\": {\"env\": \"dev\"}}]}",
        "{}}},\n      {\"b\": [{\"cidr\": \"10.1.0.0/8\", \"tags\": {}}]}",
    );
    expect(
        |editor| editor.remove(address("**.ports[0]")),
        "[80, 443]",
        "[443]",
    );
    expect(
        |editor| editor.remove(address("**.ports[1]")),
        "[80, 443]",
        "[80]",
    );
    expect(
        |editor| editor.remove(address("variable")),
        ",\n  \"variable\": {\n    \"size\": {\n      \"default\": 3\n    }\n  }\n",
        "\n",
    );
    let whole = refused(|editor| editor.remove(&Address::ROOT));
    assert_eq!(whole, "expected a property or an element at ``");
}

#[test]
fn several_parts_of_one_object_or_array_are_removed_together() {
    for (text, address, expected) in [
        (r#"{"a": 1, "b": 2, "a": 3, "a": 4}"#, "a", r#"{"b": 2}"#),
        (r#"{"b": 2, "a": 1, "a": 3, "c": 4}"#, "a", r#"{"b": 2, "c": 4}"#),
        (r#"{ "a": 1, "a": 2 }"#, "a", "{}"),
        (
            r#"{"a": {"a": 1, "b": 2}, "c": {"a": 3}}"#,
            "**.a",
            r#"{"c": {}}"#,
        ),
        (r#"{"l": [[1, 2], [3]]}"#, "l[*][0]", r#"{"l": [[2], []]}"#),
    ] {
        let mut editor = JsonEditor::parse(text).expect("it parses");
        editor.remove(address).expect("they are there");
        assert_eq!(editor.text(), expected, "{text}");
    }
}

#[test]
fn properties_are_renamed_and_moved() {
    expect(
        |editor| editor.move_to(&address("variable.size"), &address("variable.count")),
        "\"size\"",
        "\"count\"",
    );
    expect(
        |editor| {
            editor.move_to(
                &address("variable.size.default"),
                &address("variable.size_default"),
            )
        },
        "{\n      \"default\": 3\n    }\n",
        "{},\n    \"size_default\": 3\n",
    );
    let taken = refused(|editor| editor.move_to(&address("variable.size"), &address("resource")));
    assert_eq!(taken, "expected an unused name at `resource`");
    let inside = refused(|editor| editor.move_to(&address("variable"), &address("variable.size.again")));
    assert_eq!(
        inside,
        "expected a place outside of what moves at `variable.size.again`"
    );
}

#[test]
fn blocks_join_those_of_their_type() {
    expect(
        |editor| editor.insert(&Position::End(Address::ROOT), "variable \"n\" {\n  type = any\n}"),
        "      \"default\": 3\n    }\n",
        "      \"default\": 3\n    },\n    \"n\": [\n      {\n        \"type\": \"${any}\"\n      }\n    ]\n",
    );
    expect(
        |editor| editor.insert(&Position::Before(address("variable.size.default")), "a = 1"),
        "\"default\"",
        "\"a\": 1,\n      \"default\"",
    );
    expect(
        |editor| editor.insert(&Position::After(address("**.ports[0]")), "81"),
        "[80, 443]",
        "[80, 81, 443]",
    );
    let taken = refused(|editor| editor.insert(&Position::End(address("variable.size")), "default = 4"));
    assert_eq!(taken, "expected an unused name at `variable.size.default`");
    let place = refused(|editor| editor.insert(&Position::End(address("variable.size.default")), "a = 4"));
    assert_eq!(place, "expected an object or a list at `variable.size.default`");
    let text = refused(|editor| editor.insert(&Position::End(Address::ROOT), "a ="));
    assert!(
        text.starts_with("expected attributes and blocks that can be written as JSON"),
        "{text}"
    );
}

#[test]
fn properties_are_sorted_by_name() {
    let mut editor = JsonEditor::parse("{\n  \"b\": {\"y\": 1},\n  \"a\": 2\n}\n").expect("JSON");
    editor.sort_properties(&Address::ROOT).expect("an edit");
    assert_eq!(editor.text(), "{\n  \"a\": 2,\n  \"b\": {\"y\": 1}\n}\n");
    let no_object = editor.sort_properties(&address("a")).expect_err("a refused edit");
    assert_eq!(no_object.to_string(), "expected an object at `a`");
}

#[test]
fn a_file_with_errors_is_refused() {
    for text in ["{\"a\": }", "{", "", "\u{feff}x"] {
        let error = JsonEditor::parse(text).expect_err("a refused file");
        assert!(
            error.to_string().starts_with("expected a file without errors"),
            "{error}"
        );
    }
}

/// Everything else has the same value after any one thing is removed.
#[test]
fn removal_keeps_all_else() {
    let whole = JsonEditor::parse(FILE).expect("JSON");
    for removed in whole.select(&address("**")).iter().skip(1) {
        let mut editor = whole.clone();
        editor.remove(&removed.address).expect("an edit");
        let mut wanted: serde_json::Value = serde_json::from_str(FILE).expect("JSON");
        let found: serde_json::Value = serde_json::from_str(editor.text()).expect("JSON");
        assert_ne!(found, wanted);
        // What is gone is only this part: putting it back makes the file whole.
        let pointer = pointer(&removed.address);
        let (parent, last) = pointer.rsplit_once('/').expect("a part");
        let is_blocks = match wanted.pointer(&pointer) {
            Some(serde_json::Value::Array(items)) => items.iter().all(serde_json::Value::is_object),
            value => value.is_some_and(serde_json::Value::is_object),
        };
        match wanted.pointer_mut(parent) {
            Some(serde_json::Value::Object(fields)) => drop(fields.remove(last)),
            Some(serde_json::Value::Array(items)) => drop(items.remove(last.parse().expect("a position"))),
            // Through the only element of an array.
            _ => continue,
        }
        // A type or label without blocks goes, too.
        let steps = removed.address.steps().iter().rev();
        let names = steps
            .take_while(|step| matches!(step, AddressStep::Name(_)))
            .count();
        let mut place = parent;
        for _ in 1..names {
            let is_empty = wanted.pointer(place) == Some(&serde_json::json!({}));
            let Some((outer, name)) = place.rsplit_once('/').filter(|_| is_blocks && is_empty) else {
                break;
            };
            if let Some(serde_json::Value::Object(fields)) = wanted.pointer_mut(outer) {
                fields.remove(name);
            }
            place = outer;
        }
        assert_eq!(found, wanted, "{}", removed.address);
    }
}

fn pointer(address: &Address) -> String {
    use hcl2::edit::AddressStep;
    let step = |step: &AddressStep| match step {
        AddressStep::Name(name) => format!("/{name}"),
        AddressStep::Index(index) => format!("/{index}"),
        _ => unreachable!("the address is exact"),
    };
    address.steps().iter().map(step).collect()
}

#[test]
fn references_are_renamed_in_templates_and_where_they_are_a_whole_string() {
    let rename = |text: &str, from: &str, to: &str| {
        let mut editor = JsonEditor::parse(text).expect("JSON");
        let to = Fragment::traversal(to).expect("a traversal");
        let count = editor.rename_traversal(from, &to).expect("an edit");
        (count, editor.text().to_owned())
    };
    for (before, from, to, count, after) in [
        (
            r#"{"a": "${var.x}-${f(var.x.id)}", "b": ["var.x.y", "var.xy", "see var.x"]}"#,
            "var.x",
            "local.z",
            3,
            r#"{"a": "${local.z}-${f(local.z.id)}", "b": ["local.z.y", "var.xy", "see var.x"]}"#,
        ),
        (
            r#"{"providers": {"aws.a": "aws.b", "${aws.a}": 1}}"#,
            "aws.a",
            "aws.c",
            2,
            r#"{"providers": {"aws.c": "aws.b", "${aws.c}": 1}}"#,
        ),
        (
            "{\"a\": \"é\\n\\u00e9${x[\\\"k\\\"].y}\", \"b\": \"x[\\\"k\\\"]\"}",
            "x.k",
            "y[\"l\"]",
            2,
            "{\"a\": \"é\\n\\u00e9${y[\\\"l\\\"].y}\", \"b\": \"y[\\\"l\\\"]\"}",
        ),
        (
            r#"{"x": "x", "a": "${[for x in y : x]}${x}", "b": "$${x}", "c": "${x"}"#,
            "x",
            "z",
            1,
            r#"{"x": "x", "a": "${[for x in y : x]}${z}", "b": "$${x}", "c": "${x"}"#,
        ),
    ] {
        assert_eq!(rename(before, from, to), (count, after.to_owned()));
    }
}

/// An edit of a batch, on names that occur often.
#[derive(Clone, Debug)]
enum Line {
    Set(bool, String, &'static str),
    Remove(String),
    Rename(String, String),
    Append(String, &'static str),
    Insert(bool, String, &'static str),
    Sort(String),
}

impl Line {
    fn addresses(&self) -> Vec<Address> {
        match self {
            Self::Set(_, address, _) => {
                let address = self::address(address);
                let (parent, _) = address.split_last().expect("a step");
                vec![address, parent]
            }
            Self::Remove(address) => vec![self::address(address)],
            Self::Rename(from, to) => vec![address(from), address(to)],
            Self::Append(address, _) => vec![self::address(address), self::address(&format!("{address}.e"))],
            Self::Insert(_, address, _) => {
                let address = self::address(address);
                let (parent, _) = address.split_last().expect("a step");
                vec![address, parent.then(AddressStep::Name("e".to_owned()))]
            }
            Self::Sort(address) => vec![
                self::address(address),
                self::address(address).then(AddressStep::AnyDepth),
            ],
        }
    }

    fn make(&self, editor: &mut JsonEditor, at: &[Address]) -> Result<(), EditError> {
        let value = |text: &str| Fragment::expression(text).expect("an expression");
        match self {
            Self::Set(false, _, text) => editor.define(&at[0], value(text)),
            Self::Set(true, _, text) => editor.create(&at[0], value(text)),
            Self::Remove(_) => editor.remove(&at[0]),
            Self::Rename(..) => editor.move_to(&at[0], &at[1]),
            Self::Append(_, text) => editor.insert(&Position::End(at[0].clone()), text),
            Self::Insert(true, _, text) => editor.insert(&Position::Before(at[0].clone()), text),
            Self::Insert(false, _, text) => editor.insert(&Position::After(at[0].clone()), text),
            Self::Sort(_) => editor.sort_properties(&at[0]),
        }
    }
}

fn lines() -> impl Strategy<Value = Line> {
    let address = || {
        let parts = prop::collection::vec("[a-d]|\\*|a\\[0\\]|b\\[1\\]|b\\[2\\]", 1..4);
        parts.prop_map(|parts| parts.join("."))
    };
    let value = || {
        prop::sample::select(vec![
            "1",
            "[1, 2]",
            "{ a = 1 }",
            "\"x\"",
            "e = 1",
            "e \"t\" {\n  a = 1\n}",
        ])
    };
    let expression = || prop::sample::select(vec!["1", "[1, 2]", "{ a = 1 }", "\"x\""]);
    prop_oneof![
        4 => (any::<bool>(), address(), expression()).prop_map(|(create, address, value)| Line::Set(create, address, value)),
        3 => address().prop_map(Line::Remove),
        3 => (address(), address()).prop_map(|(from, to)| Line::Rename(from, to)),
        2 => (address(), value()).prop_map(|(address, value)| Line::Append(address, value)),
        2 => (any::<bool>(), address(), value()).prop_map(|(is_before, address, value)| Line::Insert(is_before, address, value)),
        1 => address().prop_map(Line::Sort),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_batch_is_its_edits_one_after_another(
        text in prop::sample::select(vec![
            "{\"a\":{\"a\":1,\"b\":[1,2,3],\"c\":{}},\"b\":[1,{\"a\":2,\"b\":3},3,4],\"c\":5,\"d\":6}",
            "{\n  \"a\": {\n    \"a\": 1,\n    \"b\": [\n      1,\n      2\n    ]\n  },\n  \"b\": [{\"a\": 1}, {\"b\": 2}, {\"a\": 3}],\n  \"c\": 1,\n  \"d\": 2\n}\n",
            "{\"a\": {\"a\": {\"a\": 1, \"b\": 2, \"c\": 3}, \"b\": {\"a\": 1}, \"c\": 1}, \"b\": [], \"c\": [[1, 2], [3]]}\n",
        ]),
        lines in prop::collection::vec(lines(), 1..8),
        bytes in prop::sample::select(vec![0, 16, 64]),
    ) {
        let (mut one, mut other) = (JsonEditor::parse(text).expect("JSON"), JsonEditor::parse(text).expect("JSON"));
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
