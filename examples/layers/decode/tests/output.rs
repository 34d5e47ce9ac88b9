//! The output of the example, except for the words of problems.

use std::process::Command;

const EXPECTED: &[&str] = &[
    "Shop runs on 10.0.0.1, port 8080, and says much",
    "settings.ini:2:1: error[hcl2::body::missing-attribute",
    "settings.ini:3:1: error[hcl2::body::unsupported-attribute",
    "settings.ini:4:8: error[hcl2::decode::wrong-type",
];

#[test]
fn the_example_prints_what_the_layer_makes() {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2-example-decode"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    let shown = stdout
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("  "))
        .filter_map(|line| line.split("]: ").next());
    assert_eq!(shown.collect::<Vec<_>>(), EXPECTED);
}
