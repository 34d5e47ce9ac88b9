//! The `hcl2` command: checks, formats, evaluates and decodes HCL 2 configuration of both syntaxes.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(hcl2_cli::run(std::env::args_os()))
}
