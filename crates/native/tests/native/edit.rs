//! Editing: the source after each kind of edit, and the errors of edits.

use hcl2_native::edit::{Address, Comments, EditError, Editor, Fragment, NewItem, Position};
use hcl2_value::{Type, Value};

fn editor(text: &str) -> Editor {
    Editor::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn at(address: &str) -> Address {
    address.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn value(value: impl Into<Value>) -> Fragment {
    Fragment::value(&value.into()).expect("a value with a literal")
}

fn attribute(name: &str, number: i32) -> NewItem {
    NewItem::attribute(name, &value(number)).expect("an identifier")
}

/// Returns the source after a successful edit.
fn edited(text: &str, edit: impl FnOnce(&mut Editor) -> Result<(), EditError>) -> String {
    let mut editor = editor(text);
    edit(&mut editor).unwrap_or_else(|error| panic!("{error}"));
    editor.text().to_owned()
}

/// Returns the error of an edit, which must leave the source unchanged.
fn refused(text: &str, edit: impl FnOnce(&mut Editor) -> Result<(), EditError>) -> String {
    let mut editor = editor(text);
    let error = edit(&mut editor).expect_err("an edit that cannot be made");
    assert_eq!(editor.text(), text);
    error.to_string()
}

fn addresses(text: &str, address: &str) -> Vec<String> {
    let found = editor(text).select(&at(address));
    found
        .into_iter()
        .map(|selection| selection.address.to_string())
        .collect()
}

#[test]
fn addresses_read_back_as_they_print() {
    for text in [
        "",
        "a",
        "a.b.c",
        "a[0].b",
        r#"a["b c"].d"#,
        "*",
        "a.*.b",
        "a[0][1]",
        r#"["a b"]"#,
        r#"a["\"\n$${x}"]"#,
        "**",
        "a.**.b",
        "a*.b_*_c",
        "a[b.c]",
        r#"a[b["x ]"].c == "]"]"#,
        "a[b != [1, 2]].c",
    ] {
        assert_eq!(at(text).to_string(), text);
    }
    assert_eq!(at("a.0.b[*]").to_string(), "a[0].b.*");
    assert_eq!(at(r#"a."b""#).to_string(), "a.b");
    assert_eq!(at("a[ b==1 ]").to_string(), "a[b == 1]");
}

#[test]
fn errors_of_addresses_name_the_offset_and_the_problem() {
    for (text, wanted) in [
        (
            "a..b",
            "invalid address `a..b` at offset 2: expected a name; write one that is not an identifier as [\"...\"]",
        ),
        (
            "a[",
            "invalid address `a[` at offset 2: expected a position from 0, a quoted name, `*` or a condition",
        ),
        (
            "a[b == ]",
            "invalid address `a[b == ]` at offset 2: expected an expression after `==` or `!=`",
        ),
        (
            "a[== 1]",
            "invalid address `a[== 1]` at offset 2: expected a position from 0, a quoted name, `*` or a condition",
        ),
        (
            "a**b-*?",
            "invalid address `a**b-*?` at offset 0: expected a name; write one that is not an identifier as [\"...\"]",
        ),
        ("a[0", "invalid address `a[0` at offset 3: expected `]`"),
        (
            "a[0]b",
            "invalid address `a[0]b` at offset 4: expected `.` between steps",
        ),
        (
            "a[\"b",
            "invalid address `a[\"b` at offset 2: unclosed quoted name",
        ),
        (
            "a[\"${b}\"]",
            "invalid address `a[\"${b}\"]` at offset 2: expected a string without interpolations or directives",
        ),
    ] {
        let error = text.parse::<Address>().expect_err(text);
        assert_eq!(error.to_string(), wanted);
    }
}

#[test]
fn addresses_select_items_labels_and_parts_of_expressions() {
    let text = "a = 1\nb \"x\" \"y\" {\n  a = { k = [1, 2], \"k 2\" = f(3, a + b) }\n}\nb \"x\" \"z\" {}\nc {}\nc {}\n";
    assert_eq!(addresses(text, "a"), ["a"]);
    assert_eq!(addresses(text, "b"), ["b.x.y", "b.x.z"]);
    assert_eq!(addresses(text, "b[1]"), ["b.x.z"]);
    assert_eq!(addresses(text, "b.*.y.a.k"), ["b.x.y.a.k"]);
    assert_eq!(addresses(text, "b.x.y.a.k[1]"), ["b.x.y.a.k[1]"]);
    assert_eq!(addresses(text, "b.x.y.a.*"), ["b.x.y.a.k", r#"b.x.y.a["k 2"]"#]);
    assert_eq!(
        addresses(text, r#"b.x.y.a["k 2"].*"#),
        [r#"b.x.y.a["k 2"][0]"#, r#"b.x.y.a["k 2"][1]"#]
    );
    assert_eq!(
        addresses(text, r#"*.*.*.a["k 2"][1][0]"#),
        [r#"b.x.y.a["k 2"][1][0]"#]
    );
    assert_eq!(addresses(text, "c"), ["c[0]", "c[1]"]);
    assert_eq!(addresses(text, "c[1]"), ["c[1]"]);
    assert_eq!(addresses(text, "b.q"), [""; 0]);
    assert_eq!(addresses(text, "c.a.b"), [""; 0]);
}

#[test]
fn patterns_depths_and_conditions_select_among_names() {
    let text = "r \"aws_a\" \"x\" {\n  tags = { env = \"prod\", n = 1 + 1 }\n  s {\n    tags = [1]\n  }\n}\n\
                r \"aws_b\" \"y\" {\n  tags = { env = var.env }\n}\nr \"gcp\" \"z\" {}\ntags = 1 + (2 + 3)\n";
    let expect = |address: &str, wanted: &[&str]| assert_eq!(addresses(text, address), wanted, "{address}");
    expect("r.aws_*", &["r.aws_a.x", "r.aws_b.y"]);
    expect("r.*c*", &["r.gcp.z"]);
    expect("r.*w*_b", &["r.aws_b.y"]);
    expect("r.aws_a*aws_a", &[]);
    expect(
        "**.tags",
        &["r.aws_a.x.tags", "r.aws_a.x.s.tags", "r.aws_b.y.tags", "tags"],
    );
    expect("r.**.env", &["r.aws_a.x.tags.env", "r.aws_b.y.tags.env"]);
    expect(
        "r.aws_b.**",
        &["r.aws_b.y", "r.aws_b.y.tags", "r.aws_b.y.tags.env"],
    );
    expect("tags.**", &["tags"]);
    expect(r#"r.aws_*[tags.env == "prod"]"#, &["r.aws_a.x"]);
    expect(r#"r.*[tags.env != "prod"]"#, &["r.aws_b.y", "r.gcp.z"]);
    expect("r.*.*[tags.env == var.env].tags", &["r.aws_b.y.tags"]);
    expect("r[tags.n == 2]", &["r.aws_a.x"]);
    expect("r[tags]", &["r.aws_a.x", "r.aws_b.y"]);
    expect("r[**.tags[0] == 1]", &["r.aws_a.x"]);
    expect("r[tags.env == \"x\"]", &[]);
}

#[test]
fn a_part_of_a_selected_part_is_not_edited() {
    let text = "a = { b = [1, { c = 2 }], d = 3 }\nx {\n  y = { z = 1 }\n}\n";
    assert_eq!(
        edited(text, |editor| editor.set(at("a.**"), value(5))),
        "a = 5\nx {\n  y = { z = 1 }\n}\n"
    );
    assert_eq!(
        edited(text, |editor| editor.remove(at("x.**"))),
        "a = { b = [1, { c = 2 }], d = 3 }\n"
    );
}

#[test]
fn values_are_replaced_in_place() {
    assert_eq!(
        edited("a   =  1 # c\n", |d| d.set(at("a"), value(2))),
        "a   =  2 # c\n"
    );
    assert_eq!(
        edited("a = { b = [1, 2] }\n", |d| d.set(at("a.b[1]"), value("x"))),
        "a = { b = [1, \"x\"] }\n"
    );
    assert_eq!(
        edited("a = \"x${y}z\"\n", |d| d
            .set(at("a[1]"), &Fragment::traversal("q.r")?)),
        "a = \"x${q.r}z\"\n"
    );
    assert_eq!(
        edited("b {\n  x = 1\n}\nb {\n  x = 2\n}\n", |d| d
            .define(at("b.x"), value(3))),
        "b {\n  x = 3\n}\nb {\n  x = 3\n}\n"
    );
    let heredoc = Fragment::heredoc("one\n${two}\n");
    assert_eq!(
        edited("a = 1\r\nb = 2\r\n", |d| d.define(at("a"), &heredoc)),
        "a = <<EOT\r\none\r\n$${two}\r\nEOT\r\nb = 2\r\n"
    );
}

#[test]
fn setting_a_missing_item_adds_it() {
    assert_eq!(edited("", |d| d.define(at("a"), value(1))), "a = 1\n");
    assert_eq!(edited("a = 1", |d| d.define(at("b"), value(2))), "a = 1\nb = 2\n");
    assert_eq!(
        edited("a = 1\n\nc {}\n", |d| d.define(at("b"), value(2))),
        "a = 1\nb = 2\n\nc {}\n"
    );
    assert_eq!(
        edited("c {\n}\n", |d| d.define(at("b"), value(2))),
        "b = 2\n\nc {\n}\n"
    );
    assert_eq!(
        edited("c {\n}\n", |d| d.define(at("c.b"), value(2))),
        "c {\n  b = 2\n}\n"
    );
    assert_eq!(
        edited("c {}\n", |d| d.define(at("c.b"), value(2))),
        "c {\n  b = 2\n}\n"
    );
    assert_eq!(
        edited("c { a = 1 }\n", |d| d.define(at("c.b"), value(2))),
        "c {\n  a = 1\n  b = 2\n}\n"
    );
    assert_eq!(
        edited("c {\n\td {\n\t\ta = 1\n\t}\n}\n", |d| d
            .define(at("c.d.b"), value(2))),
        "c {\n\td {\n\t\ta = 1\n\t\tb = 2\n\t}\n}\n"
    );
    assert_eq!(
        edited("a = {}\n", |d| d.define(at("a.b"), value(1))),
        "a = { b = 1 }\n"
    );
    assert_eq!(
        edited("a = { b = 1 }\n", |d| d.define(at("a[\"c d\"]"), value(2))),
        "a = { b = 1, \"c d\" = 2 }\n"
    );
    assert_eq!(
        edited("a = {\n  b = 1\n}\n", |d| d.define(at("a.c"), value(2))),
        "a = {\n  b = 1\n  c = 2\n}\n"
    );
    assert_eq!(
        edited("a = {\n  b = 1,\n}\n", |d| d.define(at("a.c"), value(2))),
        "a = {\n  b = 1,\n  c = 2,\n}\n"
    );
    assert_eq!(
        refused("a = 1\n", |d| d.define(at("b.c"), value(2))),
        "nothing found at `b.c`"
    );
    assert_eq!(
        refused("a = 1\n", |d| d.define(at("a.c"), value(2))),
        "nothing found at `a.c`"
    );
    assert_eq!(
        refused("a {}\n", |d| d.define(at("a"), value(2))),
        "expected a value at `a`"
    );
}

#[test]
fn items_are_inserted_at_their_position() {
    let text = "# one\na = 1\n\nb {\n  x = 1\n}\n";
    let block =
        NewItem::block("n", &["l\"${m}"], [attribute("long", 1), attribute("x", 2)]).expect("a block");
    assert_eq!(
        edited(text, |d| d.insert(&Position::Before(at("b")), &block)),
        "# one\na = 1\n\nn \"l\\\"$${m}\" {\n  long = 1\n  x    = 2\n}\n\nb {\n  x = 1\n}\n"
    );
    assert_eq!(
        edited(text, |d| d.insert(&Position::End(at("b")), &block)),
        "# one\na = 1\n\nb {\n  x = 1\n\n  n \"l\\\"$${m}\" {\n    long = 1\n    x    = 2\n  }\n}\n"
    );
    assert_eq!(
        edited(text, |d| d.insert(&Position::Before(at("a")), &attribute("c", 3))),
        "c = 3\n# one\na = 1\n\nb {\n  x = 1\n}\n"
    );
    assert_eq!(
        edited(text, |d| d
            .insert(&Position::After(at("b.x")), &attribute("c", 3))),
        "# one\na = 1\n\nb {\n  x = 1\n  c = 3\n}\n"
    );
    assert_eq!(
        edited(text, |d| d
            .insert(&Position::End(Address::ROOT), &attribute("c", 3))),
        format!("{text}\nc = 3\n")
    );
    assert_eq!(
        edited(text, |d| d.insert(&Position::Start(at("b")), &attribute("c", 3))),
        "# one\na = 1\n\nb {\n  c = 3\n  x = 1\n}\n"
    );
    let documented = NewItem::raw("# why\nq   = <<E\n  text\nE\n").expect("an item");
    assert_eq!(
        edited("b {}\n", |d| d.insert(&Position::End(at("b")), &documented)),
        "b {\n  # why\n  q = <<E\n  text\nE\n}\n"
    );
    assert_eq!(
        refused(text, |d| d.insert(&Position::End(at("b")), &attribute("x", 3))),
        "the edit would leave the file with errors: Duplicate attribute (document:6:3)"
    );
    assert_eq!(
        refused(text, |d| d.insert(&Position::End(at("a")), &attribute("x", 3))),
        "expected a body at `a`"
    );
}

#[test]
fn items_are_removed_with_their_comments_and_lines() {
    assert_eq!(
        edited("# of a\na = 1 # too\n# of b\nb = 2\n", |d| d.remove(at("a"))),
        "# of b\nb = 2\n"
    );
    assert_eq!(
        edited("# file\n\n# of a\na = 1\n", |d| d.remove(at("a"))),
        "# file\n"
    );
    assert_eq!(
        edited("a {}\n\nb {}\n\nc {}\n", |d| d.remove(at("b"))),
        "a {}\n\nc {}\n"
    );
    assert_eq!(edited("a { b = 1 }\n", |d| d.remove(at("a.b"))), "a {}\n");
    assert_eq!(edited("a = <<E\nx\nE\nb = 1\n", |d| d.remove(at("a"))), "b = 1\n");
    assert_eq!(
        edited("s {\n  p = 1\n}\nt {\n  p = 2\n}\n", |d| d.remove(at("*.p"))),
        "s {\n}\nt {\n}\n"
    );
    assert_eq!(refused("a = 1\n", |d| d.remove(at("b"))), "nothing found at `b`");
    assert_eq!(
        refused("a = 1 + 2\n", |d| d.remove(at("a[0]"))),
        "expected an item of a body, object, list or call at `a[0]`"
    );
}

#[test]
fn elements_are_removed_with_their_commas_and_lines() {
    for (text, address, wanted) in [
        ("a = [1, 2, 3]\n", "a[0]", "a = [2, 3]\n"),
        ("a = [1, 2, 3]\n", "a[2]", "a = [1, 2]\n"),
        ("a = [1,]\n", "a[0]", "a = []\n"),
        (
            "a = [\n  1,\n  # two\n  2,\n  3\n]\n",
            "a[1]",
            "a = [\n  1,\n  3\n]\n",
        ),
        ("a = [\n  1,\n  2\n]\n", "a[1]", "a = [\n  1,\n]\n"),
        ("a = f(x, y...)\n", "a[1]", "a = f(x)\n"),
        ("a = { b = 1, c = 2 }\n", "a.b", "a = { c = 2 }\n"),
        ("a = {\n  b = 1 # x\n  c = 2\n}\n", "a.b", "a = {\n  c = 2\n}\n"),
        ("a = [1, 2, 3]\n", "a.*", "a = []\n"),
        ("a = ([1, (2)])\n", "a[1]", "a = ([1])\n"),
    ] {
        assert_eq!(
            edited(text, |d| d.remove(at(address))),
            wanted,
            "{text} {address}"
        );
    }
}

#[test]
fn elements_are_inserted_between_others() {
    for (text, position, wanted) in [
        ("a = []\n", Position::End(at("a")), "a = [0]\n"),
        ("a = [1]\n", Position::End(at("a")), "a = [1, 0]\n"),
        ("a = [1,]\n", Position::End(at("a")), "a = [1, 0,]\n"),
        ("a = [1]\n", Position::Start(at("a")), "a = [0, 1]\n"),
        (
            "a = [\n  1\n]\n",
            Position::End(at("a")),
            "a = [\n  1,\n  0,\n]\n",
        ),
        (
            "a = [\n  1, # one\n]\n",
            Position::After(at("a[0]")),
            "a = [\n  1, # one\n  0,\n]\n",
        ),
        (
            "a = [\n  # one\n  1,\n]\n",
            Position::Before(at("a[0]")),
            "a = [\n  0,\n  # one\n  1,\n]\n",
        ),
        ("a = [\n  1]\n", Position::End(at("a")), "a = [\n  1,\n  0,\n]\n"),
        ("a = f(x)\n", Position::Before(at("a[0]")), "a = f(0, x)\n"),
    ] {
        assert_eq!(
            edited(text, |d| d.insert_element(&position, &value(0))),
            wanted,
            "{text}"
        );
    }
    assert_eq!(
        refused("a = {}\n", |d| d
            .insert_element(&Position::End(at("a")), &value(0))),
        "expected a list or a call, or a part of one at `a`"
    );
}

#[test]
fn moved_items_keep_their_comments_and_adopt_the_indentation() {
    let text = "# of a\na = 1 # too\n\nb {\n  c {\n    x = <<E\n  y\nE\n  }\n}\n";
    assert_eq!(
        edited(text, |d| d.move_item(at("a"), &Position::End(at("b.c")))),
        "b {\n  c {\n    x = <<E\n  y\nE\n    # of a\n    a = 1 # too\n  }\n}\n"
    );
    assert_eq!(
        edited(text, |d| d.move_item(at("b.c"), &Position::Before(at("a")))),
        "c {\n  x = <<E\n  y\nE\n}\n\n# of a\na = 1 # too\n\nb {\n}\n"
    );
    assert_eq!(
        edited("a = 1\nb = 2\n", |d| d
            .move_item(at("a"), &Position::After(at("a")))),
        "a = 1\nb = 2\n"
    );
    assert_eq!(
        edited("a = 1\nb = 2\nc = 3\n", |d| d
            .move_item(at("c"), &Position::Before(at("a")))),
        "c = 3\na = 1\nb = 2\n"
    );
    assert_eq!(
        refused("b {\n  c {\n  }\n}\n", |d| d
            .move_item(at("b"), &Position::End(at("b.c")))),
        "expected a position outside of the moved item at `b.c`"
    );
}

#[test]
fn items_are_sorted_among_the_places_of_their_kind() {
    let text = "c = 1\n# of b\nb = 2\n\nx \"2\" {\n}\n\nx \"1\" {\n}\n\na = 3\n";
    assert_eq!(
        edited(text, |d| d.sort_attributes(&Address::ROOT)),
        "a = 3\n# of b\nb = 2\n\nx \"2\" {\n}\n\nx \"1\" {\n}\n\nc = 1\n"
    );
    assert_eq!(
        edited(text, |d| d.sort_blocks(&Address::ROOT)),
        "c = 1\n# of b\nb = 2\n\nx \"1\" {\n}\n\nx \"2\" {\n}\n\na = 3\n"
    );
    assert_eq!(
        refused(text, |d| d.sort_blocks(at("c"))),
        "expected a body at `c`"
    );
}

#[test]
fn names_and_references_are_renamed() {
    assert_eq!(
        refused("a = 1\n", |d| d.rename(at("a"), "b c")),
        "invalid name \"b c\": attributes and blocks are named by identifiers"
    );
    assert_eq!(
        refused("a = 1\nb = 2\n", |d| d.rename(at("a"), "b")),
        "the edit would leave the file with errors: Duplicate attribute (document:2:1)"
    );
    assert_eq!(
        edited("b x \"y\" {\n}\n", |d| d.set_labels(at("b"), &[])),
        "b {\n}\n"
    );
    let text = "a = local.x[\"k\"].z + local.xy\nb = [for local in q : local.x.k]\nc = local.x[*].k\n";
    let mut changed = editor(text);
    let to = Fragment::traversal("local.new").expect("a traversal");
    assert_eq!(changed.rename_traversal("local.x.k", &to).expect("an edit"), 1);
    assert_eq!(
        changed.text(),
        "a = local.new.z + local.xy\nb = [for local in q : local.x.k]\nc = local.x[*].k\n"
    );
    assert_eq!(changed.rename_traversal("local.x", &to).expect("an edit"), 1);
    assert!(changed.text().ends_with("c = local.new[*].k\n"));
    assert!(matches!(
        changed.rename_traversal("1 + 1", &to),
        Err(EditError::Fragment {
            expected: "a traversal",
            ..
        })
    ));
}

#[test]
fn fragments_are_validated() {
    assert_eq!(
        value(Value::tuple([Value::null(Type::STRING)])).as_str(),
        "[null]"
    );
    assert!(matches!(
        Fragment::value(&Value::unknown(Type::STRING)),
        Err(EditError::NoLiteral)
    ));
    assert!(matches!(
        Fragment::expression("1 +"),
        Err(EditError::Fragment { .. })
    ));
    assert!(matches!(
        Fragment::expression("1\n}\nb {"),
        Err(EditError::Fragment { .. })
    ));
    assert!(matches!(
        NewItem::raw("a = 1\nb = 2"),
        Err(EditError::Fragment { .. })
    ));
    assert!(matches!(
        Fragment::call("a b", []),
        Err(EditError::Fragment { .. })
    ));
    assert_eq!(
        Fragment::call("f", [&value(1), &value("x")])
            .expect("a call")
            .as_str(),
        "f(1, \"x\")"
    );
    assert_eq!(
        Fragment::heredoc("EOT\nEOT1\n").as_str(),
        "<<EOT2\nEOT\nEOT1\nEOT2"
    );
    assert_eq!(Fragment::heredoc("a\r\n").as_str(), r#""a\r\n""#);
}

#[test]
fn comments_are_read_and_written() {
    let text = "b {\n  /* one\n   * two */\n  a = [\n  ] // beside\n}\n";
    let comments = editor(text).comments(at("b.a")).expect("an attribute");
    assert_eq!(comments.above, ["one", "two"]);
    assert_eq!(comments.beside.as_deref(), Some("beside"));
    let new = Comments {
        above: vec!["x".to_owned(), String::new()],
        beside: Some("y".to_owned()),
    };
    assert_eq!(
        edited(text, |d| d.set_comments(at("b.a"), &new)),
        "b {\n  # x\n  #\n  a = [\n  ] # y\n}\n"
    );
    let broken = Comments {
        above: vec!["x\ny = 1".to_owned()],
        beside: None,
    };
    assert_eq!(
        refused(text, |d| d.set_comments(at("b.a"), &broken)),
        "expected one line of a comment"
    );
    assert_eq!(
        refused("b { a = 1 }\n", |d| d.set_comments(at("b.a"), &new)),
        "expected an item on lines of its own at `b.a`"
    );
}

#[test]
fn selecting_blocks_and_keys_takes_linear_time() {
    type Text = fn(usize) -> String;
    let texts: [(&str, Text); 5] = [
        ("equal blocks", |n| "b {\n}\n".repeat(n)),
        ("labelled blocks", |n| {
            (0..n).map(|number| format!("b \"l{number}\" {{\n}}\n")).collect()
        }),
        ("labels", |n| {
            let labels: String = (0..n).map(|number| format!(" \"l{number}\"")).collect();
            format!("b{labels} {{\n}}\n")
        }),
        ("keys", |n| {
            let items: String = (0..n).map(|number| format!("k{number} = 1, ")).collect();
            format!("b = {{{items}}}\n")
        }),
        ("nested blocks", |n| {
            let deep = |n: usize| "b {\n".repeat(n) + &"}\n".repeat(n);
            deep(50).repeat(n.div_ceil(50))
        }),
    ];
    for (what, text) in texts {
        for address in ["*", "*.*", "b[0]", "**", "**[x == 1]", "**.b.**.b.**.b.**.b.**"] {
            let address: Address = address.parse().expect("an address");
            hcl2_testing::assert_linear(
                what,
                1_000,
                |n| Editor::parse(text(n)).expect("valid"),
                |editor| editor.select(&address).len(),
            );
        }
    }
}

#[test]
fn a_source_that_is_not_utf8_is_refused_with_a_range() {
    let text = b"# caf\xE9\na {\n  b = 1\n}\n";
    let error = Editor::parse(text).expect_err("a comment that is not UTF-8");
    let EditError::Fragment { problems, .. } = error else {
        panic!("{error}");
    };
    let problem = &problems.diagnostics()[0];
    assert_eq!(problem.code.id(), "hcl2::source::invalid-utf8");
    assert_eq!(problem.subject.map(|span| (span.start, span.end)), Some((5, 6)));
    assert_eq!(problems.iter().count(), 1);
}
