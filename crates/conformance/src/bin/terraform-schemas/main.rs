//! Makes schemas of providers from the packages that the CDK for Terraform generates from them.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod package;
mod typescript;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use serde_json::{Map, Value, json};

use package::Package;
use typescript::Kind;

/// Writes the schemas of providers in the format of `terraform providers schema -json`: those of the types that modules use.
///
/// A package has the names, types and presence of arguments and blocks. It does not say what is sensitive, and how many
/// blocks are allowed beyond one.
#[derive(Parser)]
#[command(name = "terraform-schemas")]
struct Arguments {
    /// The address of a provider and its unpacked package, such as that of `npm pack @cdktf/provider-aws`
    #[arg(long, value_name = "ADDRESS=DIR", required = true, value_parser = package_of)]
    package: Vec<(String, PathBuf)>,
    /// Where to write the schemas
    #[arg(long)]
    output: PathBuf,
    /// Directories with the modules
    #[arg(required = true)]
    directories: Vec<PathBuf>,
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn package_of(text: &str) -> Result<(String, PathBuf), String> {
    let (address, directory) = text.split_once('=').ok_or("expected ADDRESS=DIR")?;
    Ok((address.to_owned(), PathBuf::from(directory)))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut providers = Map::new();
    for (address, directory) in &arguments.package {
        providers.insert(
            address.clone(),
            provider(address, directory, &arguments.directories)?,
        );
    }
    let document = json!({ "format_version": "1.0", "provider_schemas": providers });
    std::fs::write(&arguments.output, document.to_string()).map_err(|error| error.to_string())?;
    Ok(true)
}

/// Returns the schemas of a provider, of the types that the modules in directories use.
fn provider(address: &str, package: &Path, directories: &[PathBuf]) -> Result<Value, String> {
    let package = Package::new(package);
    let (_, name) = address.rsplit_once('/').unwrap_or_default();
    // A provider such as `google-beta` has types of the same names as the one that it is a variant of.
    let (prefix, is_variant) = name
        .split_once('-')
        .map_or((name, false), |(prefix, _)| (prefix, true));
    let mut used = BTreeSet::new();
    for directory in directories {
        add_used(directory, &format!("{prefix}_"), &mut used)?;
    }
    let configuration = package.schema("provider")?;
    let mut document = json!({ "provider": { "version": 0, "block": configuration } });
    let mut missing = 0;
    for (kind, ty) in &used {
        let bare = ty[prefix.len() + 1..].replace('_', "-");
        let (section, name) = match kind {
            Kind::Resource => ("resource_schemas", bare),
            Kind::Data => ("data_source_schemas", format!("data-{prefix}-{bare}")),
        };
        // Names that the generated language reserves have an ending, and those of a variant may keep their prefix.
        let others = [format!("{name}-resource"), format!("{prefix}-{name}")];
        let found = package.schema(&name).or_else(|problem| {
            let mut others = others.iter().filter_map(|name| package.schema(name).ok());
            others.next().ok_or(problem)
        });
        match found {
            Ok(block) => document[section][ty] = json!({ "version": 0, "block": block }),
            Err(_) if is_variant => {}
            Err(problem) => {
                missing += 1;
                println!("{ty}: {problem}");
            }
        }
    }
    println!("{address}: {} types, {missing} of them missing", used.len());
    Ok(document)
}

/// Adds the types of resources and data sources in the files of a directory and of those in it.
fn add_used(directory: &Path, prefix: &str, used: &mut BTreeSet<(Kind, String)>) -> Result<(), String> {
    let entries = std::fs::read_dir(directory).map_err(|error| error.to_string())?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            add_used(&path, prefix, used)?;
        } else if path.extension().is_some_and(|extension| extension == "tf") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            for line in text.lines() {
                for (kind, start) in [(Kind::Resource, "resource \""), (Kind::Data, "data \"")] {
                    let ty = line.strip_prefix(start).and_then(|rest| rest.split('"').next());
                    let ty = ty.filter(|ty| ty.starts_with(prefix));
                    used.extend(ty.map(|ty| (kind, ty.to_owned())));
                }
            }
        }
    }
    Ok(())
}
