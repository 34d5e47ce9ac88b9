//! The example `untrusted` never exceeds its memory.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The address space of the process in KiB: the heap of the example, its code, and its stacks.
const ADDRESS_SPACE: u32 = 256 << 10;

/// Returns the path of the example, which is built with the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let directory = test.ancestors().nth(2).expect("the directory of the profile");
    directory.join("examples/untrusted")
}

/// Returns the status of the example, and what it prints.
fn run(input: &str) -> (Option<i32>, String, String) {
    let program = program();
    assert!(program.exists(), "{} is built with the tests", program.display());
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\""))
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // A program that refuses a long input does not read its end.
    let _ = child
        .stdin
        .take()
        .expect("standard input")
        .write_all(input.as_bytes());
    let output = child.wait_with_output().expect("an end");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_expression_within_the_limits_has_its_value() {
    let (status, printed, problems) = run("[for n in range(3) : n * n]");
    assert_eq!(
        (status, printed.as_str(), problems.as_str()),
        (Some(0), "[0,1,4]\n", "")
    );
}

#[test]
fn attacks_end_with_a_diagnostic_and_not_with_an_abort() {
    let doubled = (0..40).fold("1".to_owned(), |text, _| {
        format!("[for y in [{text}] : [y, y]][0]")
    });
    let attacks = [
        "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]]".to_owned(),
        "[for a in range(1000) : [for b in range(1000) : { a = b }]]".to_owned(),
        "length([for a in range(1000) : length([for b in range(1000) : length([for c in range(1000) : c])])])".to_owned(),
        "\"%{ for a in range(1000) }%{ for b in range(1000) }%{ for c in range(1000) }x%{ endfor }%{ endfor }%{ endfor }\""
            .to_owned(),
        "[for a in range(1000) : format(\"%1000000d\", a)]".to_owned(),
        "setproduct(range(1000), range(1000), range(1000))".to_owned(),
        format!("jsonencode({doubled})"),
        format!("flatten({doubled})"),
        doubled.clone(),
        "[".repeat(2_000_000),
        format!("\"{}\"", "x".repeat(3 << 20)),
    ];
    for attack in attacks {
        let shown: String = attack.chars().take(80).collect();
        let (status, printed, problems) = run(&attack);
        assert_eq!((status, printed.as_str()), (Some(1), ""), "{shown}: {problems}");
        assert!(!problems.is_empty(), "{shown}");
    }
}

#[test]
fn shared_parts_are_compared_within_the_heap() {
    let doubled = (0..40).fold("1".to_owned(), |text, _| {
        format!("[for y in [{text}] : [y, y]][0]")
    });
    let (status, printed, problems) = run(&format!("[for x in [{doubled}] : x == x][0]"));
    assert_eq!(
        (status, printed.as_str(), problems.as_str()),
        (Some(0), "true\n", "")
    );
}
