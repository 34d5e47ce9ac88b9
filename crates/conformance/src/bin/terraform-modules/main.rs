//! Compares modules of the Terraform language, and what they are converted to, by the real Terraform, and records its
//! results.
//!
//! Each module is validated, planned and evaluated as it is and in the other syntax; both must give the same. What
//! Terraform says of the original is recorded, so that tests compare with it where there is no Terraform.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod terraform;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use hcl2::diagnostics::SourceMap;
use hcl2::terraform::Converter;
use hcl2::terraform::table::{Language, is_module_file};
use serde_json::Value;

use terraform::Terraform;

/// Validates and plans modules with Terraform, as they are and converted to the other syntax, and compares.
#[derive(Parser)]
#[command(name = "terraform-modules")]
struct Arguments {
    /// Writes Terraform's results to the file of recorded ones, which the tests compare with; with names, only those of
    /// these modules anew.
    #[arg(long)]
    record: bool,
    /// The directory with a directory for each module.
    #[arg(long, default_value = "spec-tests/terraform")]
    modules: PathBuf,
    /// Lets Terraform only read the modules, and all those in their directories, as they need providers.
    #[arg(long, conflicts_with = "record")]
    read_only: bool,
    /// Only these modules.
    names: Vec<String>,
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    if !terraform::is_there() {
        println!("SKIPPED: there is no `terraform` on the path, so nothing was compared");
        return Ok(true);
    }
    if arguments.read_only {
        return read_all(arguments);
    }
    let path = arguments.modules.join("recorded.json");
    let mut recorded: BTreeMap<String, Value> = BTreeMap::new();
    if !arguments.names.is_empty()
        && arguments.record
        && let Ok(text) = std::fs::read_to_string(&path)
    {
        recorded = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    }
    let (mut same, mut different) = (0, 0);
    for module in modules(arguments)? {
        let name = module
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
            .to_owned();
        let original = copied(&module, false)?;
        let converted = copied(&module, true);
        let outcome = |directory: &Path| Terraform { directory }.outcome();
        let theirs = outcome(original.path())?;
        let problem = match converted {
            // What has errors need not be convertible.
            Err(problem) => Some(problem).filter(|_| theirs.is_valid),
            Ok(converted) => theirs.difference(&outcome(converted.path())?),
        };
        match problem {
            None => same += 1,
            Some(problem) => {
                different += 1;
                println!("{name}: {problem}");
            }
        }
        recorded.insert(name, theirs.recorded());
    }
    println!(
        "{} modules: {same} the same, {different} different",
        same + different
    );
    if arguments.record {
        let text = serde_json::to_string_pretty(&recorded).map_err(|error| error.to_string())?;
        std::fs::write(path, text + "\n").map_err(|error| error.to_string())?;
    }
    Ok(different == 0)
}

/// Lets Terraform read every module in the directories, as it is and in the other syntax.
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

/// The directories with files of a module in a directory and below it.
fn modules_below(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut next = vec![directory.to_owned()];
    while let Some(directory) = next.pop() {
        let entries = read_dir(&directory)?;
        let is_file = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| is_module_file(name, Language::Terraform))
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

/// What is in a directory, by name.
fn read_dir(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// A copy of a module, as it is or with each of its files in the other syntax.
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
        let (name, bytes) = if converts && is_module_file(name, Language::Terraform) {
            convert(name, bytes)?
        } else {
            (name.to_owned(), bytes)
        };
        std::fs::write(to.join(name), bytes).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A file in the other syntax, and its name there.
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
        .text
        .ok_or_else(|| format!("{name} cannot be converted"))?;
    Ok((target, text.into_bytes()))
}
