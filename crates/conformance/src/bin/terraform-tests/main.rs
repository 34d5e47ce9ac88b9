//! Runs the tests of modules with the real Terraform, and compares the results.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use hcl2_conformance::copy_module;
use hcl2_conformance::terraform::{self, Program, Server, Terraform};
use hcl2_conformance::verdicts::Verdicts;

/// Runs the tests of modules with Terraform, which must be on the path, and compares its results with ours.
#[derive(Parser)]
#[command(name = "terraform-tests")]
struct Arguments {
    /// The program that serves schemas, if not the example `schemas` of the crate `hcl2-provider` beside this one
    #[arg(long)]
    server: Option<PathBuf>,
    /// The schemas of providers
    #[arg(long, default_value = "spec-tests/plans/acme.json")]
    schemas: PathBuf,
    /// Write Terraform's results to `verdicts.json` in the directories
    #[arg(long)]
    record: bool,
    /// The directories of the modules; those in spec-tests/terraform-tests if there are none
    directories: Vec<PathBuf>,
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    if !terraform::is_there() {
        println!("SKIPPED: there is no `terraform` on the path, so nothing was compared");
        return Ok(true);
    }
    let failure = |error: std::io::Error| error.to_string();
    let mut directories = arguments.directories.clone();
    if directories.is_empty() {
        let all = std::fs::read_dir("spec-tests/terraform-tests").map_err(failure)?;
        directories = all.filter_map(|entry| Some(entry.ok()?.path())).collect();
    }
    directories.retain(|directory| directory.is_dir());
    directories.sort();
    let schemas = std::path::absolute(&arguments.schemas).map_err(failure)?;
    let program = arguments.server.clone().map_or_else(terraform::server, Ok)?;
    let server = Server::start(&program, &schemas)?;
    let scratch = tempfile::tempdir().map_err(failure)?;
    let mut different = 0;
    for module in &directories {
        let name = module.file_name().unwrap_or_default();
        let directory = scratch.path().join(name);
        copy_module(module, &directory).map_err(failure)?;
        let terraform = Terraform {
            directory: &directory,
            server: &server,
            program: &Program::default(),
        };
        let theirs = Verdicts::of_stream(&terraform.tested()?);
        if arguments.record {
            let text = serde_json::to_string_pretty(&theirs).map_err(|error| error.to_string())?;
            std::fs::write(module.join("verdicts.json"), format!("{text}\n")).map_err(failure)?;
        }
        let ours = Verdicts::of_module(module, &schemas);
        if ours != theirs {
            different += 1;
            println!("{}: {ours:?}, of Terraform {theirs:?}", name.display());
        }
    }
    println!("{} modules, {different} different", directories.len());
    Ok(different == 0)
}
