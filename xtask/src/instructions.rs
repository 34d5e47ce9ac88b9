//! The number of instructions that benchmark stages execute, compared with those on record.
//!
//! Times vary between machines and runs; instruction counts do not, so they reveal a slower change on any machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cargo::{cargo, run as run_command};
use crate::files;

/// Instructions per round, by stage.
type Record = BTreeMap<String, u64>;

/// The record's file.
const RECORD: &str = "crates/bench/instructions.json";
/// The profile for counting: that of a program that says nothing about it.
const PROFILE: &str = "release";
/// The largest accepted difference from the record, in percent.
const TOLERANCE: u64 = 5;
/// The rounds of two runs; their difference excludes one-time work.
const ROUNDS: [u64; 2] = [1, 3];

/// The stages that are counted: a round of each is short enough for a simulated processor.
const STAGES: [&str; 25] = [
    "native.lex",
    "native.parse",
    "native.read",
    "native.format",
    "json.parse",
    "json.tree",
    "json.validate",
    "eval.arithmetic",
    "eval.template",
    "eval.for",
    "eval.object",
    "eval.conditional",
    "eval.splat",
    "eval.traversal",
    "eval.function",
    "decode.spec",
    "fn.jsondecode",
    "fn.jsonencode",
    "set.build",
    "set.union",
    "number.small",
    "terraform.to_json",
    "wire.encode",
    "wire.encode.convert",
    "wire.decode",
];

/// Counts every stage and compares it with the record, or writes the record.
///
/// Succeeds with a message if the record does not apply (another processor or system) or valgrind is missing.
pub(crate) fn run(record: bool) -> Result<(), String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!("skipped: instructions are on record for x86-64 Linux only");
        return Ok(());
    }
    if !Command::new("valgrind")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: there is no valgrind to count instructions with");
        return Ok(());
    }
    let counts = count_all(&build()?)?;
    let path = files::root().join(RECORD);
    if record {
        return write(&path, &counts);
    }
    let known = read(&path)?;
    let complaints: Vec<String> = counts
        .iter()
        .filter_map(|(stage, count)| compare(stage, *count, known.get(stage).copied()))
        .collect();
    println!(
        "{} stages counted, {} beyond the record",
        counts.len(),
        complaints.len()
    );
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}; where that is meant, run `cargo xtask instructions --record`",
        complaints.join("; ")
    ))
}

/// Builds the benchmark and returns its path.
fn build() -> Result<PathBuf, String> {
    run_command(cargo().args([
        "build",
        "--quiet",
        "--profile",
        PROFILE,
        "--package",
        "hcl2-bench",
        "--bin",
        "hcl2-bench",
    ]))?;
    Ok(files::target().join(PROFILE).join("hcl2-bench"))
}

/// Counts all stages, one for each processor at a time: counts do not disturb each other.
fn count_all(program: &Path) -> Result<Record, String> {
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(Ok(Record::new()));
    let work = || {
        while let Some(stage) = STAGES.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = count(program, stage);
            let Ok(mut counts) = counts.lock() else { return };
            match (count, counts.as_mut()) {
                (Ok(count), Ok(counts)) => {
                    println!("{stage:<20}{count:>14}");
                    counts.insert((*stage).to_owned(), count);
                }
                (Err(message), Ok(_)) => *counts = Err(message),
                (_, Err(_)) => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    counts
        .into_inner()
        .unwrap_or_else(|_| Err(String::from("a thread that counted has panicked")))
}

/// Returns the instructions that one round of a stage executes.
fn count(program: &Path, stage: &str) -> Result<u64, String> {
    let [few, many] = ROUNDS;
    let total = |rounds| total(program, stage, rounds);
    Ok(total(many)?.saturating_sub(total(few)?) / (many - few))
}

/// Returns the instructions of a whole run.
fn total(program: &Path, stage: &str, rounds: u64) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(program)
        .args([stage, "--size=1", &format!("--rounds={rounds}")])
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    match instructions(&text) {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("{stage} could not be counted: {text}")),
    }
}

/// Returns the number in valgrind's output.
fn instructions(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find(|line| line.contains("I ") && line.contains("refs:"))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

/// Returns the complaint about a count, if any.
fn compare(stage: &str, count: u64, known: Option<u64>) -> Option<String> {
    let Some(known) = known else {
        return Some(format!("{stage} is not on record"));
    };
    let allowed = known * TOLERANCE / 100;
    let verb = if count > known + allowed {
        "more"
    } else if count + allowed < known {
        "fewer"
    } else {
        return None;
    };
    Some(format!(
        "{stage} executes {count} instructions a round, {verb} than the {known} on record"
    ))
}

fn read(path: &Path) -> Result<Record, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {RECORD}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{RECORD}: {error}"))
}

fn write(path: &Path, counts: &Record) -> Result<(), String> {
    let mut text = serde_json::to_string_pretty(counts).map_err(|error| format!("{RECORD}: {error}"))?;
    text.push('\n');
    std::fs::write(path, text).map_err(|error| format!("cannot write {RECORD}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_valgrind_prints() {
        let old = "==7== Cachegrind\n==7== \n==7== I   refs:      1,234,567\n";
        let new = "==7== I refs:        1,234,567\n";
        assert_eq!([instructions(old), instructions(new)], [Some(1_234_567); 2]);
        assert_eq!(instructions("error: there is no stage"), None);
    }

    #[test]
    fn a_count_within_the_tolerance_is_fine() {
        for count in [950, 1000, 1050] {
            assert_eq!(compare("native.lex", count, Some(1000)), None, "{count}");
        }
    }

    #[test]
    fn a_count_beyond_the_tolerance_is_named() {
        assert_eq!(
            compare("native.lex", 1051, Some(1000)).as_deref(),
            Some("native.lex executes 1051 instructions a round, more than the 1000 on record")
        );
        assert_eq!(
            compare("native.lex", 949, Some(1000)).as_deref(),
            Some("native.lex executes 949 instructions a round, fewer than the 1000 on record")
        );
        assert_eq!(
            compare("native.lex", 1, None).as_deref(),
            Some("native.lex is not on record")
        );
    }
}
