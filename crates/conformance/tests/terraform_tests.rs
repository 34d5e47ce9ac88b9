//! Tests of modules, compared with the results of `terraform test` 1.11.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_conformance::verdicts::Verdicts;

/// The modules whose results differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    (
        "expected-failure-of-a-local",
        "what is wrong in a file of tests is reported before any of them runs",
    ),
    (
        "expected-failures-are-of-the-root",
        "the default of a variable of a called module has no place in Terraform",
    ),
    (
        "import-into-a-mock",
        "the error has a place here, that of the resource",
    ),
    (
        "missing-module-under-test",
        "the error is at the source of the module, not at its block",
    ),
    (
        "mock-source-missing",
        "the error is at the source of the mocks, not at their block",
    ),
    ("unmocked-apply", "Terraform asks the provider"),
    ("unmocked-data", "Terraform asks the provider"),
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-tests/terraform-tests")
}

#[test]
fn results_are_those_of_terraform() {
    let schemas = directory().join("../plans/acme.json");
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the modules are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    assert!(names.len() >= 75, "{}", names.len());
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let module = directory().join(&name);
        let text = std::fs::read_to_string(module.join("verdicts.json")).expect("the results are recorded");
        let theirs: Verdicts = serde_json::from_str(&text).expect("JSON");
        let ours = Verdicts::of_module(&module, &schemas);
        let is_different = DIFFERENT.iter().any(|(own, _)| *own == name);
        if (ours != theirs) != is_different {
            wrong.insert(name, format!("{ours:?} but {theirs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
