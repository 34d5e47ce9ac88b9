//! The language in which `hcl2` reads files: that of their names, or the schema of the user's own.

mod support;

use std::fs;

use support::run;

const SCHEMA: &str = r#"{"root": "App", "bodies": {
  "App": {"labels": [], "variants": [], "rest": "nothing",
    "attributes": [{"name": "port", "kind": {"integer": [0, 65535]}, "required": true}],
    "blocks": [{"block_type": "log", "body": "Log", "keys": [], "min_items": 0, "max_items": 1}]},
  "Log": {"labels": [{"name": "name"}], "variants": [], "rest": "nothing", "attributes": [], "blocks": []}
}}
"#;

#[test]
fn files_are_checked_against_the_schema_that_the_command_or_the_project_names() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    let check = |arguments: &[&str]| {
        let arguments = [&["check", "--diagnostics=concise"], arguments].concat();
        run(directory.path(), &arguments, "")
    };
    write("app.hclschema", SCHEMA);
    write("good.hcl", "port = env.PORT\nlog \"a\" {\n}\n");
    write("bad.hcl", "prot = 1\nlog {\n}\nlgo \"b\" {\n}\n");
    write("bad.hcl.json", "{\"port\": 80000}\n");
    // The names of other files show their language.
    write("main.tf", "output \"port\" {\n  value = 1\n}\n");
    let expected = [
        "bad.hcl.json:1:10: error[hcl2::decode::out-of-range]",
        "bad.hcl:1:1: error[hcl2::body::missing-attribute]",
        "bad.hcl:1:1: error[hcl2::body::unsupported-attribute]",
        "bad.hcl:2:5: error[hcl2::body::missing-label]",
        "bad.hcl:4:1: error[hcl2::body::unsupported-block]",
    ];
    let by_option = check(&["--language", "app.hclschema", "."]);
    write(".hcl2.toml", "language = \"app.hclschema\"\n");
    for (status, _, found) in [by_option, check(&["."])] {
        let mut found: Vec<&str> = found
            .lines()
            .filter_map(|line| Some(line.split_once("]: ")?.0))
            .collect();
        found.sort_unstable();
        let found: Vec<String> = found.iter().map(|problem| format!("{problem}]")).collect();
        assert_eq!((status, found), (1, expected.map(str::to_owned).to_vec()));
    }
    // The command line decides.
    assert_eq!(check(&["--language", "terraform", "."]).0, 0);
}

#[test]
fn invalid_schema_is_one_error_and_nothing_is_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    write("bad.hcl", "a = \n");
    write(".hcl2.toml", "language = \"app.hclschema\"\n");
    let problems = || {
        let (status, _, found) = run(directory.path(), &["check", "--diagnostics=concise", "."], "");
        (status, found)
    };
    let (status, found) = problems();
    assert!(
        status == 2 && found.contains("app.hclschema") && found.contains("unreadable"),
        "{found}"
    );
    for (text, expected) in [
        (
            SCHEMA.replacen("\"root\":", "\"root\"", 1),
            "app.hclschema:1:9: error[hcl2::json::missing-colon]",
        ),
        (
            SCHEMA.replacen("\"min_items\": 0", "\"min_items\": -1", 1),
            "app.hclschema:2:10: error[hcl2::command::invalid-schema]: Invalid schema: Expected a schema document, as \
             `Schema::to_json_document` writes it, but in the definition `App`: expected `min_items`, a whole number",
        ),
        (
            SCHEMA.replacen("\"body\": \"Log\"", "\"body\": \"Lgo\"", 1),
            "but in the definition `App`: no definition has the name `Lgo`.",
        ),
        (
            "[]".to_owned(),
            "app.hclschema:1:1: error[hcl2::command::invalid-schema]",
        ),
    ] {
        write("app.hclschema", &text);
        let (status, found) = problems();
        assert_eq!(status, 2, "{found}");
        assert!(found.lines().count() == 1 && found.contains(expected), "{found}");
    }
}

#[test]
fn modules_that_only_opentofu_reads_are_in_its_language() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    let shown = |arguments: &[&str]| {
        let (status, stdout, stderr) = run(directory.path(), arguments, "");
        (status, format!("{stdout}{stderr}"))
    };
    write(
        "main.tofu",
        "output \"a\" {\n  value = urldecode(\"a+b\")\n  valeu = 1\n}\n",
    );
    for arguments in [&["check", "."][..], &["check", "main.tofu"], &["plan"]] {
        let (status, problems) = shown(arguments);
        assert_eq!(status, 1, "{problems}");
        assert!(
            problems.contains("hcl2::body::unsupported-attribute"),
            "{problems}"
        );
        assert!(problems.contains("main.tofu:3:3"), "{problems}");
    }
    write("main.tofu", "output \"a\" {\n  value = urldecode(\"a+b\")\n}\n");
    assert_eq!(
        shown(&["check", "."]),
        (0, "1 file checked: no problems\n".to_owned())
    );
    for arguments in [&["plan"][..], &["eval", "--module", ".", "urldecode(\"a+b\")"]] {
        let (status, text) = shown(arguments);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains("\"a b\""), "{text}");
    }
    for arguments in [&["docs"][..], &["inspect"], &["test"]] {
        let (status, text) = shown(arguments);
        assert_eq!(status, 0, "{text}");
    }
    write("other.tf", "locals {\n  b = 1\n}\n");
    let (status, problems) = shown(&["check", "--diagnostics", "concise", "."]);
    assert_eq!(status, 0, "{problems}");
    let expected = "main.tofu:1:1: warning[hcl2::terraform::unread-file]: File that only OpenTofu reads: ";
    assert!(problems.contains(expected), "{problems}");
    write(
        "main.tofu",
        "variable \"p\" {\n  default   = \"canary\"\n  sensitive = true\n}\n",
    );
    let (status, problems) = shown(&["check", "."]);
    assert_eq!(status, 0, "{problems}");
    assert!(problems.contains("unread-file"), "{problems}");
    assert!(!problems.contains("canary"), "{problems}");
    write("main.tofu", "output \"a\" {\n  value =\n}\n");
    let (status, problems) = shown(&["check", "--diagnostics", "concise", "."]);
    assert_eq!(status, 1, "{problems}");
    assert!(problems.contains("main.tofu:2:10: error["), "{problems}");
}
