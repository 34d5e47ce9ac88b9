//! `hcl2 convert`: converts files of the Terraform language between the syntaxes.

use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Outcome, Source};
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
    after_help = "Examples:\n  hcl2 convert --to json main.tf\n  hcl2 convert --to json --write infra/\n  hcl2 convert --to \
                  native --schema schemas.json main.tf.json\n  hcl2 convert --to json --check infra/\n\nThe schemas are the \
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
    /// A file or `-` for standard input, to print its conversion; with `--write` or `--check` also several files, and
    /// directories to search for modules.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
}

/// The endings of the names of the language's files in native syntax.
const ENDINGS: &[&str] = &[".tf", ".tofu", ".tfvars"];

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = read_json(arguments.schema.as_deref(), output, ProviderSchemas::from_json)?;
    let mut input = Input::read(&arguments.paths, None)?;
    let files = files(arguments, &input)?;
    let mut converter = Converter::new();
    if arguments.opentofu {
        converter = converter.language(Language::OpenTofu);
    }
    if let Some(schemas) = &schemas {
        converter = converter.schemas(schemas);
    }
    if files.len() > 1 && !arguments.check && !arguments.write {
        return Err(Failure::Message(format!(
            "found {} files to convert: write them with --write, or name one",
            files.len()
        )));
    }
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
    let mut replacer = Replacer::new(false, Named::new(&arguments.paths));
    for ((_, path), text) in &texts {
        deliver(arguments, path.as_deref(), text, &mut replacer)?;
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

fn deliver(
    arguments: &Arguments,
    path: Option<&Path>,
    text: &str,
    replacer: &mut Replacer,
) -> Result<(), Failure> {
    if arguments.check {
        return Ok(());
    }
    let Some(path) = path.filter(|_| arguments.write) else {
        return write_data(text);
    };
    let path = path.strip_prefix(".").unwrap_or(path);
    let target = if path.extension().is_some_and(|ending| ending == "json") {
        path.with_extension("")
    } else {
        let mut target = path.as_os_str().to_owned();
        target.push(".json");
        PathBuf::from(target)
    };
    let cannot = |why: String| Failure::Message(format!("{} cannot be written: {why}", target.display()));
    replacer
        .create(&target, text.as_bytes())
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => cannot("it is there already".to_owned()),
            _ => cannot(error.to_string()),
        })?;
    write_text(&format!("{}\n", target.display()))
}
