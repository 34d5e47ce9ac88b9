//! Tests of modules, compared with the results of `terraform test`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hcl2_conformance::verdicts::{self, Verdicts};
use hcl2_conformance::versions::{Changes, RECORDED, VERSIONS};

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

/// The modules whose results differ in some versions from the recorded ones, with the first and last such version and the
/// reason.
const DIFFERENT_IN: &[(&str, u16, u16, &str)] = &[];

/// Returns how our results of modules differ from those of a version, where they must not.
fn wrong(minor: u16, is_compared: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let schemas = directory().join("../plans/acme.json");
    let recorded = verdicts::recorded(&directory()).expect("the results are recorded");
    assert!(recorded.len() >= 75, "{}", recorded.len());
    let changes = Changes::read(&directory().join(verdicts::CHANGES)).expect("the changes are valid");
    let mut wrong = BTreeMap::new();
    let results = changes.applied(&recorded, minor);
    for (name, theirs) in results.into_iter().filter(|(name, _)| is_compared(name)) {
        let theirs: Verdicts = serde_json::from_value(theirs).expect("results");
        let ours = Verdicts::of_module(&directory().join(&name), &schemas, minor);
        let always = DIFFERENT.iter().any(|(own, _)| *own == name);
        let is_different = always
            || DIFFERENT_IN
                .iter()
                .any(|(own, first, last, _)| *own == name && (*first..=*last).contains(&minor));
        if (ours != theirs) != is_different {
            wrong.insert(format!("{name} in 1.{minor}"), format!("{ours:?} but {theirs:?}"));
        }
    }
    wrong
}

#[test]
fn results_are_those_of_terraform() {
    let wrong = wrong(RECORDED, |_| true);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn results_are_those_of_each_version() {
    let changes = Changes::read(&directory().join(verdicts::CHANGES)).expect("the changes are valid");
    let (oldest, newest) = (VERSIONS[0], VERSIONS[VERSIONS.len() - 1]);
    let wrong: BTreeMap<String, String> = VERSIONS
        .iter()
        .flat_map(|minor| {
            let is_end = [oldest, newest].contains(minor);
            wrong(*minor, |name| is_end || changes.has(name))
        })
        .collect();
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}
