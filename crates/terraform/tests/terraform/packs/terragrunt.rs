//! Units and stacks of Terragrunt.

use hcl2_diagnostics::SourceMap;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

use super::{ATTRIBUTE, BLOCK, DUPLICATE, EXTRANEOUS, UNDECLARED, check, problems, suggests};

const UNIT: &str = r#"include "root" {
  path   = find_in_parent_folders("root.hcl")
  expose = true
}
locals {
  region = include.root.locals.region
}
terraform {
  source = "./m?ref=${local.region}"
  before_hook "log" {
    commands = ["apply"]
    execute  = ["echo"]
  }
}
dependency "vpc" {
  config_path  = "../vpc"
  mock_outputs = { id = "x" }
}
remote_state {
  backend  = "s3"
  config   = { bucket = "b" }
  generate = { path = "backend.tf", if_exists = "overwrite" }
}
generate "provider" {
  path      = "provider.tf"
  if_exists = "overwrite"
  contents  = ""
}
inputs = {
  vpc = dependency.vpc.outputs.id
}
"#;

#[test]
fn units_and_stacks_of_terragrunt_have_a_table() {
    let name = "terragrunt.hcl";
    check(name, UNIT, &[]);
    check(
        "root.hcl",
        "remote_state = { backend = \"local\" }\ngenerate = {}\n",
        &[],
    );
    let bare = "include {\n  path = \"a\"\n}\n";
    let labelled = bare.replace("include", "include \"b\"");
    check(name, bare, &[]);
    check(name, &format!("{labelled}{bare}"), &[]);
    check(name, &format!("{bare}{labelled}"), &[]);
    check(
        name,
        &format!("{bare}{labelled}{bare}"),
        &[(DUPLICATE, "include")],
    );
    check(
        name,
        &format!("{bare}include \"a\" \"b\" {{\n  path = \"c\"\n}}\n"),
        &[(EXTRANEOUS, "\"a\"")],
    );
    let wrong = |from: &str, to: &str| UNIT.replacen(from, to, 1);
    let block = wrong("  before_hook", "  befor_hook");
    suggests(name, &block, "befor_hook", BLOCK, "before_hook");
    let argument = wrong("  config_path ", "  config_pth ");
    suggests(name, &argument, "config_pth", ATTRIBUTE, "config_path");
    let top = wrong("inputs =", "input =");
    suggests(name, &top, "input", ATTRIBUTE, "inputs");
    let reference = wrong("${local.region}", "${local.regon}");
    suggests(name, &reference, "local.regon", UNDECLARED, "local.region");
    let stack = "unit \"a\" {\n  source = \"s\"\n  path = \"p\"\n  autoinclude {\n    input = {}\n  }\n}\n";
    suggests("terragrunt.stack.hcl", stack, "input", ATTRIBUTE, "inputs");
}

#[test]
fn dependencies_and_features_of_terragrunt_are_declared() {
    let name = "terragrunt.hcl";
    let text = r#"dependency "vpc" {
  config_path = "../vpc"
}
feature "on" {
  default = true
}
inputs = {
  id   = dependency.vpc.outputs.id
  on   = feature.on.value
  all  = [for d in [dependency.vpc] : d.outputs]
}
prevent_destroy = try(dependency.other.outputs.name, false)
"#;
    check(name, text, &[]);
    let wrong = text.replace("= dependency.vpc.outputs", "= dependency.vpd.outputs");
    suggests(name, &wrong, "dependency.vpd", UNDECLARED, "dependency.vpc");
    // A stack elsewhere may declare it.
    assert!(!problems(name, &wrong).has_errors());
    let wrong = text.replace("feature.on.", "feature.one.");
    suggests(name, &wrong, "feature.one", UNDECLARED, "feature.on");
    // An included file may declare it.
    for include in [
        "include {\n  path = \"a\"\n}\n",
        "include \"root\" {\n  path = \"a\"\n}\n",
    ] {
        check(name, &format!("{include}{wrong}"), &[]);
    }
    let json =
        r#"{"inputs": {"a": "${dependency.vpc.outputs}"}, "dependency": {"vpc": {"config_path": "../vpc"}}}"#;
    check("terragrunt.hcl.json", json, &[]);
    let wrong = json.replace("${dependency.vpc", "${dependency.vpd");
    suggests(
        "terragrunt.hcl.json",
        &wrong,
        "dependency.vpd",
        UNDECLARED,
        "dependency.vpc",
    );
    let included = wrong.replacen('{', r#"{"include": {"root": {"path": "a"}}, "#, 1);
    check("terragrunt.hcl.json", &included, &[]);
}

/// Documentation of Terragrunt: "Stacks", the block `autoinclude`, which Terragrunt merges into the unit.
#[test]
fn stacks_declare_dependencies_of_their_units() {
    let mut sources = SourceMap::new();
    let mut parse = |name: &str, text: &str| {
        let source = sources.add(name, text).expect("a small source");
        ModuleFile::parse(&source, Language::Terraform).value
    };
    let unit = parse("terragrunt.hcl", "inputs = {\n  a = dependency.a.outputs.b\n}\n");
    let stack = |name: &str| {
        format!(
            "include \"x\" {{\n}}\nunit \"u\" {{\n  source = \"s\"\n  path = \"p\"\n  autoinclude {{\n    dependency \"{name}\" {{\n      config_path = \"c\"\n    }}\n  }}\n}}\n"
        )
    };
    let (right, wrong) = (
        parse("a/terragrunt.stack.hcl", &stack("a")),
        parse("b/terragrunt.stack.hcl", &stack("b")),
    );
    let kind = FileKind::of("terragrunt.hcl").expect("a unit");
    assert_eq!(kind.completed_by(), FileKind::of("terragrunt.stack.hcl"));
    let with = |others: &[&ModuleFile]| unit.check_with(others, kind, Language::Terraform, None);
    assert!(with(&[&wrong, &right]).is_empty());
    for others in [&[][..], &[&wrong]] {
        let found = with(others);
        assert_eq!(
            (found.len(), found[0].code.id(), found[0].is_error()),
            (1, UNDECLARED, false)
        );
    }
}
