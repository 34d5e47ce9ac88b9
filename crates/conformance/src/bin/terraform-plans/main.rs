//! Plans modules with the real Terraform, and compares key by key: random modules, or those of given directories.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use hcl2_conformance::copy_module;
use hcl2_conformance::generate::{Schema, generate};
use hcl2_conformance::plans::{
    CHANGES, Differences, RECORDED, are_same_errors, arguments as arguments_of, planned, record,
    recorded_errors, without_version,
};
use hcl2_conformance::terraform::{self, Program, Server, Terraform};
use serde_json::Value;

/// Plans modules with Terraform, and compares its plans with ours in its version.
///
/// Each random module is planned, applied, changed and planned again.
#[derive(Parser)]
#[command(name = "terraform-plans")]
struct Arguments {
    /// The command that runs Terraform: a program and its first arguments
    #[arg(long, default_value = "terraform")]
    terraform: Program,
    /// The program that serves schemas, if not the example `schemas` of the crate `hcl2-example-provider` beside this one
    #[arg(long)]
    server: Option<PathBuf>,
    /// The schemas of providers; those of directories are beside them, named as the first word of the directory
    #[arg(long, default_values = ["spec-tests/plans/acme.json", "spec-tests/plans/beta.json", "spec-tests/plans/cloud.json", "spec-tests/plans/nova.json"])]
    schemas: Vec<PathBuf>,
    /// How many random modules to plan
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The seed of the first module; the next ones follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to keep the modules whose plans differ
    #[arg(long, default_value = "target/terraform-plans")]
    keep: PathBuf,
    /// Write Terraform's plans of the directories to `plan.json` in them, and the states before to `state.json`; of versions
    /// other than 1.11, how the plans differ to `versions.json`
    #[arg(long)]
    record: bool,
    /// Plan the modules of these directories, not random ones
    directories: Vec<PathBuf>,
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

/// How the plans of modules compare.
#[derive(Debug, Default)]
struct Counts {
    equal: usize,
    equal_errors: usize,
    different: usize,
    contradictions: usize,
    imprecise: usize,
    overclaims: usize,
}

impl Counts {
    /// Compares two plans, counts the result, and returns whether they are equal.
    fn compare(&mut self, name: &str, ours: Result<Value, Vec<String>>, mut theirs: Value) -> bool {
        let problem = match (ours, recorded_errors(&theirs)) {
            (Ok(mut ours), None) => {
                for plan in [&mut ours, &mut theirs] {
                    without_version(plan);
                }
                let mut differences = Differences::default();
                differences.compare("", &ours, &theirs);
                self.contradictions += differences.contradictions.len();
                self.imprecise += differences.imprecise.len();
                self.overclaims += differences.overclaims.len();
                (!differences.is_empty()).then(|| format!("{differences:?}"))
            }
            (Err(ours), Some(theirs)) => {
                let is_equal = are_same_errors(&ours, &theirs);
                self.equal_errors += usize::from(is_equal);
                (!is_equal).then(|| format!("errors at {ours:?}, of Terraform at {theirs:?}"))
            }
            (ours, theirs) => Some(format!(
                "errors at {:?}, of Terraform at {}",
                ours.err().unwrap_or_default(),
                theirs.map_or("no place".to_owned(), |places| format!("{places:?}"))
            )),
        };
        match &problem {
            Some(problem) => {
                self.different += 1;
                println!("{name}: {problem}");
            }
            None => self.equal += 1,
        }
        problem.is_none()
    }
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let Some(minor) = arguments.terraform.minor() else {
        println!("SKIPPED: Terraform does not run, so nothing was compared");
        return Ok(true);
    };
    let mut counts = Counts::default();
    if arguments.directories.is_empty() {
        random(arguments, minor, &mut counts)?;
    } else {
        given(arguments, minor, &mut counts)?;
    }
    println!(
        "{} plans equal, {} of them errors; {} different: {} contradictions, {} imprecise, {} overclaims",
        counts.equal,
        counts.equal_errors,
        counts.different,
        counts.contradictions,
        counts.imprecise,
        counts.overclaims
    );
    Ok(counts.different == 0)
}

/// Returns the program that serves schemas.
fn server(arguments: &Arguments) -> Result<PathBuf, String> {
    arguments.server.clone().map_or_else(terraform::server, Ok)
}

fn failure(error: impl ToString) -> String {
    error.to_string()
}

fn random(arguments: &Arguments, minor: u16, counts: &mut Counts) -> Result<(), String> {
    let mut providers = Vec::new();
    for path in &arguments.schemas {
        let text = std::fs::read_to_string(path).map_err(failure)?;
        let path = std::path::absolute(path).map_err(failure)?;
        let server = Server::start(&server(arguments)?, &path)?;
        providers.push((Schema::from_json(&text)?, server, path));
    }
    let scratch = tempfile::tempdir().map_err(failure)?;
    for seed in arguments.seed..arguments.seed + arguments.count {
        let index = usize::try_from(seed).map_err(failure)? % providers.len();
        let (schema, server, schemas) = &providers[index];
        let name = format!("seed-{seed}");
        let directory = scratch.path().join(&name);
        let directory = directory.as_path();
        let terraform = Terraform {
            directory,
            server,
            program: &arguments.terraform,
        };
        for (step, is_changed) in [("new", false), ("changed", true)] {
            let module = generate(seed, schema, is_changed);
            module.write(directory).map_err(failure)?;
            let theirs = terraform.planned(&arguments_of(directory))?;
            let plan = directory.join("plan.json");
            std::fs::write(&plan, theirs.to_string()).map_err(failure)?;
            let is_error = theirs.get("errors").is_some();
            let name = format!("{name}-{step}");
            let ours = planned(directory, Some(schemas), minor);
            let shown = ours
                .as_ref()
                .map_or_else(|places| format!("{places:?}"), Value::to_string);
            if !counts.compare(&name, ours, theirs) {
                let kept = arguments.keep.join(&name);
                copy_module(directory, &kept).map_err(failure)?;
                std::fs::write(kept.join("ours.json"), shown).map_err(failure)?;
            }
            if is_error || is_changed || !terraform.apply()? {
                break;
            }
        }
    }
    Ok(())
}

fn given(arguments: &Arguments, minor: u16, counts: &mut Counts) -> Result<(), String> {
    for module in &arguments.directories {
        let name = module
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let provider = name.split('-').next().unwrap_or_default();
        let named = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == provider);
        let beside = Some(module.with_file_name(format!("{provider}.json"))).filter(|path| path.is_file());
        let schemas = arguments.schemas.iter().find(named).or(beside.as_ref());
        let schemas = schemas
            .or(arguments.schemas.first())
            .ok_or("no schemas are given")?;
        let schemas = std::path::absolute(schemas).map_err(failure)?;
        let server = Server::start(&server(arguments)?, &schemas)?;
        let scratch = tempfile::tempdir().map_err(failure)?;
        let directory = scratch.path().join(&name);
        copy_module(module, &directory).map_err(failure)?;
        // What data sources have is in the new plan.
        if directory.join(CHANGES).exists() {
            std::fs::remove_file(directory.join(CHANGES)).map_err(failure)?;
        }
        let terraform = Terraform {
            directory: &directory,
            server: &server,
            program: &arguments.terraform,
        };
        let theirs = terraform.planned(&arguments_of(module))?;
        std::fs::write(directory.join("plan.json"), theirs.to_string()).map_err(failure)?;
        if arguments.record && minor != RECORDED {
            record(module, minor, &theirs).map_err(failure)?;
        } else if arguments.record {
            std::fs::write(module.join("plan.json"), format!("{theirs}\n")).map_err(failure)?;
            if module.join("terraform.tfstate").exists()
                && let Some(state) = terraform.shown_state()?
            {
                std::fs::write(module.join("state.json"), state).map_err(failure)?;
            }
        }
        counts.compare(&name, planned(&directory, Some(&schemas), minor), theirs);
    }
    Ok(())
}
