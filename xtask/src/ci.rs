//! The gates that a change must pass.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::cargo::{cargo, run as run_command};

type Gate = fn() -> Result<(), String>;

/// The task that runs beside all others, since it builds in a directory of its own.
const FROM_THE_START: [&str; 1] = ["instructions"];

/// The tasks that run beside the tests, with what these are built with: they often wait for the network.
const BESIDE_THE_TESTS: [&str; 2] = ["python", "vscode"];

/// Runs the gates, the cheapest first, and stops at the first failure.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    // Asked before anything is built: afterwards the system may call this program a deleted one, since the
    // build of the workspace replaces it.
    let program = std::env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
    let has_failed = AtomicBool::new(false);
    let first: [(&str, Gate); 3] = [
        ("fmt", fmt),
        ("tidy", crate::tidy::run),
        ("codegen", || crate::codegen::run(true)),
    ];
    gates(&first, &has_failed)?;
    let building: [(&str, Gate); 4] = [
        ("package", crate::release::package),
        ("wasm", crate::wasm::run_wasm),
        ("clippy", clippy),
        ("build", crate::test::build),
    ];
    std::thread::scope(|scope| {
        let from_the_start = scope.spawn(|| tasks(&program, &FROM_THE_START, &has_failed));
        gates(&building, &has_failed)?;
        let beside_the_tests = scope.spawn(|| tasks(&program, &BESIDE_THE_TESTS, &has_failed));
        gates(&[("test", crate::test::run), ("doc", doc)], &has_failed)?;
        for thread in [from_the_start, beside_the_tests] {
            thread
                .join()
                .map_err(|_| "a thread that runs gates has panicked")??;
        }
        Ok::<(), String>(())
    })?;
    println!("=== all gates passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs gates one after the other until one has failed, here or beside them.
fn gates(gates: &[(&str, Gate)], has_failed: &AtomicBool) -> Result<(), String> {
    for (name, gate) in gates {
        if has_failed.load(Ordering::Relaxed) {
            break;
        }
        println!("=== {name}");
        let since = Instant::now();
        judge(name, since, gate(), has_failed)?;
    }
    Ok(())
}

/// Runs tasks one after the other until a gate has failed, and prints the output of each at its end.
fn tasks(program: &Path, names: &[&str], has_failed: &AtomicBool) -> Result<(), String> {
    for name in names {
        if has_failed.load(Ordering::Relaxed) {
            break;
        }
        let since = Instant::now();
        let output =
            task(program, name).map_err(|error| format!("the gate `{name}` cannot be started: {error}"))?;
        println!(
            "=== {name}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        let result = if output.status.success() {
            Ok(())
        } else {
            Err("what it printed above says why".to_owned())
        };
        judge(name, since, result, has_failed)?;
    }
    Ok(())
}

/// Prints that a gate has passed, or returns that it has failed.
fn judge(
    name: &str,
    since: Instant,
    result: Result<(), String>,
    has_failed: &AtomicBool,
) -> Result<(), String> {
    let seconds = since.elapsed().as_secs_f64();
    match result {
        Ok(()) => println!("=== {name}: fine after {seconds:.1} s"),
        Err(message) => {
            has_failed.store(true, Ordering::Relaxed);
            return Err(format!(
                "the gate `{name}` failed after {seconds:.1} s: {message}"
            ));
        }
    }
    Ok(())
}

/// Runs a task of this program, `program`, with its output kept.
fn task(program: &Path, name: &str) -> std::io::Result<Output> {
    Command::new(program).arg(name).stdin(Stdio::null()).output()
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
