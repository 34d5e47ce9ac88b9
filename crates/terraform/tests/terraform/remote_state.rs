//! Configurations of the backends that `terraform_remote_state` reads.

use crate::support::{found, source};
use hcl2_terraform::table::{Language, Version};
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

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
            UNKNOWN,
        ),
        ("oss", "{ bucket = \"a\", assume_role = \"b\" }", TYPE),
        ("oss", "{ bucket = \"a\", assume_role = [{}, {}] }", TYPE),
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
fn arguments_and_backends_have_versions() {
    let config = |backend: &str, config: &str, version: &str| {
        let text = text(backend, config);
        let version: Version = version.parse().expect("a version");
        let file = ModuleFile::parse(&source("main.tf", &text), version.language).value;
        let module = Module::from_versioned_files(&[file], version).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        let problems = tree.validate(None);
        let details: Vec<String> = problems
            .iter()
            .map(|problem| problem.detail.to_string())
            .collect();
        let codes: Vec<&str> = problems.iter().map(|problem| problem.code.id()).collect();
        (codes.concat(), details.concat())
    };
    let none = (String::new(), String::new());
    let s3 = "{ bucket = \"b\", key = \"k\", role_arn = \"c\" }";
    assert_eq!(config("s3", s3, "terraform@1.9"), none);
    assert_eq!(config("s3", s3, "opentofu@1.12"), none);
    let removed =
        "The argument `role_arn` was removed in Terraform 1.10. The module is checked as Terraform 1.11.";
    assert_eq!(
        config("s3", s3, "terraform@1.11"),
        (UNKNOWN.to_owned(), removed.to_owned())
    );
    let tables = "{ table_name = \"t\" }";
    assert_eq!(config("pg", tables, "opentofu@1.10"), none);
    let foreign =
        "The argument `table_name` is no part of Terraform. The module is checked as Terraform 1.11.";
    assert_eq!(
        config("pg", tables, "terraform@1.11"),
        (UNKNOWN.to_owned(), foreign.to_owned())
    );
    assert_eq!(
        config("oci", "{ bucket = \"b\", namespace = \"n\" }", "terraform@1.12"),
        none
    );
    let oci = "The backend `oci` needs Terraform 1.12. The module is checked as Terraform 1.11.";
    assert_eq!(
        config("oci", "{ bucket = \"b\", namespace = \"n\" }", "terraform@1.11"),
        ("hcl2::terraform::unsupported-version".to_owned(), oci.to_owned())
    );
    let etcd = config("etcd", "{ path = \"p\" }", "terraform@1.3");
    assert!(
        etcd.1
            .starts_with("The backend `etcd` was removed in Terraform 1.3."),
        "{etcd:?}"
    );
    assert_eq!(config("etcd", "{ path = \"p\" }", "terraform@1.2"), none);
    assert_eq!(config("http", "{}", "terraform@1.8").0, MISSING);
    assert_eq!(config("http", "{}", "terraform@1.11"), none);
}

#[test]
fn values_are_checked() {
    let s3 = |rest: &str| format!("{{ bucket = \"b\", {rest} }}");
    let role = |rest: &str| {
        s3(&format!(
            "key = \"k\", assume_role = {{ role_arn = \"arn:aws:iam::1:role/x\", {rest} }}"
        ))
    };
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
        ("s3", &s3("key = \"a//b\""), TYPE),
        ("s3", &s3("key = \"k\", retry_mode = \"never\""), TYPE),
        ("s3", &s3("key = \"k\", kms_key_id = \"mine\""), TYPE),
        (
            "s3",
            &s3("key = \"k\", kms_key_id = \"alias/a\", sse_customer_key = \"b\""),
            EXCLUSIVE,
        ),
        ("s3", &role("duration = \"14m59s\""), TYPE),
        ("s3", &role("duration = \"1 hour\""), TYPE),
        ("s3", &role("external_id = \"a\""), TYPE),
        ("s3", &role("session_name = \"a b\""), TYPE),
        ("s3", &role("policy = \"[]\""), TYPE),
        ("s3", &role("policy_arns = [\"arn:aws:iam::1:role/x\"]"), TYPE),
        (
            "s3",
            &s3("key = \"k\", assume_role_with_web_identity = { role_arn = \"arn:aws:iam::1:role/x\" }"),
            EXCLUSIVE,
        ),
        (
            "s3",
            &s3("key = \"k\", endpoint = \"https://a\", endpoints = { s3 = \"https://b\" }"),
            EXCLUSIVE,
        ),
        (
            "s3",
            &s3("key = \"k\", ec2_metadata_service_endpoint = \"a\""),
            TYPE,
        ),
        ("oss", "{ bucket = \"a\", acl = \"secret\" }", TYPE),
        ("oss", "{ bucket = \"a\", prefix = \"./b\" }", TYPE),
        (
            "oss",
            "{ bucket = \"a\", assume_role_session_expiration = 899 }",
            TYPE,
        ),
        (
            "oss",
            "{ bucket = \"a\", assume_role = [{ session_expiration = 3601 }] }",
            TYPE,
        ),
        ("cos", "{ bucket = \"a\", region = \"b\", key = \"c/\" }", TYPE),
    ] {
        check_in(Language::Terraform, backend, config, Some((code, false)));
    }
}

#[test]
fn sensitive_values_are_not_quoted() {
    for (backend, config) in [
        (
            "s3",
            "{ bucket = \"b\", key = sensitive(\"/canary\"), region = \"r\" }",
        ),
        (
            "s3",
            "sensitive({ bucket = \"b\", key = \"/canary\", region = \"r\" })",
        ),
        ("s3", "sensitive({ bucket = \"b\", canary = 1, region = \"r\" })"),
        ("${sensitive(\"canary\")}", "{}"),
    ] {
        let text = text(backend, config);
        let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
        let module = Module::from_files(&[file], Language::Terraform).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        let problems = tree.validate(None);
        assert_eq!(problems.len(), 1, "{config}: {problems:?}");
        let problem = &problems[0];
        assert!(
            !format!("{} {}", problem.summary, problem.detail).contains("canary"),
            "{problem:?}"
        );
        assert!(problem.suggestions.is_empty(), "{problem:?}");
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
             \"arn:aws:iam::123456789012:role/x\", tags = { a = \"b\" }, duration = \"1h30m\", policy = \"{}\", other = 1 } }",
        ),
        (
            "s3",
            "{ bucket = \"b\", key = \"k\", kms_key_id = \"arn:aws:kms:r:1:key/01234567-89ab-4cde-8f01-23456789abcd\" }",
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
