//! Editing files of either syntax behind one type.

use hcl2::edit::{Comments, EditError, Fragment};
use hcl2::model::Expression;
use hcl2::{Editor, Syntax};

const NATIVE: &str = "name = \"a\"\n# One.\nservice \"web\" {\n  port = 80 # public\n  tags = { a = 1 }\n}\nservice \"db\" {\n  port = 81\n}\n";
const JSON: &str = "{\n  \"name\": \"a\",\n  \"service\": {\n    \"web\": { \"port\": 80, \"tags\": { \"a\": 1 } },\n    \"db\": { \"port\": 81 }\n  }\n}\n";

fn both() -> [Editor; 2] {
    [
        Editor::named("app.hcl", NATIVE).expect("the text is valid"),
        Editor::named("app.json", JSON).expect("the text is valid"),
    ]
}

#[test]
fn a_name_selects_the_syntax() {
    let [native, json] = both();
    assert_eq!((native.syntax(), json.syntax()), (Syntax::Native, Syntax::Json));
    assert_eq!((native.text(), json.text()), (NATIVE, JSON));
    assert!(native.as_native().is_some() && native.as_json().is_none());
    assert!(json.as_json().is_some() && json.as_native().is_none());
    let error = Editor::named("app.json", "{").expect_err("the text is invalid");
    assert!(matches!(error, EditError::Fragment { .. }), "{error}");
}

#[test]
fn an_edit_is_the_same_in_both_syntaxes() {
    for mut doc in both() {
        doc.set("service.web.port", 8080).expect("the port is there");
        doc.define("service.web.host", "h").expect("the service is there");
        doc.create(
            "service.cache.size",
            Fragment::expression("1 + 1").expect("an expression"),
        )
        .expect("what is missing is added");
        doc.remove("service.web.tags.a").expect("the tag is there");
        doc.rename("service.db.port", "number")
            .expect("the port is there");
        let found = |address: &str| doc.get(address).map(str::to_owned);
        assert_eq!(found("service.web.port").as_deref(), Some("8080"));
        assert_eq!(found("service.web.host").as_deref(), Some("\"h\""));
        assert_eq!(found("service.web.tags").as_deref(), Some("{}"));
        assert_eq!(found("service.db.number").as_deref(), Some("81"));
        assert!(found("service.cache.size").is_some_and(|size| size.contains("1 + 1")));
        let error = doc.set("servce.web.port", 1).expect_err("nothing is there");
        assert_eq!(
            error.to_string(),
            "nothing found at `servce.web.port`; did you mean `service.web.port`?"
        );
        let before = doc.to_string();
        assert_eq!(
            doc.set("service..port", 1).unwrap_err().to_string(),
            "invalid address `service..port` at offset 8: expected a name; write one that is not an identifier as [\"...\"]"
        );
        assert_eq!(doc.to_string(), before);
    }
}

#[test]
fn an_index_reads_what_is_there() {
    for mut doc in both() {
        assert_eq!(doc["name"], "\"a\"");
        assert_eq!(doc["service"]["web"]["port"], "80");
        assert_eq!(doc["service"]["web"]["tags"]["a"].as_str(), Some("1"));
        assert!(!doc["service"]["wbe"]["port"].exists());
        doc.set("service.web.port", 9).expect("the port is there");
        assert_eq!(doc["service"]["web"]["port"], "9");
    }
    let doc: Editor = "a {\n  x = [1, { y = 2 }]\n}\na {\n  x = 3\n}\n"
        .parse()
        .expect("the text is valid");
    assert_eq!(doc["a"].len(), 2);
    assert_eq!(doc["a"][1]["x"], "3");
    assert_eq!(doc["a"]["x"][1]["y"], "2");
    assert_eq!(doc["a"][7]["x"].as_str(), None);
    assert_eq!(format!("{:?}", doc["a"][1]), "{\"x\": 3}");
}

#[test]
fn items_are_inserted_and_moved_at_addresses() {
    let [mut doc, mut json] = both();
    doc.insert_before("service.web.port", "# New.\nhost = \"h\"")
        .expect("the port is there");
    doc.insert_after("service.web", "service \"cache\" {}")
        .expect("the service is there");
    doc.move_before("service.db", "service.web")
        .expect("both are there");
    doc.append("", "last = true").expect("the file is there");
    doc.set_comment("name", "The name.\nOf all.")
        .expect("the name is there");
    doc.set_labels("service.cache", &["memory"])
        .expect("the service is there");
    assert_eq!(
        doc.text(),
        "# The name.\n# Of all.\nname = \"a\"\n\nservice \"db\" {\n  port = 81\n}\n\n# One.\nservice \"web\" {\n  # New.\n  host = \"h\"\n  port = 80 # public\n  tags = { a = 1 }\n}\n\nservice \"memory\" {}\n\nlast = true\n"
    );
    let comments = doc.comments("service.web.port").expect("the port is there");
    assert_eq!(
        comments,
        Comments {
            above: Vec::new(),
            beside: Some("public".to_owned())
        }
    );
    json.append("service.web", "host = \"h\"")
        .expect("the service is there");
    json.add_block("log", ["file"]).expect("the block is new");
    assert_eq!(json["service"]["web"]["host"], "\"h\"");
    assert!(json["log"]["file"].exists());
    let error = json
        .set_comment("name", "The name.")
        .expect_err("JSON has no comments");
    assert_eq!(error.to_string(), "comments are for files in native syntax only");
    assert!(matches!(
        json.move_before("name", "service"),
        Err(EditError::NotInJson(_))
    ));
}

#[test]
fn the_last_part_leaves_empty_brackets() {
    let cases = [
        ("a = { b = 1 }\n", "a.b", "a = {}\n"),
        ("a = [ 1 ]\n", "a[0]", "a = []\n"),
        ("a = f( 1, )\n", "a[0]", "a = f()\n"),
        ("a = { /* c */ b = 1 }\n", "a.b", "a = { /* c */  }\n"),
        ("a = {\n  b = 1\n}\n", "a.b", "a = {\n}\n"),
    ];
    for (text, address, expected) in cases {
        let mut doc = Editor::parse(text).expect("the text is valid");
        doc.remove(address).expect("the part is there");
        assert_eq!(doc.text(), expected);
    }
}

#[test]
fn a_position_of_a_block_leads_into_it() {
    let text = "module \"n\" {\n  version = 1\n}\nmodule \"m\" {\n  version = 2\n  inner \"x\" {\n    a = 3\n  }\n}\n";
    let mut doc = Editor::parse(text).expect("the text is valid");
    assert_eq!(doc.get("module[1].version"), Some("2"));
    assert_eq!(doc.get("module[1].inner[0].a"), Some("3"));
    assert_eq!(doc.get("module.m[0].version"), Some("2"));
    assert_eq!(doc.get("module[1].m.version"), None);
    let found = doc.select("module[1]").expect("the address is valid");
    assert_eq!(found[0].to_string(), "module.m");
    doc.set("module[0].version", 5).expect("the version is there");
    assert_eq!(doc.get("module.n.version"), Some("5"));
}

#[test]
fn a_closure_rewrites_expressions() {
    let text = "a = 2 * old(x)\nb = { old = old(1), \"k-${old(y)}\" = [old(z)] }\nc = -old(1)\nd = old(1).e\ne = old(old(1))\nf = old(1) ? old(2) : 3\n";
    let mut doc = Editor::parse(text).expect("the text is valid");
    let count = doc
        .rewrite("", |expression| {
            let call = expression.static_call().filter(|call| call.name == *"old")?;
            let argument = call.arguments[0].native_text()?;
            Fragment::expression(&format!("{argument} + 1")).ok()
        })
        .expect("the result is valid");
    assert_eq!(count, 9);
    assert_eq!(
        doc.text(),
        "a = 2 * (x + 1)\nb = { old = 1 + 1, \"k-${y + 1}\" = [z + 1] }\nc = -(1 + 1)\nd = (1 + 1).e\ne = old(1) + 1\nf = (1 + 1) ? (2 + 1) : 3\n"
    );
    let none = doc.rewrite("", |_| None::<Fragment>).expect("nothing changes");
    assert_eq!(none, 0);
    let mut doc = Editor::parse("a = b\nc = { b = b }\n").expect("the text is valid");
    doc.rewrite("", |expression| (expression.keyword()? == *"b").then_some("x"))
        .expect("the result is valid");
    assert_eq!(doc.text(), "a = \"x\"\nc = { b = \"x\" }\n");
    let mut doc = Editor::parse("a = b\nc = { b = b }\nd {\n  b = b\n}\n").expect("the text is valid");
    let count = doc.rewrite("d", |expression| (expression.keyword()? == *"b").then_some(1));
    assert_eq!(count.expect("the block is there"), 1);
    assert_eq!(doc.text(), "a = b\nc = { b = b }\nd {\n  b = 1\n}\n");
    assert_eq!(
        doc.rewrite("e", |_| None::<Fragment>).unwrap_err().to_string(),
        "nothing found at `e`"
    );
}

#[test]
fn blocks_and_attributes_are_walked() {
    let [doc, _] = both();
    let ports: Vec<_> = doc
        .blocks("service")
        .iter()
        .map(|block| block.text("port"))
        .collect();
    assert_eq!(ports, [Some("80".to_owned()), Some("81".to_owned())]);
    let name = doc.attribute("name").expect("the name is there");
    assert_eq!(name.expression.native_text().as_deref(), Some("\"a\""));
    assert!(doc.block("service", ["db"]).is_some());
    assert!(doc.block("service", []).is_none());
    let tree = "{\n    name: \"a\",\n    service \"web\": {\n        port: 80,\n        tags: { a = 1 },\n    },\n    service \"db\": {\n        port: 81,\n    },\n}";
    assert_eq!(format!("{:#?}", doc.body()), tree);
    assert_eq!(
        format!("{:#?}", hcl2::parse(NATIVE).expect("the text is valid")),
        tree
    );
}

#[test]
fn blocks_of_a_type_may_have_different_numbers_of_labels() {
    let text = "macro \"a\" \"x\" {\n  y = 1\n}\nmacro \"b\" {\n  y = 2\n}\nmacro {\n  y = 3\n}\n";
    let doc = Editor::parse(text).expect("the text is valid");
    let counts: Vec<usize> = doc
        .blocks("macro")
        .iter()
        .map(|block| block.labels.len())
        .collect();
    assert_eq!(counts, [2, 1, 0]);
    let document = hcl2::parse(text).expect("the text is valid");
    let counts: Vec<usize> = document
        .blocks("macro")
        .iter()
        .map(|block| block.labels.len())
        .collect();
    assert_eq!(counts, [2, 1, 0]);
    assert_eq!(doc["macro"][2]["y"], "3");
    assert_eq!(
        format!("{:?}", doc.body()),
        "{macro \"a\" \"x\": {y: 1}, macro \"b\": {y: 2}, macro: {y: 3}}"
    );
}

#[test]
fn the_address_of_a_block_is_its_own_where_others_have_more_labels() {
    let text = "m \"f\" \"x\" \"y\" {}\nm \"f\" \"x\" {}\nm \"f\" {}\nm \"g\" {}\n";
    let mut doc = Editor::parse(text).expect("the text is valid");
    let found: Vec<String> = doc
        .select("m")
        .expect("an address")
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found, ["m.f.x.y", "m.f.x[1]", "m.f[2]", "m.g"]);
    for (position, address) in found.iter().enumerate() {
        let selected = doc.get(address).expect("the block is there");
        assert_eq!(Some(selected), text.lines().nth(position));
    }
    doc.remove("m").expect("the blocks are there");
    assert_eq!(doc.text(), "");
}

#[test]
fn an_expression_is_formatted_alone() {
    let formatted = |text| hcl2::format_expression(text);
    assert_eq!(formatted("f( a,b )").expect("a call"), "f(a, b)");
    assert_eq!(
        formatted("{\na=1\nbc=2\n}").expect("an object"),
        "{\n  a  = 1\n  bc = 2\n}"
    );
    let error = formatted("1 +").expect_err("an operand is missing");
    assert_eq!(
        error.diagnostics()[0].code.id(),
        "hcl2::syntax::expected-expression"
    );
    assert_eq!(
        formatted("1\nb = 2").unwrap_err().to_string(),
        "expression:2:1: error[hcl2::syntax::expected-end]: Unexpected text after the expression\n  2 | b = 2\n    | ^\n  Expected the end of the expression, found `b`. Remove what follows, or put an operator before it."
    );
}

#[test]
fn save_replaces_the_opened_file_at_once_and_keeps_its_permissions() -> Result<(), hcl2::Error> {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, before, after) in [
        ("app.hcl", "port = 80 # public\n", "port = 81 # public\n"),
        ("app.json", "{\"port\": 80}\n", "{\"port\": 81}\n"),
    ] {
        let path = directory.path().join(name);
        std::fs::write(&path, before).expect("it is written");
        #[cfg(unix)]
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640))
            .expect("they are set");
        let mut editor = Editor::open(&path)?;
        editor.set("port", 81)?;
        editor.save()?;
        assert_eq!(std::fs::read_to_string(&path).expect("it is read"), after);
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(
                &std::fs::metadata(&path).expect("it exists").permissions()
            ) & 0o777,
            0o640
        );
    }
    // Nothing else is left in the directory.
    assert_eq!(directory.path().read_dir().expect("it is listed").count(), 2);
    Ok(())
}

#[cfg(unix)]
#[test]
fn save_writes_through_a_link_and_keeps_it() -> Result<(), hcl2::Error> {
    let directory = tempfile::tempdir().expect("a directory");
    let (target, link) = (
        directory.path().join("real.hcl"),
        directory.path().join("link.hcl"),
    );
    std::fs::write(&target, "a = 1\n").expect("it is written");
    std::os::unix::fs::symlink("real.hcl", &link).expect("it is linked");
    let mut editor = Editor::open(&link)?;
    editor.set("a", 2)?;
    editor.save()?;
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&target).expect("it is read"), "a = 2\n");
    Ok(())
}

#[test]
fn a_source_without_a_file_is_saved_under_a_path() -> Result<(), hcl2::Error> {
    let directory = tempfile::tempdir().expect("a directory");
    let editor = Editor::parse("a = 1\n")?;
    let error = editor.save().expect_err("it has no file");
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::source::unwritable", None)
    );
    assert!(
        error.to_string().contains("Call `save_as` with the path"),
        "{error}"
    );
    let path = directory.path().join("new.hcl");
    editor.save_as(&path)?;
    assert_eq!(std::fs::read_to_string(&path).expect("it is read"), "a = 1\n");

    let error = editor
        .save_as(directory.path().join("missing/new.hcl"))
        .expect_err("it has no directory");
    let problem = &error.diagnostics()[0];
    assert_eq!(
        (problem.code.id(), problem.subject),
        ("hcl2::source::unwritable", None)
    );
    Ok(())
}
