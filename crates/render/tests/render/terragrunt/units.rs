//! The parts of a unit.

use hcl2_render::Json;

use super::{part, sound};

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
