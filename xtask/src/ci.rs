//! The gates that a change must pass.

use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::cargo::{cargo, run as run_command};

type Gate = fn() -> Result<(), String>;

/// Runs the gates, the cheapest first, and stops at the first failure.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    gates(&[
        ("fmt", fmt),
        ("tidy", crate::tidy::run),
        ("codegen", || crate::codegen::run(true)),
        ("package", crate::release::package),
        ("wasm", crate::wasm::run_wasm),
        ("clippy", clippy),
        ("build", crate::test::build),
    ])?;
    // It often waits for the network, so it runs beside others; its output is printed at its end.
    let since = Instant::now();
    let beside = std::thread::spawn(python);
    let others = gates(&[
        ("test", crate::test::run),
        ("vscode", crate::vscode::run_vscode),
        ("doc", doc),
        ("instructions", || crate::instructions::run(false)),
    ]);
    println!("=== python");
    let output = beside
        .join()
        .map_err(|_| "the thread of the gate `python` has panicked")?;
    let output = output.map_err(|error| format!("the gate `python` cannot be started: {error}"))?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    print!("{}", String::from_utf8_lossy(&output.stderr));
    let result = if output.status.success() {
        Ok(())
    } else {
        Err("what it printed above says why".to_owned())
    };
    others.and(judge("python", since, result))?;
    println!("=== all gates passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs gates one after the other.
fn gates(gates: &[(&str, Gate)]) -> Result<(), String> {
    for (name, gate) in gates {
        println!("=== {name}");
        let since = Instant::now();
        judge(name, since, gate())?;
    }
    Ok(())
}

/// Prints that a gate has passed, or returns that it has failed.
fn judge(name: &str, since: Instant, result: Result<(), String>) -> Result<(), String> {
    let seconds = since.elapsed().as_secs_f64();
    match result {
        Ok(()) => println!("=== {name}: fine after {seconds:.1} s"),
        Err(message) => {
            return Err(format!(
                "the gate `{name}` failed after {seconds:.1} s: {message}"
            ));
        }
    }
    Ok(())
}

/// Runs the gate `python` with its output kept.
fn python() -> std::io::Result<Output> {
    Command::new(std::env::current_exe()?)
        .arg("python")
        .stdin(Stdio::null())
        .output()
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
