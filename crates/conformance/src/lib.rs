//! Code shared by the programs that compare with Terraform.
#![expect(clippy::print_stdout, reason = "they report to the person who runs them")]

pub mod generate;
pub mod plans;
pub mod terraform;
pub mod verdicts;
pub mod versions;

use std::path::Path;
use std::process::ExitCode;

/// Copies the files of a module, but not those of Terraform.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn copy_module(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let text = name.to_string_lossy();
        if entry.path().is_dir() {
            if !text.starts_with('.') {
                copy_module(&entry.path(), &to.join(name))?;
            }
        } else if !text.starts_with('.') && text != "plan.bin" && !text.ends_with(".backup") {
            std::fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

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
