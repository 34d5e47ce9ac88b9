//! `hcl2 check`: parses files and reports every problem in them.

use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::SyntaxName;
use crate::files::Input;
use crate::output::{Failure, Output, write_output};

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

/// Parses sources on all processors; the problems of each, in the order of the sources.
fn parse_all(files: &[(Source, Syntax)]) -> Vec<Diagnostics> {
    let progress = progress(files.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((source, syntax)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut problems = hcl2::parse(source, *syntax).diagnostics;
            problems.sort_by_source();
            done.push((source.id().index(), problems));
            progress.inc(1);
        }
        done
    };
    let workers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(files.len());
    let mut all = vec![Diagnostics::new(); files.len()];
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..workers).map(|_| threads.spawn(work)).collect();
        for (index, problems) in running
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .flatten()
        {
            all[index] = problems;
        }
    });
    progress.finish_and_clear();
    all
}

/// A progress bar on standard error, where that is a terminal and there is enough to do to be worth one.
fn progress(files: usize) -> ProgressBar {
    const WORTH_IT: usize = 1000;
    let bar = ProgressBar::new(files as u64);
    bar.set_draw_target(if files >= WORTH_IT && std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    });
    if let Ok(style) = ProgressStyle::with_template("checking {bar:40} {pos}/{len} files") {
        bar.set_style(style);
    }
    bar
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
