//! `hcl2 convert`: converts files of the Terraform language between the syntaxes.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Outcome, Source, SourceId};
use hcl2::terraform::table::Language;
use hcl2::terraform::{Converter, ProviderSchemas};

use super::read_json;
use super::syntax::SyntaxName;
use crate::files::Input;
use crate::links::Named;
use crate::output::{Failure, Output, write_data, write_text};
use crate::parallel;
use crate::replace::Replacer;

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 convert --to json main.tf\n  hcl2 convert --to json --out-dir json infra/\n  hcl2 convert --to \
                  json --write infra/\n  hcl2 convert --to native --schema schemas.json main.tf.json\n  hcl2 convert --to json --check infra/\n\nThe schemas are the \
                  output of `terraform providers schema -json`."
)]
pub(crate) struct Arguments {
    /// The syntax to convert to.
    #[arg(long, value_enum, value_name = "SYNTAX")]
    to: SyntaxName,
    /// Tell blocks from arguments by the schemas of providers in this file.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// Write nothing; exit with 1 if converting a file and back changes its meaning.
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Write each converted file beside its source and print its name.
    #[arg(long)]
    write: bool,
    /// Write the converted files into this directory, those of directories as they are in these, and print their names.
    /// Nothing is overwritten.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "write"])]
    out_dir: Option<PathBuf>,
    /// A file or `-` for standard input, to print its conversion; with `--write`, `--out-dir` or `--check` also several files,
    /// and directories to search for modules.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
}

impl Arguments {
    /// Returns whether conversions are written to files.
    fn writes(&self) -> bool {
        self.write || self.out_dir.is_some()
    }
}

/// The endings of the names of the language's files in native syntax.
const ENDINGS: &[&str] = &[".tf", ".tofu", ".tfvars"];

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = read_json(arguments.schema.as_deref(), output, ProviderSchemas::from_json)?;
    expect_sources(arguments)?;
    let mut input = Input::read(&arguments.paths, None)?;
    let files = files(arguments, &input)?;
    let mut converter = Converter::new();
    if arguments.opentofu {
        converter = converter.language(Language::OpenTofu);
    }
    if let Some(schemas) = &schemas {
        converter = converter.schemas(schemas);
    }
    if files.len() > 1 && !arguments.check && !arguments.writes() {
        return Err(Failure::Message(format!(
            "found {} files to convert: write them with `--out-dir DIR`, or beside their sources with `--write`, or name one",
            files.len()
        )));
    }
    let targets = targets(arguments, &files)?;
    let converted = parallel::map("converting", &files, |(source, _)| {
        convert(source, arguments, &converter)
    });
    let unreadable = input.diagnostics.has_errors();
    let mut texts = Vec::new();
    for (file, conversion) in files.iter().zip(converted) {
        let is_sound = !conversion.has_errors();
        let text = conversion.report_into(&mut input.diagnostics);
        texts.extend(text.filter(|_| is_sound).map(|text| (file, text)));
    }
    output.show(&input.diagnostics, &input.sources);
    let named = Named::new(arguments.paths.iter().chain(&arguments.out_dir));
    let mut replacer = Replacer::new(false, named);
    for ((source, _), text) in texts.iter().filter(|_| !arguments.check) {
        match targets.get(&source.id()) {
            Some(target) => create(target, text, &mut replacer)?,
            None => write_data(text)?,
        }
    }
    if arguments.check {
        let s = if texts.len() == 1 { "" } else { "s" };
        write_text(&format!("{} file{s} proven\n", texts.len()))?;
    }
    if unreadable {
        Err(Failure::Usage)
    } else if input.diagnostics.has_errors() {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// Selects the sources to convert, with their paths. Other files are skipped in directories, and are an error if named.
fn files(arguments: &Arguments, input: &Input) -> Result<Vec<(Source, Option<PathBuf>)>, Failure> {
    let to_json = arguments.to == SyntaxName::Json;
    let mut files = Vec::new();
    for ((source, _), path) in input.files.iter().zip(&input.paths) {
        let is_named = path.as_ref().is_none_or(|path| arguments.paths.contains(path));
        let name = source.name();
        let is_json = name.ends_with(".json");
        if is_named && path.is_some() && is_json == to_json {
            let syntax = if is_json { "JSON" } else { "native" };
            return Err(Failure::Message(format!("{name} is already in {syntax} syntax")));
        }
        let native = name.strip_suffix(".json").unwrap_or(name);
        let is_module = ENDINGS.iter().any(|ending| native.ends_with(ending));
        if is_named || is_module && is_json != to_json {
            files.push((source.clone(), path.clone()));
        }
    }
    Ok(files)
}

/// Converts a source, and proves the conversion with `--check`.
fn convert(source: &Source, arguments: &Arguments, converter: &Converter<'_>) -> Outcome<Option<String>> {
    let to_json = arguments.to == SyntaxName::Json;
    let conversion = if to_json {
        converter.to_json(source)
    } else {
        converter.to_native(source)
    };
    let mut problems = conversion.diagnostics;
    if let Some(text) = conversion.value.as_deref().filter(|_| arguments.check) {
        let proof: Result<(), Box<Diagnostic>> = if to_json {
            converter.prove_json(source, text)
        } else {
            converter.prove_native(source, text)
        };
        problems.extend(proof.err().map(|problem| *problem));
    }
    Outcome::new(conversion.value, problems)
}

/// Refuses directories in which there is nothing to convert: such a one was meant as the place to write to.
fn expect_sources(arguments: &Arguments) -> Result<(), Failure> {
    let mut others = arguments.paths.iter().filter(|_| arguments.write);
    let place = others.find(|path| {
        let has_nothing = || {
            let input = Input::read(std::slice::from_ref(path), None);
            let files = input.and_then(|input| files(arguments, &input));
            files.is_ok_and(|files| files.is_empty())
        };
        let is_missing = !path.exists() && path.extension().is_none() && path.as_os_str() != "-";
        is_missing || path.is_dir() && has_nothing()
    });
    let Some(place) = place else { return Ok(()) };
    let shown = place.display();
    Err(Failure::Message(format!(
        "{shown} has no files to convert; `--write` writes beside the sources, and `--out-dir {shown}` into this directory"
    )))
}

/// Returns where the conversion of each file is written to, if it is.
fn targets(
    arguments: &Arguments,
    files: &[(Source, Option<PathBuf>)],
) -> Result<HashMap<SourceId, PathBuf>, Failure> {
    let mut targets = HashMap::new();
    let mut sources: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for (source, path) in files.iter().filter(|_| arguments.writes()) {
        let target = match (path, &arguments.out_dir) {
            (Some(path), None) => renamed(path.strip_prefix(".").unwrap_or(path)),
            (Some(path), Some(directory)) => directory.join(renamed(below(arguments, path))),
            (None, Some(_)) => {
                let message =
                    "standard input has no name for a file in a directory; write `> FILE` after the command";
                return Err(Failure::Message(message.to_owned()));
            }
            (None, None) => continue,
        };
        let own = path.as_deref().unwrap_or(Path::new("-"));
        if let Some(other) = sources.insert(target.clone(), own) {
            return Err(Failure::Message(format!(
                "{} and {} would both be written to {}",
                other.display(),
                own.display(),
                target.display()
            )));
        }
        // Nothing is written if not everything can be.
        if target.symlink_metadata().is_ok() {
            return Err(cannot_write(&target, "it is there already"));
        }
        targets.insert(source.id(), target);
    }
    Ok(targets)
}

/// Returns the path of a file below the directory that is named, or its name.
fn below<'p>(arguments: &Arguments, path: &'p Path) -> &'p Path {
    let named = arguments.paths.iter();
    let below = named.filter_map(|named| path.strip_prefix(named).ok());
    let below = below.filter(|below| *below != Path::new(""));
    let name = || path.file_name().map_or(path, Path::new);
    below
        .min_by_key(|below| below.as_os_str().len())
        .unwrap_or_else(name)
}

/// Returns the path of a file in the other syntax.
fn renamed(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == "json") {
        return path.with_extension("");
    }
    let mut target = path.as_os_str().to_owned();
    target.push(".json");
    PathBuf::from(target)
}

fn cannot_write(target: &Path, why: &str) -> Failure {
    Failure::Message(format!("{} cannot be written: {why}", target.display()))
}

/// Writes a converted file and prints its name.
fn create(target: &Path, text: &str, replacer: &mut Replacer) -> Result<(), Failure> {
    replacer
        .create(target, text.as_bytes())
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => cannot_write(target, "it is there already"),
            _ => cannot_write(target, &error.to_string()),
        })?;
    write_text(&format!("{}\n", target.display()))
}
