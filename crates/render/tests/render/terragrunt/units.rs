//! The parts of a unit.

use hcl2_diagnostics::Severity;
use hcl2_render::{Json, Options};

use super::{errors, part, problems, rendered, sound};

#[test]
fn unit_has_what_terragrunt_shows_of_it() {
    let unit = r#"
locals {
  name   = "${local.region}-app"
  region = "eu-1"
}
inputs = {
  name  = local.name
  ports = [80, 443]
}
prevent_destroy = true
"#;
    let json = sound(&[("app/terragrunt.hcl", unit)], "app");
    assert_eq!(
        part(&json, &["inputs"]),
        r#"{ "name": "eu-1-app", "ports": [ 80, 443 ] }"#
    );
    assert_eq!(
        part(&json, &["locals"]),
        r#"{ "name": "eu-1-app", "region": "eu-1" }"#
    );
    assert_eq!(part(&json, &["prevent_destroy"]), "true");
    for absent in ["dependencies", "iam_assume_role_duration"] {
        assert_eq!(part(&json, &[absent]), "null", "{absent}");
    }
    for empty in ["dependency", "feature", "generate"] {
        assert_eq!(part(&json, &[empty]), "{}", "{empty}");
    }
    assert_eq!(part(&json, &["download_dir"]), r#""""#);
    assert!(json.get("terraform").is_none() && json.get("unknown").is_none());
}

#[test]
fn blocks_have_the_defaults_of_terragrunt() {
    let unit = r##"
terraform {
  source = "../modules//vpc"
  extra_arguments "vars" {
    commands  = get_terraform_commands_that_need_input()
    arguments = ["-lock-timeout=20m"]
  }
  before_hook "log" {
    commands = ["apply"]
    execute  = ["echo", "hi"]
  }
}
remote_state {
  backend  = "s3"
  config   = { key = "${path_relative_to_include()}/x" }
  generate = { path = "backend.tf", if_exists = "overwrite" }
}
generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite"
  contents  = "# made\n"
}
exclude {
  if      = true
  actions = ["all"]
}
errors {
  ignore "known" {
    ignorable_errors = [".*"]
  }
}
feature "size" {
  default = 3
}
"##;
    let json = sound(&[("app/terragrunt.hcl", unit)], "app");
    assert_eq!(
        part(&json, &["terraform", "extra_arguments", "vars"]),
        r#"{ "arguments": [ "-lock-timeout=20m" ], "commands": [ "apply", "import", "init", "plan", "refresh" ], "env_vars": null, "name": "vars", "optional_var_files": null, "required_var_files": null }"#
    );
    assert_eq!(
        part(&json, &["terraform", "before_hook", "log"]),
        r#"{ "commands": [ "apply" ], "execute": [ "echo", "hi" ], "if": null, "name": "log", "run_on_error": null, "suppress_stdout": null, "working_dir": null }"#
    );
    assert_eq!(part(&json, &["terraform", "after_hook"]), "{}");
    assert_eq!(
        part(&json, &["remote_state"]),
        r#"{ "backend": "s3", "config": { "key": "./x" }, "disable_dependency_optimization": false, "disable_init": false, "encryption": null, "generate": { "if_exists": "overwrite", "path": "backend.tf" } }"#
    );
    assert_eq!(
        part(&json, &["generate", "provider"]),
        r##"{ "comment_prefix": "# ", "contents": "# made\n", "disable": false, "disable_signature": false, "hcl_fmt": null, "if_disabled": "skip", "if_exists": "overwrite", "mutable": null, "path": "provider.tf" }"##
    );
    assert_eq!(
        part(&json, &["exclude"]),
        r#"{ "actions": [ "all" ], "exclude_dependencies": false, "if": true, "no_run": false }"#
    );
    assert_eq!(
        part(&json, &["errors"]),
        r#"{ "ignore": [ { "ignorable_errors": [ ".*" ], "message": "", "name": "known", "signals": {} } ], "retry": null }"#
    );
    assert_eq!(
        part(&json, &["feature", "size"]),
        r#"{ "default": 3, "name": "size" }"#
    );
}

#[test]
fn attributes_stand_for_blocks() {
    let unit = r#"
remote_state = {
  backend = "local"
  config  = { path = "x" }
}
generate = {
  made = { path = "a.tf", if_exists = "skip", contents = "x" }
}
"#;
    let json = sound(&[("app/terragrunt.hcl", unit)], "app");
    assert_eq!(part(&json, &["remote_state", "backend"]), r#""local""#);
    assert_eq!(part(&json, &["generate", "made", "if_disabled"]), r#""skip""#);
}

#[test]
fn units_below_a_directory_are_rendered_together() {
    let files = [
        ("live/a/terragrunt.hcl", "inputs = { a = 1 }\n"),
        ("live/b/terragrunt.hcl", "inputs = { b = 2 }\n"),
        ("live/b/.terragrunt-cache/x/terragrunt.hcl", "broken\n"),
    ];
    let json = sound(&files, "live");
    assert_eq!(part(&json, &["repo/live/a", "inputs"]), r#"{ "a": 1 }"#);
    assert_eq!(part(&json, &["repo/live/b", "inputs"]), r#"{ "b": 2 }"#);
    let Json::Object(all) = &json else { panic!() };
    assert_eq!(all.len(), 2);
}

/// Expects the first error of a unit: its code, its place, and a part of its detail.
#[track_caller]
fn refused(text: &str, code: &str, place: &str, detail: &str) {
    let found = errors(&[("app/terragrunt.hcl", text)], "app", &Options::default());
    let (own, at, told) = found.first().expect("an error");
    assert_eq!((own.as_str(), at.as_str()), (code, place), "{told}");
    assert!(told.contains(detail), "{told}");
}

#[test]
fn blocks_that_occur_once_cannot_be_repeated() {
    let duplicate = "hcl2::terraform::duplicate-declaration";
    for (block, body) in [
        ("terraform", "source = \"x\""),
        ("remote_state", "backend = \"local\"\nconfig = {}"),
        ("exclude", "if = true\nactions = []"),
        ("locals", "a = 1"),
        ("dependencies", "paths = []"),
        ("errors", ""),
        ("catalog", ""),
        ("engine", "source = \"x\""),
    ] {
        let one = format!("{block} {{\n{body}\n}}\n");
        refused(&one.repeat(2), duplicate, block, "at most");
    }
    let generate = "generate \"a\" {\n  path = \"a\"\n  if_exists = \"skip\"\n  contents = \"\"\n}\n";
    refused(
        &generate.repeat(2),
        duplicate,
        "generate \"a\"",
        "`generate \"a\"` at most",
    );
    let other = generate.replace("\"a\" {", "\"b\" {");
    sound(&[("app/terragrunt.hcl", &format!("{generate}{other}"))], "app");
}

#[test]
fn attributes_of_old_versions_are_unknown() {
    for name in [
        "skip",
        "retryable_errors",
        "retry_max_attempts",
        "retry_sleep_interval_sec",
    ] {
        refused(
            &format!("{name} = true\n"),
            "hcl2::body::unsupported-attribute",
            name,
            name,
        );
    }
}

#[test]
fn only_some_strings_are_allowed_in_generated_files() {
    let generate =
        |more: &str| format!("generate \"a\" {{\n  path = \"a\"\n  contents = \"\"\n  {more}\n}}\n");
    let invalid = "hcl2::decode::invalid-value";
    refused(
        &generate("if_exists = \"bogus\""),
        invalid,
        "\"bogus\"",
        "error, skip, overwrite, overwrite_terragrunt",
    );
    refused(
        &generate("if_exists = \"skip\"\n  if_disabled = \"bogus\""),
        invalid,
        "\"bogus\"",
        "skip, remove, remove_terragrunt",
    );
    refused(
        "generate = { a = { path = \"a\", contents = \"\", if_exists = \"bogus\" } }\n",
        invalid,
        "{ a = { path = \"a\", contents = \"\", if_exists = \"bogus\" } }",
        "`bogus`",
    );
}

#[test]
fn inputs_are_an_object() {
    let invalid = "hcl2::decode::invalid-value";
    refused("inputs = \"x\"\n", invalid, "\"x\"", "an object, found string");
    refused("inputs = [\"a\"]\n", invalid, "[\"a\"]", "an object, found");
    sound(&[("app/terragrunt.hcl", "inputs = null\n")], "app");
}

#[test]
fn errors_come_without_notes_on_unknown_values() {
    let unit = "dependency \"b\" {\n  config_path = \"../b\"\n}\ninputs = { b = dependency.b.outputs.x }\n";
    let files = [("app/terragrunt.hcl", unit), ("b/terragrunt.hcl", "")];
    let notes = problems(&rendered(&files, "app", &Options::default()), Severity::Note);
    assert_eq!(notes.len(), 1, "{notes:?}");
    let back = [
        files[0],
        ("b/terragrunt.hcl", "dependencies {\n  paths = [\"../app\"]\n}\n"),
    ];
    let rendered = rendered(&back, "app", &Options::default());
    assert_eq!(problems(&rendered, Severity::Error).len(), 1);
    assert_eq!(problems(&rendered, Severity::Note), []);
}
