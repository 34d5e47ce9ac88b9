//! Fuzzing: every target for some minutes, and a table of what was found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cargo::{cargo, run, run_watched};
use crate::files::root;

/// What the task does.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many minutes each target runs.
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// The targets to run [default: all].
    targets: Vec<String>,
}

/// Instrumentation for libFuzzer, which the pinned compiler can produce without `cargo fuzz`.
const FLAGS: &[&str] = &[
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The platform whose binaries are instrumented. Naming it keeps build scripts as they are.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Endings of the names of files that are seeds.
const SEEDS: &[&str] = &["hcl", "tf", "tfvars", "json", "hcldec", "t"];

/// Maximum length of an input, in bytes.
const MAX_BYTES: u64 = 8_192;

/// What libFuzzer puts into inputs.
const WORDS: &[&str] = &[
    "${",
    "%{",
    "}",
    "~}",
    "$${",
    "%%{",
    "<<E\\x0a",
    "<<-E\\x0a",
    "\\x0aE\\x0a",
    "=>",
    "...",
    "[*]",
    ".*.",
    "\\x22",
    "/*",
    "*/",
    "//",
    "for ",
    " in ",
    "if ",
    "endif",
    "endfor",
    "else",
    "null",
    "true",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "?",
    ":",
    "\\\\u00e9",
    "\\xef\\xbb\\xbf",
    "\\x0d\\x0a",
    "1e400",
    "dynamic \\x22a\\x22 {",
    "for_each = ",
    "content {",
    "variable \\x22a\\x22 {",
    "resource \\x22a\\x22 \\x22b\\x22 {",
    "locals {",
    "module \\x22a\\x22 {",
    "output \\x22a\\x22 {",
    "count = ",
    "depends_on = [",
    "var.",
    "local.",
    "each.key",
    "self.",
    "path.module",
    "type = object({",
    "optional(",
    "sensitive = true",
];

/// What one target did.
#[derive(Default)]
struct Report {
    executions: u64,
    edges: u64,
    findings: usize,
}

pub(crate) fn run_fuzz(options: &Options) -> Result<(), String> {
    let output = root().join("target/fuzz");
    build(&output)?;
    let seeds = output.join("seeds");
    write_seeds(&seeds)?;
    let dictionary = output.join("dictionary");
    let page = fs::read_to_string(root().join("docs/functions.md")).map_err(|error| error.to_string())?;
    let functions: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    let words = WORDS.iter().map(|word| format!("\"{word}\"\n"));
    let calls = functions.iter().map(|name| format!("\"{name}(\"\n"));
    write(&dictionary, &words.chain(calls).collect::<String>())?;
    let mut table = "| target | executions | edges | findings |\n|---|---|---|---|\n".to_owned();
    let mut findings = 0;
    for target in targets()? {
        if !options.targets.is_empty() && !options.targets.contains(&target) {
            continue;
        }
        let report = fuzz(&target, options.minutes, &output, &seeds, &dictionary)?;
        findings += report.findings;
        table += &format!(
            "| `{target}` | {} | {} | {} |\n",
            report.executions, report.edges, report.findings
        );
    }
    println!("\n{table}");
    if findings > 0 {
        return Err(format!(
            "{findings} inputs in {} fail",
            output.join("findings").display()
        ));
    }
    Ok(())
}

/// Returns the names of all targets.
fn targets() -> Result<Vec<String>, String> {
    let mut targets: Vec<String> = entries(&root().join("fuzz/fuzz_targets"))?
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    targets.sort();
    Ok(targets)
}

fn build(output: &Path) -> Result<(), String> {
    let mut command = cargo();
    command
        .current_dir(root().join("fuzz"))
        .args(["build", "--release", "--bins", "--target", PLATFORM])
        .env("RUSTFLAGS", FLAGS.join(" "))
        .env("CARGO_TARGET_DIR", output);
    run(&mut command)
}

/// Copies the small configuration files of the repository, and the cases that were kept.
fn write_seeds(directory: &Path) -> Result<(), String> {
    fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    let is_seed = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_small = fs::metadata(path).is_ok_and(|data| data.len() <= MAX_BYTES);
        is_small && ending.is_some_and(|ending| SEEDS.contains(&ending))
    };
    for folder in ["spec-tests", "examples", "crates"] {
        for path in files_below(&root().join(folder))?.into_iter().filter(is_seed) {
            let relative = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            fs::copy(&path, directory.join(relative.replace('/', "_"))).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Runs a target on its corpus, which grows from run to run.
fn fuzz(
    target: &str,
    minutes: f64,
    output: &Path,
    seeds: &Path,
    dictionary: &Path,
) -> Result<Report, String> {
    let (corpus, findings) = (
        output.join("corpus").join(target),
        output.join("findings").join(target),
    );
    for directory in [&corpus, &findings] {
        fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    }
    let before = entries(&findings)?.len();
    let mut command = std::process::Command::new(output.join(PLATFORM).join("release").join(target));
    command
        .arg(format!("-max_total_time={}", (minutes * 60.0).ceil()))
        .arg(format!("-max_len={MAX_BYTES}"))
        .arg(format!("-dict={}", dictionary.display()))
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .args([
            "-timeout=20",
            "-rss_limit_mb=3000",
            "-print_final_stats=1",
            "-verbosity=1",
        ])
        .arg(&corpus)
        .arg(root().join("fuzz/corpus").join(target))
        .arg(seeds);
    fs::create_dir_all(root().join("fuzz/corpus").join(target)).map_err(|error| error.to_string())?;
    let mut report = Report::default();
    run_watched(&mut command, |line| {
        let number = |text: &str| text.split_whitespace().next().and_then(|word| word.parse().ok());
        if let Some((_, rest)) = line.split_once("stat::number_of_executed_units:") {
            report.executions = number(rest).unwrap_or_default();
        } else if let Some((_, rest)) = line.split_once(" cov:") {
            report.edges = number(rest).unwrap_or(report.edges);
        }
    })?;
    report.findings = entries(&findings)?.len().saturating_sub(before);
    Ok(report)
}

fn files_below(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for path in entries(&directory)? {
            if path.is_dir() {
                directories.push(path);
            } else {
                files.push(path);
            }
        }
    }
    Ok(files)
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
