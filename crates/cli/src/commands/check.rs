//! `hcl2 check`: parses files and reports every problem in them.

use std::collections::HashSet;
use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source};

use super::SyntaxName;
use crate::files::Input;
use crate::output::{Failure, Output, write_output};
use crate::parallel;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, directories whose configuration files are checked with all below them, or `-` for standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Reads all files in this syntax; otherwise `.json` selects the JSON syntax.
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    /// Says nothing where there is no problem.
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let input = Input::read(&arguments.paths, arguments.syntax.map(Syntax::from))?;
    let mut diagnostics = input.diagnostics.clone();
    diagnostics.extend(parse_all(&input.files).into_iter().flatten());
    output.report(&diagnostics, &input.sources)?;
    if !arguments.quiet && !output.is_for_programs() && !input.files.is_empty() {
        write_output(&summary(&diagnostics, input.files.len()))?;
    }
    if input.diagnostics.has_errors() {
        return Err(Failure::Usage);
    }
    if diagnostics.has_errors() {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// The problems of each source, in the order of the sources.
fn parse_all(files: &[(Source, Syntax)]) -> Vec<Diagnostics> {
    parallel::map("checking", files, |(source, syntax)| {
        let mut problems = hcl2::parse(source, *syntax).diagnostics;
        problems.sort_by_source();
        problems
    })
}

fn summary(diagnostics: &Diagnostics, files: usize) -> String {
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    let warnings = diagnostics.len() - errors;
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let checked = format!("{} checked", counted(files, "file"));
    if diagnostics.is_empty() {
        return format!("{checked}: no problems\n");
    }
    let affected: HashSet<_> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.subject)
        .map(|span| span.source)
        .collect();
    let mut found = Vec::new();
    if errors > 0 {
        found.push(counted(errors, "error"));
    }
    if warnings > 0 {
        found.push(counted(warnings, "warning"));
    }
    format!(
        "{checked}: {} in {}\n",
        found.join(" and "),
        counted(affected.len(), "file")
    )
}
