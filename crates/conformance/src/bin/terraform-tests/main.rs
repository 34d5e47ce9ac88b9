//! Runs the tests of modules with the real Terraform, and compares the results.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use hcl2_conformance::copy_module;
use hcl2_conformance::terraform::{self, Program, Server, Terraform};
use hcl2_conformance::verdicts::{self, Verdicts};
use hcl2_conformance::versions::{Changes, RECORDED};

/// Runs the tests of modules with Terraform, and compares its results with ours in its version.
#[derive(Parser)]
#[command(name = "terraform-tests")]
struct Arguments {
    /// The command that runs Terraform: a program and its first arguments
    #[arg(long, default_value = "terraform")]
    terraform: Program,
    /// The program that serves schemas, if not the example `schemas` of the crate `hcl2-example-provider` beside this one
    #[arg(long)]
    server: Option<PathBuf>,
    /// The schemas of providers
    #[arg(long, default_value = "spec-tests/plans/acme.json")]
    schemas: PathBuf,
    /// Write Terraform's results to `verdicts.json` in the directories; of versions other than 1.11, how they differ to
    /// `versions.json` beside the directories
    #[arg(long)]
    record: bool,
    /// The directories of the modules; those in spec-tests/terraform-tests if there are none
    directories: Vec<PathBuf>,
}

/// The directory of the recorded modules.
const MODULES: &str = "spec-tests/terraform-tests";

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let Some(minor) = arguments.terraform.minor() else {
        println!("SKIPPED: Terraform does not run, so nothing was compared");
        return Ok(true);
    };
    let failure = |error: std::io::Error| error.to_string();
    let mut directories = arguments.directories.clone();
    if directories.is_empty() {
        let all = std::fs::read_dir(MODULES).map_err(failure)?;
        directories = all.filter_map(|entry| Some(entry.ok()?.path())).collect();
    }
    directories.retain(|directory| directory.is_dir());
    directories.sort();
    let schemas = std::path::absolute(&arguments.schemas).map_err(failure)?;
    let program = arguments.server.clone().map_or_else(terraform::server, Ok)?;
    let server = Server::start(&program, &schemas)?;
    let scratch = tempfile::tempdir().map_err(failure)?;
    let mut different = 0;
    let recorded = verdicts::recorded(Path::new(MODULES))?;
    let changes_path = Path::new(MODULES).join(verdicts::CHANGES);
    let mut changes = Changes::read(&changes_path)?;
    let mut now = changes.applied(&recorded, minor);
    for module in &directories {
        let name = module.file_name().unwrap_or_default();
        let directory = scratch.path().join(name);
        copy_module(module, &directory).map_err(failure)?;
        let terraform = Terraform {
            directory: &directory,
            server: &server,
            program: &arguments.terraform,
        };
        let theirs = Verdicts::of_stream(&terraform.tested()?);
        if minor != RECORDED {
            let result = serde_json::to_value(&theirs).map_err(|error| error.to_string())?;
            now.insert(name.to_string_lossy().into_owned(), result);
        } else if arguments.record {
            let text = serde_json::to_string_pretty(&theirs).map_err(|error| error.to_string())?;
            std::fs::write(module.join("verdicts.json"), format!("{text}\n")).map_err(failure)?;
        }
        let ours = Verdicts::of_module(module, &schemas, minor);
        if ours != theirs {
            different += 1;
            println!("{}: {ours:?}, of Terraform {theirs:?}", name.display());
        }
    }
    println!("{} modules, {different} different", directories.len());
    if arguments.record && minor != RECORDED {
        changes.record(&recorded, minor, now);
        changes.write(&changes_path)?;
    }
    Ok(different == 0)
}
