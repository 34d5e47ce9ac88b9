//! `hcl2 query`, `hcl2 edit` and `hcl2 diff` as a person starts them.

use crate::support;

use std::path::Path;

const MAIN: &str = "# The service.\nservice \"web\" {\n  port = 80 # public\n  tags = [\"a\", var.b]\n}\n\nregion = var.region\n";

/// Runs `hcl2`, and returns its exit status, standard output and standard error.
fn hcl2(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    support::run(directory, arguments, "")
}

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("main.hcl", MAIN);
    write("other.hcl", "region = \"${var.region}-1\"\n");
    write("other.hcl.json", "{}\n");
    directory
}

/// Returns the output of `hcl2 edit main.hcl`.
fn edited(arguments: &[&str]) -> String {
    let directory = directory();
    let all: Vec<&str> = ["edit", "main.hcl"].iter().chain(arguments).copied().collect();
    let (status, text, errors) = hcl2(directory.path(), &all);
    assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}");
    assert_eq!(
        std::fs::read_to_string(directory.path().join("main.hcl")).expect("a file"),
        MAIN
    );
    text
}

#[test]
fn query_prints_a_json_object_for_each_result() {
    let directory = directory();
    let (status, lines, errors) = hcl2(directory.path(), &["query", "service.*.port", "main.hcl"]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(
        lines,
        "{\"file\":\"main.hcl\",\"address\":\"service.web.port\",\"kind\":\"attribute\",\"range\":{\"start\":{\"line\":3,\"column\":3,\"byte\":33},\
         \"end\":{\"line\":3,\"column\":12,\"byte\":42}},\"source\":\"80\",\"value\":80}\n"
    );
    let (_, lines, _) = hcl2(
        directory.path(),
        &["query", "--raw", "service.web.tags.*", "main.hcl"],
    );
    assert_eq!(lines, "a\nvar.b\n");
    let (_, lines, _) = hcl2(directory.path(), &["query", "--raw", "region", "."]);
    assert_eq!(lines, "var.region\n\"${var.region}-1\"\n");
}

#[test]
fn query_without_results_exits_with_1_and_invalid_query_with_2() {
    let directory = directory();
    assert_eq!(
        hcl2(directory.path(), &["query", "zone", "main.hcl"]),
        (1, String::new(), "nothing is at zone\n".to_owned())
    );
    let (status, _, errors) = hcl2(directory.path(), &["query", "a..b", "main.hcl"]);
    assert_eq!(status, 2);
    assert_eq!(
        errors,
        "error: invalid address `a..b` at offset 2: expected a name; write one that is not an identifier as [\"...\"]\n"
    );
}

#[test]
fn edits_print_the_text_and_do_not_change_the_file() {
    assert_eq!(
        edited(&["set", "service.web.port", "-1"]),
        MAIN.replace("80", "-1")
    );
    assert_eq!(
        edited(&["set", "--string", "region", "eu ${x}"]),
        MAIN.replace("var.region", "\"eu $${x}\"")
    );
    assert_eq!(
        edited(&["rm", "service.web.tags[0]"]),
        MAIN.replace("\"a\", ", "")
    );
    assert_eq!(edited(&["rm", "service"]), "region = var.region\n");
    assert_eq!(
        edited(&["append", "service.web.tags", "1 + 1"]),
        MAIN.replace("var.b]", "var.b, 1 + 1]")
    );
    // The file was in the layout of `hcl2 fmt`, and stays in it.
    assert_eq!(edited(&["append", "", "zone=1"]), format!("{MAIN}zone   = 1\n"));
    assert_eq!(
        edited(&["refs", "var.region", "local.r"]),
        MAIN.replace("var.region", "local.r")
    );
    assert_eq!(edited(&["sort", "service.web"]), MAIN);
}

#[test]
fn moves_rename_and_change_bodies() {
    assert_eq!(
        edited(&["mv", "region", "zone"]),
        MAIN.replace("region =", "zone =")
    );
    assert_eq!(
        edited(&["mv", "service.web", "server.api.eu"]),
        MAIN.replace("service \"web\"", "server \"api\" \"eu\"")
    );
    assert_eq!(
        edited(&["mv", "service.web.port", "public_port"]),
        "# The service.\nservice \"web\" {\n  tags = [\"a\", var.b]\n}\n\nregion      = var.region\npublic_port = 80 # public\n"
    );
    assert_eq!(
        edited(&["mv", "region", "service.web.place"]),
        MAIN.replace("\n\nregion = var.region", "")
            .replace("port =", "port  =")
            .replace("tags =", "tags  =")
            .replace("}", "  place = var.region\n}\n")
            .replace("}\n\n", "}\n")
    );
}

#[test]
fn edits_write_files_with_the_option_write() {
    let directory = directory();
    let written = hcl2(
        directory.path(),
        &["edit", ".", "--write", "refs", "var.region", "local.r"],
    );
    assert_eq!(written, (0, "main.hcl\nother.hcl\n".to_owned(), String::new()));
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).expect("a file");
    assert_eq!(read("main.hcl"), MAIN.replace("var.region", "local.r"));
    assert_eq!(read("other.hcl"), "region = \"${local.r}-1\"\n");
}

#[test]
fn edits_are_shown_as_a_diff() {
    let directory = directory();
    let (status, text, errors) = hcl2(
        directory.path(),
        &["edit", ".", "--diff", "refs", "var.region", "local.zone"],
    );
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(
        text,
        "--- a/main.hcl\n+++ b/main.hcl\n@@ -4,4 +4,4 @@\n   tags = [\"a\", var.b]\n }\n \n-region = var.region\n+region = \
         local.zone\n--- a/other.hcl\n+++ b/other.hcl\n@@ -1 +1 @@\n-region = \"${var.region}-1\"\n+region = \"${local.zone}-1\"\n"
    );
    let (status, _, errors) = hcl2(
        directory.path(),
        &["edit", "main.hcl", "-d", "-w", "rm", "region"],
    );
    assert_eq!(status, 2);
    assert!(errors.contains("cannot be used with"), "{errors}");
    assert_eq!(
        std::fs::read_to_string(directory.path().join("main.hcl")).expect("a file"),
        MAIN
    );
}

#[test]
fn refused_edits_report_the_reason() {
    let directory = directory();
    for (arguments, status, wanted) in [
        (
            vec!["main.hcl", "rm", "zone"],
            1,
            "error: main.hcl: nothing found at `zone`\n",
        ),
        (vec![".", "rm", "zone"], 1, "error: .: nothing found at `zone`\n"),
        (
            vec!["main.hcl", "set", "service", "1"],
            1,
            "error: main.hcl: expected a value at `service`\n",
        ),
        (
            vec!["main.hcl", "set", "region", "1 +"],
            2,
            "error: expected an expression that can be a value: Missing value (expression:1:4)\n",
        ),
        (
            vec!["main.hcl", "append", "service.web", "port = 1"],
            1,
            "error: main.hcl: the edit would leave the file with errors: Duplicate attribute (main.hcl:5:3)\n",
        ),
        (
            vec!["other.hcl.json", "rm", "a"],
            1,
            "error: other.hcl.json: nothing found at `a`\n",
        ),
        (
            vec!["other.hcl.json", "refs", "a[*]", "b"],
            2,
            "error: expected a traversal without splats and computed keys\n",
        ),
        (
            vec!["main.hcl", "refs", "a[1 + 1]", "b"],
            2,
            "error: expected a traversal without splats and computed keys\n",
        ),
    ] {
        let all: Vec<&str> = std::iter::once("edit").chain(arguments).collect();
        assert_eq!(
            hcl2(directory.path(), &all),
            (status, String::new(), wanted.to_owned()),
            "{all:?}"
        );
    }
}

#[test]
fn diff_reports_changes_in_meaning() {
    let directory = directory();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("same.hcl", &format!("{}\n", MAIN.replace("80 # public", "80.0")));
    assert_eq!(
        hcl2(directory.path(), &["diff", "main.hcl", "same.hcl"]),
        (0, String::new(), String::new())
    );
    write(
        "new.hcl.json",
        r#"{"service": {"web": {"port": 81, "tags": ["a", "${var.b}"]}}}"#,
    );
    let changed = hcl2(directory.path(), &["diff", "main.hcl", "new.hcl.json"]);
    let wanted = "- region: region = var.region  (main.hcl:7)\n~ service.web.port: 80 -> 81  (main.hcl:3, new.hcl.json:1)\n";
    assert_eq!(changed, (1, wanted.to_owned(), String::new()));
    let (_, lines, _) = hcl2(directory.path(), &["diff", "--json", "other.hcl", "main.hcl"]);
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["change"], &lines[0]["address"]),
        (&"changed".into(), &"region".into())
    );
    assert_eq!(lines[0]["after"]["source"], "var.region");
    assert_eq!(
        (&lines[1]["change"], &lines[1]["before"]),
        (&"added".into(), &serde_json::Value::Null)
    );
    let (status, _, errors) = hcl2(directory.path(), &["diff", "main.hcl", "missing.hcl"]);
    assert_eq!(status, 2);
    assert!(errors.contains("hcl2::source::unreadable"), "{errors}");
}

#[test]
fn directories_are_compared_as_one_body() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    };
    write("a/one.hcl", "x = 1\nb \"c\" { y = z }\n");
    write("b/two.hcl.json", r#"{"b": {"c": {"y": "${z}"}}}"#);
    write("b/three.hcl", "x = 1\n");
    assert_eq!(
        hcl2(directory.path(), &["diff", "a", "b"]),
        (0, String::new(), String::new())
    );
    write("b/three.hcl", "x = 2\n");
    assert_eq!(hcl2(directory.path(), &["diff", "a", "b"]).0, 1);
}

/// Edits `text`, and returns the result or what is wrong.
fn edited_text(text: &str, arguments: &[&str]) -> Result<String, String> {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("a.hcl"), text).expect("a file");
    let (status, stdout, stderr) = hcl2(directory.path(), &[&["edit", "a.hcl"], arguments].concat());
    if status == 0 { Ok(stdout) } else { Err(stderr) }
}

#[test]
fn missing_blocks_are_added_on_request() {
    let text = "service \"a\" {\n  port = 1\n}\n";
    let wanted = "service \"a\" {\n  port = 1\n\n  check {\n    every = 5\n  }\n}\n";
    let address = "service.a.check.every";
    assert_eq!(
        edited_text(text, &["set", "--create", address, "5"]).as_deref(),
        Ok(wanted)
    );
    let refused = edited_text(text, &["set", address, "5"]).expect_err("a refusal");
    assert_eq!(
        refused,
        "error: a.hcl: nothing found at `service.a.check.every`\n"
    );
    // The labels are as many as those of other blocks, or end at a position.
    assert_eq!(
        edited_text(text, &["set", "-create", "service.b.log.level", "1"]).as_deref(),
        Ok("service \"a\" {\n  port = 1\n}\n\nservice \"b\" {\n  log {\n    level = 1\n  }\n}\n")
    );
    assert_eq!(
        edited_text("", &["set", "--create", "a.b[0].c.d", "1"]).as_deref(),
        Ok("a \"b\" {\n  c {\n    d = 1\n  }\n}\n")
    );
}

#[test]
fn items_and_elements_are_inserted_beside_others() {
    let text = "a = [1, 3]\nb {}\n";
    assert_eq!(
        edited_text(text, &["insert", "--before", "b", "c = 2"]).as_deref(),
        Ok("a = [1, 3]\nc = 2\n\nb {}\n")
    );
    assert_eq!(
        edited_text(text, &["insert", "--after", "a[0]", "2"]).as_deref(),
        Ok("a = [1, 2, 3]\nb {}\n")
    );
}

#[test]
fn a_batch_makes_all_edits_or_none() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("a.hcl", "a = 1\nb = 2\n");
    write("edits", "# first\nset a '\"x y\"'\n\nrm b\nset --create c.d 3\n");
    assert_eq!(
        hcl2(directory.path(), &["edit", "a.hcl", "batch", "edits"]),
        (0, "a = \"x y\"\n\nc {\n  d = 3\n}\n".to_owned(), String::new())
    );
    for (edits, wanted) in [
        (
            "set a 2\nrm nothing\n",
            "error: a.hcl: nothing found at `nothing`\n",
        ),
        (
            "set a 2\nsett b 3\n",
            "error: line 2 of the edits: unrecognized subcommand 'sett'\n",
        ),
        (
            "set a \"2\n",
            "error: line 1 of the edits: a quote is not closed\n",
        ),
        (
            "batch other\n",
            "error: line 1 of the edits: a batch cannot contain another one\n",
        ),
    ] {
        write("edits", edits);
        let run = hcl2(directory.path(), &["edit", "--write", "a.hcl", "batch", "edits"]);
        assert_eq!(
            run,
            (
                if edits.contains("nothing") { 1 } else { 2 },
                String::new(),
                wanted.to_owned()
            )
        );
        assert_eq!(
            std::fs::read_to_string(directory.path().join("a.hcl")).expect("a file"),
            "a = 1\nb = 2\n"
        );
    }
}

const JSON: &str = "{\n  \"service\": {\"web\": {\"port\": 80, \"name\": \"a ${b}\"}}\n}\n";

#[test]
fn query_and_edit_take_json() {
    let directory = directory();
    std::fs::write(directory.path().join("web.hcl.json"), JSON).expect("a file");
    let (status, lines, errors) = hcl2(directory.path(), &["query", "service.web.port", "."]);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(
        lines.ends_with(
            "\n{\"file\":\"web.hcl.json\",\"address\":\"service.web.port\",\"kind\":\"property\",\"range\":{\"start\":{\"line\":2,\
             \"column\":23,\"byte\":24},\"end\":{\"line\":2,\"column\":33,\"byte\":34}},\"source\":\"80\",\"value\":80}\n"
        ),
        "{lines}"
    );
    let raw = hcl2(
        directory.path(),
        &["query", "--raw", "service.web.*", "web.hcl.json"],
    );
    assert_eq!(raw, (0, "80\na ${b}\n".to_owned(), String::new()));
    let edit = |arguments: &[&str]| hcl2(directory.path(), &[&["edit", "web.hcl.json"], arguments].concat());
    let (status, text, _) = edit(&["set", "service.web.port", "base + 1"]);
    assert_eq!((status, text), (0, JSON.replace("80", "\"${base + 1}\"")));
    let (status, text, _) = edit(&["append", "service", "api {\n port = 81\n}"]);
    assert_eq!(status, 0);
    let wanted = r#"{"service": {"web": {"port": 80, "name": "a ${b}"}, "api": [{"port": 81}]}}"#;
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(parsed(&text), parsed(wanted));
    let edits = "set service.web.port 81\nmv service.web service.api\nrm service.api.name\n";
    let (status, text, errors) =
        support::run(directory.path(), &["edit", "web.hcl.json", "batch", "-"], edits);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(text, "{\n  \"service\": {\"api\": {\"port\": 81}}\n}\n");
    let given = support::run(
        directory.path(),
        &["edit", "--syntax=json", "-", "rm", "a"],
        "{\"a\": 1}\n",
    );
    assert_eq!(given, (0, "{}\n".to_owned(), String::new()));
}

#[test]
fn query_prints_tables_arrays_and_comments() {
    let directory = directory();
    let (_, table, _) = hcl2(
        directory.path(),
        &["query", "--format=table", "service.web.*", "main.hcl"],
    );
    assert_eq!(
        table,
        "main.hcl:3  service.web.port  80\nmain.hcl:4  service.web.tags  [\"a\", var.b]\n"
    );
    for arguments in [
        &["--format", "json", "--comments"] as &[&str],
        &["--json", "--comments"],
    ] {
        let all = [&["query", "service.**", "main.hcl"], arguments].concat();
        let (_, array, _) = hcl2(directory.path(), &all);
        let array: serde_json::Value = serde_json::from_str(&array).expect("JSON");
        assert_eq!(array[0]["comments"], serde_json::json!(["The service."]));
        assert_eq!(array[1]["comments"], serde_json::json!(["public"]));
        assert_eq!(array[1]["value"], 80);
        assert_eq!(array[2]["comments"], serde_json::Value::Null);
    }
    let (status, array, said) = hcl2(directory.path(), &["query", "--format=json", "zone", "main.hcl"]);
    assert_eq!(
        (status, array.as_str(), said.as_str()),
        (1, "[]\n", "nothing is at zone\n")
    );
}

#[test]
fn query_without_operands_reads_standard_input() {
    let directory = directory();
    let found = support::run(directory.path(), &["query", "--raw", "a"], "a = \"x\"\n");
    assert_eq!(found, (0, "x\n".to_owned(), String::new()));
}
