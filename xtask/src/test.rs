//! All tests, with one total.

use std::process::Command;

use crate::cargo::{cargo, failed, run_watched};
use crate::files::{root, target};

/// The number of tests by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
}

/// Builds the programs of the unit and integration tests.
pub(crate) fn build() -> Result<(), String> {
    crate::cargo::run(units().arg("--no-run"))
}

/// Runs unit, integration, documentation and specification tests; prints the total.
pub(crate) fn run() -> Result<(), String> {
    let mut unit = units();
    unit.arg("--no-fail-fast");
    if has_nextest() {
        unit.arg("--no-tests=pass");
    }
    let mut doc = cargo();
    doc.args(["test", "--workspace", "--all-features", "--doc", "--no-fail-fast"]);

    let mut total = Tally::default();
    let mut failures = Vec::new();
    // It was built with the tests; another profile would take minutes to build for a second of cases.
    let mut conformance = Command::new(target().join("debug/hcl2-conformance"));
    conformance.current_dir(root());
    for command in [&mut unit, &mut doc, &mut conformance] {
        let mut tally = Tally::default();
        let fine = run_watched(command, |line| {
            if let Some(more) = tally_of(line) {
                tally.passed += more.passed;
                tally.failed += more.failed;
            }
        })?;
        if !fine {
            failures.push(failed(command));
            // A command that does not build reports no failed test.
            tally.failed = tally.failed.max(1);
        }
        total.passed += tally.passed;
        total.failed += tally.failed;
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    match failures.first() {
        None => Ok(()),
        Some(first) => Err(first.clone()),
    }
}

/// Returns the command that runs unit and integration tests.
fn units() -> Command {
    let mut command = cargo();
    if has_nextest() {
        command.args(["nextest", "run", "--workspace", "--all-features"]);
    } else {
        command.args(["test", "--workspace", "--all-features", "--all-targets"]);
    }
    command
}

fn has_nextest() -> bool {
    let mut command: Command = cargo();
    command.args(["nextest", "--version"]);
    command.output().is_ok_and(|output| output.status.success())
}

/// Reads the counts from a line of output: a summary of cargo-nextest or libtest, or one kind of conformance cases.
fn tally_of(line: &str) -> Option<Tally> {
    let line = plain(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["Summary", ..] | ["test", "result:", ..] => Some(Tally {
            passed: number_before(&words, "passed").unwrap_or(0),
            failed: number_before(&words, "failed").unwrap_or(0),
        }),
        [kind, "passed", ratio, ..] if *kind != "total" => {
            let (passed, all) = ratio.split_once('/')?;
            let (passed, all): (u64, u64) = (passed.parse().ok()?, all.parse().ok()?);
            let divergent = words
                .iter()
                .position(|word| *word == "divergent")
                .and_then(|at| words.get(at + 1)?.parse().ok())
                .unwrap_or(0);
            Some(Tally {
                passed,
                failed: all.saturating_sub(passed).saturating_sub(divergent),
            })
        }
        _ => None,
    }
}

fn number_before(words: &[&str], name: &str) -> Option<u64> {
    let at = words
        .iter()
        .position(|word| word.trim_end_matches([',', ';', '.']) == name)?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

/// Returns the line without the escape sequences that colour it.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            out.push(char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, passed: u64, failed: u64) {
        assert_eq!(tally_of(line), Some(Tally { passed, failed }), "{line}");
    }

    #[test]
    fn summaries_of_the_runners_are_counted() {
        check(
            "test result: ok. 22 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.78s",
            22,
            1,
        );
        check(
            "     Summary [   0.9s] 23 tests run: 21 passed (1 slow), 2 failed, 0 skipped",
            21,
            2,
        );
        check(
            "\u{1b}[32;1m     Summary\u{1b}[0m [   0.9s] \u{1b}[1m3\u{1b}[0m tests run: \u{1b}[1m3\u{1b}[0m passed, 0 skipped",
            3,
            0,
        );
    }

    #[test]
    fn conformance_lines_count_once_and_divergences_not_as_failures() {
        check("expr  passed 3997/4000  exact 3950/4000  divergent 1", 3997, 2);
        assert_eq!(
            tally_of("total  passed 3997/4000  exact 3950/4000  divergent 1"),
            None
        );
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(tally_of("test a::b ... ok"), None);
        assert_eq!(tally_of("running 3 tests"), None);
        assert_eq!(tally_of(""), None);
    }
}
