//! The output of the example.

use std::process::Command;

const EXPECTED: &[&str] = &[
    "greeting is a string",
    "sum is a tuple([number,number,number])",
    "greeting = \"hello, ${name}\"",
    "sum      = [for n in [1, 2, 3] : n * factor]",
];

#[test]
fn the_example_prints_what_the_layer_makes() {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2-example-native"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(stdout.lines().collect::<Vec<_>>(), EXPECTED);
}
