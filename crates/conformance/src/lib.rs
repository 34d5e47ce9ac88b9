//! What the programs that compare with Terraform share.
#![expect(clippy::print_stdout, reason = "they report to the person who runs them")]

use std::process::ExitCode;

/// How a comparison ends: well where it found no difference, and with its message where it could not be made.
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
