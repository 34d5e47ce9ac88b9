//! Runs conformance cases and prints the number that pass, one line for each kind.
//!
//! A case is a line of JSON with an input and the result of the reference. It has *passed* if errors, structure and
//! values are equal, and is *exact* if every range and the list of diagnostics are equal too.

#![expect(clippy::print_stderr, reason = "the results are for the person who runs it")]

mod case;
mod compare;
mod counts;
mod decimal;
mod divergences;
mod kinds;
mod notation;
mod predicates;
mod report;
mod run;
mod scope;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Runs conformance cases: those of spec-tests/, or others.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask conformance", version)]
struct Arguments {
    /// A directory of cases, one per line in `*.jsonl` files, with their variables in `context.json`.
    #[arg(long, value_name = "DIR", default_value = "spec-tests")]
    vectors: PathBuf,
    /// Run only cases of this kind; repeatable
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Run only the case with this identifier
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Print the result of each kind as a line of JSON
    #[arg(long)]
    json: bool,
    /// Show this many failures of each kind
    #[arg(long, value_name = "N", default_value_t = 5)]
    failures: usize,
    /// Show this many cases of each kind that passed but are not exact
    #[arg(long, value_name = "N", default_value_t = 0)]
    inexact: usize,
    /// The file of divergence rules
    #[arg(long, value_name = "FILE", default_value = "spec-tests/divergences.toml")]
    divergences: PathBuf,
    /// The file of recorded counts; a run of a recorded set fails below them
    #[arg(long, value_name = "FILE", default_value = "spec-tests/counts.json")]
    counts: PathBuf,
    /// Record the counts of this run as those of the set with this name
    #[arg(long, value_name = "NAME", conflicts_with = "id")]
    record: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run::run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
