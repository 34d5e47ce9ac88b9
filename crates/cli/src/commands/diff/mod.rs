//! `hcl2 diff`: compares the meaning of configurations.

mod git;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostics, SourceId, SourceMap, Span};
use hcl2::model::{BodyRef, merge_bodies};
use hcl2::{Change, CompareOptions, Comparison};

use super::budget::BudgetArguments;
use super::syntax::SyntaxArguments;
use crate::files::Input;
use crate::output::{Failure, Output, Page, json_range, verdict, write_error, write_json};
use crate::secrets::concealing;

#[derive(clap::Args)]
#[command(
    override_usage = "hcl2 diff [OPTIONS] <BEFORE> <AFTER>\n       hcl2 diff [OPTIONS] <REVISION>[..<REVISION>] [PATH]...",
    after_help = "Layout, comments, the order of attributes, the spelling of constants and templates, the syntax and the division of a \
                  directory into files do not matter. The order of blocks with the same type and labels matters.\n\nExamples:\n  \
                  hcl2 diff old.tf new.tf\n  hcl2 diff HEAD~1..HEAD infra/\n  hcl2 diff main...HEAD\n  hcl2 diff HEAD~1\n  git config diff.hcl2.command 'hcl2 diff \
                  --git-external'\n\nExit status: 0 the same meaning, 1 differences or errors, 2 a wrong command line."
)]
pub(crate) struct Arguments {
    /// The old and the new configuration: files, directories whose files are merged, or `-` for standard input; or
    /// revisions of the git repository around the current directory, and paths in it. One revision is compared with the working
    /// tree; with three dots, the common ancestor is.
    #[arg(required = true, value_name = "OPERAND")]
    operands: Vec<PathBuf>,
    #[command(flatten)]
    syntax: SyntaxArguments,
    /// Print a JSON object for each change, one a line.
    #[arg(long)]
    json: bool,
    /// Take the operands that git gives to an external diff. The exit status is 0, as git asks.
    #[arg(long)]
    git_external: bool,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

/// What is compared: the old files, and the new ones, whose sources continue those of the old ones.
struct Sides {
    before: Input,
    after: Input,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let syntax = arguments.syntax.syntax();
    let operands = arguments.operands.as_slice();
    let pairs = match operands {
        _ if arguments.git_external => vec![git::external(operands, syntax)?],
        _ if let Some((repository, sides, paths)) = git::revisions(operands)? => {
            git::changed(&repository, &sides, paths, syntax)?
        }
        [before, after] => {
            let before = Input::read(std::slice::from_ref(before), syntax)?;
            let after = Input::read_into(before.sources.clone(), std::slice::from_ref(after), syntax)?;
            vec![Sides { before, after }]
        }
        _ => {
            return Err(Failure::Message(
                "expected two files or directories, or revisions such as `main..HEAD`".to_owned(),
            ));
        }
    };
    let results = pairs.into_iter().map(|sides| report(arguments, sides, output));
    let all = results.collect::<Result<Vec<bool>, Failure>>();
    if arguments.git_external {
        return Ok(());
    }
    if all?.contains(&true) {
        Err(Failure::Input)
    } else {
        Ok(())
    }
}

/// Prints the differences of two sides. Returns whether there are any.
fn report(arguments: &Arguments, sides: Sides, output: &Output) -> Result<bool, Failure> {
    let Sides { before, after } = sides;
    let (before_body, mut diagnostics) = body(arguments.syntax, &before);
    diagnostics.append(before.diagnostics);
    let (after_body, problems) = body(arguments.syntax, &after);
    diagnostics.append(problems);
    diagnostics.append(after.diagnostics);
    let sources = after.sources;
    if diagnostics.has_errors() {
        output.show(&diagnostics, &sources);
    }
    verdict(&diagnostics)?;
    let budget = arguments.budget.start().budget();
    let Comparison {
        changes,
        problems_before: mut problems,
        problems_after,
    } = CompareOptions::new()
        .budget(&budget)
        .compare(&before_body, &after_body);
    problems.append(problems_after);
    if let Some(reason) = budget.ended() {
        write_error(&format!("error: {reason}\n"));
        return Err(Failure::Input);
    }
    output.show(&problems, &sources);
    let sides = changes.iter().flat_map(|change| [change.before, change.after]);
    let shown: BTreeSet<SourceId> = sides.flatten().map(|span| span.source).collect();
    let sources = concealing(&sources, &shown);
    if arguments.json {
        let lines: String = changes.iter().map(|change| json(change, &sources)).collect();
        write_json(&lines)?;
    } else {
        let mut page = Page::new();
        for change in &changes {
            page.paint(colour(change), &line(change, &sources));
            page.push("\n");
        }
        page.write()?;
    }
    Ok(!changes.is_empty() || problems.has_errors())
}

/// Merges all sources into one body.
fn body(arguments: SyntaxArguments, input: &Input) -> (BodyRef, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let bodies = input
        .files
        .iter()
        .map(|(source, syntax)| arguments.parse(source, *syntax).report_into(&mut diagnostics));
    let bodies: Vec<BodyRef> = bodies.collect();
    (merge_bodies(bodies), diagnostics)
}

/// Returns the source of one side on one line, shortened if it is long.
fn excerpt(sources: &SourceMap, span: Span) -> String {
    const MAX_LENGTH: usize = 60;
    const MAX_BYTES: usize = 1024;
    let text = sources
        .shown(span.source)
        .map(|source| source.slice(span))
        .unwrap_or_default();
    let start = text.get(..MAX_BYTES).unwrap_or(text);
    let words = String::from_utf8_lossy(start);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}...", &words[..end]),
        None if start.len() < text.len() => words + "...",
        None => words,
    }
}

fn place(sources: &SourceMap, span: Span) -> String {
    let Some(source) = sources.get(span.source) else {
        return String::new();
    };
    let line = source.line_index().line_of(span.start);
    format!("{}:{line}", Path::new(source.name()).display())
}

fn line(change: &Change, sources: &SourceMap) -> String {
    match (change.before, change.after) {
        (Some(before), Some(after)) => format!(
            "{change}: {} -> {}  ({}, {})",
            excerpt(sources, before),
            excerpt(sources, after),
            place(sources, before),
            place(sources, after)
        ),
        (Some(side), None) | (None, Some(side)) => {
            format!("{change}: {}  ({})", excerpt(sources, side), place(sources, side))
        }
        (None, None) => change.to_string(),
    }
}

/// Returns the colour of a change: green for additions, red for removals, yellow for the others.
fn colour(change: &Change) -> &'static str {
    match (change.before, change.after) {
        (None, _) => "32",
        (_, None) => "31",
        _ => "33",
    }
}

fn json(change: &Change, sources: &SourceMap) -> String {
    let side = |span: Option<Span>| {
        let span = span?;
        let source = sources.shown(span.source)?;
        Some(serde_json::json!({
            "file": source.name(),
            "range": json_range(source, span.start, span.end),
            "source": String::from_utf8_lossy(source.slice(span)),
        }))
    };
    let kind = match (change.before, change.after) {
        (None, _) => "added",
        (_, None) => "removed",
        _ => "changed",
    };
    let line = serde_json::json!({
        "change": kind,
        "address": change.address.to_string(),
        "before": side(change.before),
        "after": side(change.after),
    });
    format!("{line}\n")
}
