//! Values of sensitive variables never reach an output, however they are set and however wrong they are.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A part of every value; the module does not contain it.
const CANARY: &str = "q7zq";

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
"#;

/// Values that are right, of the wrong type, or not even values.
const VALUES: &[&str] = &[
    "{ q7zq = \"v\" }",
    "{ q7zq = [\"q7zq\"] }",
    "{ q7zq = [q7zq",
    "[\"q7zq\"]",
    "\"q7zq",
    "\"q7zq\" + 1",
    "q7zq",
    "{ q7zq = 1, q7zq = 2 }",
    "\"${q7zq}\"",
    "é\"q7zq\"é",
    "<<EOT\nq7zq",
];

fn outputs(directory: &Path, arguments: &[&str], variable: Option<&str>) -> String {
    let mut all = String::new();
    for format in ["pretty", "plain", "json", "sarif"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl2"));
        command
            .current_dir(directory)
            .args(["eval", "--module", ".", "--diagnostics", format]);
        command
            .args(arguments)
            .arg("[local.name, local.mixed, local.every, local.output, var.map.q7z]");
        if let Some(value) = variable {
            command.env("TF_VAR_map", value).env("TF_VAR_text", value);
        }
        let output = command.output().expect("the command starts");
        assert!(matches!(output.status.code(), Some(0..=2)), "{output:?}");
        all.push_str(&String::from_utf8_lossy(&output.stdout));
        all.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    all
}

#[test]
fn no_output_shows_the_value_of_a_sensitive_variable() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    fs::write(directory.join("main.tf"), MODULE).expect("it is written");
    for value in VALUES {
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
        for output in [
            outputs(directory, &["--var-file", "map.tfvars"], None),
            outputs(directory, &["--var-file", "text.tfvars"], None),
            outputs(directory, &["--var-file", "json.tfvars.json"], None),
            outputs(directory, &["--var", &map, "--var", &text], None),
            outputs(directory, &[], Some(value)),
        ] {
            // The source of the module names a key like it.
            let line = output.lines().find(|line| line.contains(CANARY));
            assert_eq!(line, None, "{value} in {output}");
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
