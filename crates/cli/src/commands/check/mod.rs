//! `hcl2 check`: parses files, reads the modules in directories, and reports every problem in them.

mod kinds;
mod modules;
mod reported;
mod stacks;
mod tested;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hcl2::decode::schema::Schema;
use hcl2::diagnostics::codes::terraform as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, Severity, Source, Span};
use hcl2::terraform::table::{Language, sets_variables};
use hcl2::terraform::{Module, ModuleFile, ProviderSchemas};

use self::kinds::is_together;
pub(super) use self::modules::{Checked, Validation, validate};
use self::reported::Reported;
use self::tested::has_tests_of_module;
use super::budget::BudgetArguments;
use super::project::Project;
use super::read_json;
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
    let schemas = read_json(arguments.schema.as_deref(), output, ProviderSchemas::from_json)?;
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
    let run = Run {
        arguments,
        severity: &severity,
        paths: &paths,
        input: &input,
        named,
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

/// The name of the file that locks the versions of the providers of a module and of those it calls.
const LOCK_FILE: &str = ".terraform.lock.hcl";

/// Adds the files that lock the versions of providers beside the modules found in directories.
fn with_locks(input: Input, paths: &[PathBuf], language: Language) -> Input {
    let found = input.paths.iter().flatten();
    let found = found.filter(|path| is_of_module(path, language) && !paths.contains(path));
    let mut directories: Vec<&Path> = found.filter_map(|path| path.parent()).collect();
    directories.dedup();
    let known: HashSet<&PathBuf> = input.paths.iter().flatten().collect();
    let locks = directories.into_iter().map(|directory| directory.join(LOCK_FILE));
    let locks: BTreeSet<PathBuf> = locks
        .filter(|path| path.is_file() && !known.contains(path))
        .collect();
    let locks: Vec<PathBuf> = locks.into_iter().collect();
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

/// Returns the canonical forms of the paths that exist.
fn canonical<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> impl Iterator<Item = PathBuf> {
    let paths = paths.into_iter();
    paths.filter_map(|path| std::fs::canonicalize(path).ok())
}

/// Returns the directory of a file.
fn directory_of(path: &Path) -> &Path {
    path.parent()
        .filter(|directory| !directory.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// What one run of the command checks.
struct Run<'a> {
    arguments: &'a Arguments,
    severity: &'a SeverityArguments,
    /// The files and directories that the command line names.
    paths: &'a [PathBuf],
    input: &'a Input,
    /// The number of files, the first of `input`, that the command line names or that are in its directories.
    named: usize,
    selected: Selected,
    own_schema: Option<&'a Schema>,
    schemas: Option<&'a ProviderSchemas>,
}

impl Run<'_> {
    /// Checks each source and the modules they form.
    fn check(&self) -> Checked {
        let input = self.input;
        let grouped = self.files_of_modules();
        let mut parsed = self.parse(&grouped);
        if self.has_kinds() {
            kinds::check_together(input, &mut parsed, self.selected);
        }
        let Outcome {
            value: modules,
            diagnostics: of_reading,
        } = self.read_modules(&grouped, &parsed);
        let mut validated = validate(&modules, &input.sources, &self.validation());
        if self.has_kinds() {
            let language = self.selected.language;
            tested::check(input, &mut parsed, &modules, language, !self.arguments.no_files);
        }
        let of_stacks = stacks::check(input, &parsed, &modules);
        let (of_values, mut secrets) = check_values(input, &parsed, &modules);
        secrets.extend(self.secret_defaults(&grouped, &parsed));
        validated.sources.conceal(&secrets);

        let reported = Reported::new(self, &modules);
        let mut all = Diagnostics::new();
        for (path, file) in input.paths.iter().zip(parsed) {
            let is_read = path.as_ref().is_none_or(|path| reported.is_read(path));
            all.append(if is_read {
                file.diagnostics
            } else {
                file.diagnostics.map(warning)
            });
        }
        all.append(of_reading);
        all.append(reported.without_known(validated.diagnostics, &validated.sources));
        all.append(of_values);
        all.append(of_stacks);
        all.retain(|problem| reported.is_own(problem));
        // What is found in a module alone may be found again together with those it calls.
        let mut seen = HashSet::new();
        all.retain(|problem| seen.insert((problem.code.id(), problem.subject, problem.detail.to_string())));
        // The command ends here; to free every declaration of large modules would take a tenth of its time.
        std::mem::forget(modules);
        Checked {
            diagnostics: self.severity.denied(all),
            sources: validated.sources,
        }
    }

    /// Returns whether files are checked for what their names say they are.
    fn has_kinds(&self) -> bool {
        self.arguments.syntax.syntax().is_none()
    }

    /// Returns the numbers of the files of each module, by its directory.
    fn files_of_modules(&self) -> BTreeMap<&Path, Vec<usize>> {
        let mut modules: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (index, path) in self.input.paths.iter().enumerate() {
            let path = path.as_deref().filter(|_| self.has_kinds());
            if let Some(path) = path.filter(|path| is_of_module(path, self.selected.language)) {
                modules.entry(directory_of(path)).or_default().push(index);
            }
        }
        modules
    }

    /// Parses each file, and checks those that are no part of a module.
    fn parse(&self, modules: &BTreeMap<&Path, Vec<usize>>) -> Vec<Outcome<Option<ModuleFile>>> {
        let of_modules: HashSet<usize> = modules.values().flatten().copied().collect();
        let files: Vec<usize> = (0..self.input.files.len()).collect();
        let (language, limits) = (self.selected.language, self.arguments.syntax.limits());
        parallel::map("checking", &files, |index| {
            let file = &self.input.files[*index];
            let source = &file.0;
            if of_modules.contains(index) {
                return ModuleFile::parse_within(source, language, limits).map(Some);
            }
            if self.has_kinds() && self.is_unread(*index) {
                let mut parsed = ModuleFile::parse_within(source, language, limits);
                parsed.diagnostics.append(unread(source));
                return parsed.map(Some);
            }
            let of_kind = self
                .has_kinds()
                .then(|| kinds::check(source, self.selected, limits))
                .flatten();
            match of_kind {
                Some(parsed) => parsed.map(Some),
                None => kinds::check_other(self.arguments.syntax, file, self.own_schema).map(|()| None),
            }
        })
    }

    /// Reads the declarations of the modules all of whose files can be parsed: one that seems missing may be in a file
    /// that cannot. Returns them by their canonical directories.
    fn read_modules(
        &self,
        modules: &BTreeMap<&Path, Vec<usize>>,
        parsed: &[Outcome<Option<ModuleFile>>],
    ) -> Outcome<HashMap<PathBuf, Module>> {
        let modules: Vec<(&&Path, &Vec<usize>)> = modules.iter().collect();
        let read = parallel::map("checking", &modules, |(directory, indexes)| {
            let is_sound = |index: &&usize| !parsed[**index].has_errors();
            let sound: Vec<ModuleFile> = indexes
                .iter()
                .filter(is_sound)
                .filter_map(|index| parsed[*index].value.clone())
                .collect();
            if sound.len() < indexes.len() {
                return Outcome::from(None);
            }
            let directory = std::fs::canonicalize(directory).ok();
            let module = match self.selected.version {
                Some(version) => Module::from_files_at(&sound, version),
                None => Module::from_files(&sound, self.selected.language),
            };
            let unused = self.severity.asked(module.value.unused());
            let mut read = module.map(|module| Some((directory?, module)));
            read.diagnostics.append(unused);
            read
        });
        let read: Outcome<Vec<Option<(PathBuf, Module)>>> = read.into_iter().collect();
        read.map(|modules| modules.into_iter().flatten().collect())
    }

    fn validation(&self) -> Validation<'_> {
        Validation {
            language: self.selected.language,
            version: self.selected.version,
            schemas: self.schemas,
            limits: self.arguments.syntax.limits(),
            limiter: self.arguments.budget.start(),
            reads_files: !self.arguments.no_files,
            named: canonical(self.paths).collect(),
        }
    }

    /// Returns whether a file declares what the language of the modules does not read.
    fn is_unread(&self, index: usize) -> bool {
        let path = self.input.paths[index].as_deref();
        self.selected.language == Language::Terraform && path.is_some_and(is_only_of_opentofu)
    }

    /// Returns the ranges of the defaults of sensitive variables.
    fn secret_defaults(
        &self,
        modules: &BTreeMap<&Path, Vec<usize>>,
        parsed: &[Outcome<Option<ModuleFile>>],
    ) -> Vec<Span> {
        let unread = (0..parsed.len()).filter(|index| self.is_unread(*index));
        let declaring = modules.values().flatten().copied().chain(unread);
        let files = declaring.filter_map(|index| parsed[index].value.as_ref());
        files
            .flat_map(|file| file.secret_defaults(&Module::default()))
            .collect()
    }
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
