//! A build matrix that is computed from a few lists.

use std::collections::BTreeMap;

use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Matrix {
    targets: Vec<Target>,
    by_system: BTreeMap<String, Vec<String>>,
    names: Vec<String>,
    #[hcl(block, name = "exclude")]
    excluded: Vec<Exclude>,
    newest: Option<String>,
    checks: (bool, bool),
}

#[derive(Decode, Debug, PartialEq)]
struct Target {
    system: String,
    toolchain: String,
    #[hcl(default)]
    features: Vec<String>,
}

#[derive(Decode, Debug, PartialEq)]
struct Exclude {
    system: Option<String>,
    toolchain: Option<String>,
    reason: String,
}

#[test]
fn a_matrix_is_decoded() {
    let tuple =
        |texts: &[&str]| hcl2::value::Value::tuple(texts.iter().map(|text| hcl2::value::Value::from(*text)));
    let loader = Loader::new()
        .variable("systems", tuple(&["linux", "macos"]))
        .variable("toolchains", tuple(&["1.89", "stable"]))
        .standard_functions();
    let matrix: Matrix = super::check("matrix", &loader);
    assert_eq!(
        matrix.names,
        ["linux-1.89", "linux-stable", "macos-1.89", "macos-stable"]
    );
    assert_eq!(matrix.targets[0].features, ["simd"]);
    assert_eq!(matrix.by_system["macos"], ["1.89", "stable"]);
    assert_eq!(matrix.newest.as_deref(), Some("stable"));
}
