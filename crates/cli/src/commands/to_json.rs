//! `hcl2 to-json`: writes files as JSON, whatever their schema.

use std::path::PathBuf;

use hcl2::diagnostics::{Diagnostics, Source};
use hcl2::json::format_tree;
use hcl2::native::{Input, parse_file};
use hcl2::{PlainOptions, Syntax, to_plain_json};

use super::syntax::SyntaxArguments;
use crate::files::{self, operands};
use crate::output::{Failure, Output, verdict, write_json};
use crate::parallel;

#[derive(clap::Args)]
#[command(
    after_help = "Blocks are arrays of objects below their type and labels. Constants are written as JSON, and any other \
                  expression as a string with a template.\n\nExamples:\n  hcl2 to-json main.tf\n  hcl2 to-json --simplify \
                  main.tf | jq .resource\n  cat app.hcl | hcl2 to-json"
)]
pub(crate) struct Arguments {
    /// Files, directories to search for configuration files, or `-` for standard input [default: standard input if it is a
    /// pipe or a file, otherwise the current directory]. Several files are an object with a property for each.
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Replace expressions without variables by their values.
    #[arg(long)]
    simplify: bool,
    /// Write the comments of each body, as `__comments__`.
    #[arg(long)]
    comments: bool,
    /// Write the ranges of bodies and attributes, as `__range__` and `__ranges__`.
    #[arg(long)]
    ranges: bool,
    #[command(flatten)]
    syntax: SyntaxArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let paths = operands(&arguments.paths);
    let mut input = files::Input::read(&paths, arguments.syntax.syntax())?;
    let mut options = PlainOptions::default();
    options.simplify = arguments.simplify;
    options.comments = arguments.comments;
    options.ranges = arguments.ranges;
    let texts = parallel::map("converting", &input.files, |(source, syntax)| match syntax {
        Syntax::Native => native(source, options, arguments.syntax),
        Syntax::Json => json(source, arguments.syntax),
    });
    let mut written = Vec::new();
    for ((source, _), text) in input.files.iter().zip(texts) {
        match text {
            Ok(text) => written.push((source.name(), text)),
            Err(problems) => input.diagnostics.append(problems),
        }
    }
    output.show(&input.diagnostics, &input.sources);
    verdict(&input.diagnostics)?;
    let is_single = matches!(paths.as_slice(), [path] if !path.is_dir());
    match written.as_slice() {
        [(_, text)] if is_single => write_json(text),
        texts => write_json(&object(texts)),
    }
}

fn native(source: &Source, options: PlainOptions, syntax: SyntaxArguments) -> Result<String, Diagnostics> {
    let file = parse_file(Input::whole(source).with_limits(syntax.limits())).into_result()?;
    to_plain_json(&file, options)
}

/// Returns a file in JSON syntax in the canonical layout, without comments and trailing commas.
fn json(source: &Source, syntax: SyntaxArguments) -> Result<String, Diagnostics> {
    let formatted = format_tree(&syntax.json_options().parse_tree(source).into_result()?);
    // JSON that is not UTF-8 has errors.
    Ok(String::from_utf8_lossy(&formatted).into_owned())
}

/// Returns an object with a property for each file.
fn object(texts: &[(&str, String)]) -> String {
    let properties: Vec<String> = texts
        .iter()
        .map(|(name, text)| {
            let text = text.trim_end().replace('\n', "\n  ");
            format!("  {}: {text}", serde_json::Value::from(*name))
        })
        .collect();
    format!("{{\n{}\n}}\n", properties.join(",\n"))
}
