//! Values of variables in files, and the validations of the variables.

use crate::support::{found, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile};

fn problems(module: &str, name: &str, values: &str) -> Diagnostics {
    let read = |name: &str, text: &str| ModuleFile::parse(&source(name, text), Language::Terraform).value;
    let module = Module::from_files(&[read("main.tf", module)], Language::Terraform).value;
    module.check_values(&read(name, values))
}

const REFUSED: &str = "hcl2::terraform::refused-value";

fn variable(condition: &str, rest: &str) -> String {
    format!(
        "variable \"a\" {{\n  type = number\n{rest}  validation {{\n    condition     = {condition}\n    error_message = \"Not \
         ${{var.a}}.\"\n  }}\n}}\nvariable \"b\" {{\n  default = 1\n}}\n"
    )
}

#[test]
fn a_validation_refuses_values_in_files() {
    let module = variable("var.a > 3", "");
    let native = problems(&module, "terraform.tfvars", "a = \"2\"\n");
    assert_eq!(found(&native, "a = \"2\"\n"), [(REFUSED, "\"2\"")]);
    assert_eq!(native[0].detail, "Not 2.");
    assert_eq!(native[0].labels.len(), 1);
    let json = "{\"a\": 2}\n";
    assert_eq!(
        found(&problems(&module, "terraform.tfvars.json", json), json),
        [(REFUSED, "2")]
    );
    assert!(problems(&module, "terraform.tfvars", "a = 4\n").is_empty());
    let misfit = problems(&module, "terraform.tfvars", "a = \"x\"\n");
    assert_eq!(
        found(&misfit, "a = \"x\"\n"),
        [("hcl2::terraform::invalid-value", "\"x\"")]
    );
}

#[test]
fn a_validation_of_what_else_is_not_known_refuses_nothing() {
    for condition in ["var.a > var.b + 9", "file(\"a\") == tostring(var.a)"] {
        let module = variable(condition, "");
        assert!(
            problems(&module, "terraform.tfvars", "a = 2\n").is_empty(),
            "{condition}"
        );
    }
}

#[test]
fn the_default_of_a_variable_that_cannot_be_null_is_validated() {
    let values = "a = null\n";
    for (default, expected) in [(2, vec![(REFUSED, "null")]), (4, vec![])] {
        let module = variable(
            "var.a > 3",
            &format!("  default = {default}\n  nullable = false\n"),
        );
        assert_eq!(
            found(&problems(&module, "terraform.tfvars", values), values),
            expected
        );
    }
}

#[test]
fn the_message_about_a_sensitive_value_does_not_show_it() {
    let module = variable("var.a > 3", "  sensitive = true\n");
    let problems = problems(&module, "terraform.tfvars", "a = 2\n");
    assert_eq!(problems.len(), 1);
    assert!(!problems[0].detail.contains('2'), "{}", problems[0].detail);
}
