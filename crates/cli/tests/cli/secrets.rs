//! Values of sensitive variables never reach an output, however they are set and however wrong they are.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::FORMATS;
use crate::support::canary::{CANARY, VALUES};
use crate::support::editor::{Editor, module, range};
use serde_json::json;

const MODULE: &str = r#"
variable "map" {
  type      = map(string)
  sensitive = true
}
variable "text" {
  type      = string
  sensitive = true
  default   = ""
  validation {
    condition     = length(var.text) < 3
    error_message = "It is ${var.text}."
  }
}
variable "plain" {
  type    = string
  default = "shown"
}
locals {
  name   = replace("a", "/(${var.text}/", "b")
  mixed  = true ? { (var.text) = 1 } : { x = [] }
  every  = [for key, value in var.map : { (key) = value }.q7z]
  output = { text = var.text, map = var.map, plain = var.plain }
}
resource "terraform_data" "made" {
  input            = { text = var.text, keys = keys(var.map) }
  triggers_replace = local.name
  lifecycle {
    postcondition {
      condition     = self.input.text == "other"
      error_message = "It is ${self.input.text}."
    }
  }
}
resource "terraform_data" "each" {
  for_each = { for key, value in var.map : key => value }
  input    = each.value
}
check "text" {
  assert {
    condition     = length(var.text) > 100
    error_message = "It is ${var.text}."
  }
}
output "shown" {
  value = local.output
}
output "hidden" {
  value     = [local.output, terraform_data.made.input, local.name]
  sensitive = true
}
"#;

/// A policy that fails, and shows the value that it judges.
const POLICY: &str = r#"
resource_policy "terraform_data" "text" {
  enforce {
    condition     = attrs.input == 1
    error_message = "It is ${core::jsonencode(attrs.input)}."
  }
}
"#;

/// A template of Packer.
const TEMPLATE: &str = r#"
variable "text" {
  type      = string
  sensitive = true
  validation {
    condition     = length(var.text) > 100
    error_message = "It is ${var.text}."
  }
}
variable "shown" {
  type      = string
  sensitive = true
}
locals {
  plain = "x-${var.shown}"
  list  = [upper(var.shown), replace("a", "/(${var.shown}/", "b")]
}
build {
  name        = local.plain
  description = var.shown
}
"#;

/// Lines of a session of the console.
const SESSION: &str = "var.text\nvar.map\nlocal.name\nlocal.mixed\nlocal.every\nkeys(var.map)\nvar.map.q7z\n\
                       jsonencode(local.output)\n[for k in var.map : k]\nvar.text + 1\ntype(local.output)\n";

/// A way in which values are set.
struct Channel<'a> {
    arguments: &'a [&'a str],
    variable: Option<&'a str>,
}

impl Channel<'_> {
    /// Returns everything that a command prints.
    fn output(&self, directory: &Path, arguments: &[&str], format: &str, input: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl2"));
        command
            .current_dir(directory)
            .arg(arguments[0])
            .args(["--diagnostics", format])
            .args(self.arguments)
            .args(&arguments[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(value) = self.variable {
            command.env("TF_VAR_map", value).env("TF_VAR_text", value);
        }
        let mut child = command.spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("standard input");
        // A command that refuses its variables reads nothing.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        assert!(matches!(output.status.code(), Some(0..=2)), "{output:?}");
        [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .concat()
    }

    /// Returns what a command prints to standard output.
    fn printed(&self, directory: &Path, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
            .current_dir(directory)
            .args(arguments)
            .output()
            .expect("the command ends");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns everything that evaluations print in every format, and that the other commands print in `format`.
    fn outputs(&self, directory: &Path, format: &str) -> String {
        let shown = "[local.name, local.mixed, local.every, local.output, var.map.q7z]";
        let mut all = String::new();
        for format in FORMATS {
            all += &self.output(directory, &["eval", "--module", ".", shown], format, "");
        }
        all += &self.output(directory, &["console", "--module", "."], format, SESSION);
        all += &self.output(directory, &["plan"], format, "");
        all += &self.output(directory, &["plan", "--json"], format, "");
        all += &self.output(
            directory,
            &["policy", "--policies", "policies", "--verbose"],
            format,
            "",
        );
        all += &self.output(
            directory,
            &["policy", "--policies", "policies", "--json"],
            format,
            "",
        );
        all
    }
}

#[test]
fn no_output_shows_the_value_of_a_sensitive_variable() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    fs::write(directory.join("main.tf"), MODULE).expect("it is written");
    fs::create_dir(directory.join("policies")).expect("it is created");
    fs::write(directory.join("policies/a.policy.hcl"), POLICY).expect("it is written");
    for (value, format) in VALUES.iter().zip(FORMATS.into_iter().cycle()) {
        let file = format!("plain = \"public\"\nmap = {value}\n");
        fs::write(directory.join("map.tfvars"), file).expect("it is written");
        fs::write(
            directory.join("text.tfvars"),
            format!("text = {value}\nmap = {{}}\n"),
        )
        .expect("it is written");
        fs::write(
            directory.join("json.tfvars.json"),
            format!("{{\"map\": {{\"q7zq\": [\"{CANARY}\"]}}}}"),
        )
        .expect("it is written");
        let (map, text) = (format!("map={value}"), format!("text={value}"));
        let channels: [(&[&str], Option<&str>); 5] = [
            (&["--var-file", "map.tfvars"], None),
            (&["--var-file", "text.tfvars"], None),
            (&["--var-file", "json.tfvars.json"], None),
            (&["--var", &map, "--var", &text], None),
            (&[], Some(value)),
        ];
        for (arguments, variable) in channels {
            let channel = Channel { arguments, variable };
            let output = channel.outputs(directory, format);
            // The source of the module names a key like it.
            let line = output.lines().find(|line| line.contains(CANARY));
            assert_eq!(line, None, "{value} in {output}");
        }
    }
}

#[test]
fn rendering_shows_no_value_of_a_sensitive_variable() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let rendered = TEMPLATE.replace(", replace(\"a\", \"/(${var.shown}/\", \"b\")", "");
    for template in [TEMPLATE, &rendered, &rendered.replace("> 100", "< 100")] {
        fs::write(directory.join("a.pkr.hcl"), template).expect("it is written");
        for format in FORMATS {
            let options = [format!("text={CANARY}"), format!("shown={CANARY}")];
            let [text, shown] = &options;
            for name in ["--var", "--env"] {
                let prefix = if name == "--env" { "PKR_VAR_" } else { "" };
                let (text, shown) = (
                    format!("{name}={prefix}{text}"),
                    format!("{name}={prefix}{shown}"),
                );
                let channel = Channel {
                    arguments: &[&text, &shown],
                    variable: None,
                };
                let output = channel.output(directory, &["render", "a.pkr.hcl"], format, "");
                assert!(
                    !output.is_empty() && !output.to_lowercase().contains(CANARY),
                    "{output}"
                );
            }
        }
    }
}

#[test]
fn a_secret_is_drawn_as_dots_of_its_width() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    fs::write(directory.join("main.tf"), MODULE).expect("it is written");
    fs::write(directory.join("a.tfvars"), "map = { é = [1] }\n").expect("it is written");
    let arguments = ["--diagnostics", "plain", "--var-file", "a.tfvars", "local.output"];
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2"))
        .current_dir(directory)
        .args(["eval", "--module", "."])
        .args(arguments)
        .output()
        .expect("the command starts");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        printed.lines().collect::<Vec<_>>(),
        [
            "a.tfvars:1:7: error[hcl2::terraform::invalid-value]: Invalid value for a variable",
            "  1 | map.....·........",
            "    |       ^^^^^^^^^^^",
            "  In this file, the value does not fit the variable `map`, which is sensitive; map of string is",
            "  required.",
        ]
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn checks_and_documentation_show_no_default_of_a_sensitive_variable() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let channel = Channel {
        arguments: &[],
        variable: None,
    };
    for value in VALUES {
        let default = format!("variable \"default\" {{\n  sensitive = true\n  default   = {value}\n}}\n");
        let default = if default.contains("<<") {
            default.replace("\n}\n", "\nEOT\n}\n")
        } else {
            default
        };
        fs::write(directory.join("main.tf"), format!("{MODULE}{default}")).expect("it is written");
        for arguments in [&["docs"][..], &["inspect"], &["inspect", "--json"]] {
            let output = channel.printed(directory, arguments);
            let line = output.lines().find(|line| line.contains(CANARY));
            assert_eq!(line, None, "{value} in {output}");
        }
    }
    fs::write(directory.join("main.tf"), MODULE).expect("it is written");
    for value in VALUES {
        let file = format!("plain = \"public\"\nmap = {value}\n");
        fs::write(directory.join("terraform.tfvars"), file).expect("it is written");
        for format in FORMATS {
            let output = channel.output(directory, &["check"], format, "");
            let line = output.lines().find(|line| line.contains(CANARY));
            assert_eq!(line, None, "{value} in {output}");
        }
    }
}

/// Modules with a default in each place where one is written: beside what makes the variable sensitive, before it, in an
/// override file, in JSON, and as an argument of a call.
fn modules_with_default(value: &str) -> Vec<Vec<(&'static str, String)>> {
    let end = if value.contains("<<") { "\nEOT" } else { "" };
    let block =
        |lines: &str| format!("variable \"default\" {{\n{lines}\n}}\noutput \"o\" {{\n  value = 1 +\n}}\n");
    let sound = |lines: &str| format!("variable \"default\" {{\n{lines}\n}}\n");
    let default = format!("  default = {value}{end}");
    let json = serde_json::to_string(value).expect("it is JSON");
    let typed = "  type = object({ a = number })";
    vec![
        vec![("main.tf", sound(&format!("  sensitive = true\n{default}")))],
        vec![("main.tf", sound(&format!("{default}\n  sensitive = true")))],
        vec![(
            "main.tf",
            sound(&format!("{typed}\n{default}\n{default}\n  ephemeral = true")),
        )],
        vec![("main.tf", block(&format!("{default}\n  sensitive = true")))],
        vec![
            (
                "main.tf",
                sound(&format!("{typed}\n  sensitive = true\n  default = {{ a = 1 }}")),
            ),
            ("main_override.tf", sound(&default)),
        ],
        vec![(
            "main.tf.json",
            format!(
                "{{\"variable\": {{\"default\": {{\"default\": {json}, \"type\": \"number\", \"sensitive\": true}}}}}}"
            ),
        )],
        vec![(
            "main.tf.json",
            format!(
                "{{\"variable\": {{\"default\": {{\"default\": [{json}, {value}, \"sensitive\": true}}}}}}"
            ),
        )],
        vec![
            (
                "main.tf",
                format!("module \"child\" {{\n  source = \"./child\"\n  default = {value}{end}\n}}\n"),
            ),
            ("child/main.tf", sound(&format!("{typed}\n  sensitive = true"))),
        ],
    ]
}

#[test]
fn no_diagnostic_excerpts_the_default_of_a_sensitive_variable() {
    let directory = tempfile::tempdir().expect("a directory");
    let channel = Channel {
        arguments: &[],
        variable: None,
    };
    let runs = std::cell::Cell::new(0);
    for (number, value) in VALUES.iter().enumerate() {
        for (kind, files) in modules_with_default(value).iter().enumerate() {
            let directory = directory.path().join(format!("{number}-{kind}"));
            fs::create_dir_all(directory.join("child")).expect("it is created");
            for (name, text) in files {
                fs::write(directory.join(name), text).expect("it is written");
            }
            let shown = |arguments: &[&str], format: &str| {
                runs.set(runs.get() + 1);
                let output = channel.output(&directory, arguments, format, "");
                let line = output.lines().find(|line| line.contains(CANARY));
                assert_eq!(line, None, "{arguments:?} {format} {files:?} in {output}");
            };
            let is_call = files.len() > 1 && files[1].0 == "child/main.tf";
            // Nothing says what a call with syntax errors calls.
            if is_call && ["\"q7zq", "{ q7zq = [q7zq", "é\"q7zq\"é"].contains(value) {
                continue;
            }
            // There are more values than formats, so each kind of module is reported in each of them.
            let format = FORMATS[(number + kind) % FORMATS.len()];
            shown(&["check"], format);
            shown(&["eval", "--module", ".", "[for k in var.default : k]"], format);
            shown(&["plan"], format);
            // The others do not read what a module calls.
            if !is_call {
                shown(&["inspect"], format);
                shown(&["docs"], format);
                for (name, _) in files {
                    shown(&["check", name], format);
                    shown(&["fmt", "--check", name], format);
                    shown(&["query", "nothing", name], format);
                    fs::write(directory.join("empty.tf"), "").expect("it is written");
                    shown(&["diff", "empty.tf", name], format);
                    shown(&["diff", "--json", name, "empty.tf"], format);
                }
            }
        }
    }
    // The number in docs/reliability.md.
    assert_eq!(runs.get(), 849);
}

#[test]
fn an_editor_is_sent_no_value_of_a_sensitive_variable() {
    for value in VALUES {
        let directory = module(&[("main.tf", MODULE)]);
        let mut editor = Editor::new(directory.path());
        editor.open("main.tf", MODULE);
        editor.open(
            "terraform.tfvars",
            &format!("plain = \"public\"\nmap = {value}\n"),
        );
        for (line, text) in MODULE.lines().enumerate() {
            for (column, _) in text.match_indices("var.") {
                editor.ask_at("textDocument/hover", "main.tf", line as u32, column as u32 + 5);
            }
        }
        for column in [0, 1, 8] {
            editor.ask_at("textDocument/hover", "terraform.tfvars", 1, column);
            editor.ask_at("textDocument/completion", "terraform.tfvars", 1, column);
        }
        editor.ask("workspace/symbol", json!({"query": "q"}));
        editor.ask_about("textDocument/documentSymbol", "main.tf");
        for name in ["main.tf", "terraform.tfvars"] {
            let document = json!({"uri": editor.uri(name)});
            let context = json!({"diagnostics": []});
            let params = json!({"textDocument": document, "range": range(1, 0, 30), "context": context});
            editor.ask("textDocument/codeAction", params);
        }
        let said = editor.end();
        assert_eq!(said.status, 0);
        let all = format!("{:?}{:?}{}", said.answers, said.problems, said.stderr);
        assert!(!all.contains(CANARY), "{value} in {all}");
    }
}

#[test]
fn an_editor_is_sent_no_default_of_a_sensitive_variable() {
    let mut sessions = 0;
    for value in VALUES {
        for files in modules_with_default(value) {
            // A call is shown as it is written.
            if files[0].1.starts_with("module") {
                continue;
            }
            let sources: Vec<(&str, &str)> =
                files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let directory = module(&sources);
            let mut editor = Editor::new(directory.path());
            for (name, text) in &sources {
                editor.open(name, text);
                let document = json!({"uri": editor.uri(name)});
                let params = json!({
                    "textDocument": document, "range": range(0, 0, 40), "context": json!({"diagnostics": []}),
                });
                editor.ask("textDocument/codeAction", params);
                for line in 0..3 {
                    editor.ask_at("textDocument/hover", name, line, 12);
                }
            }
            let said = editor.end();
            sessions += 1;
            let all = format!("{:?}{:?}{}", said.answers, said.problems, said.stderr);
            assert!(!all.contains(CANARY), "{value} in {all}");
        }
    }
    // The number in docs/reliability.md.
    assert_eq!(sessions, 77);
}
