//! References to resources, modules and their instances.

use crate::rules::{check, problems};
use hcl2_diagnostics::Severity;

#[test]
fn keys_of_replacement_triggers_are_those_of_instances() {
    let native = "resource \"terraform_data\" \"a\" {\n  count = 2\n}\nresource \"terraform_data\" \"b\" {\n  lifecycle {\n    replace_triggered_by = [terraform_data.a[true].output]\n  }\n}\n";
    let expected = [("hcl2::terraform::instance-key", "[true]")];
    check(&[("main.tf", native)], "", &expected);
    let json = r#"{
  "resource": {
    "terraform_data": {
      "a": { "count": 2 },
      "b": { "lifecycle": { "replace_triggered_by": ["terraform_data.a[true].output"] } }
    }
  }
}"#;
    check(&[("main.tf.json", json)], "", &expected);
}

#[test]
fn a_set_of_other_elements_than_strings_has_instances_only_if_it_is_empty() {
    let text = "variable \"v\" {\n  type = set(object({ a = string }))\n}\nresource \"a\" \"b\" {\n  for_each = var.v\n}\nresource \"a\" \"c\" {\n  for_each = toset([1])\n}\nresource \"a\" \"d\" {\n  count = var.v\n}\nresource \"a\" \"e\" {\n  for_each = sensitive(var.v)\n}\n";
    let code = "hcl2::terraform::invalid-instances";
    let expected = [
        (code, Severity::Warning, "var.v".to_owned()),
        (code, Severity::Error, "toset([1])".to_owned()),
        (code, Severity::Error, "var.v".to_owned()),
        (code, Severity::Error, "sensitive(var.v)".to_owned()),
    ];
    assert_eq!(problems(&[("main.tf", text)], ""), expected);
}

#[test]
fn a_whole_module_is_everything_in_it() {
    let called = "variable \"x\" {\n  default = 1\n}\noutput \"o\" {\n  value = 1\n}\n";
    let text = "module \"a\" {\n  source     = \"./m\"\n  depends_on = [module.b]\n}\nmodule \"b\" {\n  source = \"./m\"\n  x      = module.a.o\n}\n";
    check(
        &[("main.tf", text)],
        called,
        &[("hcl2::terraform::reference-cycle", "module.b")],
    );
}

#[test]
fn a_template_is_referenced_not_written() {
    let text = "output \"a\" {\n  value = templatestring(\"b\", {})\n}\n";
    check(&[("main.tf", text)], "", &[("hcl2::expr::invalid-argument", "b")]);
}

/// As Terraform 1.14 and 1.15 report it.
#[test]
fn values_of_resources_are_unknown_but_their_attributes_have_names_and_since_1_15_types() {
    let text = r#"resource "terraform_data" "a" {
}
output "a" {
  value = [tolist(terraform_data.a.id), -terraform_data.a]
}
output "b" {
  value = true ? 1 : terraform_data.a.nope
}
output "c" {
  value = terraform_data.a.id.d
}
"#;
    let of_names = [
        ("hcl2::expr::unknown-attribute", ".nope"),
        ("hcl2::expr::no-attributes", ".d"),
    ];
    let older = format!("{text}terraform {{\n  required_version = \"< 1.15\"\n}}\n");
    check(&[("main.tf", &older)], "", &of_names);
    let of_types = [
        ("hcl2::expr::invalid-argument", "terraform_data.a.id"),
        ("hcl2::expr::invalid-operand", "terraform_data.a"),
    ];
    check(&[("main.tf", text)], "", &[of_types, of_names].concat());
}

/// As Terraform 1.14 and 1.15 validate them: an ephemeral resource and one with instances have no types in either.
#[test]
fn resource_with_a_single_instance_exists_since_1_15() {
    let of_value = |value: &str| {
        format!(
            "resource \"terraform_data\" \"a\" {{\n}}\nresource \"terraform_data\" \"b\" {{\n  count = 1\n}}\noutput \"o\" \
             {{\n  value = {value}\n}}\n"
        )
    };
    let cases: [(&str, &[(&str, &str)]); 6] = [
        (
            "[for x in terraform_data.a : x][\"y\"]",
            &[("hcl2::expr::invalid-index", "[\"y\"]")],
        ),
        (
            "{ for k, x in terraform_data.a : k => x }.y",
            &[("hcl2::expr::unknown-attribute", ".y")],
        ),
        ("[for x in terraform_data.a.input : x][\"y\"]", &[]),
        ("[for x in terraform_data.b[0] : x][\"y\"]", &[]),
        ("[for x in terraform_data.b : x][\"y\"]", &[]),
        ("keys(terraform_data.a)[0]", &[]),
    ];
    for (value, expected) in cases {
        let text = of_value(value);
        check(&[("main.tf", &text)], "", expected);
        let older = format!("{text}terraform {{\n  required_version = \"< 1.15\"\n}}\n");
        check(&[("main.tf", &older)], "", &[]);
    }
}

/// As Terraform 1.11 and 1.15 validate them, the second without `try` and `can` around what only a value lacks.
#[test]
fn instance_of_a_module_or_resource_has_attributes_after_dots() {
    let called = "output \"y\" {\n  value = 1\n}\n";
    let of_expression = |expression: &str| {
        format!(
            "module \"m\" {{\n  source = \"./m\"\n  count  = 1\n}}\nmodule \"n\" {{\n  source = \"./m\"\n}}\nresource \
             \"terraform_data\" \"r\" {{\n  count = 1\n}}\noutput \"o\" {{\n  value = {expression}\n}}\n"
        )
    };
    let cases: [(&str, &[(&str, &str)]); 8] = [
        ("module.m[0].y", &[]),
        (
            "module.m[0][\"y\"]",
            &[("hcl2::terraform::invalid-reference", "[\"y\"]")],
        ),
        (
            "module.n[0][\"y\"]",
            &[("hcl2::terraform::invalid-reference", "[\"y\"]")],
        ),
        (
            "try(module.m[0][0], 1)",
            &[("hcl2::terraform::invalid-reference", "[0]")],
        ),
        (
            "terraform_data.r[0][\"id\"]",
            &[("hcl2::terraform::invalid-reference", "[\"id\"]")],
        ),
        ("module.m.y", &[("hcl2::terraform::instance-key", "module.m")]),
        ("try(module.m.y, 1)", &[]),
        (
            "try(terraform_data.r.id, 1)",
            &[("hcl2::terraform::instance-key", "terraform_data.r")],
        ),
    ];
    for (expression, expected) in cases {
        check(&[("main.tf", &of_expression(expression))], called, expected);
    }
}

#[test]
fn triggers_of_replacements_are_planned() {
    let text = "resource \"terraform_data\" \"a\" {\n  for_each = { b = 1 }\n  lifecycle {\n    replace_triggered_by = [terraform_data.b, terraform_data.c.nope, terraform_data.c[each.key], each.value]\n  }\n}\nresource \"terraform_data\" \"c\" {\n}\n";
    let expected = [
        (
            "hcl2::terraform::undeclared",
            Severity::Warning,
            "terraform_data.b".to_owned(),
        ),
        (
            "hcl2::terraform::reference-expected",
            Severity::Error,
            "each.value".to_owned(),
        ),
        (
            "hcl2::expr::unknown-attribute",
            Severity::Warning,
            ".nope".to_owned(),
        ),
    ];
    assert_eq!(problems(&[("main.tf", text)], ""), expected);
}

#[test]
fn dependencies_are_those_of_all_instances() {
    let text =
        "resource \"terraform_data\" \"a\" {\n  for_each   = { b = 1 }\n  depends_on = [each.key]\n}\n";
    check(
        &[("main.tf", text)],
        "",
        &[("hcl2::terraform::invalid-reference", "each.key")],
    );
}

#[test]
fn dependencies_on_a_single_instance_have_no_key() {
    // `terraform validate` of 1.6, 1.11 and 1.15 agrees.
    let text = r#"resource "terraform_data" "r" {}
resource "terraform_data" "c" {
  count = 1
}
resource "terraform_data" "d" {
  depends_on = [terraform_data.r[0], terraform_data.c["a"], module.net[0]]
}
module "net" {
  source = "./net"
}
module "other" {
  source     = "./net"
  depends_on = [terraform_data.r["k"]]
}
output "o" {
  value      = 1
  depends_on = [terraform_data.r[1], module.net["k"]]
}
"#;
    check(
        &[("main.tf", text)],
        "",
        &[
            ("hcl2::terraform::instance-key", "terraform_data.r[0]"),
            ("hcl2::terraform::instance-key", "terraform_data.r[\"k\"]"),
            ("hcl2::terraform::instance-key", "terraform_data.r[1]"),
        ],
    );
}

#[test]
fn a_reference_in_quotes_is_reported_where_it_is_written() {
    let text = "resource \"terraform_data\" \"a\" {\n  depends_on = [\"terraform_data.b[0]\"]\n}\n";
    let expected = [("hcl2::terraform::undeclared", "terraform_data.b")];
    check(&[("main.tf", text)], "", &expected);
}

#[test]
fn the_current_instance_has_attributes_but_no_index() {
    let text = |reference: &str| {
        format!(
            "resource \"terraform_data\" \"a\" {{\n  count = 2\n  lifecycle {{\n    postcondition {{\n      condition     = {reference}.id != \"\"\n      error_message = \"No.\"\n    }}\n  }}\n}}\n"
        )
    };
    check(&[("main.tf", &text("self"))], "", &[]);
    let expected = [("hcl2::terraform::invalid-reference", "self[0].id")];
    check(&[("main.tf", &text("self[0]"))], "", &expected);
}
