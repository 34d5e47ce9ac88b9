//! Rules for modules of several files, and for modules together with those they call.

use crate::support::tree_problems;
use hcl2_diagnostics::{Diagnostic, Severity};

/// Returns the problems of a module, and those of a module that each of its calls calls.
pub(crate) fn problems(files: &[(&str, &str)], called: &str) -> Vec<(&'static str, Severity, String)> {
    let (problems, sources) = tree_problems(files, called);
    let text_at = |problem: &Diagnostic| {
        let span = problem.subject?;
        let source = sources.get(span.source)?;
        Some(String::from_utf8_lossy(&source.bytes()[span.range()]).into_owned())
    };
    problems
        .iter()
        .map(|problem| {
            let text = text_at(problem).expect("every problem has a range");
            (problem.code.id(), problem.severity, text)
        })
        .collect()
}

#[track_caller]
pub(crate) fn check(files: &[(&str, &str)], called: &str, expected: &[(&str, &str)]) {
    let found = problems(files, called);
    let errors: Vec<(&str, &str)> = found
        .iter()
        .filter(|(_, severity, _)| *severity == Severity::Error)
        .map(|(code, _, text)| (*code, text.as_str()))
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn a_requirement_cannot_be_null() {
    let text = "terraform {\n  required_providers {\n    a = null\n  }\n}\n";
    check(
        &[("main.tf", text)],
        "",
        &[("hcl2::terraform::invalid-value", "null")],
    );
}

#[test]
fn the_version_of_the_product_cannot_be_a_prerelease() {
    for (constraint, is_valid) in [
        (">= 1.0", true),
        (">= 1.0+x-y", true),
        ("> 1.0, < 2.0-beta1", false),
    ] {
        let text = format!("terraform {{\n  required_version = \"{constraint}\"\n}}\n");
        let subject = format!("\"{constraint}\"");
        let expected = [("hcl2::terraform::invalid-version", subject.as_str())];
        check(&[("main.tf", &text)], "", if is_valid { &[] } else { &expected });
    }
}

#[test]
fn bare_names_of_passed_providers_are_not_quoted() {
    let text = "provider \"a\" {\n  alias = \"b\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  providers = {\n    a = a.b\n  }\n}\n";
    let called =
        "terraform {\n  required_providers {\n    a = {\n      source = \"hashicorp/a\"\n    }\n  }\n}\n";
    assert_eq!(problems(&[("main.tf", text)], called), []);
}

#[test]
fn override_files_have_no_conditions() {
    let main = "variable \"a\" {}\nresource \"b\" \"c\" {}\n";
    let other = "variable \"a\" {\n  validation {\n    condition     = var.a > 0\n    error_message = \"No.\"\n  }\n}\nresource \"b\" \"c\" {\n  lifecycle {\n    precondition {\n      condition     = var.a > 0\n      error_message = \"No.\"\n    }\n  }\n}\n";
    check(
        &[("main.tf", main), ("override.tf", other)],
        "",
        &[
            ("hcl2::terraform::nothing-to-override", "validation"),
            ("hcl2::terraform::nothing-to-override", "precondition"),
        ],
    );
}

#[test]
fn what_only_an_override_file_passes_to_a_module_is_ignored_with_a_warning() {
    let main = "module \"m\" {\n  source = \"./m\"\n}\n";
    let other = "module \"m\" {\n  x = 1\n}\n";
    let found = problems(&[("main.tf", main), ("override.tf", other)], "");
    assert_eq!(
        found,
        [(
            "hcl2::body::unsupported-attribute",
            Severity::Warning,
            "x".to_owned()
        )]
    );
}

#[test]
fn variables_with_reserved_names_are_not_required() {
    let main = "module \"m\" {\n  source = \"./m\"\n}\n";
    let called = "variable \"version\" {}\n";
    check(
        &[("main.tf", main)],
        called,
        &[("hcl2::terraform::invalid-name", "\"version\"")],
    );
}

#[test]
fn elements_of_imports_have_a_type() {
    let text = "resource \"a\" \"b\" {\n  for_each = toset([\"c\"])\n}\nimport {\n  for_each = toset([\"c\"])\n  to       = a.b[each.value]\n  id       = each.value.d\n}\n";
    check(&[("main.tf", text)], "", &[("hcl2::expr::no-attributes", ".d")]);
    let text = text.replace("toset([\"c\"])", "{ c = { d = \"e\" }, f = { d = \"g\" } }");
    let text = text.replace("a.b[each.value]", "a.b[each.key]");
    check(&[("main.tf", &text)], "", &[]);
}

#[test]
fn ignored_changes_may_be_quoted_paths() {
    let text = r#"{
  "resource": {
    "terraform_data": {
      "a": {
        "lifecycle": {
          "ignore_changes": ["input.b", "input[\"b\"][0]", "imput.b"]
        }
      }
    }
  }
}"#;
    let expected = [("hcl2::expr::unknown-attribute", "\"imput.b\"")];
    check(&[("main.tf.json", text)], "", &expected);
}

#[test]
fn an_overridden_block_is_checked_with_what_replaces_its_arguments() {
    let state = |workspace: &str| {
        format!(
            "data \"terraform_remote_state\" \"net\" {{\n  backend = \"local\"\n  workspace = {workspace}\n}}\n"
        )
    };
    let (right, wrong) = (state("\"a\""), state("[\"a\"]"));
    check(&[("main.tf", &wrong), ("main_override.tf", &right)], "", &[]);
    let expected = [("hcl2::decode::wrong-type", "[\"a\"]")];
    check(
        &[("main.tf", &right), ("main_override.tf", &wrong)],
        "",
        &expected,
    );
}

#[test]
fn what_the_schema_of_an_overridden_block_lacks_is_a_warning() {
    let own = "resource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
    let overriding = "resource \"terraform_data\" \"a\" {\n  inputs = 2\n  more {}\n}\n";
    let of = |code, text: &str| (code, Severity::Warning, text.to_owned());
    assert_eq!(
        problems(&[("main.tf", own), ("main_override.tf", overriding)], ""),
        [
            of("hcl2::body::unsupported-attribute", "inputs"),
            of("hcl2::body::unsupported-block", "more")
        ]
    );
}

#[test]
fn an_import_needs_no_value_of_its_target() {
    let text = "resource \"terraform_data\" \"a\" {\n}\nimport {\n  to = terraform_data.a\n  id = terraform_data.a.id\n}\n";
    check(
        &[("main.tf", text)],
        "",
        &[("hcl2::terraform::invalid-reference", "terraform_data.a.id")],
    );
}

#[test]
fn settings_of_state_are_read_when_a_directory_is_initialized() {
    let text = "terraform {\n  backend \"local\" {\n    path = var.a\n  }\n}\n";
    let code = "hcl2::terraform::not-constant";
    assert_eq!(
        problems(&[("main.tf", text)], ""),
        [(code, Severity::Warning, "var".to_owned())]
    );
}

#[test]
fn a_built_in_provider_has_no_version_in_any_form() {
    let code = "hcl2::terraform::invalid-version";
    for text in [
        "terraform {\n  required_providers {\n    terraform = \"1.0\"\n  }\n}\n",
        "terraform {\n  required_providers {\n    terraform = { version = \"1.0\" }\n  }\n}\n",
        "provider \"terraform\" {\n  version = \"1.0\"\n}\n",
    ] {
        check(&[("main.tf", text)], "", &[(code, "\"1.0\"")]);
    }
}

#[test]
fn even_an_empty_list_of_experiments_and_a_number_as_alias_are_errors() {
    let text = "terraform {\n  experiments = []\n}\nprovider \"terraform\" {\n  alias = 5\n}\n";
    let expected = [
        ("hcl2::terraform::unsupported-version", "[]"),
        ("hcl2::terraform::invalid-name", "5"),
    ];
    check(&[("main.tf", text)], "", &expected);
}

#[test]
fn a_connection_without_provisioners_is_not_used() {
    let text =
        "resource \"terraform_data\" \"a\" {\n  connection {\n    host = \"b\"\n    prot = 22\n  }\n}\n";
    check(&[("main.tf", text)], "", &[]);
    let provisioner = "  provisioner \"remote-exec\" {\n    inline = [\"c\"]\n  }\n}\n";
    let text = format!("{}{provisioner}", &text[..text.len() - 2]);
    check(
        &[("main.tf", &text)],
        "",
        &[("hcl2::body::unsupported-attribute", "prot")],
    );
}

#[test]
fn a_connection_that_no_provisioner_uses_may_refer_to_anything() {
    let connection =
        "  connection {\n    host = var.x\n    user = terraform_data.b.id\n    port = each.key\n  }\n";
    let provisioner =
        |inner: &str| format!("  provisioner \"local-exec\" {{\n    command = \"c\"\n{inner}  }}\n");
    let own = |arguments: &str| provisioner(&format!("    connection {{\n{arguments}    }}\n"));
    let all = own("host = 1\nport = 2\nuser = 3\n");
    let undeclared = "hcl2::terraform::undeclared";
    let wrong = [
        (undeclared, "var.x"),
        (undeclared, "terraform_data.b"),
        ("hcl2::terraform::invalid-reference", "each.key"),
    ];
    for (provisioners, expected) in [
        (String::new(), &[][..]),
        (all.clone(), &[]),
        (provisioner(""), &wrong),
        (all.clone() + &own("host = 1\n"), &wrong),
        (all.replace("connection", "when = destroy\nconnection"), &wrong),
    ] {
        let text = format!("resource \"terraform_data\" \"a\" {{\n{connection}{provisioners}}}\n");
        check(&[("main.tf", &text)], "", expected);
    }
    let cycle = "resource \"terraform_data\" \"a\" {\n  connection {\n    host = terraform_data.b.id\n  }\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n";
    let code = "hcl2::terraform::reference-cycle";
    check(&[("main.tf", cycle)], "", &[(code, "terraform_data.b.id")]);
}

#[test]
fn a_block_is_complete_without_what_overrides_it() {
    let block = |arguments: &str| format!("data \"terraform_remote_state\" \"a\" {{{arguments}}}\n");
    let (complete, other) = (block("\n  backend = \"local\"\n"), block("\n  defaults = {}\n"));
    check(&[("main.tf", &complete), ("override.tf", &other)], "", &[]);
    for overriding in [&complete, &other] {
        let missing = [("hcl2::body::missing-attribute", "")];
        check(
            &[("main.tf", &block("")), ("override.tf", overriding)],
            "",
            &missing,
        );
    }
}

#[test]
fn unknown_arguments_say_nothing_about_a_call() {
    let text = "variable \"a\" {\n}\nvariable \"l\" {\n  type = list(string)\n}\nvariable \"m\" {\n  type = map(string)\n}\noutput \"o\" {\n  value = [templatestring(var.l, {}), templatestring(\"b\", var.m), index(var.m, 1), sum(var.m)]\n}\noutput \"p\" {\n  value = [index({}, 1), templatestring(var.a == null ? var.a : \"\", {})]\n}\n";
    let code = "hcl2::expr::invalid-argument";
    let expected = [(code, "{"), (code, "var.a")];
    check(&[("main.tf", text)], "", &expected);
}

#[test]
fn operators_need_both_operands_up_to_a_version() {
    let text = "terraform {\n  required_version = \"VERSION\"\n}\nvariable \"a\" {\n  type = bool\n}\noutput \"o\" {\n  value = [var.a || null, true || null, true || [][0]]\n}\n";
    check(&[("main.tf", &text.replace("VERSION", ">= 1.12"))], "", &[]);
    let failed = "hcl2::expr::operation-failed";
    let expected = [
        (failed, "var.a || null"),
        (failed, "true || null"),
        ("hcl2::expr::invalid-index", "[0]"),
    ];
    check(&[("main.tf", &text.replace("VERSION", "< 1.12"))], "", &expected);
}

#[test]
fn configurations_of_providers_that_nothing_uses_are_not_evaluated() {
    let provider = "provider \"aws\" {\n  region = var.nope\n  size   = nope()\n}\n";
    let west = provider.replacen("{\n", "{\n  alias = \"west\"\n", 1);
    let wrong = [
        ("hcl2::terraform::undeclared", "var.nope"),
        ("hcl2::expr::unknown-function", "nope"),
    ];
    let call = "module \"net\" {\n  source = \"./net\"\n}\n";
    for (block, user, is_used) in [
        (provider, "", false),
        (provider, "resource \"aws_x\" \"a\" {\n}\n", true),
        (provider, "resource \"x\" \"a\" {\n  provider = aws\n}\n", true),
        (
            provider,
            "resource \"aws_x\" \"a\" {\n  provider = aws.west\n}\n",
            false,
        ),
        (provider, "resource \"awsx_y\" \"a\" {\n}\n", false),
        (
            provider,
            "check \"c\" {\n  data \"aws_x\" \"a\" {\n  }\n  assert {\n    condition     = data.aws_x.a.id == \"b\"\n    error_message = \"No.\"\n  }\n}\n",
            true,
        ),
        (provider, call, true),
        (&west, call, false),
        (
            &west,
            "resource \"aws_x\" \"a\" {\n  provider = aws.west\n}\n",
            true,
        ),
        (
            &west,
            "module \"net\" {\n  source    = \"./net\"\n  providers = { aws = aws.west }\n}\n",
            true,
        ),
    ] {
        let text = format!("{block}{user}");
        let found = problems(&[("main.tf", &text)], "");
        let severity = if is_used {
            Severity::Error
        } else {
            Severity::Warning
        };
        for (code, subject) in wrong {
            let expected = (code, severity, subject.to_owned());
            assert!(found.contains(&expected), "{text} {found:?}");
        }
    }
    check(
        &[(
            "main.tf",
            "provider \"terraform\" {\n  a = 1\n}\nresource \"terraform_data\" \"b\" {\n}\n",
        )],
        "",
        &[("hcl2::body::unsupported-attribute", "a")],
    );
}

#[test]
fn connections_of_provisioners_are_checked_by_their_arguments() {
    let text = "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"b\"\n    connection {\n      host = \"c\"\n      hots = \"d\"\n    }\n  }\n}\n";
    check(
        &[("main.tf", text)],
        "",
        &[("hcl2::body::unsupported-attribute", "hots")],
    );
}

#[test]
fn a_validation_that_refuses_all_values_is_reported_in_the_root_module() {
    let text = "variable \"a\" {\n  type = string\n  validation {\n    condition     = can(regex(\"[a-z\", var.a))\n    error_message = \"No.\"\n  }\n}\n";
    let expected = [("hcl2::terraform::refused-value", "variable \"a\"")];
    check(&[("main.tf", text)], "", &expected);
}

#[test]
fn only_one_provider_is_built_in() {
    let text = "terraform {\n  required_providers {\n    a = {\n      source = \"terraform.io/builtin/a\"\n    }\n  }\n}\n";
    let expected = [("hcl2::terraform::invalid-source", "\"terraform.io/builtin/a\"")];
    check(&[("main.tf", text)], "", &expected);
}

#[test]
fn sources_of_providers_have_hostnames_with_ports() {
    let text = |host: &str| {
        format!(
            "terraform {{\n  required_providers {{\n    a = {{\n      source = \"{host}/b/c\"\n    }}\n  }}\n}}\n"
        )
    };
    for host in ["localhost", "a.example:80", "1.2.3.4", "bücher.example."] {
        check(&[("main.tf", &text(host))], "", &[]);
    }
    for host in [
        "a_b.example",
        "-a.example",
        "a..b",
        "a.b:",
        "a.b:99999",
        "xn--bcher-kva.example",
    ] {
        let source = format!("\"{host}/b/c\"");
        check(
            &[("main.tf", &text(host))],
            "",
            &[("hcl2::terraform::invalid-source", &source)],
        );
    }
}

#[test]
fn names_of_providers_are_not_those_of_repositories() {
    for (name, is_valid) in [
        ("terraform-provider-a", false),
        ("terraform-a", false),
        ("terraform", true),
    ] {
        let source = format!("\"b/{name}\"");
        let text = format!(
            "terraform {{\n  required_providers {{\n    a = {{\n      source = {source}\n    }}\n  }}\n}}\n"
        );
        let expected = [("hcl2::terraform::invalid-source", source.as_str())];
        check(&[("main.tf", &text)], "", if is_valid { &[] } else { &expected });
    }
}

#[test]
fn dependencies_cannot_be_overridden() {
    let main = "resource \"terraform_data\" \"a\" {\n}\nresource \"terraform_data\" \"b\" {\n}\n";
    let text = |list: &str| format!("resource \"terraform_data\" \"a\" {{\n  depends_on = [{list}]\n}}\n");
    check(&[("main.tf", main), ("override.tf", &text(""))], "", &[]);
    let expected = [("hcl2::terraform::nothing-to-override", "terraform_data.b")];
    check(
        &[("main.tf", main), ("override.tf", &text("terraform_data.b"))],
        "",
        &expected,
    );
}

#[test]
fn an_overriding_local_value_without_another_is_one_problem() {
    let main = "output \"a\" {\n  value = local.b\n}\n";
    let expected = [("hcl2::terraform::nothing-to-override", "b")];
    check(
        &[("main.tf", main), ("override.tf", "locals {\n  b = 1\n}\n")],
        "",
        &expected,
    );
}

#[test]
fn what_an_override_file_adds_to_a_call_does_not_complete_it() {
    let files = |call: &'static str, more: &'static str| [("main.tf", call), ("override.tf", more)];
    let called = "variable \"x\" {}\n";
    let call = "module \"m\" {\n  source = \"./m\"\n}\n";
    let more = "module \"m\" {\n  x = 1\n}\n";
    let expected = [("hcl2::body::missing-attribute", "module \"m\"")];
    check(&files(call, more), called, &expected);
    let complete = "module \"m\" {\n  source = \"./m\"\n  x      = 2\n}\n";
    check(&files(complete, more), called, &[]);
}
