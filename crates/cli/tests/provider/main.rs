//! `hcl2 schema --provider`, with the sample provider and with programs that are none.
#![cfg_attr(
    unix,
    expect(
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used,
        reason = "all of it is a test, under a harness of its own"
    )
)]

use std::process::ExitCode;

#[cfg(unix)]
mod cases;

fn main() -> ExitCode {
    #[cfg(unix)]
    return cases::main();
    #[cfg(not(unix))]
    ExitCode::SUCCESS
}
