//! The gates that a change must pass.

use std::time::Instant;

use crate::cargo::{cargo, run as run_command};

type Gate = fn() -> Result<(), String>;

/// Runs the gates, the cheapest first, and stops at the first failure.
pub(crate) fn run() -> Result<(), String> {
    let gates: [(&str, Gate); 11] = [
        ("fmt", fmt),
        ("tidy", crate::tidy::run),
        ("codegen", || crate::codegen::run(true)),
        ("package", crate::release::package),
        ("wasm", crate::wasm::run_wasm),
        ("clippy", clippy),
        ("test", crate::test::run),
        ("python", crate::python::run_python),
        ("vscode", crate::vscode::run_vscode),
        ("doc", doc),
        ("instructions", || crate::instructions::run(false)),
    ];
    let start = Instant::now();
    for (name, gate) in gates {
        println!("=== {name}");
        let since = Instant::now();
        let result = gate();
        let seconds = since.elapsed().as_secs_f64();
        match result {
            Ok(()) => println!("=== {name}: fine after {seconds:.1} s"),
            Err(message) => {
                return Err(format!(
                    "the gate `{name}` failed after {seconds:.1} s: {message}"
                ));
            }
        }
    }
    println!("=== all gates passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn fmt() -> Result<(), String> {
    run_command(cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> Result<(), String> {
    run_command(cargo().args([
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "--deny",
        "warnings",
    ]))
}

fn doc() -> Result<(), String> {
    run_command(
        cargo()
            .args(["doc", "--quiet", "--workspace", "--all-features", "--no-deps"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}
