//! `hcl2 fmt`: writes files of the native syntax in canonical layout.

mod diff;

use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source};
use hcl2::native::{format_file, parse_file};

use crate::files::Input;
use crate::output::{Failure, Output, write_output};
use crate::parallel;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, directories whose files of the native syntax are formatted with all below them, or `-` for standard
    /// input, whose formatted text is printed.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Changes no file; ends with 1 where one would change.
    #[arg(long)]
    check: bool,
    /// Changes no file; prints what would change as a unified diff.
    #[arg(long)]
    diff: bool,
    /// Changes no file; prints the formatted text.
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    stdout: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let mut input = Input::read(&arguments.paths, None)?;
    let files = native_files(arguments, &input)?;
    let formatted = parallel::map("formatting", &files, |(source, _)| format_one(source));
    let unreadable = input.diagnostics.has_errors();
    let mut texts = Vec::new();
    for (file, result) in files.iter().zip(formatted) {
        match result {
            Ok(text) => texts.push((file, text)),
            Err(problems) => input.diagnostics.extend(problems),
        }
    }
    output.show(&input.diagnostics, &input.sources);
    let mut changes = false;
    for ((source, path), text) in texts {
        changes |= text.as_bytes() != source.bytes();
        deliver(arguments, source, path.as_ref(), &text)?;
    }
    if unreadable {
        Err(Failure::Usage)
    } else if input.diagnostics.has_errors() || arguments.check && changes {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// The sources of the native syntax, and where they were read from. Others may lie in a directory, but a person who
/// names one is told.
fn native_files(arguments: &Arguments, input: &Input) -> Result<Vec<(Source, Option<PathBuf>)>, Failure> {
    let mut files = Vec::new();
    for ((source, syntax), path) in input.files.iter().zip(&input.paths) {
        if *syntax == Syntax::Native {
            files.push((source.clone(), path.clone()));
        } else if path.as_ref().is_some_and(|path| arguments.paths.contains(path)) {
            return Err(Failure::Message(format!(
                "{} is in the JSON syntax, and only the native syntax can be formatted",
                source.name()
            )));
        }
    }
    Ok(files)
}

/// The text of a source in canonical layout, or why it cannot be read.
fn format_one(source: &Source) -> Result<String, Diagnostics> {
    let mut parsed = parse_file(source);
    if parsed.diagnostics.has_errors() {
        parsed.diagnostics.sort_by_source();
        return Err(parsed.diagnostics);
    }
    // Text that is not UTF-8 is an error above.
    String::from_utf8(format_file(&parsed.file)).map_err(|_| parsed.diagnostics)
}

/// Does with a formatted text what the command line asks for.
fn deliver(
    arguments: &Arguments,
    source: &Source,
    path: Option<&PathBuf>,
    text: &str,
) -> Result<(), Failure> {
    let changes = text.as_bytes() != source.bytes();
    let line = || format!("{}\n", source.name());
    if arguments.stdout {
        return write_output(text);
    }
    if arguments.diff {
        let before = String::from_utf8_lossy(source.bytes());
        return write_output(&diff::unified(source.name(), &before, text));
    }
    match path {
        _ if arguments.check => {
            if changes {
                write_output(&line())?;
            }
        }
        None => write_output(text)?,
        Some(path) if changes => {
            crate::replace::replace(path, text.as_bytes()).map_err(|error| {
                Failure::Message(format!("the file {} cannot be written: {error}", source.name()))
            })?;
            write_output(&line())?;
        }
        Some(_) => {}
    }
    Ok(())
}
