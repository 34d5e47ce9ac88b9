//! Warnings about what Terraform accepts and advises against.

use crate::support;

use crate::support::{found, source, tree_problems};
use hcl2_diagnostics::{Diagnostics, Severity};
use hcl2_terraform::table::{Language, Version};
use hcl2_terraform::{CheckOptions, Module, ModuleFile, ModuleTree};

/// Returns the problems of a module in a file, alone and together with a module that each of its calls calls.
fn problems(text: &str, called: &str) -> Diagnostics {
    tree_problems(&[("main.tf", text)], called).0
}

#[test]
fn providers_expected_from_a_caller_are_errors_in_a_module_without_one() {
    let text = "terraform {\n  required_providers {\n    a = { source = \"x/a\", configuration_aliases = [a.b] }\n  }\n}\nresource \"a_c\" \"d\" {\n  provider = a.b\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    let tree = ModuleTree {
        module: Module::from_files(&[file], Language::Terraform).value,
        ..ModuleTree::default()
    };
    for has_no_caller in [false, true] {
        let options = CheckOptions {
            has_no_caller,
            ..CheckOptions::default()
        };
        let problems = options.validate(&tree);
        let expected = [("hcl2::terraform::provider-configuration", "a.b")];
        assert_eq!(found(&problems, text), expected);
        assert_eq!(problems.has_errors(), has_no_caller);
    }
}

/// Checked with `terraform validate` of Terraform 1.14.9 and 1.15.5.
#[test]
fn deprecated_outputs_are_errors_in_a_module_without_a_caller() {
    let text = "output \"a\" {\n  value      = 1\n  deprecated = \"Use b.\"\n}\nvariable \"b\" {\n  default    = 1\n  deprecated = \"Use c.\"\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    for (version, is_reported) in [("terraform@1.15", true), ("opentofu@1.12", false)] {
        let version: Version = version.parse().expect("a version");
        let tree = ModuleTree {
            module: Module::from_versioned_files(std::slice::from_ref(&file), version).value,
            ..ModuleTree::default()
        };
        for has_no_caller in [false, true] {
            let options = CheckOptions {
                has_no_caller,
                ..CheckOptions::default()
            };
            let problems = options.validate(&tree);
            let expected = ("hcl2::terraform::misplaced-setting", "deprecated = \"Use b.\"");
            let expected: Vec<_> = is_reported.then_some(expected).into_iter().collect();
            assert_eq!(found(&problems, text), expected);
            assert_eq!(problems.has_errors(), has_no_caller && is_reported);
        }
    }
}

#[test]
fn blocks_in_connections_that_are_not_read_are_warnings() {
    let connection = "  connection {\n    host = \"a\"\n    b {\n    }\n  }\n";
    let provisioner = "  provisioner \"local-exec\" {\n    when    = destroy\n    command = \"c\"\n  }\n";
    for (text, is_error) in [
        (
            format!("resource \"terraform_data\" \"a\" {{\n{connection}}}\n"),
            false,
        ),
        (
            format!("resource \"terraform_data\" \"a\" {{\n{connection}{provisioner}}}\n"),
            true,
        ),
        (
            format!("removed {{\n  from = terraform_data.a\n{connection}{provisioner}}}\n"),
            false,
        ),
    ] {
        let problems = problems(&text, "");
        // The validation reports it, too.
        let mut found = found(&problems, &text);
        found.dedup();
        assert_eq!(found, [("hcl2::body::unsupported-block", "b")]);
        assert_eq!(problems.has_errors(), is_error, "{text}");
    }
}

#[test]
fn ephemeral_blocks_in_override_files_have_no_effect() {
    let text = "ephemeral \"a\" \"b\" {\n}\n";
    let (problems, _) = tree_problems(&[("override.tf", text)], "");
    assert_eq!(
        found(&problems, text),
        [("hcl2::terraform::nothing-to-override", "ephemeral \"a\" \"b\"")]
    );
    assert!(!problems.has_errors());
}

#[test]
fn quotes_around_references_and_keywords_are_deprecated() {
    let data = "resource \"terraform_data\" \"a\" {}\n";
    for (text, quoted) in [
        (
            "resource \"terraform_data\" \"b\" {\n  depends_on = [\"terraform_data.a\"]\n}\n",
            "terraform_data.a",
        ),
        (
            "resource \"terraform_data\" \"b\" {\n  lifecycle {\n    ignore_changes = [\"input\"]\n  }\n}\n",
            "input",
        ),
        (
            "output \"b\" {\n  value      = 1\n  depends_on = [\"terraform_data.a\"]\n}\n",
            "terraform_data.a",
        ),
        (
            "resource \"terraform_data\" \"b\" {\n  provisioner \"local-exec\" {\n    command = \"c\"\n    when    = \"destroy\"\n  }\n}\n",
            "destroy",
        ),
        (
            "resource \"terraform_data\" \"b\" {\n  provisioner \"local-exec\" {\n    command    = \"c\"\n    on_failure = \"continue\"\n  }\n}\n",
            "continue",
        ),
    ] {
        let text = format!("{data}{text}");
        let problems = problems(&text, "");
        let place = format!("{quoted:?}");
        let wanted = [("hcl2::terraform::deprecated", place.as_str())];
        assert_eq!(found(&problems, &text), wanted, "{text}");
        assert_eq!(problems[0].severity, Severity::Warning, "{text}");
        assert_eq!(problems[0].suggestions[0].replacement, quoted, "{text}");
    }
}

#[test]
fn json_has_no_other_references_than_quoted_ones() {
    let text = r#"{"output": {"b": {"value": 1, "depends_on": ["terraform_data.a"]}}, "resource": {"terraform_data": {"a": {}}}}"#;
    let file = ModuleFile::parse(&source("main.tf.json", text), Language::Terraform).value;
    let problems = Module::from_files(&[file], Language::Terraform).diagnostics;
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn an_empty_provider_configuration_of_a_called_module_is_a_warning() {
    let provider = "provider \"terraform\" {}\n";
    let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    let called = problems(call, provider);
    let header = "provider \"terraform\"";
    assert_eq!(
        found(&called, provider),
        [("hcl2::terraform::deprecated", header)]
    );
    let root = problems(provider, "");
    assert!(root.is_empty(), "{root:?}");
}

#[test]
fn ignored_changes_of_what_only_the_provider_sets_are_a_warning() {
    let text =
        "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    ignore_changes = [input, id]\n  }\n}\n";
    let problems = problems(text, "");
    assert_eq!(found(&problems, text), [("hcl2::terraform::read-only", "id")]);
    assert_eq!(problems[0].severity, Severity::Warning);
}

#[test]
fn variable_that_only_its_own_validation_names_is_unused() {
    let text = "variable \"a\" {\n  validation {\n    condition     = var.a != 1\n    error_message = \"No ${var.a}.\"\n  }\n}\n\
                variable \"b\" {\n  validation {\n    condition     = var.b != var.c\n    error_message = \"No.\"\n  }\n}\n\
                variable \"c\" {}\noutput \"b\" {\n  value = var.b\n}\n";
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    let module = Module::from_files(&[file], Language::Terraform).value;
    assert_eq!(
        found(&module.unused(), text),
        [("hcl2::terraform::unused-variable", "variable \"a\"")]
    );
}

#[test]
fn what_nothing_refers_to_is_unused() {
    let text = "variable \"a\" {}
variable \"b\" {
  default = 1
}
locals {
  c = var.a
  d = { x = local.c }
}
data \"terraform_remote_state\" \"e\" {
  backend = \"local\"
}
data \"terraform_remote_state\" \"f\" {
  backend = \"local\"
}
resource \"terraform_data\" \"g\" {
  depends_on = [data.terraform_remote_state.f]
}
";
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    let module = Module::from_files(&[file], Language::Terraform).value;
    let unused = module.unused();
    assert_eq!(
        found(&unused, text),
        [
            ("hcl2::terraform::unused-variable", "variable \"b\""),
            ("hcl2::terraform::unused-local", "d"),
            (
                "hcl2::terraform::unused-data",
                "data \"terraform_remote_state\" \"e\""
            ),
        ]
    );
    assert!(unused.iter().all(|problem| problem.severity == Severity::Warning));
}

#[test]
fn what_is_removed_is_read_only_by_a_plan() {
    for (blocks, code, subject) in [
        (
            "  connection {\n    host = var.b\n  }\n  provisioner \"remote-exec\" {\n    when   = destroy\n    inline = [\"c\"]\n  }\n",
            "hcl2::terraform::undeclared",
            "var.b",
        ),
        (
            "  provisioner \"local-exec\" {\n    when    = destroy\n    command = \"b\"\n    quite   = true\n  }\n",
            "hcl2::body::unsupported-attribute",
            "quite",
        ),
        (
            "  provisioner \"locl-exec\" {\n    when = destroy\n  }\n",
            "hcl2::terraform::unknown-name",
            "\"locl-exec\"",
        ),
    ] {
        let text = format!("removed {{\n  from = terraform_data.a\n{blocks}}}\n");
        let problems = problems(&text, "");
        assert_eq!(found(&problems, &text), [(code, subject)], "{text}");
        assert_eq!(problems[0].severity, Severity::Warning, "{text}");
    }
}

#[test]
fn a_root_module_may_configure_what_it_expects_from_callers() {
    let text = "terraform {\n  required_providers {\n    terraform = {\n      source                = \"terraform.io/builtin/terraform\"\n      configuration_aliases = [terraform.b]\n    }\n  }\n}\nPROVIDERresource \"terraform_data\" \"a\" {\n  provider = terraform.b\n}\n";
    let provider = "provider \"terraform\" {\n  alias = \"b\"\n}\n";
    let configured = problems(&text.replace("PROVIDER", provider), "");
    assert!(configured.is_empty(), "{configured:?}");
    let expected = [("hcl2::terraform::provider-configuration", "terraform.b")];
    let text = text.replace("PROVIDER", "");
    assert_eq!(found(&problems(&text, ""), &text), expected);
}

#[test]
fn a_reserved_name_in_a_configuration_of_a_provider_is_one_problem() {
    let text = "provider \"terraform\" {\n  count = 1\n  lifecycle {\n  }\n}\n";
    let expected = [
        ("hcl2::terraform::invalid-name", "count"),
        ("hcl2::terraform::invalid-name", "lifecycle"),
    ];
    assert_eq!(found(&problems(text, ""), text), expected);
}

#[test]
fn null_is_no_key_of_an_import() {
    let of = |key: &str| {
        format!(
            "import {{\n  to = terraform_data.a[{key}]\n  id = \"b\"\n}}\nresource \"terraform_data\" \"a\" {{\n  count = 1\n}}\n"
        )
    };
    assert!(problems(&of("0"), "").is_empty());
    let text = of("null");
    let problems = problems(&text, "");
    assert_eq!(problems[0].code.id(), "hcl2::terraform::invalid-target");
    assert_eq!(found(&problems, &text)[0].1, "terraform_data.a[null]");
}

#[test]
fn a_provider_with_two_names_is_a_warning() {
    let main = "terraform {\n  required_providers {\n    b = {\n      source = \"hashicorp/a\"\n    }\n    c = {\n      source = \"hashicorp/a\"\n    }\n  }\n}\nprovider \"a\" {\n}\nresource \"a_d\" \"e\" {\n}\n";
    let problems = problems(main, "");
    assert!(!problems.has_errors());
    let expected = [
        ("hcl2::terraform::provider-configuration", "b"),
        ("hcl2::terraform::provider-configuration", "c"),
        (
            "hcl2::terraform::provider-configuration",
            "resource \"a_d\" \"e\"",
        ),
    ];
    assert_eq!(found(&problems, main), expected);
}

#[test]
fn a_provider_that_is_required_twice_has_one_name() {
    let required =
        "terraform {\n  required_providers {\n    a = {\n      source = \"hashicorp/a\"\n    }\n  }\n}\n";
    let text = required.repeat(2);
    let problems = problems(&text, "");
    let expected = ["hcl2::terraform::duplicate-declaration"];
    assert_eq!(support::codes(&problems), expected);
}

#[test]
fn places_of_state_have_no_effect_in_called_modules() {
    let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    let settings = |block: &str| format!("terraform {{\n  {block} {{\n  }}\n}}\n");
    let code = "hcl2::terraform::ignored-setting";
    for block in ["backend \"local\"", "cloud"] {
        let called = settings(block);
        let problems = problems(call, &called);
        assert_eq!(found(&problems, &called), [(code, block)]);
        assert!(!problems.has_errors());
        // The root module may have them.
        let (of_root, _) = tree_problems(&[("main.tf", &called)], "");
        assert!(of_root.is_empty(), "{of_root:?}");
    }
    // Older versions and OpenTofu do not warn of `cloud`.
    for (version, blocks) in [
        ("terraform@1.12", &["backend \"local\""][..]),
        ("terraform@1.13", &["backend \"local\"", "cloud"]),
        ("opentofu@1.12", &["backend \"local\""]),
    ] {
        let version = version.parse().expect("a version");
        let module = |text: &str| {
            let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
            Module::from_versioned_files(&[file], version).value
        };
        let found = ["backend \"local\"", "cloud"].into_iter().filter(|block| {
            let called = |path: &str| ModuleTree {
                path: path.to_owned(),
                module: module(&settings(block)),
                ..ModuleTree::default()
            };
            let tree = |path: &str| ModuleTree {
                module: module(call),
                calls: [("net".into(), called(path))].into_iter().collect(),
                ..ModuleTree::default()
            };
            // Of installed modules, only errors are reported.
            assert!(tree(".terraform/modules/net").validate(None).is_empty());
            !tree("net").validate(None).is_empty()
        });
        assert_eq!(found.collect::<Vec<_>>(), blocks, "{version}");
    }
}

#[test]
fn a_type_in_quotes_is_an_error_with_a_fix() {
    for (written, right) in [("string", "string"), ("bool", "bool"), ("list", "list(string)")] {
        let text = format!("variable \"a\" {{\n  type = \"{written}\"\n}}\n");
        let problems = problems(&text, "");
        let quoted = format!("\"{written}\"");
        assert_eq!(
            found(&problems, &text),
            [("hcl2::decode::invalid-type", quoted.as_str())]
        );
        assert_eq!(problems[0].suggestions[0].replacement, right);
    }
    let other = problems("variable \"a\" {\n  type = \"strng\"\n}\n", "");
    assert!(other[0].suggestions.is_empty());
}
