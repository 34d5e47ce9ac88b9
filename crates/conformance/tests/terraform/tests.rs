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

/// The versions that have the results of [`DIFFERENT`] modules, because they end at blocks that they do not know.
const SAME_IN: &[(&str, u16)] = &[("import-into-a-mock", 6)];

/// The modules whose results differ in some versions from the recorded ones, with the first and last such version and the
/// reason.
const DIFFERENT_IN: &[(&str, u16, u16, &str)] = &[
    ("ephemeral-and-write-only", 6, 10, WRITE_ONLY),
    (
        "expected-failure-prevents-the-apply",
        6,
        8,
        "the error is at the variable",
    ),
    ("file-variable-refers-to-a-run", 13, 15, FILE_FIRST),
    ("other-files-run-after-an-error", 12, 12, WITHOUT_RUN),
    ("run-in-an-assertion-that-does-not-exist", 12, 12, WITHOUT_RUN),
    ("run-that-comes-later", 12, 12, WITHOUT_RUN),
    ("run-that-comes-later", 13, 15, FILE_FIRST),
    ("run-that-does-not-exist", 12, 12, WITHOUT_RUN),
    (
        "sensitive-values",
        6,
        6,
        "the values of earlier runs are not marked",
    ),
    ("undeclared-in-assertions", 12, 12, WITHOUT_RUN),
    ("unexpected-validation", 6, 8, "the error is at the variable"),
    (
        "variables-by-precedence",
        6,
        6,
        "variables of the directory of tests do not count",
    ),
    (
        "variables-replaced",
        6,
        6,
        "variables of the file are evaluated for all runs",
    ),
];

const WRITE_ONLY: &str = "providers have no write-only attributes yet, but the recorded schema has";
const FILE_FIRST: &str =
    "Terraform orders the runs of a file before any of them runs, and has no place for the error";
const WITHOUT_RUN: &str = "the error belongs to the file in Terraform, to the run here";

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
        let always =
            DIFFERENT.iter().any(|(own, _)| *own == name) && !SAME_IN.contains(&(name.as_str(), minor));
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
