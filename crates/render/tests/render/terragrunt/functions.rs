//! Functions.

use hcl2_diagnostics::Severity;
use hcl2_render::Options;

use super::{errors, json_of, part, problems, rendered, sound};

#[test]
fn functions_answer_as_documented() {
    for (expression, expected) in [
        (
            "find_in_parent_folders(\"none.hcl\", \"other.hcl\")",
            "\"other.hcl\"",
        ),
        ("find_in_parent_folders(\"env.hcl\")", "\"/repo/prod/env.hcl\""),
        ("get_repo_root()", "\"/repo\""),
        ("get_path_from_repo_root()", "\"prod/app\""),
        ("get_path_to_repo_root()", "\"../..\""),
        ("get_original_terragrunt_dir()", "\"/repo/prod/app\""),
        ("read_terragrunt_config(\"../env.hcl\").locals.env", "\"prod\""),
        ("read_terragrunt_config(\"../none.hcl\", { a = 1 }).a", "1"),
        ("jsondecode(read_tfvars_file(\"a.tfvars\")).size", "3"),
        ("mark_as_read(\"x\")", "\"x\""),
        ("get_env(\"HOME\", \"none\")", "\"none\""),
        ("get_env(\"SET\")", "\"yes\""),
        ("constraint_check(\"1.2.3\", \">= 1.0, < 2.0\")", "true"),
        ("constraint_check(\"2.0.0\", \"~> 1.0\")", "false"),
        (
            "deep_merge({ a = { b = 1 } }, null, { a = { c = 2 } })",
            "{ \"a\": { \"b\": 1, \"c\": 2 } }",
        ),
        ("startswith(\"abc\", \"a\")", "true"),
        ("strcontains(\"abc\", \"z\")", "false"),
        (
            "timecmp(\"2024-01-01T00:00:00Z\", \"2025-01-01T00:00:00Z\")",
            "-1",
        ),
        ("get_terraform_command()", "\"render\""),
        ("file(\"a.tfvars\")", "\"size = 3\\n\""),
        ("feature.on.value ? 1 : 2", "1"),
    ] {
        let unit = format!("feature \"on\" {{\n  default = false\n}}\ninputs = {{ x = {expression} }}\n");
        let mut options = Options::default();
        options.environment.insert("SET".to_owned(), "yes".to_owned());
        options.features.insert("on".to_owned(), "true".to_owned());
        let files = [
            ("prod/env.hcl", "locals {\n  env = \"prod\"\n}\n"),
            ("prod/app/a.tfvars", "size = 3\n"),
            ("prod/app/terragrunt.hcl", &unit),
        ];
        let json = json_of(rendered(&files, "prod/app", &options));
        assert_eq!(part(&json, &["inputs", "x"]), expected, "{expression}");
    }
}

#[test]
fn nothing_runs_and_what_it_would_say_is_unknown() {
    let unit = "locals {\n  account = get_aws_account_id()\n}\ninputs = {\n  name = \"x-${local.account}\"\n  now  = run_cmd(\"date\")\n  list = [1, sops_decrypt_file(\"s\")]\n}\n";
    let files = [("app/terragrunt.hcl", unit)];
    let found = rendered(&files, "app", &Options::default());
    let notes = problems(&found, Severity::Note);
    assert_eq!(
        notes[0],
        (
            "hcl2::render::unknown".to_owned(),
            "get_aws_account_id()".to_owned(),
            "The value of `inputs.name` is not known: no cloud is asked in `get_aws_account_id`.".to_owned()
        )
    );
    let json = json_of(found);
    assert_eq!(part(&json, &["inputs", "name"]), "null");
    assert_eq!(
        part(&json, &["unknown"]),
        r#"{ "inputs.list[1]": "nothing is decrypted in `sops_decrypt_file` (repo/app/terragrunt.hcl:7)", "inputs.name": "no cloud is asked in `get_aws_account_id` (repo/app/terragrunt.hcl:2)", "inputs.now": "no program runs in `run_cmd` (repo/app/terragrunt.hcl:6)", "locals.account": "no cloud is asked in `get_aws_account_id` (repo/app/terragrunt.hcl:2)" }"#
    );
}

#[test]
fn sensitive_values_are_hidden() {
    let unit = "inputs = {\n  key = \"a-${sensitive(\"s3cr3t\")}\"\n}\n";
    let json = sound(&[("app/terragrunt.hcl", unit)], "app");
    assert_eq!(part(&json, &["inputs"]), r#"{ "key": "(sensitive value)" }"#);
}

#[test]
fn files_that_read_each_other_are_an_error() {
    let files = [
        (
            "app/terragrunt.hcl",
            "locals {\n  a = read_terragrunt_config(\"a.hcl\")\n}\n",
        ),
        (
            "app/a.hcl",
            "locals {\n  b = read_terragrunt_config(\"b.hcl\")\n}\n",
        ),
        (
            "app/b.hcl",
            "locals {\n  a = read_terragrunt_config(\"a.hcl\")\n}\n",
        ),
    ];
    let found = errors(&files, "app", &Options::default());
    assert_eq!(found[0].0, "hcl2::expr::call-failed");
    let cycle =
        "reference cycle: each of these files reads the next: repo/app/a.hcl, repo/app/b.hcl, repo/app/a.hcl";
    assert!(found[0].2.contains(cycle), "{}", found[0].2);
}

#[test]
fn local_values_in_a_circle_are_an_error() {
    let unit = "locals {\n  a = local.b\n  b = local.a\n}\n";
    let found = errors(&[("app/terragrunt.hcl", unit)], "app", &Options::default());
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::terraform::reference-cycle", "local.b")
    );
    let unit = "locals {\n  a = keys(local)\n}\n";
    let found = errors(&[("app/terragrunt.hcl", unit)], "app", &Options::default());
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::decode::invalid-value", "local")
    );
}

#[test]
fn nothing_outside_of_the_repository_is_read() {
    let unit = "locals {\n  a = read_terragrunt_config(\"/etc/secret.hcl\", \"none\")\n}\n";
    let files = [
        ("app/terragrunt.hcl", unit),
        ("../etc/secret.hcl", "locals {\n  s = 1\n}\n"),
    ];
    let json = sound(&files, "app");
    assert_eq!(part(&json, &["locals", "a"]), "\"none\"");
}
