//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, SourceId, SourceMap};
use hcl2::terraform::table::{Language, is_module_file};
use hcl2::terraform::{Module, ModuleFile, ModuleTree, ProviderSchemas};
use hcl2::{ModuleLoader, Syntax};

use super::budget::{BudgetArguments, Limiter};
use super::{SyntaxName, language, read_schemas};
use crate::files::{Input, operands};
use crate::output::{Failure, Output, write_text};
use crate::parallel;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files, directories to search for configuration files, or `-` for standard input. Terraform files in a directory
    /// are checked as a module, together with the modules it calls by a local path [default: standard input if it is a pipe or
    /// a file, otherwise the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// The syntax of all files [default: JSON for names that end in `.json`, native otherwise].
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// Check resources and data sources against the schemas of their providers, as printed by `terraform providers schema
    /// -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
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
    let schemas = read_schemas(arguments.schema.as_deref(), output)?;
    let output = &output.with_terraform_json(arguments.json);
    let input = Input::read(&operands(&arguments.paths), arguments.syntax.map(Syntax::from))?;
    let mut diagnostics = input.diagnostics.clone();
    diagnostics.append(check(arguments, &input, schemas.as_ref()));
    output.report(&diagnostics, &input.sources)?;
    if !arguments.quiet && !output.is_for_programs() && !input.files.is_empty() {
        write_text(&summary(&diagnostics, input.files.len()))?;
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

/// Checks each source and the modules they form.
fn check(arguments: &Arguments, input: &Input, schemas: Option<&ProviderSchemas>) -> Diagnostics {
    let language = language(arguments.opentofu);
    let mut modules: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (index, path) in input.paths.iter().enumerate() {
        let Some(path) = path
            .as_deref()
            .filter(|path| !arguments.paths.iter().any(|named| named == path))
        else {
            continue;
        };
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(directory) = path.parent()
            && name.is_some_and(|name| is_module_file(name, language))
        {
            modules.entry(directory).or_default().push(index);
        }
    }
    let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
    let files: Vec<usize> = (0..input.files.len()).collect();
    let parsed = parallel::map("checking", &files, |index| {
        let (source, syntax) = &input.files[*index];
        if of_modules.contains(index) {
            ModuleFile::parse(source, language).map(Some)
        } else {
            hcl2::parse(source, *syntax).map(|_| None)
        }
    });
    let modules: Vec<(&Path, Vec<usize>)> = modules.into_iter().collect();
    let read = parallel::map("checking", &modules, |(directory, indexes)| {
        let is_sound = |index: &&usize| !parsed[**index].has_errors();
        let sound: Vec<ModuleFile> = indexes
            .iter()
            .filter(is_sound)
            .filter_map(|index| parsed[*index].value.clone())
            .collect();
        // A declaration that seems missing may be in a file that cannot be parsed.
        if sound.len() < indexes.len() {
            return Outcome::from(None);
        }
        let directory = std::fs::canonicalize(directory).ok();
        Module::from_files(&sound, language).map(|module| Some((directory?, module)))
    });
    let read: Outcome<Vec<Option<(PathBuf, Module)>>> = read.into_iter().collect();
    let sound = read.value.into_iter().flatten().collect();
    let own: HashSet<SourceId> = input.files.iter().map(|(source, _)| source.id()).collect();
    let is_own = |problem: &Diagnostic| {
        problem
            .subject
            .is_some_and(|subject| own.contains(&subject.source))
    };
    let limiter = arguments.budget.start();
    let together = validate(&sound, language, &input.sources, schemas, limiter);
    let of_files = parsed.into_iter().flat_map(|file| file.diagnostics);
    let all = of_files
        .chain(read.diagnostics)
        .chain(together.into_iter().filter(is_own));
    Outcome::new((), all.collect()).diagnostics
}

/// Validates modules, keyed by their canonical directories, together with the modules they call, which are read if they
/// are not among `modules`.
pub(super) fn validate(
    modules: &HashMap<PathBuf, Module>,
    language: Language,
    sources: &SourceMap,
    schemas: Option<&ProviderSchemas>,
    limiter: Limiter,
) -> Diagnostics {
    let roots = roots(modules);
    let loader = ModuleLoader::new().language(language).nested();
    let mut trees: Vec<(ModuleTree, Diagnostics)> = Vec::new();
    let mut sources = sources.clone();
    for root in roots {
        let loaded = loader.load_with(root, modules, sources);
        sources = loaded.sources;
        trees.push((loaded.tree, loaded.diagnostics));
    }
    let problems = parallel::map("checking", &trees, |(tree, _)| {
        tree.validate_within(schemas, &limiter.budget())
    });
    let mut seen = HashSet::new();
    trees
        .into_iter()
        .map(|(_, problems)| problems)
        .chain(problems)
        .flatten()
        .filter(|problem| seen.insert((problem.code.id(), problem.subject)))
        .collect()
}

/// Returns modules from which all others can be reached: those without callers, and one of each reference cycle.
fn roots(modules: &HashMap<PathBuf, Module>) -> Vec<&PathBuf> {
    let called_by = |directory: &PathBuf| -> Vec<PathBuf> {
        let calls = modules.get(directory).map_or(&[][..], |module| &module.calls);
        let paths = calls.iter().filter_map(|call| call.local_path());
        paths
            .filter_map(|path| std::fs::canonicalize(directory.join(path)).ok())
            .collect()
    };
    let mut all: Vec<&PathBuf> = modules.keys().collect();
    all.sort();
    let called: HashSet<PathBuf> = all.iter().flat_map(|directory| called_by(directory)).collect();
    all.sort_by_key(|directory| called.contains(*directory));
    let mut reached: HashSet<PathBuf> = HashSet::new();
    let mut roots = Vec::new();
    for directory in all {
        if reached.contains(directory) {
            continue;
        }
        roots.push(directory);
        let mut next = vec![directory.clone()];
        while let Some(directory) = next.pop() {
            if reached.insert(directory.clone()) {
                next.extend(called_by(&directory));
            }
        }
    }
    roots
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
