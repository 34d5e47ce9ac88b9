//! The npm package: its WebAssembly modules, its tests and its types.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{cargo, run};
use crate::files::{root, target};
use crate::wasm::{PLATFORM, has_platform};

/// How the package is built.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Builds what is published: optimised modules of which the sizes are printed. It takes several minutes.
    #[arg(long)]
    release: bool,
}

/// The WebAssembly modules of the package, with the features that they have: everything, all but modules of the Terraform language,
/// and the native syntax alone.
const MODULES: [(&str, &[&str]); 3] = [
    ("full", &[]),
    ("base", &["--no-default-features", "--features", "base"]),
    ("parser", &["--no-default-features"]),
];

/// What modules may use of WebAssembly: what every engine since 2022 has.
const PROPOSALS: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// Builds the package, checks its types and runs its tests, or says what is missing.
pub(crate) fn run_js(options: &Options) -> Result<(), String> {
    let Some(package) = built(options.release)? else {
        return Ok(());
    };
    if !options.release {
        return npm(&package, &["test"]);
    }
    run(npm_command(&package, &["test"]).env("HCL2_JS_SLOW", "1"))?;
    npm(&package, &["run", "sizes"])
}

/// Measures the published package beside its peers, on the files of directories: this repository's cases by default.
pub(crate) fn bench(arguments: &[String]) -> Result<(), String> {
    let Some(package) = built(true)? else {
        return Ok(());
    };
    let mut command = Command::new("node");
    command.arg(package.join("bench/bench.js"));
    if arguments.is_empty() {
        command.arg(root().join("spec-tests"));
    }
    run(command.args(arguments))
}

/// Builds the package, and returns its folder, or says what is missing.
pub(crate) fn built(is_release: bool) -> Result<Option<PathBuf>, String> {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !is_there("node") || !is_there("npm") {
        skipped("there is no Node.js with npm");
        return Ok(None);
    }
    if !has_platform() {
        skipped(&format!(
            "rustup cannot install the standard library for {PLATFORM}"
        ));
        return Ok(None);
    }
    let package = root().join("bindings/js");
    npm(&package, &["ci", "--no-audit", "--no-fund"])?;
    let manifest = package.join("bindgen/Cargo.toml");
    run(cargo()
        .args(["build", "--quiet", "--locked", "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(target()))?;
    for (name, features) in MODULES {
        build_module(&package, name, features, is_release)?;
    }
    npm(&package, &["run", "build"])?;
    Ok(Some(package))
}

/// Builds a WebAssembly module, and the JavaScript that calls it.
fn build_module(package: &Path, name: &str, features: &[&str], is_release: bool) -> Result<(), String> {
    let (profile, folder) = match is_release {
        true => ("wasm", "wasm"),
        false => ("dev", "debug"),
    };
    let mut build = cargo();
    build.args(["build", "--quiet", "--locked", "--package", "hcl2-js"]);
    run(build
        .args(["--target", PLATFORM, "--profile", profile])
        .args(features))?;
    let module = target().join(PLATFORM).join(folder).join("hcl2_js.wasm");
    let made = package.join("dist").join(name);
    run(Command::new(target().join("debug/hcl2-js-bindgen"))
        .arg(module)
        .arg(&made))?;
    if is_release {
        let module = made.join("hcl2_bg.wasm").display().to_string();
        let optimise = ["exec", "--", "wasm-opt", "-Oz", &module, "-o", &module];
        npm(package, &[&optimise[..], &PROPOSALS].concat())?;
    }
    Ok(())
}

/// Runs npm in the folder of the package.
fn npm(package: &Path, arguments: &[&str]) -> Result<(), String> {
    run(&mut npm_command(package, arguments))
}

fn npm_command(package: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.arg("--loglevel=error").args(arguments);
    command.current_dir(package);
    command
}

fn skipped(reason: &str) {
    let line = "=".repeat(80);
    println!("{line}\nSKIPPED: the npm package is not tested: {reason}\n{line}");
}
