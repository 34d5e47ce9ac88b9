//! The output of the example.

use std::process::Command;

const EXPECTED: &[&str] = &[
    "3 rows of the type list(object({name=string,price=number}))",
    "the sum is 4.95",
];

#[test]
fn the_example_prints_what_the_layer_makes() {
    let output = Command::new(env!("CARGO_BIN_EXE_hcl2-example-value"))
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(stdout.lines().collect::<Vec<_>>(), EXPECTED);
}
