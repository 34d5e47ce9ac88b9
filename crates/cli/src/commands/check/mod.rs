//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

mod kinds;
mod languages;
mod modules;
mod partial;
mod reported;
mod run;
mod siblings;
mod stacks;
mod tested;
mod versions;

use std::collections::HashSet;
use std::path::PathBuf;

use hcl2::diagnostics::Diagnostics;
use hcl2::terraform::ProviderSchemas;

pub(super) use self::modules::{Validation, validate};
use self::run::Run;
use self::siblings::{with_locks, with_siblings, with_tested};
use super::budget::BudgetArguments;
use super::project::Project;
use super::read_json;
use super::severity::SeverityArguments;
use super::syntax::SyntaxArguments;
use crate::files::{Input, WalkArguments, operands};
use crate::output::{Failure, Output, write_text};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, directories to search for configuration files, or `-` for standard input. Terraform files are checked
    /// together with the other files of their directory, which form a module, and with the modules it calls [default:
    /// standard input if it is a pipe or a file, otherwise the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    syntax: SyntaxArguments,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long, conflicts_with = "language")]
    opentofu: bool,
    /// The language of modules, possibly with its version: `terraform`, `opentofu`, `terraform@1.14` [default: that of the
    /// files of each module, in the newest version that it supports]; or that of files whose names do not show it:
    /// `packer`, `nomad`, `terragrunt`, `bake`, or a file `….hclschema` with the schema document of a type that derives
    /// `Decode`.
    #[arg(long, value_name = "NAME[@VERSION]|FILE")]
    language: Option<String>,
    /// Check resources, data sources, mocks and configurations of providers against the schemas of their providers, as
    /// printed by `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Report nothing about files that functions read and that do not exist, and read no files for functions.
    #[arg(long)]
    no_files: bool,
    #[command(flatten)]
    severity: SeverityArguments,
    #[command(flatten)]
    walk: WalkArguments,
    #[command(flatten)]
    budget: BudgetArguments,
    /// Report as `terraform validate -json` does.
    #[arg(long, hide = true)]
    json: bool,
    /// Print nothing if there are no problems.
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let schemas = read_json(arguments.schema.as_deref(), output, ProviderSchemas::from_json)?;
    let output = &output.with_terraform_json(arguments.json);
    let paths = operands(&arguments.paths);
    let project = Project::load(&paths, output)?;
    let own_schema = kinds::schema_of(arguments, &project, output)?;
    let ignored = project.ignored.as_ref();
    let input = Input::walk(&paths, arguments.syntax.syntax(), arguments.walk, ignored)?;
    let selected = kinds::selected(arguments, &project)?;
    let input = if arguments.syntax.syntax().is_some() {
        input
    } else {
        with_locks(input, &paths, selected.language)
    };
    let unreadable = input.diagnostics.clone();
    let named = input.files.len();
    let input = with_siblings(input, arguments, &paths, selected.language);
    let with_siblings = input.files.len();
    let input = with_tested(input, arguments, selected.language);
    let severity = arguments.severity.with(&project);
    let run = Run {
        arguments,
        severity: &severity,
        paths: &paths,
        input: &input,
        named,
        with_siblings,
        selected,
        own_schema: own_schema.as_ref(),
        schemas: schemas.as_ref(),
    };
    let checked = run.check();
    let mut diagnostics = unreadable.clone();
    diagnostics.append(checked.diagnostics);
    output.report(&diagnostics, &checked.sources)?;
    if !arguments.quiet && !output.is_for_programs() && named > 0 {
        write_text(&summary(&diagnostics, named))?;
    }
    if unreadable.has_errors() {
        return Err(Failure::Usage);
    }
    if diagnostics.has_errors() {
        Err(Failure::Input)
    } else {
        Ok(())
    }
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
    let found = found.join(" and ");
    match affected.len() {
        // Those that cannot be read are not among the files.
        0 => format!("{checked}: {found}\n"),
        affected => format!("{checked}: {found} in {}\n", counted(affected, "file")),
    }
}
