//! `hcl2 to-json`: any file as JSON.

use crate::support::run;
use serde_json::{Value, json};

const FILE: &str = r#"# top
name = "x ${a} $${y}"
list = [1, -2, { k = "v", (d) = true, k = "w" }]
sum  = 1 + 2 // sum
text = <<-EOT
  hello ${a}
  EOT
resource "t" "n" {
  /* inner */
  aliases = { aws.west = aws.east }
  nested {
    z = null
  }
  nested {
  }
}
resource "t" "n" {}
resource "t" {}
"#;

#[track_caller]
fn converted(arguments: &[&str], text: &str) -> Value {
    let directory = tempfile::tempdir().expect("a directory");
    let (status, stdout, stderr) = run(directory.path(), &[&["to-json"], arguments].concat(), text);
    assert_eq!((status, stderr.as_str()), (0, ""));
    serde_json::from_str(&stdout).expect("JSON")
}

#[test]
fn blocks_are_arrays_below_their_labels_and_expressions_are_templates() {
    assert_eq!(
        converted(&[], FILE),
        json!({
            "name": "x ${a} $${y}",
            "list": [1, -2, {"k": "w", "${(d)}": true}],
            "sum": "${1 + 2}",
            "text": "hello ${a}\n",
            "resource": {
                "t": [
                    {
                        "n": [
                            {
                                "aliases": {"aws.west": "${aws.east}"},
                                "nested": [{"z": null}, {}],
                            },
                            {},
                        ],
                    },
                    {},
                ],
            },
        })
    );
}

#[test]
fn constants_are_replaced_by_their_values_if_asked() {
    let found = converted(
        &["--simplify"],
        "a = [1 + 2, upper(\"x\"), upper(x)]\nb = [for n in [1] : n * 2]\n",
    );
    assert_eq!(found, json!({"a": [3, "X", "${upper(x)}"], "b": [2]}));
}

#[test]
fn comments_and_ranges_belong_to_the_body_around_them() {
    let found = converted(&["--comments", "-ranges"], FILE);
    assert_eq!(found["__comments__"], json!(["top", "sum"]));
    let block = &found["resource"]["t"][0]["n"][0];
    assert_eq!(block["__comments__"], json!(["inner"]));
    assert_eq!(
        found["__ranges__"]["sum"],
        json!({
            "start": {"line": 4, "column": 1, "byte": 77},
            "end": {"line": 4, "column": 13, "byte": 89},
        })
    );
    assert_eq!(block["__range__"]["start"]["line"], 8);
    assert_eq!(
        block["__range__"]["end"],
        json!({"line": 16, "column": 2, "byte": 243})
    );
}

#[test]
fn several_files_are_properties_and_json_stays() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).expect("a file");
    write("a.hcl", "x = 1\n");
    write("b.hcl.json", "{\"y\": 1e400}");
    let (status, stdout, _) = run(directory.path(), &["to-json", "a.hcl", "b.hcl.json"], "");
    let wanted = "{\n  \"a.hcl\": {\n    \"x\": 1\n  },\n  \"b.hcl.json\": {\n    \"y\": 1e400\n  }\n}\n";
    assert_eq!((status, stdout.as_str()), (0, wanted));
}

#[test]
fn what_has_no_json_form_is_reported() {
    let directory = tempfile::tempdir().expect("a directory");
    for (text, wanted) in [
        (
            "a = 1\na {}\n",
            "<stdin>:2:1: error[hcl2::json::not-writable]: No JSON form: This cannot be written as JSON. Both an attribute and a block are named `a`.\n",
        ),
        ("a {}\na = 1\n", "<stdin>:2:1: error[hcl2::json::not-writable]"),
        ("a = \n", "<stdin>:1:5: error[hcl2::syntax::expected-expression]"),
    ] {
        let (status, stdout, stderr) = run(directory.path(), &["to-json", "--diagnostics=concise"], text);
        assert_eq!((status, stdout.as_str()), (1, ""), "{stderr}");
        assert!(stderr.starts_with(wanted), "{stderr}");
    }
}

#[test]
fn expressions_of_every_file_are_written() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["a.hcl", "b.hcl"] {
        std::fs::write(directory.path().join(name), "x = y\n").expect("a file");
    }
    let (status, stdout, stderr) = run(directory.path(), &["to-json", "."], "");
    assert_eq!((status, stderr.as_str()), (0, ""));
    let written: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(written, json!({"a.hcl": {"x": "${y}"}, "b.hcl": {"x": "${y}"}}));
}
