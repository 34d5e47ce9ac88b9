//! What the tests share.

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_plan::{Inputs, plan};
use hcl2_policy::{CaseResult, Finding, Options, PolicyFile, TestFile, World, evaluate};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree};

/// Reads a policy.
pub(crate) fn policy(text: &str) -> (PolicyFile, Diagnostics) {
    let source = SourceMap::new().add("p.policy.hcl", text).expect("valid");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("valid");
    let read = PolicyFile::read("p.policy.hcl", &file);
    (read.value, read.diagnostics)
}

/// Reads a policy without problems.
pub(crate) fn valid(text: &str) -> PolicyFile {
    let (file, problems) = policy(text);
    assert!(problems.is_empty(), "{problems:?}");
    file
}

/// Returns the plan of one new `acme_disk.d`, as JSON.
pub(crate) fn created(after: &str, unknown: &str) -> World {
    world(&format!("[{}]", change("acme_disk.d", after, unknown)))
}

/// Returns a change in the JSON of a plan.
pub(crate) fn change(address: &str, after: &str, unknown: &str) -> String {
    let ty = address.split('.').next().expect("valid");
    format!(
        r#"{{"address": "{address}", "mode": "managed", "type": "{ty}", "provider_name": "registry.terraform.io/acme/acme",
            "change": {{"actions": ["create"], "before": null, "after": {after}, "after_unknown": {unknown}}}}}"#
    )
}

/// Reads a plan with changes.
pub(crate) fn world(changes: &str) -> World {
    let source = SourceMap::new()
        .add("plan.json", format!(r#"{{"resource_changes": {changes}}}"#))
        .expect("valid");
    World::from_json(&source).expect("valid")
}

/// Judges a plan, without problems.
pub(crate) fn judge(policy: &str, world: &World) -> Vec<Finding> {
    let found = evaluate(&[valid(policy)], world, &Options::default());
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    found.value
}

/// Returns a policy for `acme_disk` with a condition.
pub(crate) fn condition(condition: &str) -> String {
    format!("resource_policy \"acme_disk\" \"p\" {{\n  enforce {{\n    condition = {condition}\n  }}\n}}\n")
}

/// Plans a module as far as it can be known.
pub(crate) fn module(text: &str) -> World {
    let source = SourceMap::new().add("main.tf", text).expect("valid");
    let file = ModuleFile::parse(&source, Language::Terraform).value;
    let module = Module::from_files(&[file], Language::Terraform).value;
    let tree = ModuleTree {
        module,
        ..ModuleTree::default()
    };
    let inputs = Inputs {
        is_partial: true,
        ..Inputs::default()
    };
    let plan = plan(&tree, &inputs);
    assert!(!plan.has_errors(), "{:?}", plan.diagnostics);
    World::of_plan(&plan.value, &tree, &inputs)
}

/// Runs a file of tests for a policy.
pub(crate) fn run(policy: &str, tests: &str) -> (Vec<CaseResult>, Diagnostics) {
    let source = SourceMap::new().add("p.policytest.hcl", tests).expect("valid");
    let file = ModuleFile::parse(&source, Language::Terraform)
        .into_result()
        .expect("valid");
    let read = TestFile::read("p.policytest.hcl", &file);
    let mut problems = read.diagnostics;
    let cases = read
        .value
        .run(&[valid(policy)], &Options::default())
        .report_into(&mut problems);
    (cases, problems)
}
