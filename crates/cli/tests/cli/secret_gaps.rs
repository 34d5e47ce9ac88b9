//! What a partial plan does not know never quotes a secret, wherever it is used.

use std::fs;
use std::path::Path;

use crate::support::canary::CANARY;
use crate::support::git::git;
use crate::support::{FORMATS, run};

/// Expressions that fail with the values of [`VALUES`], each beside something unknown, so that they are gaps.
const FAILING: [&str; 40] = [
    "tonumber(var.s)",
    "tonumber(\"${var.s}${data.acme_x.y.z}\")",
    "jsondecode(var.s)",
    "regex(var.s, data.acme_x.y.z)",
    "{}[var.s]",
    "[1][var.s]",
    "lookup({}, var.s)",
    "cidrsubnet(var.s, 1, 1)",
    "file(var.s)",
    "templatefile(var.s, {})",
    "format(\"%d\", var.s)",
    "var.o[var.s]",
    "var.o.k.x",
    "var.o.nope",
    "{ for x in [var.s, var.s] : x => 1 }",
    "{ for x in var.l : x => 1 }",
    "tobool(var.o.k)",
    "index([\"a\"], var.s)",
    "base64decode(var.s)",
    "timeadd(var.s, \"1h\")",
    "formatdate(\"XX\", var.s)",
    "parseint(var.s, 10)",
    "var.s ? 1 : 2",
    "var.s + 1",
    "yamldecode(\"a: [${var.s}\")",
    "csvdecode(\"a,b\\n${var.s}\")",
    "nonsensitive(1) + tonumber(var.s)",
    "[nonsensitive(\"x\"), tonumber(var.s)]",
    "zipmap([var.s], [])",
    "templatestring(var.t, {})",
    "range(var.s)",
    "toset(var.o)",
    "try(tonumber(var.s))",
    "coalesce(tonumber(var.s))",
    "sum([var.s])",
    "[for x in var.l : tonumber(x)]",
    "[for x in var.l : x.y]",
    "var.l[5]",
    "terraform_data.st.output.x",
    "tonumber(terraform_data.st.input)",
];

/// Values of sensitive variables.
const VALUES: &str =
    "s = \"q7zq\"\no = { k = \"q7zq\" }\nl = [\"q7zq\", \"q7zq\"]\nt = \"q7zq$${q7zq\"\nv = \"q7zq\"\n";

/// A state with a sensitive value.
const STATE: &str = r#"{"version": 4, "terraform_version": "1.11.0", "serial": 1, "lineage": "l", "outputs": {}, "resources": [{
  "mode": "managed", "type": "terraform_data", "name": "st", "provider": "provider[\"terraform.io/builtin/terraform\"]",
  "instances": [{"schema_version": 0, "attributes": {"id": "i", "input": {"value": "q7zq", "type": "string"}, "output":
  {"value": "q7zq", "type": "string"}, "triggers_replace": null}, "sensitive_attributes":
  [[{"type": "get_attr", "value": "input"}], [{"type": "get_attr", "value": "output"}]]}]}]}"#;

/// A module in which everything that may fail does, with `number` in a comment.
fn module(number: u32) -> String {
    let mut text = format!("# {number}\n");
    text += r#"
variable "s" {
  type      = string
  sensitive = true
}
variable "o" {
  sensitive = true
}
variable "l" {
  type      = list(string)
  sensitive = true
}
variable "t" {
  sensitive = true
}
variable "d" {
  sensitive = true
  default   = "q7zq"
}
variable "v" {
  sensitive = true
  validation {
    condition     = tonumber(var.v) > var.u
    error_message = "It is ${var.v}."
  }
}
variable "u" {}
data "acme_x" "y" {
  name = var.s
}
resource "terraform_data" "st" {
  input = var.s
  lifecycle {
    precondition {
      condition     = var.s == "${var.u}x"
      error_message = "It is ${var.s}."
    }
    postcondition {
      condition     = self.output == [tonumber(var.s), var.u]
      error_message = "It is ${self.input}."
    }
  }
}
module "m" {
  source = "./mod"
  i      = [var.s, var.u][0]
  c      = [var.s, var.u][0]
}
resource "terraform_data" "count" {
  count = [tonumber(var.s), var.u][0]
}
resource "acme_d" "dynamic" {
  dynamic "b" {
    for_each = [tonumber(var.s), var.u]
    content {
      x = b.value
    }
  }
}
check "c" {
  assert {
    condition     = tonumber(var.s) == var.u
    error_message = "It is ${var.s}."
  }
}
import {
  to = acme_d.dynamic
  id = [tonumber(var.s), var.u][0]
}
"#;
    for (index, failing) in FAILING.iter().enumerate() {
        text += &format!(
            "locals {{\n  l{index} = [var.u, {failing}]\n}}\noutput \"o{index}\" {{\n  value     = [data.acme_x.y.z, \
             {failing}]\n  sensitive = true\n}}\nresource \"acme_d\" \"d{index}\" {{\n  a = [var.u, {failing}]\n}}\n"
        );
    }
    text
}

const CALLED: &str = r#"
variable "i" {
  type      = number
  sensitive = true
}
variable "c" {
  sensitive = true
}
output "o" {
  value     = var.i
  sensitive = true
  precondition {
    condition     = var.i == tonumber(var.c)
    error_message = "It is ${var.i}."
  }
}
"#;

const TESTS: &str = "run \"it\" {\n  command = plan\n  variables {\n    u = 1\n  }\n  assert {\n    condition     = output.o0 == \
                     tonumber(var.s)\n    error_message = \"It is ${var.s}.\"\n  }\n}\n";

fn write(directory: &Path) {
    let write = |name: &str, text: &str| fs::write(directory.join(name), text).expect("it is written");
    fs::create_dir_all(directory.join("mod")).expect("a directory");
    write("main.tf", &module(1));
    write("mod/main.tf", CALLED);
    write("a.tftest.hcl", TESTS);
}

/// Expressions whose values are those of the module, or derived from them.
const EVALUATED: [&str; 12] = [
    "var.s",
    "var",
    "local",
    "local.l0",
    "local.l34",
    "output.o0",
    "module.m",
    "terraform_data.st",
    "tonumber(var.s)",
    "jsonencode(local.l1)",
    "[for x in var.l : x]",
    "type(var.o)",
];

/// Runs a command, none of whose outputs may contain a secret. Returns its standard output.
fn quiet(directory: &Path, arguments: &[&str], input: &str) -> String {
    let (status, stdout, stderr) = run(directory, arguments, input);
    let is_shown = stdout.contains(CANARY) || stderr.contains(CANARY);
    assert!(
        !is_shown && status < 2,
        "{arguments:?}: {status}\n{stdout}{stderr}"
    );
    stdout
}

#[test]
fn no_format_of_a_command_quotes_a_secret() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    write(directory);
    fs::write(directory.join("terraform.tfvars"), VALUES).expect("it is written");
    fs::create_dir(directory.join("other")).expect("a directory");
    fs::write(
        directory.join("other/main.tf"),
        "output \"o\" {\n  value = 1\n}\n",
    )
    .expect("it is written");
    for format in FORMATS {
        let format = format!("--diagnostics={format}");
        quiet(directory, &["check", &format], "");
        quiet(directory, &["plan", "--partial", &format], "");
        quiet(directory, &["plan", "--infer-schemas", "--var=u=1", &format], "");
        quiet(directory, &["plan", "--partial", "--roots", &format], "");
        quiet(directory, &["test", &format], "");
    }
    let many = quiet(directory, &["plan", "--partial", ".", "other"], "");
    assert!(many.contains("Plans of 2 modules: "), "{many}");
    quiet(directory, &["plan", "--questions", "--json", ".", "other"], "");
    for arguments in [
        &["docs"][..],
        &["inspect"],
        &["inspect", "--json", "--nested"],
        &["inspect", "--graph=dot"],
    ] {
        quiet(directory, arguments, "");
    }
    for expression in EVALUATED {
        quiet(directory, &["eval", "--module=.", expression], "");
        quiet(directory, &["console", "--module=."], &format!("{expression}\n"));
    }
    // Terraform's JSON has the values of a plan; what is not known in it is ours.
    let (_, stdout, stderr) = run(directory, &["plan", "--partial", "--json", ".", "other"], "");
    let line = stdout.lines().next().expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let gaps = line["plan"]["incomplete"].as_array().expect("a list");
    assert!(gaps.len() > 2 * FAILING.len(), "{gaps:#?}");
    assert!(
        !line["plan"]["incomplete"].to_string().contains(CANARY),
        "{gaps:#?}"
    );
    assert!(!stderr.contains(CANARY), "{stderr}");
}

/// Everything in and below a directory that is not a directory.
#[cfg(feature = "tables")]
fn files_below(directory: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files_below(&path)),
            false => found.push(path),
        }
    }
    found
}

#[cfg(feature = "tables")]
#[test]
fn no_table_in_any_format_contains_a_secret() {
    use hcl2::tables::Table;

    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    let modules = directory.join("modules");
    write_in(&modules);
    for format in ["json", "csv", "arrow", "parquet"] {
        for table in Table::ALL {
            let out = format!("{format}-{}", table.name());
            let (table, to, out) = (table.name(), format!("--to={format}"), format!("--out={out}"));
            quiet(directory, &["tables", "--table", table, &to, &out, "modules"], "");
        }
    }
    let files = files_below(directory).into_iter();
    let written: Vec<_> = files.filter(|path| !path.starts_with(&modules)).collect();
    assert!(written.len() > 4 * Table::ALL.len(), "{written:?}");
    for path in written {
        let content = fs::read(&path).expect("a file");
        let mut windows = content.windows(CANARY.len());
        let is_shown = windows.any(|part| part == CANARY.as_bytes());
        assert!(!is_shown, "{}", path.display());
    }
}

/// Writes the module with the values of its variables beside it.
#[cfg(feature = "tables")]
fn write_in(directory: &Path) {
    fs::create_dir(directory).expect("a directory");
    write(directory);
    fs::write(directory.join("terraform.tfvars"), VALUES).expect("it is written");
    let given = VALUES.replace('\n', "\n    ");
    let tests =
        format!("variables {{\n  s = \"q7zq\"\n}}\nrun \"it\" {{\n  variables {{\n    {given}\n  }}\n}}\n");
    fs::write(directory.join("given.tftest.hcl"), tests).expect("it is written");
}

#[test]
fn nothing_that_a_plan_does_not_know_quotes_a_secret() {
    let directory = tempfile::tempdir().expect("a directory");
    let directory = directory.path();
    write(directory);
    git(directory, &["init", "-q"]);
    git(directory, &["add", "."]);
    git(directory, &["commit", "-qm", "one"]);
    fs::write(
        directory.join("main.tf"),
        module(2).replace("for_each = [", "for_each = [1, "),
    )
    .expect("it is written");
    let outside = tempfile::tempdir().expect("a directory");
    let values = outside.path().join("values.tfvars");
    let state = outside.path().join("state.json");
    fs::write(&values, VALUES).expect("it is written");
    fs::write(&state, STATE).expect("it is written");
    let values = format!("--var-file={}", values.display());
    let state = format!("--state={}", state.display());
    let commands: [&[&str]; 8] = [
        &["plan", "--partial", &values, &state],
        &["plan", "--partial", &values, &state, "--questions"],
        &["plan", "--partial", &values, &state, "--why", "output.o0"],
        &[
            "plan",
            "--partial",
            &values,
            "--why",
            "terraform_data.st.input",
            "--json",
        ],
        &["affected", "HEAD", &values],
        &["affected", "HEAD", "--json", &values],
        &["test", &values],
        &["test", "--json", &values],
    ];
    for arguments in commands {
        quiet(directory, arguments, "");
    }
    // Terraform's JSON has the values of a plan; what is not known in it is ours.
    let (_, stdout, _) = run(directory, &["plan", "--partial", "--json", &values, &state], "");
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("a plan");
    let gaps = json["incomplete"].as_array().expect("a list");
    let failed = gaps.iter().filter(|gap| gap["reason"] == "failed_evaluation");
    assert!(failed.count() > 2 * FAILING.len(), "{gaps:#?}");
    assert!(!json["incomplete"].to_string().contains(CANARY), "{gaps:#?}");
}
