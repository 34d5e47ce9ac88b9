//! The libraries without an operating system, as in a browser.

use std::process::Command;

use crate::cargo::{cargo, run};
use crate::workspace::Workspace;

/// The platform of browsers: it has no files, clock, randomness or threads.
pub(crate) const PLATFORM: &str = "wasm32-unknown-unknown";
/// The crates that are not checked: the command reads files, a provider is a process with sockets, and the tables' files
/// are several times the size of all else.
const EXCEPT: [&str; 3] = ["hcl2-cli", "hcl2-provider", "hcl2-tables"];
/// The features of the facade that need no operating system.
const FEATURES: &str = "hcl2/terraform,hcl2/serde,hcl2/wire,hcl2/json,hcl2/sarif";

/// Checks that every library builds for WebAssembly, or says that the standard library for it is missing.
pub(crate) fn run_wasm() -> Result<(), String> {
    if !has_platform() {
        println!("skipped: rustup cannot install the standard library for {PLATFORM}");
        return Ok(());
    }
    let mut check = cargo();
    check.args(["check", "--quiet", "--locked", "--target", PLATFORM]);
    for package in Workspace::packages()? {
        if package.is_published() && !EXCEPT.contains(&package.name.as_str()) {
            check.args(["--package", &package.name]);
        }
    }
    run(check.args(["--features", FEATURES]))
}

/// Installs the standard library for the platform unless it is there, and returns whether it is.
pub(crate) fn has_platform() -> bool {
    let mut add = Command::new("rustup");
    let added = add.args(["--quiet", "target", "add", PLATFORM]).output();
    added.is_ok_and(|output| output.status.success())
}
