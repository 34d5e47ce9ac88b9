//! Runs modules and their conversions to the other syntax with the real Terraform, and records its results.
//!
//! Each module is validated, planned and evaluated in its own and in the other syntax, with equal results. They must equal
//! the record, which tests without Terraform compare with.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod record;
mod terraform;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use hcl2::diagnostics::SourceMap;
use hcl2::terraform::Converter;
use hcl2::terraform::table::{FileKind, Language};
use hcl2_conformance::terraform::Program;
use hcl2_conformance::versions::{Changes, RECORDED};
use serde_json::{Map, Value};

use record::Record;
use terraform::Terraform;

/// Validates and plans modules with Terraform in both syntaxes, and compares the results.
#[derive(Parser)]
#[command(name = "terraform-modules")]
struct Arguments {
    /// The command that runs Terraform: a program and its first arguments; for another version than 1.11, the modules are only
    /// validated, as they are
    #[arg(long, default_value = "terraform")]
    terraform: Program,
    /// Write Terraform's results to the record, which the tests compare with; with names, only those of these modules; of
    /// versions other than 1.11, how they differ to `versions.json`
    #[arg(long)]
    record: bool,
    /// The directory with a directory for each module
    #[arg(long, default_value = "spec-tests/terraform")]
    modules: PathBuf,
    /// Only let Terraform read the modules and those in their directories, for modules that need providers
    #[arg(long, conflicts_with = "record")]
    read_only: bool,
    /// Run only these modules
    names: Vec<String>,
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let Some((version, minor)) = arguments.terraform.version().zip(arguments.terraform.minor()) else {
        println!("SKIPPED: Terraform does not run, so nothing was compared");
        return Ok(true);
    };
    if arguments.read_only {
        return read_all(arguments);
    }
    if minor != RECORDED {
        return validate_all(arguments, minor);
    }
    let path = arguments.modules.join("recorded.json");
    let record = Record::read(&path)?;
    match &record {
        Some(record) => println!(
            "Terraform {version}; the results are recorded with {}",
            record.terraform
        ),
        None => println!("Terraform {version}; no results are recorded"),
    }
    let (mut same, mut different, mut unplanned) = (0, 0, 0);
    let mut results: BTreeMap<String, Value> = BTreeMap::new();
    for module in modules(arguments)? {
        let Compared {
            name,
            problem,
            is_unplanned,
            result,
        } = compared(&module, &arguments.terraform)?;
        match problem {
            Some(problem) => {
                different += 1;
                println!("{name}: {problem}");
            }
            None if is_unplanned => {
                unplanned += 1;
                println!("{name}: cannot be planned in either syntax");
            }
            None => same += 1,
        }
        results.insert(name, result);
    }
    println!(
        "{} modules: {same} the same, {unplanned} with the same locals and no plan, {different} different",
        same + unplanned + different
    );
    let is_as_recorded = if arguments.record {
        recorded(record, version, results, arguments)?.write(&path)?;
        true
    } else {
        let differences = record.map_or(Vec::new(), |record| {
            record.differences(&results, &arguments.names)
        });
        for difference in &differences {
            println!("{difference}");
        }
        println!("{} differences from the recorded results", differences.len());
        differences.is_empty()
    };
    Ok(different == 0 && is_as_recorded)
}

/// Validates the modules with another version than [`RECORDED`], and compares the results with the record of that version.
fn validate_all(arguments: &Arguments, minor: u16) -> Result<bool, String> {
    let record = Record::read(&arguments.modules.join("recorded.json"))?.unwrap_or_default();
    let verdict = |(name, entry): (&String, &Value)| {
        let verdict = serde_json::json!({ "valid": entry["valid"], "errors": entry["errors"] });
        (name.clone(), verdict)
    };
    let recorded: Map<String, Value> = record.modules.iter().map(verdict).collect();
    let path = arguments.modules.join("versions.json");
    let mut changes = Changes::read(&path)?;
    let before = changes.applied(&recorded, minor);
    let (mut now, mut differences) = (before.clone(), 0);
    for module in modules(arguments)? {
        let name = module.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default().to_owned();
        let directory = copied(&module, false)?;
        let terraform = Terraform {
            directory: directory.path(),
            program: &arguments.terraform,
        };
        let result = terraform.validated()?;
        if before.get(&name) != Some(&result) {
            differences += 1;
            println!("{name}: recorded {:?}, now {result}", before.get(&name));
        }
        now.insert(name, result);
    }
    println!("1.{minor}: {differences} differences from the recorded results");
    if arguments.record {
        changes.record(&recorded, minor, now);
        changes.write(&path)?;
    }
    Ok(arguments.record || differences == 0)
}

/// A module and its results in both syntaxes.
struct Compared {
    name: String,
    /// The differences between the two.
    problem: Option<String>,
    is_unplanned: bool,
    /// The entry for the record.
    result: Value,
}

fn compared(module: &Path, program: &Program) -> Result<Compared, String> {
    let outcome = |directory: &Path| Terraform { directory, program }.outcome();
    let theirs = outcome(copied(module, false)?.path())?;
    let (converted, problem) = match copied(module, true) {
        Ok(converted) => {
            let converted = outcome(converted.path())?;
            let problem = theirs.difference(&converted);
            (Some(converted), problem)
        }
        // A module with errors need not be convertible.
        Err(problem) => (None, Some(problem).filter(|_| theirs.is_valid)),
    };
    let name = module.file_name().and_then(|name| name.to_str());
    Ok(Compared {
        name: name.unwrap_or_default().to_owned(),
        problem,
        is_unplanned: theirs.is_unplanned(),
        result: theirs.recorded(converted.as_ref()),
    })
}

/// Returns the record with the results of a run: of all modules, or of those named by the arguments.
fn recorded(
    record: Option<Record>,
    terraform: String,
    results: BTreeMap<String, Value>,
    arguments: &Arguments,
) -> Result<Record, String> {
    let old = record.filter(|_| !arguments.names.is_empty()).unwrap_or_default();
    if !old.modules.is_empty() && old.terraform != terraform {
        return Err(format!(
            "the other modules are recorded with Terraform {}; record all of them",
            old.terraform
        ));
    }
    let mut modules = old.modules;
    modules.extend(results);
    Ok(Record { terraform, modules })
}

/// Lets Terraform read every module in the directories, in both syntaxes.
fn read_all(arguments: &Arguments) -> Result<bool, String> {
    let (mut same, mut different, mut complete) = (0, 0, 0);
    for root in modules(arguments)? {
        let (original, converted) = (copied(&root, false)?, copied(&root, true)?);
        for directory in modules_below(original.path())? {
            let path = directory
                .strip_prefix(original.path())
                .map_err(|error| error.to_string())?;
            let read = |root: &Path| {
                Terraform {
                    directory: &root.join(path),
                    program: &arguments.terraform,
                }
                .read()
            };
            let (ours, theirs) = (read(original.path())?, read(converted.path())?);
            if ours == theirs {
                same += 1;
                complete += usize::from(!ours.iter().any(|line| line.starts_with("Error: ")));
            } else {
                different += 1;
                println!("{}: {ours:?}, converted {theirs:?}", root.join(path).display());
            }
        }
    }
    println!(
        "{} modules: {same} read alike, of which {complete} call nothing from elsewhere, {different} different",
        same + different
    );
    Ok(different == 0)
}

/// Returns the directories with files of a module in a directory and below it.
fn modules_below(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut next = vec![directory.to_owned()];
    while let Some(directory) = next.pop() {
        let entries = read_dir(&directory)?;
        let is_file = |path: &PathBuf| {
            FileKind::of_path(path).is_some_and(|kind| kind.is_of_module(Language::Terraform))
        };
        if entries.iter().any(is_file) {
            found.push(directory);
        }
        next.extend(entries.into_iter().filter(|path| path.is_dir()));
    }
    found.sort();
    Ok(found)
}

fn modules(arguments: &Arguments) -> Result<Vec<PathBuf>, String> {
    let mut modules = Vec::new();
    for entry in read_dir(&arguments.modules)? {
        let name = entry
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let is_wanted = arguments.names.is_empty() || arguments.names.iter().any(|wanted| wanted == name);
        if entry.is_dir() && is_wanted {
            modules.push(entry);
        }
    }
    Ok(modules)
}

/// Returns the entries of a directory, sorted by name.
fn read_dir(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Copies a module, unchanged or with each of its files in the other syntax.
fn copied(module: &Path, converts: bool) -> Result<tempfile::TempDir, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    copy(module, directory.path(), converts)?;
    Ok(directory)
}

fn copy(from: &Path, to: &Path, converts: bool) -> Result<(), String> {
    for path in read_dir(from)? {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            let inner = to.join(name);
            std::fs::create_dir(&inner).map_err(|error| error.to_string())?;
            copy(&path, &inner, converts)?;
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
        let (name, bytes) =
            if converts && FileKind::of(name).is_some_and(|kind| kind.is_of_module(Language::Terraform)) {
                convert(name, bytes)?
            } else {
                (name.to_owned(), bytes)
            };
        std::fs::write(to.join(name), bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Converts a file to the other syntax, and returns its new name too.
fn convert(name: &str, bytes: Vec<u8>) -> Result<(String, Vec<u8>), String> {
    let source = SourceMap::new()
        .add(name, bytes)
        .map_err(|error| error.to_string())?;
    let (conversion, target) = match name.strip_suffix(".json") {
        Some(native) => (Converter::new().to_native(&source), native.to_owned()),
        None => (Converter::new().to_json(&source), format!("{name}.json")),
    };
    if let Some(problem) = conversion.diagnostics.iter().find(|problem| problem.is_error()) {
        return Err(format!("{name} cannot be converted: {}", problem.summary));
    }
    let text = conversion
        .value
        .ok_or_else(|| format!("{name} cannot be converted"))?;
    Ok((target, text.into_bytes()))
}
