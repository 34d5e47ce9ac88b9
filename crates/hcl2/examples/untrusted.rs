//! Evaluates an expression from a stranger in a fixed heap, and prints its value as JSON.
//!
//! ```sh
//! ulimit -v 262144
//! echo '[for n in range(3) : n * n]' | target/debug/examples/untrusted
//! ```
//!
//! Every limit is a share of the heap, so that no expression exhausts it. A process that exceeds `ulimit` would be aborted
//! without a message; this one ends with the status 1 and a diagnostic.

use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;

use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::model::Limits;
use hcl2::{Error, Loader};

/// The heap that one evaluation may take, in bytes.
const HEAP: u64 = 96 << 20;

/// Maximum memory of an element, in bytes.
const ELEMENT: u64 = 100;

/// Maximum length of a source, in bytes. A tree takes a few bytes for each.
const SOURCE: u32 = 1 << 20;

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints the value or the problems"
)]
fn main() -> ExitCode {
    match evaluate() {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the value of standard input as JSON, or the problems as text.
fn evaluate() -> Result<String, String> {
    let limits = Limits::new()
        .with_source_bytes(SOURCE)
        .with_nesting_depth(100)
        .with_diagnostics(20)
        .with_steps(5_000_000)
        .with_elements(HEAP / 4 / ELEMENT)
        .with_string_bytes(HEAP / 4)
        .with_output_bytes(HEAP / 8);
    let mut text = String::new();
    // One byte more than allowed distinguishes a source that is too long from one that just fits.
    let mut input = std::io::stdin().lock().take(u64::from(SOURCE) + 1);
    input
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let loader = Loader::new()
        .standard_functions()
        .limits(limits)
        .timeout(Duration::from_secs(5));
    let value = loader.eval(&text).map_err(|error: Error| error.to_string())?;
    let options = JsonOptions {
        max_bytes: Some(limits.output_bytes()),
        ..JsonOptions::default()
    };
    value_to_json(&value, options).map_err(|error| error.to_string())
}
