//! Configurations of the backends that `terraform_remote_state` reads.

mod support;

use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};
use support::{found, source};

const TYPE: &str = "hcl2::terraform::invalid-value";
const MISSING: &str = "hcl2::body::missing-attribute";
const UNKNOWN: &str = "hcl2::body::unsupported-attribute";
const EXCLUSIVE: &str = "hcl2::terraform::conflicting-arguments";

fn text(backend: &str, config: &str) -> String {
    format!("data \"terraform_remote_state\" \"a\" {{\n  backend = \"{backend}\"\n  config  = {config}\n}}\n")
}

/// Checks a configuration. Problems of its form are at itself, and those of its values at the header of the block.
#[track_caller]
fn check_in(language: Language, backend: &str, config: &str, expected: Option<(&str, bool)>) {
    let text = text(backend, config);
    let file = ModuleFile::parse(&source("main.tf", &text), language).value;
    let module = Module::from_files(&[file], language)
        .into_result()
        .expect("a sound module");
    let tree = ModuleTree {
        module,
        ..ModuleTree::default()
    };
    let problems = tree.validate(None);
    let header = text.split(" {").next().expect("a header");
    let expected = expected.map(|(code, is_form)| (code, if is_form { config } else { header }));
    assert_eq!(
        found(&problems, &text),
        expected.into_iter().collect::<Vec<_>>(),
        "{problems:?}"
    );
}

#[test]
fn arguments_and_their_types_are_checked() {
    let s3 = |rest: &str| format!("{{ bucket = \"b\", key = \"k\", {rest} }}");
    for (backend, config, code) in [
        ("local", "{ path = [] }", TYPE),
        (
            "gcs",
            "{ bucket = \"b\", impersonate_service_account_delegates = \"c\" }",
            TYPE,
        ),
        ("kubernetes", "{ secret_suffix = \"a\", labels = \"b\" }", TYPE),
        ("kubernetes", "{ secret_suffix = \"a\", exec = [] }", TYPE),
        (
            "kubernetes",
            "{ secret_suffix = \"a\", exec = { api_version = \"b\" } }",
            MISSING,
        ),
        (
            "kubernetes",
            "{ secret_suffix = \"a\", exec = { api_version = \"b\", command = \"c\", d = 1 } }",
            UNKNOWN,
        ),
        (
            "remote",
            "{ organization = \"a\", workspaces = { nmae = \"b\" } }",
            UNKNOWN,
        ),
        (
            "oss",
            "{ bucket = \"a\", assume_role = [{ role = \"b\" }] }",
            MISSING,
        ),
        ("oss", "{ bucket = \"a\", assume_role = \"b\" }", TYPE),
        ("s3", &s3("allowed_account_ids = \"c\""), TYPE),
        ("s3", &s3("assume_role = { session_name = \"c\" }"), MISSING),
        ("http", "{ address = \"a\", headers = {} }", UNKNOWN),
    ] {
        check_in(Language::Terraform, backend, config, Some((code, true)));
    }
    let headers = "{ address = \"a\", headers = { b = \"c\" } }";
    check_in(Language::OpenTofu, "http", headers, None);
}

#[test]
fn values_are_checked() {
    let s3 = |rest: &str| format!("{{ bucket = \"b\", {rest} }}");
    for (backend, config, code) in [
        ("local", "{ path = \"\" }", TYPE),
        ("remote", "{ organization = \"a\" }", EXCLUSIVE),
        (
            "remote",
            "{ organization = \"a\", workspaces = { name = \"b\", prefix = \"c\" } }",
            EXCLUSIVE,
        ),
        (
            "cloud",
            "{ workspaces = { name = \"b\", tags = [\"c\"] } }",
            EXCLUSIVE,
        ),
        ("s3", &s3("key = \"/k\""), TYPE),
        ("s3", &s3("key = \" \""), TYPE),
        ("s3", &s3("key = \"k\", assume_role = { role_arn = \"c\" }"), TYPE),
    ] {
        check_in(Language::Terraform, backend, config, Some((code, false)));
    }
}

#[test]
fn complete_configurations_are_accepted() {
    for (backend, config) in [
        (
            "remote",
            "{ organization = \"a\", workspaces = { prefix = \"b\" } }",
        ),
        (
            "cloud",
            "{ organization = \"a\", workspaces = { tags = [\"b\"], project = null } }",
        ),
        (
            "s3",
            "{ bucket = \"b\", key = \"k\", region = \"r\", endpoints = { other = 1 }, assume_role = { role_arn = \
             \"arn:aws:iam::123456789012:role/x\", tags = { a = \"b\" }, other = 1 } }",
        ),
        ("s3", "{ bucket = \"b\", key = path.module == \"\" ? 1 : 2 }"),
        (
            "oss",
            "{ bucket = \"a\", assume_role = [{ role_arn = \"b\", session_expiration = 3600 }] }",
        ),
    ] {
        check_in(Language::Terraform, backend, config, None);
    }
}
