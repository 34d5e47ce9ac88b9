//! The extension for Visual Studio Code: its types, its tests and its package.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{cargo, run};
use crate::files::{root, target};

/// Checks, tests and packages the extension, or says that there is no Node.js.
pub(crate) fn run_vscode() -> Result<(), String> {
    if Command::new("npm").arg("--version").output().is_err() {
        println!("skipped: there is no npm");
        return Ok(());
    }
    // The tests of the workspace build it, with other features: building it again would take minutes.
    if !program().exists() {
        run(cargo().args(["build", "--quiet", "--package", "hcl2-cli"]))?;
    }
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    npm(&["run", "package"])
}

/// Runs npm in the folder of the extension.
fn npm(arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.arg("--loglevel=error").args(arguments);
    command.current_dir(root().join("editors/vscode"));
    run(command.env("HCL2", program()))
}

/// Returns the path of the command.
fn program() -> PathBuf {
    target().join("debug/hcl2")
}
