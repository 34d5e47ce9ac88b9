//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

mod kinds;
mod stacks;
mod tested;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::decode::schema::Schema;
use hcl2::diagnostics::codes::terraform as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, Source, SourceId, SourceMap, Span};
use hcl2::model::Limits;
use hcl2::terraform::table::{Language, Version, is_read_by, sets_variables};
use hcl2::terraform::{CheckOptions, Module, ModuleFile, ModuleTree, ProviderSchemas, ValidatedElsewhere};
use hcl2::{DirectoryHost, ModuleLoader, Syntax};

use self::kinds::is_together;
use self::tested::{has_tests_of_module, tested_module};
use super::budget::{BudgetArguments, Limiter};
use super::project::Project;
use super::read_schemas;
use super::selected::Selected;
use super::severity::SeverityArguments;
use super::syntax::SyntaxArguments;
use crate::files::{Input, WalkArguments, is_of_module, operands};
use crate::output::{Failure, Output, write_text};
use crate::parallel;

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
    /// The language of modules, possibly with its version: `terraform`, `opentofu`, `terraform@1.14` [default: the newest
    /// version of Terraform that each module supports]; or that of files whose names do not show it: `packer`, `nomad`,
    /// `terragrunt`, `bake`, or a file `….hclschema` with the schema document of a type that derives `Decode`.
    #[arg(long, value_name = "NAME[@VERSION]|FILE")]
    language: Option<String>,
    /// Check resources and data sources against the schemas of their providers, as printed by `terraform providers schema
    /// -json`.
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
    let schemas = read_schemas(arguments.schema.as_deref(), output)?;
    let output = &output.with_terraform_json(arguments.json);
    let paths = operands(&arguments.paths);
    let project = Project::load(&paths, output)?;
    let own_schema = kinds::schema_of(arguments, &project, output)?;
    let ignored = project.ignored.as_ref();
    let input = Input::walk(&paths, arguments.syntax.syntax(), arguments.walk, ignored)?;
    let selected = kinds::selected(arguments, &project, &input)?;
    let input = if arguments.syntax.syntax().is_some() {
        input
    } else {
        with_locks(input, &paths, selected.language)
    };
    let unreadable = input.diagnostics.clone();
    let named = input.files.len();
    let input = with_siblings(input, arguments, &paths, selected.language);
    let severity = arguments.severity.with(&project);
    let checked = check(
        arguments,
        &severity,
        &paths,
        &input,
        named,
        (selected, own_schema.as_ref()),
        schemas.as_ref(),
    );
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

/// The name of the file that locks the versions of the providers of a module and of those it calls.
const LOCK_FILE: &str = ".terraform.lock.hcl";

/// Adds the files that lock the versions of providers beside the modules found in directories.
fn with_locks(input: Input, paths: &[PathBuf], language: Language) -> Input {
    let found = input.paths.iter().flatten();
    let found = found.filter(|path| is_of_module(path, language) && !paths.contains(path));
    let locks: BTreeSet<PathBuf> = found.map(|path| path.with_file_name(LOCK_FILE)).collect();
    let is_new = |path: &PathBuf| path.is_file() && !input.paths.iter().flatten().any(|known| known == path);
    let locks: Vec<PathBuf> = locks.into_iter().filter(is_new).collect();
    input.add(&locks)
}

/// Adds the other files of the modules that the named files belong to.
fn with_siblings(input: Input, arguments: &Arguments, paths: &[PathBuf], language: Language) -> Input {
    if arguments.syntax.syntax().is_some() {
        return input;
    }
    let known: HashSet<&PathBuf> = input.paths.iter().flatten().collect();
    let directories: BTreeSet<PathBuf> = input
        .paths
        .iter()
        .flatten()
        .filter(|path| {
            let has_siblings = is_of_module(path, language) || is_of_values(path) || is_together(path);
            (has_siblings || has_tests_of_module(path)) && paths.contains(path)
        })
        .map(|path| {
            let directory = directory_of(path);
            // The module is around the directory of its tests.
            let around = directory.ends_with("tests") && has_tests_of_module(path);
            if around {
                directory_of(directory)
            } else {
                directory
            }
            .to_owned()
        })
        .collect();
    let siblings = directories.iter().flat_map(|directory| {
        let shown = |path: PathBuf| path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
        kinds::siblings(directory, language).map(move |path| {
            if directory.as_os_str() == "." {
                shown(path)
            } else {
                path
            }
        })
    });
    let siblings: Vec<PathBuf> = siblings.filter(|path| !known.contains(path)).collect();
    input.add(&siblings)
}

/// Checks the files that set variables of the modules in their directories. Returns the ranges of secret values, too.
fn check_values(
    input: &Input,
    parsed: &[Outcome<Option<ModuleFile>>],
    modules: &HashMap<PathBuf, Module>,
) -> (Diagnostics, Vec<Span>) {
    let mut problems = Diagnostics::new();
    let mut secrets = Vec::new();
    for (path, file) in input.paths.iter().zip(parsed) {
        let path = path.as_deref().filter(|path| is_of_values(path));
        let directory = path.and_then(|path| std::fs::canonicalize(directory_of(path)).ok());
        let module = directory.and_then(|directory| modules.get(&directory));
        if let (Some(module), Some(file)) = (module, &file.value) {
            problems.append(module.check_values(file));
            secrets.extend(file.secret_values(module));
        }
    }
    (problems, secrets)
}

/// Returns whether a file sets variables of the module in its directory.
fn is_of_values(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(sets_variables)
}

/// Returns the directory of a file.
fn directory_of(path: &Path) -> &Path {
    path.parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The problems of modules, with the sources they point into.
pub(super) struct Checked {
    pub(super) diagnostics: Diagnostics,
    pub(super) sources: SourceMap,
}

/// Checks each source and the modules they form. The first `named` files are those that the command line names.
fn check(
    arguments: &Arguments,
    severity: &SeverityArguments,
    paths: &[PathBuf],
    input: &Input,
    named: usize,
    (selected, own_schema): (Selected, Option<&Schema>),
    schemas: Option<&ProviderSchemas>,
) -> Checked {
    let Selected {
        language, version, ..
    } = selected;
    let mut modules: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (index, path) in input
        .paths
        .iter()
        .enumerate()
        .filter(|_| arguments.syntax.syntax().is_none())
    {
        if let Some(path) = path.as_deref().filter(|path| is_of_module(path, language)) {
            modules.entry(directory_of(path)).or_default().push(index);
        }
    }
    let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
    let files: Vec<usize> = (0..input.files.len()).collect();
    let limits = arguments.syntax.limits();
    let has_kinds = arguments.syntax.syntax().is_none();
    let mut parsed = parallel::map("checking", &files, |index| {
        let file = &input.files[*index];
        let source = &file.0;
        if of_modules.contains(index) {
            return ModuleFile::parse_within(source, language, limits).map(Some);
        }
        if has_kinds && input.paths[*index].as_deref().is_some_and(is_only_of_opentofu) {
            let mut parsed = ModuleFile::parse_within(source, language, limits);
            parsed.diagnostics.append(unread(source));
            return parsed.map(Some);
        }
        let of_kind = has_kinds
            .then(|| kinds::check(source, selected, limits))
            .flatten();
        match of_kind {
            Some(parsed) => parsed.map(Some),
            None => kinds::check_other(arguments.syntax, file, own_schema).map(|()| None),
        }
    });
    if has_kinds {
        kinds::check_together(input, &mut parsed, selected);
    }
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
        let module = match version {
            Some(version) => Module::from_files_at(&sound, version),
            None => Module::from_files(&sound, language),
        };
        let unused = severity.asked(module.value.unused());
        let mut read = module.map(|module| Some((directory?, module)));
        read.diagnostics.append(unused);
        read
    });
    let read: Outcome<Vec<Option<(PathBuf, Module)>>> = read.into_iter().collect();
    let sound = read.value.into_iter().flatten().collect();
    let validation = Validation {
        language,
        version,
        schemas,
        limits: arguments.syntax.limits(),
        limiter: arguments.budget.start(),
        reads_files: !arguments.no_files,
        named: paths
            .iter()
            .filter_map(|path| std::fs::canonicalize(path).ok())
            .collect(),
    };
    let mut together = validate(&sound, &input.sources, &validation);
    if has_kinds {
        tested::check(input, &mut parsed, &sound, language, !arguments.no_files);
    }
    let of_stacks = stacks::check(input, &parsed, &sound);
    let (of_values, mut secrets) = check_values(input, &parsed, &sound);
    let is_unread = |index: &usize| input.paths[*index].as_deref().is_some_and(is_only_of_opentofu);
    let declaring = files
        .iter()
        .filter(|index| of_modules.contains(index) || is_unread(index));
    let files = declaring.filter_map(|index| parsed[*index].value.as_ref());
    secrets.extend(files.flat_map(|file| file.secret_defaults(&Module::default())));
    together.sources.conceal(&secrets);
    // Files are reported for themselves, directories with the modules they call.
    let has_directories = paths.iter().any(|path| path.is_dir());
    let source_of = |(source, _): &(Source, Syntax)| source.id();
    let own: HashSet<SourceId> = input.files[..named].iter().map(source_of).collect();
    let siblings: HashSet<SourceId> = input.files[named..].iter().map(source_of).collect();
    let is_own = |problem: &Diagnostic| {
        let source = problem.subject.map(|subject| subject.source);
        source.is_some_and(|source| own.contains(&source) || has_directories && !siblings.contains(&source))
    };
    // A file that cannot be parsed is read again with the modules that call its module.
    let read_before: HashSet<PathBuf> = if together.diagnostics.is_empty() {
        HashSet::new()
    } else {
        let paths = input.paths.iter().flatten();
        paths
            .filter_map(|path| std::fs::canonicalize(path).ok())
            .collect()
    };
    let is_known = |problem: &Diagnostic| {
        let source = problem.subject.map(|subject| subject.source);
        let source = source.filter(|source| !own.contains(source) && !siblings.contains(source));
        let path = source.and_then(|source| std::fs::canonicalize(together.sources.get(source)?.name()).ok());
        path.is_some_and(|path| read_before.contains(&path))
    };
    let mut of_modules = together.diagnostics;
    of_modules.retain(|problem| !is_known(problem));
    let mut all = Diagnostics::new();
    let version_of_files = version.unwrap_or(Version::newest(language));
    // Terraform reads the tests of the root module alone, and those of other directories only if they are named.
    let called = LazyCell::new(|| {
        let called = sound.keys().flat_map(|directory| called_by(&sound, directory));
        let mut called: HashSet<PathBuf> = called.collect();
        for named in paths.iter().filter_map(|path| std::fs::canonicalize(path).ok()) {
            called.remove(&named);
        }
        called
    });
    let is_named = |path: &PathBuf| {
        let directory = directory_of(path);
        let mut named = paths.iter();
        named.any(|named| named == path || named == directory && !kinds::is_module(directory, language))
    };
    let is_read = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| !is_read_by(name, version_of_files)) {
            return false;
        }
        let tests = Some(path).filter(|path| has_tests_of_module(path) && !is_named(path));
        let module = tests.and_then(|path| tested_module(path));
        module.is_none_or(|module| !called.contains(&module) && kinds::is_module(&module, language))
    };
    for (path, file) in input.paths.iter().zip(parsed) {
        let problems = if path.as_ref().is_none_or(is_read) {
            file.diagnostics
        } else {
            file.diagnostics.map(warning)
        };
        all.append(problems);
    }
    all.append(read.diagnostics);
    all.append(of_modules);
    all.append(of_values);
    all.append(of_stacks);
    all.retain(is_own);
    // What is found in a module alone may be found again together with those it calls.
    let mut seen = HashSet::new();
    all.retain(|problem| seen.insert((problem.code.id(), problem.subject, problem.detail.to_string())));
    // The command ends here; to free every declaration of large modules would take a tenth of its time.
    std::mem::forget(sound);
    Checked {
        diagnostics: severity.denied(Outcome::new((), all).diagnostics),
        sources: together.sources,
    }
}

/// How modules are validated.
pub(super) struct Validation<'s> {
    pub(super) language: Language,
    pub(super) version: Option<Version>,
    pub(super) schemas: Option<&'s ProviderSchemas>,
    /// The limits of parsing modules that are read.
    pub(super) limits: Limits,
    pub(super) limiter: Limiter,
    /// Whether functions read the files of the modules.
    pub(super) reads_files: bool,
    /// The directories that the command line names, whose modules are not expected to have callers elsewhere.
    pub(super) named: HashSet<PathBuf>,
}

/// Validates modules, keyed by their canonical directories, together with the modules they call, which are read if they
/// are not among `modules`.
pub(super) fn validate(
    modules: &HashMap<PathBuf, Module>,
    sources: &SourceMap,
    validation: &Validation<'_>,
) -> Checked {
    let loader = ModuleLoader::new()
        .language(validation.language)
        .limits(validation.limits)
        .nested();
    let loader = match validation.version {
        Some(version) => loader.version(version),
        None => loader,
    };
    let mut trees: Vec<LoadedTree<'_>> = Vec::new();
    let mut sources = sources.clone();
    for root in roots(modules) {
        let loaded = loader.load_with(root, modules, sources);
        sources = loaded.sources;
        trees.push((root, loaded.tree, loaded.diagnostics));
    }
    let elsewhere = ValidatedElsewhere::of(trees.iter().map(|(_, tree, _)| tree));
    let mut problems = validate_trees(&trees, elsewhere, validation);
    let is_cycle = |problem: &Diagnostic| problem.is_error() && problem.code == codes::REFERENCE_CYCLE;
    // The modules of a tree with a cycle were not validated.
    if problems.iter().any(|problems| problems.iter().any(is_cycle)) {
        problems = validate_trees(
            &trees,
            vec![ValidatedElsewhere::default(); trees.len()],
            validation,
        );
    }
    let mut seen = HashSet::new();
    let mut diagnostics = Diagnostics::new();
    for problems in trees.into_iter().map(|(_, _, problems)| problems).chain(problems) {
        diagnostics.append(problems);
    }
    diagnostics.retain(|problem| seen.insert((problem.code.id(), problem.subject)));
    Checked { diagnostics, sources }
}

/// A root module with its directory and the problems of reading the modules it calls.
type LoadedTree<'d> = (&'d PathBuf, ModuleTree, Diagnostics);

/// Validates trees, except for the modules that are validated elsewhere.
fn validate_trees(
    trees: &[LoadedTree<'_>],
    elsewhere: Vec<ValidatedElsewhere>,
    validation: &Validation<'_>,
) -> Vec<Diagnostics> {
    let trees: Vec<(&LoadedTree<'_>, ValidatedElsewhere)> = trees.iter().zip(elsewhere).collect();
    parallel::map("checking", &trees, |((root, tree, _), elsewhere)| {
        let host = DirectoryHost::new(root).ok().filter(|_| validation.reads_files);
        tree.validate_with(&CheckOptions {
            schemas: validation.schemas,
            budget: validation.limiter.budget(),
            host: host.map(|host| Arc::new(host) as _),
            has_no_caller: validation.named.contains(*root),
            elsewhere: elsewhere.clone(),
            ..CheckOptions::default()
        })
    })
}

/// Returns modules from which all others can be reached: those without callers, and one of each reference cycle.
fn roots(modules: &HashMap<PathBuf, Module>) -> Vec<&PathBuf> {
    let mut all: Vec<&PathBuf> = modules.keys().collect();
    all.sort();
    let called: HashSet<PathBuf> = all
        .iter()
        .flat_map(|directory| called_by(modules, directory))
        .collect();
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
                next.extend(called_by(modules, &directory));
            }
        }
    }
    roots
}

/// Returns the directories of the modules that a module calls by a local path.
fn called_by(modules: &HashMap<PathBuf, Module>, directory: &Path) -> Vec<PathBuf> {
    let calls = modules.get(directory).map_or(&[][..], |module| &module.calls);
    let paths = calls.iter().filter_map(|call| call.local_path());
    paths
        .filter_map(|path| std::fs::canonicalize(directory.join(path)).ok())
        .collect()
}

/// Returns whether only OpenTofu reads a file of a module.
fn is_only_of_opentofu(path: &Path) -> bool {
    is_of_module(path, Language::OpenTofu) && !is_of_module(path, Language::Terraform)
}

/// Warns that Terraform does not read a file.
fn unread(source: &Source) -> Diagnostics {
    let problem = Diagnostic::warning(codes::UNREAD_FILE, "File that only OpenTofu reads")
        .with_subject(Span::new(source.id(), 0, 0))
        .with_detail(
            "The module is checked in Terraform's language, so that only the syntax of the file is checked. Pass \
             `--opentofu` to check the module in OpenTofu's language.",
        );
    std::iter::once(problem).collect()
}

fn warning(mut problem: Diagnostic) -> Diagnostic {
    problem.severity = Severity::Warning;
    problem
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
