//! `hcl2 fmt`: formats files in canonical layout.

mod diff;

use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::diagnostics::Source;
use hcl2::native::Style;
use hcl2_ide::format_source;

use super::project::{project_files, valid};
use super::syntax::SyntaxName;
use crate::files::{Input, WalkArguments, operands};
use crate::links::Named;
use crate::output::{Failure, Output, Page, write_data, write_text};
use crate::parallel;
use crate::replace::Replacer;

pub(super) use self::diff::unified;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files to format, directories to search for files, or `-` to format standard input to standard output [default:
    /// standard input if it is a pipe or a file, otherwise the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Change nothing; exit with 1 if a file would change.
    #[arg(long)]
    check: bool,
    /// Change nothing; print a unified diff of what would change.
    #[arg(long, short)]
    diff: bool,
    /// Change nothing; print the formatted text.
    #[arg(long, conflicts_with_all = ["check", "diff"])]
    stdout: bool,
    /// Overwrite files instead of replacing them, which keeps their hard links.
    #[arg(long, conflicts_with_all = ["check", "diff", "stdout"])]
    in_place: bool,
    /// Write files, which is so without the option; formatters for other languages have it.
    #[arg(short = 'w', short_alias = 'i', hide = true, conflicts_with_all = ["check", "diff", "stdout"])]
    _written: bool,
    /// Change nothing if false, and print the names of files that would change, as `terraform fmt -write=false`.
    #[arg(long, hide = true, action = clap::ArgAction::Set, value_name = "BOOL", default_value_t = true)]
    write: bool,
    /// Print no names of files if false, as `terraform fmt -list=false`.
    #[arg(long, hide = true, action = clap::ArgAction::Set, value_name = "BOOL", default_value_t = true)]
    list: bool,
    /// The syntax of all files named, and of the files to format in directories [default: that of each name, and native in
    /// directories].
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    #[command(flatten)]
    walk: WalkArguments,
    #[command(flatten)]
    style: StyleArguments,
}

/// Options for layouts other than the canonical one.
#[derive(clap::Args)]
#[command(next_help_heading = "Layout (native syntax, not canonical)")]
struct StyleArguments {
    /// The number of spaces for each level of nesting [default: 2].
    #[arg(long, value_name = "SPACES")]
    indent: Option<u8>,
    /// Align neither `=` nor comments.
    #[arg(long)]
    no_align: bool,
    /// Break lists, objects and calls in lines of more than this many columns.
    #[arg(long, value_name = "COLUMNS")]
    max_width: Option<u32>,
    /// Sort the attributes of each body by name.
    #[arg(long)]
    sort_attributes: bool,
    /// End each file in exactly one newline.
    #[arg(long)]
    final_newline: bool,
}

impl StyleArguments {
    /// Returns the style of a project with these options.
    fn style(&self, project: Style) -> Style {
        project
            .with_indentation(self.indent.unwrap_or(project.indentation))
            .with_align(project.align && !self.no_align)
            .with_max_width(self.max_width.or(project.max_width))
            .with_sort_attributes(project.sort_attributes || self.sort_attributes)
            .with_final_newline(project.final_newline || self.final_newline)
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let paths = operands(&arguments.paths);
    let settings = project_files(&paths, output)?;
    let mut input = Input::walk(&paths, None, arguments.walk, &settings)?;
    let files = files(arguments, &paths, &input);
    let of_files = files.iter().filter_map(|(_, path, _)| path.as_deref());
    valid(&settings, of_files, output)?;
    let formatted = parallel::map("formatting", &files, |(source, path, syntax)| {
        let project = settings.of(path.as_deref().unwrap_or(Path::new(".")));
        format_source(source, *syntax, arguments.style.style(project.style))
    });
    let unreadable = input.diagnostics.has_errors();
    let mut texts = Vec::new();
    for ((source, path, _), result) in files.iter().zip(formatted) {
        match result {
            Ok(text) => texts.push((source, path, text)),
            Err(problems) => input.diagnostics.append(problems),
        }
    }
    output.show(&input.diagnostics, &input.sources);
    let mut changes = false;
    let mut replaced = Vec::new();
    for (source, path, text) in &texts {
        changes |= text != source.bytes();
        replaced.extend(deliver(arguments, source, path.as_deref(), text)?);
    }
    replace(arguments, &paths, &replaced)?;
    if unreadable {
        Err(Failure::Usage)
    } else if input.diagnostics.has_errors() || arguments.check && changes {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// A source to format, its path and its syntax.
type File = (Source, Option<PathBuf>, Syntax);

fn files(arguments: &Arguments, paths: &[PathBuf], input: &Input) -> Vec<File> {
    let wanted = arguments.syntax.map(Syntax::from);
    let of_directories = wanted.unwrap_or(Syntax::Native);
    let is_named = |path: &Option<PathBuf>| path.as_ref().is_none_or(|path| paths.contains(path));
    let files = input.files.iter().zip(&input.paths);
    files
        .filter(|((_, syntax), path)| is_named(path) || *syntax == of_directories)
        .map(|((source, syntax), path)| (source.clone(), path.clone(), wanted.unwrap_or(*syntax)))
        .collect()
}

/// A file to replace by a formatted text.
struct Replaced<'a> {
    source: &'a Source,
    path: &'a Path,
    text: &'a [u8],
}

/// Prints a formatted text, depending on the options, or returns what it replaces.
fn deliver<'a>(
    arguments: &Arguments,
    source: &'a Source,
    path: Option<&'a Path>,
    text: &'a [u8],
) -> Result<Option<Replaced<'a>>, Failure> {
    let changes = text != source.bytes();
    if arguments.stdout {
        write_data(text)?;
    } else if arguments.diff {
        let (before, after) = (
            String::from_utf8_lossy(source.bytes()),
            String::from_utf8_lossy(text),
        );
        let mut page = Page::new();
        unified(&mut page, source.name(), &before, &after);
        page.write()?;
    } else if arguments.check || !arguments.write {
        if changes && arguments.list {
            write_text(&format!("{}\n", source.name()))?;
        }
    } else {
        match path {
            Some(path) => return Ok(changes.then_some(Replaced { source, path, text })),
            None => write_data(text)?,
        }
    }
    Ok(None)
}

/// Replaces files and prints their names.
fn replace(arguments: &Arguments, paths: &[PathBuf], files: &[Replaced<'_>]) -> Result<(), Failure> {
    let contents: Vec<_> = files.iter().map(|file| (file.path, file.text)).collect();
    let results = Replacer::new(arguments.in_place, Named::new(paths)).replace_all(&contents);
    let mut lines = String::new();
    let mut failure = Ok(());
    for (Replaced { source, .. }, result) in files.iter().zip(results) {
        match result {
            Ok(()) if arguments.list => lines.extend([source.name(), "\n"]),
            Ok(()) => {}
            Err(error) => {
                let name = source.name();
                failure = failure.and(Err(Failure::Message(format!(
                    "the file {name} cannot be written: {error}"
                ))));
            }
        }
    }
    write_text(&lines)?;
    failure
}
