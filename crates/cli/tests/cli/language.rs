//! The language in which `hcl2` reads files: that of their names, or the schema of the user's own.

use std::fs;
use std::path::Path;

use crate::support::run;

const SCHEMA: &str = r#"{"root": "App", "bodies": {
  "App": {"labels": [], "variants": [], "rest": "nothing",
    "attributes": [{"name": "port", "kind": {"integer": [0, 65535]}, "required": true}],
    "blocks": [{"block_type": "log", "body": "Log", "keys": [], "min_items": 0, "max_items": 1}]},
  "Log": {"labels": [{"name": "name"}], "variants": [], "rest": "nothing", "attributes": [], "blocks": []}
}}
"#;

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, text).expect("a file");
}

fn check(directory: &Path, arguments: &[&str]) -> (i32, String, String) {
    let arguments = [&["check", "--diagnostics=concise"], arguments].concat();
    run(directory, &arguments, "")
}

#[test]
fn files_are_checked_against_the_schema_that_the_command_or_the_project_names() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    let check = |arguments: &[&str]| check(directory.path(), arguments);
    write("app.hclschema", SCHEMA);
    write("good.hcl", "port = env.PORT\nlog \"a\" {\n}\n");
    write("bad.hcl", "prot = 1\nlog {\n}\nlgo \"b\" {\n}\n");
    write("bad.hcl.json", "{\"port\": 80000}\n");
    // The names of other files show their language.
    write("main.tf", "output \"port\" {\n  value = 1\n}\n");
    let expected = [
        "bad.hcl.json:1:10: error[hcl2::decode::out-of-range]",
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
fn sensitive_values_of_the_users_language_are_hidden() {
    let directory = tempfile::tempdir().expect("a directory");
    let attribute =
        "{\"name\": \"pin\", \"kind\": {\"integer\": [0, 9999]}, \"required\": true, \"sensitive\": true}";
    let schema = format!(
        "{{\"root\": \"App\", \"bodies\": {{\"App\": {{\"labels\": [], \"variants\": [], \"rest\": \"nothing\", \"attributes\": \
         [{attribute}], \"blocks\": []}}}}}}"
    );
    write(directory.path(), "app.hclschema", &schema);
    write(directory.path(), "wrong.hcl", "pin = 271828\n");
    write(directory.path(), "misspelled.hcl", "pim = 314159\n");
    for format in ["pretty", "plain", "concise", "json", "terraform", "sarif"] {
        let arguments = [
            "check",
            "--language",
            "app.hclschema",
            "--diagnostics",
            format,
            ".",
        ];
        let (status, output, errors) = run(directory.path(), &arguments, "");
        let shown = output + &errors;
        assert!(
            shown.contains("wrong.hcl") && shown.contains("misspelled.hcl"),
            "{status}: {shown}"
        );
        for secret in ["271828", "314159"] {
            assert!(!shown.contains(secret), "{format}: {shown}");
        }
    }
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

#[test]
fn modules_of_one_run_are_checked_in_their_own_languages() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    let check = |arguments: &[&str]| {
        let (_, _, problems) = check(directory.path(), arguments);
        let places = problems
            .lines()
            .filter_map(|line| Some(line.split_once("]: ")?.0));
        places.map(|place| format!("{place}]")).collect::<Vec<String>>()
    };
    let none: [&str; 0] = [];
    // Only OpenTofu has the function, and only Terraform the block.
    let decoded = "output \"a\" {\n  value = urldecode(\"a+b\")\n}\n";
    let action = "action \"a_b\" \"c\" {\n}\n";
    write("tofu/main.tofu", decoded);
    write("terraform/main.tf", action);
    assert_eq!(check(&["."]), none);
    assert_eq!(check(&["terraform/main.tf", "tofu/main.tofu"]), none);
    // Options decide for all of them.
    let block = "terraform/main.tf:1:1: error[hcl2::body::unsupported-block]";
    assert_eq!(check(&["--opentofu", "."]), [block]);
    let unread = "tofu/main.tofu:1:1: warning[hcl2::terraform::unread-file]";
    assert_eq!(check(&["--language", "terraform", "."]), [unread]);
    // The languages of other files say nothing about modules.
    assert_eq!(check(&["--language", "nomad", "."]), none);

    // A called module is in the language of those that call it.
    write("net/main.tf", decoded);
    let function = "net/main.tf:2:11: error[hcl2::expr::unknown-function]";
    assert_eq!(check(&["."]), [function]);
    let call = "module \"net\" {\n  source = \"../net\"\n}\n";
    write("tofu/main.tofu", &format!("{decoded}{call}"));
    assert_eq!(check(&["."]), none);
    assert_eq!(check(&["tofu"]), none);
    write("net/main.tf", &format!("{call}{action}").replace("/net", "/sub"));
    write(
        "sub/main.tf.json",
        "{\"output\": {\"a\": {\"value\": \"${urldecode(1)}\"}}}\n",
    );
    let in_called = "net/main.tf:4:1: error[hcl2::body::unsupported-block]";
    assert_eq!(check(&["."]), [in_called]);
    let in_sub = "sub/main.tf.json:1:31: error[hcl2::expr::unknown-function]";
    assert_eq!(check(&["net", "sub"]), [in_sub]);
    write("net/main.tf", decoded);
    write("terraform/main.tf", call);
    assert_eq!(check(&["."]), [function, in_sub]);
}

#[test]
fn a_module_of_terraform_that_calls_one_of_opentofu_finds_it_empty() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    let check = |arguments: &[&str]| check(directory.path(), arguments).2;
    write(
        "main.tf",
        "module \"net\" {\n  source = \"./net\"\n  size   = 1\n}\n",
    );
    write(
        "net/main.tofu",
        "variable \"size\" {}\noutput \"a\" {\n  value = urldecode(\"a\")\n}\n",
    );
    let problems = check(&["."]);
    assert_eq!(
        problems,
        "main.tf:2:12: warning[hcl2::terraform::unread-file]: Module that only OpenTofu reads: The module in `./net` has no \
         files that Terraform reads, and the call is checked in Terraform's language. Pass `--opentofu` to check both in \
         OpenTofu's language.\n\
         main.tf:3:3: error[hcl2::body::unsupported-attribute]: Unsupported attribute: The module in `net` has no variable \
         `size`. It has no variables.\n"
    );
    assert_eq!(check(&["--opentofu", "."]), "");
    // Another file that both read makes it a module of both.
    write("net/variables.tf", "variable \"size\" {}\n");
    let problems = check(&["."]);
    assert!(
        problems.starts_with("net/main.tofu:1:1: warning[hcl2::terraform::unread-file]: File"),
        "{problems}"
    );
    assert_eq!(problems.lines().count(), 1, "{problems}");
}

#[test]
fn files_beside_a_module_are_in_its_language() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| write(directory.path(), name, text);
    let check = |arguments: &[&str]| check(directory.path(), arguments).2;
    write("main.tf", "output \"a\" {\n  value = 1\n}\n");
    write("tofu/main.tofu", "variable \"size\" {\n  type = number\n}\n");
    write("tofu/terraform.tfvars", "size = \"x\"\n");
    // Runs of OpenTofu may have the same name, and what they test is in its language, too.
    let run =
        "run \"a\" {\n  module {\n    source = \"./tests/setup\"\n  }\n  variables {\n    size = 1\n  }\n}\n";
    write("tofu/tests/a.tofutest.hcl", &run.repeat(2));
    write(
        "tofu/tests/setup/main.tf",
        "output \"a\" {\n  value = urldecode(\"a\")\n}\n",
    );
    let problems = check(&["."]);
    assert!(
        problems.starts_with("tofu/terraform.tfvars:1:8: error[hcl2::terraform::invalid-value]"),
        "{problems}"
    );
    assert_eq!(problems.lines().count(), 1, "{problems}");
    // In Terraform's language, these are no tests.
    write("tofu/other.tf", "");
    let problems = check(&["."]);
    assert!(
        problems.contains("tofu/tests/a.tofutest.hcl:9:1: warning[hcl2::terraform::duplicate-declaration]"),
        "{problems}"
    );
    assert!(
        problems.contains("tofu/tests/setup/main.tf:2:11: error[hcl2::expr::unknown-function]"),
        "{problems}"
    );
}

#[test]
fn a_duplicated_secret_of_a_schema_is_not_shown() {
    const SCHEMA: &str = r#"{"root": "App", "bodies": {
      "App": {"labels": [], "variants": [], "rest": "nothing", "blocks": [],
        "attributes": [
          {"name": "user", "kind": {"value": "string"}, "required": false},
          {"name": "token", "kind": {"value": "string"}, "required": false, "sensitive": true}]}
    }}
    "#;
    let directory = tempfile::tempdir().expect("a directory");
    write(directory.path(), "app.hclschema", SCHEMA);
    let native = "user = \"open\"\ntoken = \"hidden1\"\ntoken = \"hidden2\"\nuser = \"again\"\n";
    write(directory.path(), "a.hcl", native);
    let json = "{\"token\": \"hidden3\", \"token\": \"hidden4\", \"user\": \"open\"}\n";
    write(directory.path(), "b.hcl.json", json);
    let arguments = ["check", "--diagnostics=plain", "--language", "app.hclschema", "."];
    let (status, _, found) = run(directory.path(), &arguments, "");
    assert_eq!(status, 1, "{found}");
    assert_eq!(found.matches("Duplicate attribute").count(), 3, "{found}");
    assert!(!found.contains("hidden") && found.contains("again"), "{found}");
}

#[test]
fn language_of_the_page_is_checked_formatted_and_rendered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/own-language.md")).expect("the page");
    let directory = tempfile::tempdir().expect("a directory");
    for name in [
        "pipeline.hclschema",
        "pipeline.hcldec",
        "deploy.hcl",
        ".hcl2.toml",
    ] {
        let text = fs::read_to_string(root.join("examples/own").join(name)).expect("an example");
        assert!(page.contains(&text), "the page has {name}");
        write(directory.path(), name, &text);
    }
    let run = |arguments: &[&str]| run(directory.path(), arguments, "");
    let (status, checked, problems) = run(&["check", "."]);
    assert_eq!(
        (status, checked.as_str()),
        (0, "1 file checked: no problems\n"),
        "{problems}"
    );
    assert_eq!(run(&["fmt", "--check", "deploy.hcl", "pipeline.hcldec"]).0, 0);
    let decode = [
        "decode",
        "--spec",
        "pipeline.hcldec",
        "--vars",
        "{\"branch\": \"next\"}",
        "deploy.hcl",
    ];
    let (status, rendered, problems) = run(&decode);
    assert_eq!(status, 0, "{problems}");
    let rendered: serde_json::Value = serde_json::from_str(&rendered).expect("JSON");
    assert_eq!(rendered["timeout"], 600);
    assert_eq!(
        rendered["steps"]["test"]["image"],
        "registry.example.com/rust:next"
    );
    assert_eq!(rendered["steps"]["publish"]["env"]["LEVEL"], "6");
    write(
        directory.path(),
        "bad.hcl",
        "name = \"bad\"\non   = [\"psuh\"]\nstep \"a\" {\n  image = \"x\"\n  run   = []\n  tmieout = 1\n  token = 271828\n}\n",
    );
    let (status, _, problems) = run(&["check", "--diagnostics=concise", "bad.hcl"]);
    assert_eq!(status, 1);
    let places: Vec<&str> = problems
        .lines()
        .filter_map(|line| Some(line.split_once("]: ")?.0))
        .collect();
    let expected = [
        "bad.hcl:2:9: error[hcl2::decode::unknown-variant",
        "bad.hcl:6:3: error[hcl2::body::unsupported-attribute",
    ];
    assert_eq!(places, expected, "{problems}");
}
