//! Mutation testing of one crate with cargo-mutants.
//!
//! A mutant is the crate with one small change, such as `>=` for `>`. A mutant that passes every test survives: a
//! test is missing, the changed code is redundant, or the change makes no difference. Only the last may stay, with a
//! reason in [`EXPLANATIONS`].

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cargo::{cargo, failed};
use crate::files;
use report::{Explanations, Outcomes, Rate, Sources};

mod report;
#[cfg(test)]
mod tests;

/// The reasons why survivors may stay.
const EXPLANATIONS: &str = "xtask/data/mutants.toml";
/// The rates of the runs on record.
const RECORD: &str = "xtask/data/mutants.json";
/// The directory of reports and artifacts.
const OUTPUT: &str = "target/mutants";
/// Cases of each law: enough to reach what it is about, few enough to run once for each mutant.
const LAW_CASES: &str = "500";

/// Options of the task.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The crate to mutate, with or without `hcl2-`
    #[arg(value_name = "CRATE")]
    package: String,
    /// Mutate only files that match the glob, relative to the crate, such as `src/parser/**`; repeatable
    #[arg(long, value_name = "GLOB")]
    files: Vec<String>,
    /// Test about N mutants, spread evenly over the files
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Choose the sample; consecutive seeds choose disjoint samples
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Write the rate to xtask/data/mutants.json
    #[arg(long)]
    record: bool,
}

/// A run on record.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    /// Mutants of the crate, or of the files.
    mutants: u64,
    /// Mutants that were tested.
    sampled: u64,
    /// The seed of the sample.
    seed: u64,
    #[serde(flatten)]
    rate: Rate,
}

/// Mutates a crate, prints the survivors and the rate of mutants caught.
///
/// # Errors
///
/// A survivor without an explanation, an explanation without a survivor, or a run that did not finish.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let folder = folder(&options.package)?;
    if !is_installed("mutants") {
        let message = "cargo-mutants is missing; install it with `cargo install --locked cargo-mutants`";
        return Err(String::from(message));
    }
    let explanations: Explanations = parse(EXPLANATIONS, |text| toml::from_str(text))?;
    let mutants = count(options, &folder)?;
    let shards = shards(mutants, options.sample);
    let outcomes = test(options, &folder, shards)?;
    let survivors = outcomes.survivors(&read_sources(&outcomes)?);
    let is_whole = |file: &str| {
        let is_selected = options.files.is_empty() || outcomes.files().any(|other| other == file);
        shards == 1 && is_selected && file.starts_with(&format!("{folder}/"))
    };
    let verdict = report::compare(&survivors, &explanations, is_whole);
    let rate = outcomes.rate(verdict.explained);
    for complaint in &verdict.complaints {
        println!("{complaint}");
    }
    let sampled = outcomes.mutants();
    println!("{folder}: {sampled} of {mutants} mutants tested, {rate}");
    if options.record {
        let seed = options.seed;
        let entry = Entry {
            mutants,
            sampled,
            seed,
            rate,
        };
        record(key(&folder, &options.files), entry)?;
    }
    if verdict.complaints.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} of the lines above are open: write a test, delete redundant code, or edit {EXPLANATIONS}",
        verdict.complaints.len()
    ))
}

/// Returns the folder of a crate, relative to the workspace.
fn folder(package: &str) -> Result<String, String> {
    let folder = format!("crates/{}", package.strip_prefix("hcl2-").unwrap_or(package));
    if files::root().join(&folder).join("Cargo.toml").is_file() {
        Ok(folder)
    } else {
        Err(format!(
            "expected the name of a crate in crates/, found `{package}`"
        ))
    }
}

/// Returns whether cargo has the subcommand.
fn is_installed(subcommand: &str) -> bool {
    let mut command = cargo();
    command.args([subcommand, "--version"]);
    command.output().is_ok_and(|output| output.status.success())
}

/// Creates a command that selects the mutants, whether to list or to test them.
fn command(options: &Options, folder: &str) -> Command {
    let mut command = cargo();
    command.arg("mutants");
    let files = if options.files.is_empty() {
        vec![format!("{folder}/**")]
    } else {
        options
            .files
            .iter()
            .map(|glob| format!("{folder}/{glob}"))
            .collect()
    };
    for file in files {
        command.args(["--file", &file]);
    }
    command
}

/// Counts the mutants of the crate or the files.
fn count(options: &Options, folder: &str) -> Result<u64, String> {
    let mut command = command(options, folder);
    command.args(["--list", "--json"]).stderr(Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(failed(&command));
    }
    let mutants: Vec<serde::de::IgnoredAny> = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("unexpected list of mutants: {error}"))?;
    match mutants.len() as u64 {
        0 => Err(format!("no file of {folder} that is selected has a mutant")),
        count => Ok(count),
    }
}

/// Returns the number of disjoint samples of about `sample` mutants.
fn shards(mutants: u64, sample: Option<u64>) -> u64 {
    sample.map_or(1, |sample| mutants.div_ceil(sample))
}

/// Tests the mutants of one shard: each of them in a copy of the workspace, with the tests of its crate.
fn test(options: &Options, folder: &str, shards: u64) -> Result<Outcomes, String> {
    let output = files::root().join(OUTPUT);
    std::fs::create_dir_all(&output).map_err(|error| format!("cannot create {OUTPUT}: {error}"))?;
    let mut command = command(options, folder);
    // A mutant rebuilds one crate: what makes its second build quick counts, what helps a debugger does not.
    command
        .env("CARGO_TARGET_DIR", output.join("build"))
        .env("CARGO_INCREMENTAL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_TEST_DEBUG", "0")
        .env("PROPTEST_CASES", LAW_CASES);
    if is_installed("nextest") {
        // Its configuration leaves out the slowest tests.
        command
            .args(["--test-tool", "nextest"])
            .env("NEXTEST_PROFILE", "mutants");
    }
    let shard = format!("{}/{shards}", options.seed % shards);
    command
        .args(["--sharding", "round-robin", "--shard", &shard, "--output"])
        .arg(&output);
    let status = command
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    // 2 stands for survivors, 3 for mutants that ran out of time.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err(failed(&command));
    }
    parse(&format!("{OUTPUT}/mutants.out/outcomes.json"), |text| {
        serde_json::from_str(text)
    })
}

/// Reads the files that have survivors.
fn read_sources(outcomes: &Outcomes) -> Result<Sources, String> {
    outcomes
        .files()
        .map(|file| Ok((file.to_owned(), read(file)?)))
        .collect()
}

/// Returns the name of a run on record.
fn key(folder: &str, files: &[String]) -> String {
    let name = folder.trim_start_matches("crates/");
    [name]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Adds a run to the record, in place of an earlier one of the same name.
fn record(key: String, entry: Entry) -> Result<(), String> {
    let mut record: BTreeMap<String, Entry> = parse(RECORD, |text| serde_json::from_str(text))?;
    record.insert(key, entry);
    let mut text = serde_json::to_string_pretty(&record).map_err(|error| format!("{RECORD}: {error}"))?;
    text.push('\n');
    std::fs::write(path(RECORD), text).map_err(|error| format!("cannot write {RECORD}: {error}"))
}

fn path(file: &str) -> PathBuf {
    files::root().join(file)
}

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(path(file)).map_err(|error| format!("cannot read {file}: {error}"))
}

fn parse<T: DeserializeOwned, E: std::fmt::Display>(
    file: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<T, String> {
    parse(&read(file)?).map_err(|error| format!("{file}: {error}"))
}
