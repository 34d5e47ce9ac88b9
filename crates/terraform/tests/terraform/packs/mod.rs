//! The languages of other products.

mod bake;
mod nomad;
mod packer;
mod terragrunt;

use crate::support::{found, source};
use hcl2_diagnostics::Diagnostics;
use hcl2_terraform::ModuleFile;
use hcl2_terraform::table::{FileKind, Language};

fn problems(name: &str, text: &str) -> Diagnostics {
    let file = ModuleFile::parse(&source(name, text), Language::Terraform);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let kind = FileKind::of(name).expect("a file of a product");
    file.value.check(kind, Language::Terraform, None)
}

const BLOCK: &str = "hcl2::body::unsupported-block";
const ATTRIBUTE: &str = "hcl2::body::unsupported-attribute";
const MISSING: &str = "hcl2::body::missing-attribute";
const EXTRANEOUS: &str = "hcl2::body::extraneous-label";
const DUPLICATE: &str = "hcl2::terraform::duplicate-declaration";
const CYCLE: &str = "hcl2::terraform::reference-cycle";
const UNDECLARED: &str = "hcl2::terraform::undeclared";

#[track_caller]
fn check(name: &str, text: &str, expected: &[(&str, &str)]) {
    assert_eq!(found(&problems(name, text), text), expected, "{name}");
}

/// Asserts that a name is reported, with the right one as a suggestion.
#[track_caller]
fn suggests(name: &str, text: &str, wrong: &str, code: &str, right: &str) {
    check(name, text, &[(code, wrong)]);
    assert_eq!(problems(name, text)[0].suggestions[0].replacement, right);
}

#[test]
fn each_language_has_a_name() {
    let all: Vec<&str> = FileKind::languages().collect();
    let expected = [
        "packer",
        "packer-variables",
        "nomad",
        "terragrunt-stack",
        "terragrunt",
        "bake",
    ];
    assert_eq!(all, expected);
    assert!(all.iter().all(|name| FileKind::of_language(name).is_some()));
    assert!(!FileKind::of("main.tf").is_some_and(FileKind::is_foreign) && FileKind::of("a.hcl").is_none());
}

#[test]
fn references_are_checked_in_linear_time() {
    let bake = |count: usize| -> String {
        let targets = (0..count).map(|index| {
            format!("variable \"v{index}\" {{}}\ntarget \"t{index}\" {{\n  inherits = [\"t{index}\"]\n  args = [v{index}]\n}}\n")
        });
        targets.collect()
    };
    hcl2_testing::assert_linear("bake", 150, bake, |text| problems("docker-bake.hcl", &text));
    let terragrunt = |count: usize| -> String {
        let locals = (0..count).map(|index| format!("  a{index} = local.a{index}\n"));
        format!("locals {{\n{}}}\n", locals.collect::<String>())
    };
    hcl2_testing::assert_linear("terragrunt", 400, terragrunt, |text| {
        problems("terragrunt.hcl", &text)
    });
}

#[test]
fn similar_names_are_suggested_for_as_many_problems_as_anyone_reads() {
    // Each name is looked for among the first 2,000 of its kind, and all names of a file among 200,000.
    let declared = (0..2_000).map(|index| format!("  declared{index} = {index}\n"));
    let misspelt = (0..600).map(|index| format!("  m{index} = local.declaredd{index}\n"));
    let text = format!("locals {{\n{}}}\n", declared.chain(misspelt).collect::<String>());
    let found = problems("terragrunt.hcl", &text);
    let suggested: Vec<bool> = found
        .iter()
        .map(|problem| !problem.suggestions.is_empty())
        .collect();
    assert_eq!((found.len(), found[1].code.id()), (600, UNDECLARED));
    assert_eq!(found[1].suggestions[0].replacement, "local.declared1");
    assert!(suggested[..90].iter().all(|is_suggested| *is_suggested));
    assert!(suggested[400..].iter().all(|is_suggested| !is_suggested));
}
