//! Components and deployments of stacks, with the modules and variables that they are for.

use crate::support::found;
use hcl2_diagnostics::SourceMap;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, Stack};

const MODULE: &str = r#"terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.west]
    }
  }
}
variable "cidr" {
  type = string
}
variable "zones" {
  type    = list(string)
  default = []
}
resource "aws_vpc" "v" {
}
resource "terraform_data" "d" {
}
"#;

const STACK: &str = r#"required_providers {
  aws = {
    source = "hashicorp/aws"
  }
  other = {
    source = "acme/aws"
  }
}
variable "region" {
  type = string
}
variable "size" {
  type    = number
  default = 1
}
provider "aws" "main" {
}
provider "other" "main" {
  for_each = toset(["a"])
}
"#;

/// Returns the problems of a stack whose component has some arguments, with the source text at their ranges.
fn problems(arguments: &str) -> Vec<(&'static str, String)> {
    let text = format!("{STACK}component \"net\" {{\n  source = \"./net\"\n{arguments}}}\n");
    problems_of("main.tfcomponent.hcl", &text)
}

fn problems_of(name: &str, text: &str) -> Vec<(&'static str, String)> {
    let mut sources = SourceMap::new();
    let mut read = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform)
            .into_result()
            .expect("a valid file")
    };
    let module = Module::from_files(&[read("net/main.tf", MODULE)], Language::Terraform)
        .into_result()
        .expect("a valid module");
    let inner = Stack::from_files([&read("inner/main.tfcomponent.hcl", STACK)]);
    let (stack, other) = (
        read(name, text),
        read(
            "vars.tfcomponent.hcl",
            "component \"o\" {\n  source = \"./o\"\n}\n",
        ),
    );
    let problems = Stack::from_files([&stack, &other])
        .check(&|source| (source == "./net").then_some(&module), &|source| {
            (source == "./inner").then_some(inner.module())
        });
    let problems = found(&problems, text);
    problems
        .into_iter()
        .map(|(code, text)| (code, text.to_owned()))
        .collect()
}

const PROVIDERS: &str =
    "  providers = {\n    aws      = provider.aws.main\n    aws.west = provider.aws.main\n  }\n";

#[test]
fn inputs_of_components_fit_the_variables_of_their_modules() {
    let inputs = |inputs: &str| problems(&format!("  inputs = {inputs}\n{PROVIDERS}"));
    let none: [(&str, String); 0] = [];
    assert_eq!(inputs("{ cidr = var.region }"), none);
    assert_eq!(inputs("{ cidr = 5, zones = [\"a\"] }"), none);
    // Terraform converts any object, and looks for no more than the variables.
    assert_eq!(
        inputs("{ cidr = \"a\", zoness = [] }"),
        [("hcl2::terraform::undeclared", "zoness".to_owned())]
    );
    assert_eq!(
        inputs("{ zones = [] }"),
        [("hcl2::body::missing-attribute", "{ zones = [] }".to_owned())]
    );
    assert_eq!(
        inputs("{ cidr = [], zones = \"a\" }"),
        [
            ("hcl2::terraform::invalid-value", "[]".to_owned()),
            ("hcl2::terraform::invalid-value", "\"a\"".to_owned())
        ]
    );
    // Nothing is known of what is computed.
    assert_eq!(inputs("{ (var.region) = 1 }"), none);
    assert_eq!(inputs("merge({}, { zones = [] })"), none);
    assert_eq!(
        problems(PROVIDERS),
        [("hcl2::body::missing-attribute", "component \"net\"".to_owned())]
    );
}

#[test]
fn components_pass_the_providers_that_their_modules_need() {
    let passed = |providers: &str| problems(&format!("  inputs = {{ cidr = \"\" }}\n{providers}"));
    let code = "hcl2::terraform::provider-configuration";
    let header = || (code, "component \"net\"".to_owned());
    assert_eq!(passed(PROVIDERS), []);
    assert_eq!(passed(""), [header(), header()]);
    assert_eq!(passed("  providers = { aws = provider.aws.main }\n"), [header()]);
    assert_eq!(passed("  providers = local.all\n"), []);
    let other =
        "  providers = {\n    aws = provider.other.main[\"a\"]\n    aws.west = provider.aws.main\n  }\n";
    assert_eq!(passed(other), [(code, "provider.other.main[\"a\"]".to_owned())]);
}

#[test]
fn inputs_of_deployments_fit_the_variables_of_the_stack() {
    let stack = r#"deployment "a" {
  inputs = {
    sise = 1
  }
}
"#;
    // The other file has components, but no variables.
    assert_eq!(
        problems_of("main.tfdeploy.hcl", stack),
        [("hcl2::terraform::undeclared", "sise".to_owned())]
    );
    let json = r#"{"variable": {"region": {"type": "string"}}, "component": {"net": {"source": "./net", "inputs": {"cidr": []},
      "providers": {"aws": "${provider.aws.main}", "aws.west": "${provider.aws.main}"}}}}"#;
    assert_eq!(
        problems_of("main.tfcomponent.json", json),
        [("hcl2::terraform::invalid-value", "[]".to_owned())]
    );
}

#[test]
fn inputs_of_stacks_in_others_fit_their_variables() {
    let inputs = |inputs: &str| {
        let text = format!("stack \"a\" {{\n  source = \"./inner\"\n{inputs}}}\n");
        problems_of("main.tfcomponent.hcl", &text)
    };
    let none: [(&str, String); 0] = [];
    assert_eq!(inputs("  inputs = { region = component.o.x }\n"), none);
    assert_eq!(inputs("  inputs = local.all\n"), none);
    assert_eq!(
        inputs("  inputs = { regoin = 1, size = \"x\" }\n"),
        [
            (
                "hcl2::body::missing-attribute",
                "{ regoin = 1, size = \"x\" }".to_owned()
            ),
            ("hcl2::terraform::undeclared", "regoin".to_owned()),
            ("hcl2::terraform::invalid-value", "\"x\"".to_owned())
        ]
    );
    assert_eq!(
        inputs(""),
        [("hcl2::body::missing-attribute", "stack \"a\"".to_owned())]
    );
    let elsewhere = "stack \"a\" {\n  source = \"./other\"\n}\n";
    assert_eq!(problems_of("main.tfcomponent.hcl", elsewhere), none);
}
