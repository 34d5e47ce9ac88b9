//! Code shared by the programs that compare with Terraform.
#![expect(clippy::print_stdout, reason = "they report to the person who runs them")]

pub mod plans;

use std::process::ExitCode;

/// Returns the exit code of a comparison: success if it found no difference; prints the message if it did not run.
#[must_use]
pub fn finished(found_none: Result<bool, String>) -> ExitCode {
    match found_none {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            println!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
