//! Constraints on versions, and the addresses of modules, of which only those in registries have versions.

use crate::support::{codes, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, allows_version, normal_constraint};

fn problems(text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source("main.tf", text), Language::Terraform).value;
    Module::from_files(&[file], Language::Terraform).diagnostics
}

#[test]
fn constraints_allow_releases() {
    for (constraint, version, allowed) in [
        (">= 1.5", "1.5.0", true),
        (">= 1.5", "1.4.9", false),
        ("~> 1.5", "1.9.0", true),
        ("~> 1.5.0", "1.9.0", false),
        ("~> 1.5.0", "1.5.3", true),
        ("1.5.7", "1.5.7", true),
        ("< 1.6.0, >= 1.3", "1.6.0", false),
        ("!= 1.5.0", "1.5.1", true),
        ("< 1.0", "1.0.0", false),
        ("> 99", "1.15.0", false),
    ] {
        let found = allows_version(constraint, version);
        assert_eq!(found, allowed, "{constraint} {version}");
    }
}

#[test]
fn constraints_are_operators_and_versions() {
    let problems = |constraint: &str| {
        problems(&format!(
            "terraform {{\n  required_providers {{\n    a = {{\n      version = {constraint:?}\n    }}\n  }}\n}}\n"
        ))
    };
    for constraint in [
        "1.2.3",
        ">= 1.0",
        "~>1.2, != 1.4.0",
        "> 0.12, < 2.0.0-beta.1",
        "= 1.0.0+build.5",
        "v1.0",
    ] {
        assert_eq!(codes(&problems(constraint)), [] as [&str; 0], "{constraint}");
    }
    for (constraint, problem) in [
        ("", "Missing version in \"\"."),
        (">=", "Missing version in \">=\"."),
        ("=> 1.0", "\"> 1.0\" is not a version."),
        ("1.x", "\"1.x\" is not a version."),
        (">= 1.0 < 2.0", "\"1.0 < 2.0\" is not a version."),
        ("latest", "\"latest\" is not a version."),
        ("1.0,", "Missing version in \"\"."),
    ] {
        let problems = problems(constraint);
        assert_eq!(
            codes(&problems),
            ["hcl2::terraform::invalid-version"],
            "{constraint}"
        );
        let expected =
            " Expected versions with operators, separated by commas, such as `>= 1.2, < 2.0` or `~> 1.2`.";
        assert_eq!(problems[0].detail, format!("{problem}{expected}"), "{constraint}");
    }
}

#[test]
fn constraints_have_a_normal_form() {
    for (text, normal) in [
        ("3.2.1", "3.2.1"),
        ("= 3", "3.0.0"),
        (">=3.0,>= 3", ">= 3.0.0"),
        ("~> 3", "~> 3.0"),
        ("~>3.0.1", "~> 3.0.1"),
        ("< 4, >= 3.0.0", ">= 3.0.0, < 4.0.0"),
        (
            "!= 5, < 5, <= 5, ~> 5, ~> 5.0.0, = 5, >= 5, > 5",
            "> 5.0.0, >= 5.0.0, 5.0.0, ~> 5.0.0, ~> 5.0, <= 5.0.0, < 5.0.0, != 5.0.0",
        ),
        (
            "1.0.0, 1.0.0+b, 1.0.0-rc.10, 1.0.0-rc.9, 1.0.0-rc, 1.0.0-5",
            "1.0.0-5, 1.0.0-rc, 1.0.0-rc.9, 1.0.0-rc.10, 1.0.0, 1.0.0+b",
        ),
    ] {
        assert_eq!(normal_constraint(text), normal, "{text}");
    }
}

#[test]
fn modules_are_at_paths_in_registries_or_remote() {
    let found = |source: &str, version: &str| {
        let call = format!("module \"m\" {{\n  source = {source:?}\n{version}}}\n");
        codes(&problems(&call)).first().copied()
    };
    let version = "  version = \"1.0.0\"\n";
    for source in [
        "hashicorp/consul/aws",
        "app.terraform.io/org/vpc/aws",
        "hashicorp/consul/aws//modules/x",
        "localhost.local:8080/a/b/c",
        "bücher.example./a/b/c",
    ] {
        assert_eq!(
            (found(source, ""), found(source, version)),
            (None, None),
            "{source}"
        );
    }
    for source in [
        "./a",
        "../a",
        ".\\a",
        "github.com/a/b",
        "git@github.com:a/b.git",
        "git::https://example.com/a.git?ref=v1",
        "https://example.com/a.zip",
        "s3::https://s3.amazonaws.com/bucket/a.zip",
        "/srv/modules/a",
    ] {
        let without_registry = Some("hcl2::terraform::invalid-version");
        assert_eq!(
            (found(source, ""), found(source, version)),
            (None, without_registry),
            "{source}"
        );
    }
    for source in [
        "",
        ".",
        "..",
        "a",
        "a/b",
        "A/b/C",
        "a/b/c/d/e",
        "a..b/c/d/e",
        "---.com/b/c/d",
        "-a.com/b/c/d",
        "ab--c.com/b/c/d",
        "xn--bcher-kva.example/a/b/c",
        "localhost/b/c/d",
        "a.com:99999/b/c/d",
        "github.com/a",
    ] {
        assert_eq!(
            found(source, ""),
            Some("hcl2::terraform::invalid-source"),
            "{source}"
        );
    }
}
