//! The output of the example, except for the words of problems.

use std::process::Command;

const EXPECTED: &[&str] = &[
    "1:1 document: an object",
    "2:11   name: \"web\"",
    "3:13   listen: an array",
    "3:14     0: 80",
    "3:18     1: an object",
    "3:27       port: 443",
    "3:39       tls: true",
    "4:11   name: \"api\"",
    "1:1 document: an object",
    "1:6   a: 1",
    "broken.json:1:6: error[hcl2::json::missing-colon",
];

#[test]
fn the_example_prints_what_the_layer_makes() {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2-example-json"))
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
