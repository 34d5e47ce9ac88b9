//! Stacks.

use hcl2_diagnostics::Severity;
use hcl2_render::Options;

use super::{errors, part, problems, rendered, sound};

const STACK: &str = r#"
locals {
  env = "prod"
}
unit "vpc" {
  source = "../units/vpc"
  path   = "vpc"
  values = { cidr = "10.0.0.0/8", env = local.env }
}
unit "app" {
  source = "../units/app"
  path   = "app"
  autoinclude {
    dependency "vpc" {
      config_path  = unit.vpc.path
      mock_outputs = { id = "mock-${local.env}" }
    }
    inputs = { vpc = dependency.vpc.outputs.id }
  }
}
"#;

const UNITS: [(&str, &str); 2] = [
    (
        "units/vpc/terragrunt.hcl",
        "inputs = { cidr = values.cidr, env = values.env }\n",
    ),
    (
        "units/app/terragrunt.hcl",
        "inputs = { dir = get_terragrunt_dir() }\n",
    ),
];

#[test]
fn stack_has_its_units_with_their_values() {
    let mut files = UNITS.to_vec();
    files.push(("live/terragrunt.stack.hcl", STACK));
    let json = sound(&files, "live");
    assert_eq!(
        part(&json, &["unit", "vpc"]),
        r#"{ "name": "vpc", "path": "vpc", "source": "../units/vpc", "values": { "cidr": "10.0.0.0/8", "env": "prod" } }"#
    );
    assert_eq!(part(&json, &["local"]), r#"{ "env": "prod" }"#);
    assert_eq!(
        part(&json, &["units", ".terragrunt-stack/vpc", "inputs"]),
        r#"{ "cidr": "10.0.0.0/8", "env": "prod" }"#
    );
    assert_eq!(
        part(&json, &["units", ".terragrunt-stack/app", "inputs"]),
        r#"{ "dir": "/repo/live/.terragrunt-stack/app", "vpc": "mock-prod" }"#
    );
}

#[test]
fn stacks_generate_stacks() {
    let outer =
        "stack \"net\" {\n  source = \"../stacks/net\"\n  path = \"net\"\n  values = { cidr = \"a\" }\n}\n";
    let inner = "unit \"vpc\" {\n  source = \"../../../../units/vpc\"\n  path = \"vpc\"\n  no_dot_terragrunt_stack = true\n  values = { cidr = values.cidr, env = 1 }\n}\n";
    let mut files = UNITS.to_vec();
    files.extend([
        ("live/terragrunt.stack.hcl", outer),
        ("stacks/net/terragrunt.stack.hcl", inner),
    ]);
    let inner = inner.replace("../../../../", "${get_repo_root()}/");
    files[3].1 = &inner;
    let json = sound(&files, "live");
    assert_eq!(
        part(&json, &["units", ".terragrunt-stack/net/vpc", "inputs"]),
        r#"{ "cidr": "a", "env": 1 }"#
    );
}

#[test]
fn what_is_elsewhere_is_said() {
    let stack = "unit \"a\" {\n  source = \"github.com/x/y//units/a\"\n  path = \"a\"\n}\n";
    let found = rendered(
        &[("live/terragrunt.stack.hcl", stack)],
        "live",
        &Options::default(),
    );
    let notes = problems(&found, Severity::Note);
    assert_eq!(
        (notes[0].0.as_str(), notes[0].1.as_str()),
        ("hcl2::render::unknown", "unit \"a\"")
    );
    assert!(notes[0].2.contains("nothing is downloaded"), "{}", notes[0].2);
    let stack = "unit \"a\" {\n  source = \"../none\"\n  path = \"a\"\n}\n";
    let found = errors(
        &[("live/terragrunt.stack.hcl", stack)],
        "live",
        &Options::default(),
    );
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::missing-unit", "unit \"a\"")
    );
}

#[test]
fn stack_that_generates_itself_is_an_error() {
    let stack = "stack \"a\" {\n  source = \"/repo/live\"\n  path = \"a\"\n}\n";
    let found = errors(
        &[("live/terragrunt.stack.hcl", stack)],
        "live",
        &Options::default(),
    );
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].0.as_str(), found[0].1.as_str()),
        ("hcl2::render::stack-cycle", "stack \"a\"")
    );
}

#[test]
fn units_of_a_stack_have_their_own_names_and_paths() {
    let unit = |name: &str, path: &str| {
        format!("unit \"{name}\" {{\n  source = \"../units/vpc\"\n  path = \"{path}\"\n}}\n")
    };
    let found = |text: &str| {
        let mut found = errors(
            &[("live/terragrunt.stack.hcl", text), UNITS[0]],
            "live/terragrunt.stack.hcl",
            &Options::default(),
        );
        assert!(!found.is_empty(), "{text}");
        found.remove(0)
    };
    let duplicate = "hcl2::terraform::duplicate-declaration";
    for (second, detail) in [(unit("a", "y"), "the name `a`"), (unit("b", "x"), "the path `x`")] {
        let (code, _, told) = found(&format!("{}{second}", unit("a", "x")));
        assert_eq!(code, duplicate);
        assert!(told.contains(detail), "{told}");
    }
    let (code, place, told) = found(&unit("a", " "));
    assert_eq!(
        (code.as_str(), place.as_str()),
        ("hcl2::decode::invalid-value", "\" \"")
    );
    assert!(told.contains("path of a unit cannot be empty"), "{told}");
}
