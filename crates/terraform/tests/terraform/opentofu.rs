//! What only OpenTofu's language has.

use crate::support;

use crate::support::{found, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::Version;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

const EXPECTED: &str = "hcl2::terraform::reference-expected";
const KEY: &str = "hcl2::terraform::instance-key";
const CONSTANT: &str = "hcl2::terraform::not-constant";
const UNSUPPORTED: &str = "hcl2::terraform::unsupported-version";

fn problems_in(name: &str, text: &str, version: &str) -> Diagnostics {
    let version: Version = version.parse().expect("a version");
    let file = ModuleFile::parse(&source(name, text), version.language).value;
    Module::from_versioned_files(&[file], version).diagnostics
}

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let problems = problems_in("main.tf", text, "opentofu@1.12");
    assert_eq!(found(&problems, text), expected, "{text}");
}

/// Configurations with several instances and with one.
const CONFIGURATIONS: &str = "provider \"aws\" {\n  alias    = \"by\"\n  for_each = toset([\"a\"])\n  region   = \
                              each.key\n}\nprovider \"aws\" {\n  alias  = \"one\"\n  region = \"a\"\n}\n";

#[test]
fn references_to_instances_of_provider_configurations_have_keys() {
    for (reference, problem) in [
        ("aws.by[\"a\"]", None),
        ("aws.by[each.key]", None),
        ("aws.one", None),
        ("aws", None),
        ("aws.by", Some(KEY)),
        ("aws.one[\"a\"]", Some(KEY)),
        ("aws.one[each.key]", Some(KEY)),
        ("aws[\"a\"]", Some(EXPECTED)),
        ("aws[each.key]", Some(EXPECTED)),
        ("aws.by.a[each.key]", Some(EXPECTED)),
    ] {
        let resource = format!(
            "{CONFIGURATIONS}resource \"aws_vpc\" \"v\" {{\n  for_each = toset([\"a\"])\n  provider = {reference}\n}}\n"
        );
        let call = format!(
            "{CONFIGURATIONS}module \"m\" {{\n  source    = \"./m\"\n  for_each  = toset([\"a\"])\n  providers = {{ aws = \
             {reference} }}\n}}\n"
        );
        let expected: Vec<(&str, &str)> = problem.map(|code| (code, reference)).into_iter().collect();
        check(&resource, &expected);
        check(&call, &expected);
    }
}

#[test]
fn references_to_instances_of_provider_configurations_are_strings_in_json() {
    let text = |reference: &str| {
        format!(
            "{{\"provider\": {{\"aws\": {{\"alias\": \"by\", \"for_each\": {{\"a\": 1}}}}}}, \"resource\": {{\"aws_vpc\": {{\"v\": \
             {{\"for_each\": {{\"a\": 1}}, \"provider\": \"{reference}\"}}}}}}}}\n"
        )
    };
    for (reference, expected) in [("aws.by[each.key]", None), ("aws.by", Some((KEY, "\"aws.by\"")))] {
        let text = text(reference);
        let expected: Vec<(&str, &str)> = expected.into_iter().collect();
        assert_eq!(
            found(&problems_in("main.tf.json", &text, "opentofu@1.12"), &text),
            expected
        );
    }
}

#[test]
fn instances_of_provider_configurations_have_an_alias_and_are_known_early() {
    let code = "hcl2::terraform::provider-configuration";
    check("provider \"aws\" {\n  for_each = {}\n}\n", &[(code, "{}")]);
    let late = "resource \"a\" \"b\" {}\nprovider \"aws\" {\n  alias    = \"c\"\n  for_each = a.b.ids\n}\n";
    check(late, &[(CONSTANT, "a.b.ids")]);
}

#[test]
fn sources_of_modules_are_known_early() {
    check(
        "locals {\n  a = \"./b\"\n}\nmodule \"m\" {\n  source = local.a\n}\n",
        &[],
    );
    let late = "resource \"a\" \"b\" {}\nmodule \"m\" {\n  source = \"./${a.b.id}\"\n}\n";
    check(late, &[(CONSTANT, "a.b.id")]);
}

#[test]
fn an_enabled_object_has_a_single_instance() {
    let code = "hcl2::terraform::conflicting-arguments";
    for block in [
        "resource \"a\" \"b\"",
        "data \"a\" \"b\"",
        "ephemeral \"a\" \"b\"",
    ] {
        let of =
            |argument: &str| format!("{block} {{\n{argument}  lifecycle {{\n    enabled = false\n  }}\n}}\n");
        check(&of(""), &[]);
        check(&of("  count = 1\n"), &[(code, "enabled")]);
        check(&of("  for_each = {}\n"), &[(code, "enabled")]);
    }
    let call =
        "module \"m\" {\n  source = \"./m\"\n  count  = 1\n  lifecycle {\n    enabled = true\n  }\n}\n";
    check(call, &[(code, "enabled")]);
}

#[track_caller]
fn check_encryption(version: &str, body: &str, expected: &[(&str, &str)]) {
    let text = format!("terraform {{\n  encryption {{\n{body}  }}\n}}\n");
    assert_eq!(
        found(&problems_in("main.tf", &text, version), &text),
        expected,
        "{body}"
    );
}

#[test]
fn key_providers_and_methods_are_those_of_the_product() {
    let name = "hcl2::terraform::unknown-name";
    let version = "opentofu@1.12";
    check_encryption(
        version,
        "    key_provider \"pbkdf3\" \"a\" {\n    }\n",
        &[(name, "\"pbkdf3\"")],
    );
    check_encryption(
        version,
        "    method \"aes\" \"a\" {\n    }\n",
        &[(name, "\"aes\"")],
    );
    let external = "    key_provider \"external\" \"a\" {\n      command = [\"b\"]\n    }\n";
    check_encryption("opentofu@1.10", external, &[]);
    check_encryption("opentofu@1.9", external, &[(UNSUPPORTED, "\"external\"")]);
    let chain = "    key_provider \"pbkdf2\" \"a\" {\n      chain = var.b\n    }\n";
    let undeclared = ("hcl2::terraform::undeclared", "var.b");
    check_encryption("opentofu@1.9", chain, &[(UNSUPPORTED, "chain"), undeclared]);
}

#[test]
fn parts_of_encryption_are_checked_by_their_arguments() {
    let attribute = "hcl2::body::unsupported-attribute";
    let value = "hcl2::terraform::invalid-value";
    for (body, expected) in [
        (
            "\"pbkdf2\" \"a\" {\n      passphrase = \"x\"\n      encrypted_metadata_alias = \"y\"\n    }\n",
            vec![],
        ),
        (
            "\"pbkdf2\" \"a\" {\n      iteration = 1\n    }\n",
            vec![(attribute, "iteration")],
        ),
        (
            "\"pbkdf2\" \"a\" {\n      iterations = \"x\"\n    }\n",
            vec![(value, "\"x\"")],
        ),
        (
            "\"aws_kms\" \"a\" {\n      kms_key_id = 1\n      key_spec = \"AES_256\"\n      endpoints {\n        s3 = \"x\"\n      }\n      \
             tags {\n      }\n    }\n",
            vec![(attribute, "s3"), ("hcl2::body::unsupported-block", "tags")],
        ),
        (
            "\"gcp_kms\" \"a\" {\n      key_length = 32\n    }\n",
            vec![("hcl2::body::missing-attribute", "")],
        ),
    ] {
        check_encryption("opentofu@1.12", &format!("    key_provider {body}"), &expected);
    }
    check_encryption(
        "opentofu@1.12",
        "    method \"unencrypted\" \"a\" {\n      any = 1\n    }\n",
        &[],
    );
}

#[test]
fn encryption_refers_to_what_is_known_early() {
    let undeclared = "hcl2::terraform::undeclared";
    for (reference, expected) in [
        ("var.a", vec![]),
        ("var.b", vec![(undeclared, "var.b")]),
        ("r.r.id", vec![(CONSTANT, "r.r.id")]),
        (
            "key_provider.pbkdf2.b",
            vec![(undeclared, "key_provider.pbkdf2.b")],
        ),
    ] {
        let text = format!(
            "variable \"a\" {{}}\nresource \"r\" \"r\" {{}}\nterraform {{\n  encryption {{\n    key_provider \"pbkdf2\" \"c\" \
             {{\n      chain = {reference}\n    }}\n  }}\n}}\n"
        );
        check(&text, &expected);
    }
}

#[test]
fn what_the_environment_can_add_to_encryption_is_a_warning() {
    let text = "terraform {\n  encryption {\n    method \"aes_gcm\" \"a\" {}\n  }\n}\n";
    let problems = problems_in("main.tf", text, "opentofu@1.12");
    assert_eq!(problems.len(), 1);
    assert!(!problems.has_errors());
}

#[test]
fn some_functions_are_newer_than_the_newest_version() {
    let text = "locals {\n  a = convert(1, string)\n  b = core::assumenotnull(1)\n}\n";
    assert_eq!(
        found(&problems_in("main.tf", text, "opentofu@1.12"), text),
        [(UNSUPPORTED, "convert"), (UNSUPPORTED, "core::assumenotnull")]
    );
    assert_eq!(found(&problems_in("main.tf", text, "opentofu@1.13"), text), []);
}

#[test]
fn functions_of_configurations_are_those_of_declared_ones() {
    let text = |function: &str| {
        format!(
            "terraform {{\n  required_providers {{\n    go = {{ source = \"opentofu/go\", configuration_aliases = [go.given] }}\n  }}\n}}\n\
             provider \"go\" {{\n  alias = \"lib\"\n  go    = \"x\"\n}}\noutput \"o\" {{\n  value = provider::go::{function}(1)\n}}\n"
        )
    };
    let validated = |function: &str, version: &str| {
        let version: Version = version.parse().expect("a version");
        let file = ModuleFile::parse(&source("main.tf", &text(function)), version.language).value;
        let module = Module::from_versioned_files(&[file], version).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        support::codes(&tree.validate(None))
    };
    let unknown = ["hcl2::expr::unknown-function"];
    for function in ["f", "lib::f", "given::f"] {
        assert!(validated(function, "opentofu@1.12").is_empty(), "{function}");
    }
    assert_eq!(validated("lub::f", "opentofu@1.12"), unknown);
    assert_eq!(validated("lib::f", "terraform@1.15"), unknown);
}
