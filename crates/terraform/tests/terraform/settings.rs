//! Settings of modules: versions, editions, backends and metadata.

use crate::support::{found, source};
use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_terraform::table::{FileKind, Language, Version};
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

fn problems(files: &[(&str, &str)], version: &str) -> Diagnostics {
    let version: Version = version.parse().expect("a version");
    let mut sources = SourceMap::new();
    let mut parse = |(name, text): &(&str, &str)| {
        let source = sources.add(*name, *text).expect("a small source");
        ModuleFile::parse(&source, version.language).value
    };
    let files: Vec<ModuleFile> = files.iter().map(&mut parse).collect();
    Module::from_versioned_files(&files, version).diagnostics
}

#[track_caller]
fn check(text: &str, version: &str, expected: &[(&str, &str)]) {
    assert_eq!(
        found(&problems(&[("main.tf", text)], version), text),
        expected,
        "{version}"
    );
}

const UNSUPPORTED: &str = "hcl2::terraform::unsupported-version";
const UNKNOWN: &str = "hcl2::terraform::unknown-name";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";
const NAME: &str = "hcl2::terraform::invalid-name";

#[test]
fn backends_are_checked_since_a_version_and_removed_ones_are_named() {
    let unknown = "terraform {\n  backend \"locl\" {}\n}\n";
    check(unknown, "terraform@1.14", &[]);
    check(unknown, "opentofu@1.12", &[]);
    check(unknown, "terraform@1.15", &[(UNKNOWN, "\"locl\"")]);
    let problem = &problems(&[("main.tf", unknown)], "terraform@1.15")[0];
    assert_eq!(problem.suggestions[0].replacement, "\"local\"");
    let removed = "terraform {\n  backend \"swift\" {}\n}\n";
    check(removed, "terraform@1.15", &[(UNSUPPORTED, "\"swift\"")]);
    let problem = &problems(&[("main.tf", removed)], "terraform@1.15")[0];
    let expected =
        "The backend `swift` was removed in Terraform 1.3. The module is checked as Terraform 1.15.";
    assert_eq!(problem.detail, expected);
    check("terraform {\n  backend \"s3\" {}\n}\n", "terraform@1.15", &[]);
}

#[test]
fn an_override_file_sets_the_place_of_state_once() {
    let main = ("main.tf", "terraform {\n  backend \"local\" {}\n}\n");
    for (first, second, expected) in [
        (
            "backend \"local\"",
            "backend \"local\"",
            Some("backend \"local\""),
        ),
        ("cloud", "cloud", Some("cloud")),
        ("backend \"local\"", "cloud", None),
    ] {
        let text = format!("terraform {{\n  {first} {{}}\n}}\nterraform {{\n  {second} {{}}\n}}\n");
        let problems = problems(&[main, ("a_override.tf", &text)], "terraform@1.11");
        let expected: Vec<(&str, &str)> = expected.into_iter().map(|subject| (DUPLICATE, subject)).collect();
        assert_eq!(found(&problems, &text), expected, "{first}, {second}");
    }
    // Several files override each other.
    let other = "terraform {\n  backend \"local\" {}\n}\n";
    let files = [main, ("a_override.tf", other), ("b_override.tf", other)];
    assert!(problems(&files, "terraform@1.11").is_empty());
}

#[test]
fn metadata_is_for_names_of_providers_and_constant() {
    let text = "terraform {\n  provider_meta \"my_cloud\" {\n    a = var.b\n  }\n}\nvariable \"b\" {}\n";
    let reference = ("hcl2::terraform::not-constant", "var");
    check(text, "terraform@1.11", &[(NAME, "\"my_cloud\""), reference]);
    check(text, "opentofu@1.12", &[(NAME, "\"my_cloud\""), reference]);
}

#[test]
fn opentofu_ignores_constraints_in_files_that_others_read() {
    let text = "terraform {\n  required_version = \">= 1.13\"\n}\n";
    let at = |name, version| problems(&[(name, text)], version);
    assert!(at("main.tf", "opentofu@1.12").is_empty());
    for (name, version) in [("main.tofu", "opentofu@1.12"), ("main.tf", "opentofu@1.11")] {
        assert_eq!(
            found(&at(name, version), text),
            [(UNSUPPORTED, "\">= 1.13\"")],
            "{name}"
        );
    }
    // The newest version is not narrowed by such a constraint either.
    let old = source(
        "main.tf",
        "terraform {\n  required_version = \"~> 1.9.0\"\n}\nlanguage {}\n",
    );
    let file = ModuleFile::parse(&old, Language::OpenTofu).value;
    assert!(
        Module::from_files(&[file], Language::OpenTofu)
            .diagnostics
            .is_empty()
    );
}

#[test]
fn blocks_of_the_language_select_the_edition_and_versions() {
    let text = "language {\n  edition     = tofu2038\n  experiments = [a]\n}\n";
    check(
        text,
        "opentofu@1.12",
        &[(UNSUPPORTED, "tofu2038"), (UNSUPPORTED, "[a]")],
    );
    let quoted = "language {\n  edition = \"tofu2024\"\n}\n";
    assert!(problems(&[("main.tf", quoted)], "opentofu@1.12").has_errors());
    check(
        "language {\n  edition     = tofu2024\n  experiments = []\n}\n",
        "opentofu@1.12",
        &[],
    );
    let versions = "language {\n  compatible_with {\n    opentofu = \">= 1.99\"\n  }\n}\n";
    check(versions, "opentofu@1.12", &[(UNSUPPORTED, "\">= 1.99\"")]);
    // The settings of the other product are its own.
    check(
        "terraform {\n  language    = TF2038\n  experiments = [a]\n}\n",
        "opentofu@1.12",
        &[],
    );
}

#[test]
fn deprecations_of_opentofu_have_a_message() {
    let text = "output \"a\" {\n  value      = 1\n  deprecated = \"\"\n}\nvariable \"b\" {\n  deprecated = \"\"\n}\n";
    let code = "hcl2::terraform::invalid-value";
    check(text, "opentofu@1.12", &[(code, "\"\""), (code, "\"\"")]);
}

#[test]
fn imports_into_a_single_name_have_no_target() {
    let text =
        "import {\n  for_each = toset([\"a\"])\n  to       = b[each.value]\n  id       = each.value\n}\n";
    check(
        text,
        "terraform@1.11",
        &[("hcl2::terraform::invalid-target", "b[each.value]")],
    );
}

#[test]
fn runs_of_opentofu_may_repeat_names() {
    let text = "run \"a\" {}\nrun \"a\" {\n  command = plan\n}\n";
    let kind = FileKind::of("a.tftest.hcl").expect("a kind of file");
    let problems = |language| {
        let file = ModuleFile::parse(&source("a.tftest.hcl", text), language).value;
        file.check(kind, language, None)
    };
    assert!(problems(Language::OpenTofu).is_empty());
    assert_eq!(
        found(&problems(Language::Terraform), text),
        [(DUPLICATE, "run \"a\"")]
    );
}

const UNDECLARED: &str = "hcl2::terraform::undeclared";

const ENCRYPTION: &str = r#"terraform {
  encryption {
    key_provider "pbkdf2" "main" {
      passphrase = "a passphrase"
    }
    key_provider "pbkdf2" "main" {}
    method "aes_gcm" "m" {
      keys = key_provider.pbkdf2.mian
    }
    method "aes_gcm" "m" {
      keys = key_provider.pbkdf2.main
    }
    method "aes_gcm" "n" {
      keys = key_provider.pbkdf2.main
    }
    state {
      method = method.aes_gcm.n
      fallback {
        method = method.aes_gcm.o
      }
    }
    remote_state_data_sources {
      remote_state_data_source "a" {}
      remote_state_data_source "a" {
        method = method.aes_gcm
      }
    }
  }
}
"#;

#[test]
fn encryption_declares_what_it_refers_to_once() {
    check(
        ENCRYPTION,
        "opentofu@1.12",
        &[
            (DUPLICATE, "key_provider \"pbkdf2\" \"main\""),
            (UNDECLARED, "key_provider.pbkdf2.mian"),
            (DUPLICATE, "method \"aes_gcm\" \"m\""),
            (UNDECLARED, "method.aes_gcm.o"),
            (DUPLICATE, "remote_state_data_source \"a\""),
        ],
    );
    let problems = problems(&[("main.tf", ENCRYPTION)], "opentofu@1.12");
    let undeclared: Vec<_> = problems
        .iter()
        .filter(|problem| problem.code.id() == UNDECLARED)
        .collect();
    // The environment can declare more.
    assert!(undeclared.iter().all(|problem| !problem.is_error()));
    assert_eq!(
        undeclared[0].detail,
        "The encryption declares no key provider `key_provider.pbkdf2.mian`. Did you mean `key_provider.pbkdf2.main`?"
    );
}

#[test]
fn undeclared_methods_are_reported_in_linear_time() {
    let text = |count: usize| {
        let methods = (0..count).map(|index| {
            format!(
                "    method \"aes_gcm\" \"m{index}\" {{\n      keys = method.aes_gcm.given{index}\n    }}\n"
            )
        });
        format!(
            "terraform {{\n  encryption {{\n{}  }}\n}}\n",
            methods.collect::<String>()
        )
    };
    assert_eq!(problems(&[("main.tf", &text(20))], "opentofu@1.12").len(), 20);
    hcl2_testing::assert_linear("methods", 300, text, |text| {
        problems(&[("main.tf", &text)], "opentofu@1.12")
    });
}

#[test]
fn a_module_sets_its_encryption_once() {
    let text = "terraform {\n  encryption {}\n}\nterraform {\n  encryption {}\n}\n";
    check(text, "opentofu@1.12", &[(DUPLICATE, "encryption")]);
}

#[test]
fn a_store_of_state_has_a_provider() {
    let text = "terraform {\n  state_store \"a_b\" {\n    path = \"c\"\n  }\n}\n";
    let expected = [("hcl2::terraform::missing-block", "state_store \"a_b\"")];
    check(text, "terraform@1.16", &expected);
}

#[test]
fn the_value_of_an_output_fits_its_type() {
    let invalid = "hcl2::terraform::invalid-value";
    for (value, ty, expected) in [
        ("1", "string", None),
        (
            "{ a = 1 }",
            "object({ a = number, b = optional(string, \"c\") })",
            None,
        ),
        ("var.v", "number", None),
        ("\"x\"", "number", Some("\"x\"")),
        ("{ a = 1 }", "object({ b = string })", Some("{ a = 1 }")),
        ("sensitive(\"x\")", "number", Some("sensitive(\"x\")")),
    ] {
        let text = format!(
            "variable \"v\" {{}}\noutput \"o\" {{\n  value     = {value}\n  type      = {ty}\n  sensitive = true\n}}\n"
        );
        let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
        let module = Module::from_files(&[file], Language::Terraform).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        let expected: Vec<(&str, &str)> = expected.map(|value| (invalid, value)).into_iter().collect();
        assert_eq!(found(&tree.validate(None), &text), expected, "{value}: {ty}");
    }
}

#[test]
fn the_identity_of_an_import_is_an_object() {
    let invalid = "hcl2::terraform::invalid-value";
    for (identity, is_valid) in [
        ("{ id = \"a\" }", true),
        ("var.v", true),
        ("\"a\"", false),
        ("null", false),
    ] {
        let text = format!(
            "variable \"v\" {{}}\nresource \"a\" \"b\" {{}}\nimport {{\n  to       = a.b\n  identity = {identity}\n}}\n"
        );
        let file = ModuleFile::parse(&source("main.tf", &text), Language::Terraform).value;
        let module = Module::from_files(&[file], Language::Terraform).value;
        let tree = ModuleTree {
            module,
            ..ModuleTree::default()
        };
        let expected: Vec<(&str, &str)> = (!is_valid).then_some((invalid, identity)).into_iter().collect();
        assert_eq!(found(&tree.validate(None), &text), expected, "{identity}");
    }
}
