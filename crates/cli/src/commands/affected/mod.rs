//! `hcl2 affected`: the root modules whose plans differ between two revisions.

mod revision;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap};
use hcl2::plan::{Change, Difference, Inputs, Plan, Schemas, compare};
use hcl2::terraform::{Module, join_paths};
use hcl2::{LoadedModule, ModuleLoader};

use super::budget::BudgetArguments;
use super::diff::git::{or_head, revisions};
use super::language;
use super::plan::{Given, directory_name};
use super::read_json;
use super::scope::parse_variable;
use super::syntax::DepthArguments;
use crate::output::{Failure, Output, Page, write_json};
use crate::secrets::without_secrets;
use revision::{Repository, Revision};

#[derive(clap::Args)]
#[command(
    after_help = "A root is a directory with a module that no other module calls by a local path. Resources without a schema are \
                  planned as their configuration is written.\n\nExamples:\n  hcl2 affected main..\n  hcl2 affected --json HEAD~1..HEAD envs/prod\n\n\
                  Exit status: 0 no plan differs, 1 plans that differ or cannot be made, 2 a wrong command line or revision."
)]
pub(crate) struct Arguments {
    /// The two revisions; an omitted one is `HEAD`.
    #[arg(value_name = "REVISION..REVISION")]
    revisions: PathBuf,
    /// The roots; without them, all in and below the current directory.
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// Print a JSON object for each root that differs, one a line.
    #[arg(long)]
    json: bool,
    /// A variable of the roots that declare it. May be given several times. Variables are also set by the environment
    /// (`TF_VAR_…`), and by `terraform.tfvars` and `*.auto.tfvars` of each revision.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// A file that sets variables of the roots, as it is now. May be given several times.
    #[arg(long, value_name = "FILE")]
    var_file: Vec<PathBuf>,
    /// The schemas of providers, as printed by `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    budget: BudgetArguments,
}

/// The files of a module: their names and contents.
type Content = Vec<(String, String)>;

/// Modules that were read, with their problems.
#[derive(Default)]
struct Read {
    by_content: HashMap<Content, (Module, Diagnostics)>,
    sources: SourceMap,
}

/// The modules at a revision.
struct Side<'r> {
    revision: Revision<'r>,
    contents: BTreeMap<String, Content>,
    /// The directories that each module calls.
    calls: BTreeMap<String, BTreeSet<String>>,
    /// The modules by their written directories.
    modules: HashMap<PathBuf, Module>,
}

/// A root whose plan differs.
struct Row {
    root: String,
    result: Result<Vec<Difference>, Vec<Problem>>,
    status: &'static str,
}

/// Why a root cannot be planned at a revision.
struct Problem {
    revision: String,
    text: String,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let Some((before, after)) = revisions(&arguments.revisions) else {
        return Err(Failure::Message(format!(
            "expected two revisions, such as `main..HEAD`, found `{}`",
            arguments.revisions.display()
        )));
    };
    let schemas = read_json(arguments.schema.as_deref(), output, Schemas::from_json)?.unwrap_or_default();
    let repository = Repository::find()?;
    let place = tempfile::tempdir()
        .map_err(|error| Failure::Message(format!("no temporary directory can be created: {error}")))?;
    // Modules are known by their canonical directories.
    let top = place
        .path()
        .canonicalize()
        .unwrap_or_else(|_| place.path().to_owned());
    let named = named_roots(arguments, &repository)?;
    for file in &arguments.var_file {
        std::fs::File::open(file).map_err(|error| {
            Failure::Message(format!("The file {} cannot be read: {error}.", file.display()))
        })?;
    }
    let mut read = Read::default();
    let mut side = |revision: &str, name: &str| {
        let revision = repository.at(&or_head(revision), &top.join(name))?;
        Side::read(revision, arguments, &named, &mut read)
    };
    let sides = [side(before, "before")?, side(after, "after")?];
    let roots = match named.is_empty() {
        true => all_roots(&repository, &sides),
        false => known_roots(&named, &sides)?,
    };
    let mut rows = Vec::new();
    for root in roots {
        let used: Vec<BTreeSet<(&str, &str)>> = sides.iter().map(|side| side.files_of(&root)).collect();
        // The same files have the same plan.
        if used[0] != used[1] {
            rows.extend(row(arguments, &repository, &sides, &root, &schemas, &mut read)?);
        }
    }
    show(&rows, arguments.json)?;
    if rows.is_empty() {
        Ok(())
    } else {
        Err(Failure::Input)
    }
}

impl<'r> Side<'r> {
    /// Reads the modules of a revision: those that the named roots call, or all without a name.
    fn read(
        revision: Revision<'r>,
        arguments: &Arguments,
        named: &NamedRoots<'_>,
        read: &mut Read,
    ) -> Result<Self, Failure> {
        let language = language(arguments.opentofu);
        let loader = ModuleLoader::new()
            .language(language)
            .limits(arguments.depth.limits());
        let mut side = Self {
            contents: revision.modules(language),
            revision,
            calls: BTreeMap::new(),
            modules: HashMap::new(),
        };
        let mut pending: BTreeSet<String> = match named.is_empty() {
            true => side.contents.keys().cloned().collect(),
            false => named.keys().cloned().collect(),
        };
        while !pending.is_empty() {
            pending.retain(|directory| side.contents.contains_key(directory));
            let files = pending.iter().flat_map(|directory| {
                let own = side.contents[directory].iter();
                own.map(move |(name, _)| join(directory, name))
            });
            let files: Vec<String> = files.collect();
            side.revision.write(files.iter().map(String::as_str))?;
            for directory in &pending {
                side.add(directory, &loader, read);
            }
            let called = pending.iter().flat_map(|directory| &side.calls[directory]);
            let called = called.filter(|called| !side.calls.contains_key(*called));
            pending = called.cloned().collect();
        }
        Ok(side)
    }

    /// Reads the module in a directory, unless one with the same files was read.
    fn add(&mut self, directory: &str, loader: &ModuleLoader, read: &mut Read) {
        let content = &self.contents[directory];
        let written = self.revision.directory(directory);
        if !read.by_content.contains_key(content) {
            let sources = std::mem::take(&mut read.sources);
            let loaded = loader.load_with(&written, &HashMap::new(), sources);
            read.sources = loaded.sources;
            let module = (loaded.tree.module, loaded.diagnostics);
            read.by_content.insert(content.clone(), module);
        }
        let module = &read.by_content[content].0;
        let calls = module.calls.iter().filter_map(|call| call.local_path());
        // Paths above the top of the repository stay as they are.
        let calls = calls.map(|path| match join_paths(directory, path) {
            called if called == "." => String::new(),
            called => called,
        });
        self.calls.insert(directory.to_owned(), calls.collect());
        self.modules.insert(written, module.clone());
    }

    /// Returns the directories of a root and of the modules that it calls.
    fn directories(&self, root: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::from([root.to_owned()]);
        let mut pending = vec![root.to_owned()];
        while let Some(directory) = pending.pop() {
            for called in self.calls.get(&directory).into_iter().flatten() {
                if found.insert(called.clone()) {
                    pending.push(called.clone());
                }
            }
        }
        found
    }

    /// Returns the files that the plan of a root depends on: those below it, which functions can read, and its modules.
    fn files_of(&self, root: &str) -> BTreeSet<(&str, &str)> {
        if !self.contents.contains_key(root) {
            return BTreeSet::new();
        }
        let all = self.directories(root);
        let directories = all
            .iter()
            .filter_map(|directory| self.contents.get_key_value(directory));
        let modules = directories.flat_map(|(directory, _)| self.revision.below(directory));
        modules.collect()
    }
}

fn join(directory: &str, name: &str) -> String {
    match directory {
        "" => name.to_owned(),
        directory => format!("{directory}/{name}"),
    }
}

/// The roots that are named on the command line: their directories from the top, and as they are written.
type NamedRoots<'a> = BTreeMap<String, &'a Path>;

fn named_roots<'a>(arguments: &'a Arguments, repository: &Repository) -> Result<NamedRoots<'a>, Failure> {
    let top = repository.top.to_string_lossy();
    let current = join(&top, &repository.prefix);
    let named = arguments.directories.iter().map(|directory| {
        // The directory may be that of an earlier revision only.
        let absolute = directory.is_absolute().then(|| directory.canonicalize().ok());
        let absolute = absolute.flatten().unwrap_or_else(|| directory.clone());
        let path = join_paths(&current, &absolute.to_string_lossy().replace('\\', "/"));
        let below = path.strip_prefix(&*top);
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let below = below.ok_or_else(|| {
            Failure::Message(format!("{} is outside the repository {top}", directory.display()))
        })?;
        Ok((below.trim_start_matches('/').to_owned(), directory.as_path()))
    });
    named.collect()
}

/// Returns the named roots, each of which must have a module at a revision.
fn known_roots(named: &NamedRoots<'_>, sides: &[Side<'_>; 2]) -> Result<BTreeSet<String>, Failure> {
    let known = named.iter().map(|(path, written)| {
        let is_known = sides.iter().any(|side| side.contents.contains_key(path));
        is_known.then(|| path.clone()).ok_or_else(|| {
            Failure::Message(format!(
                "{} has no module at either revision; name a directory with files such as `main.tf`",
                written.display()
            ))
        })
    });
    known.collect()
}

/// Returns the directories below the current one with a module that no other calls.
fn all_roots(repository: &Repository, sides: &[Side<'_>; 2]) -> BTreeSet<String> {
    let roots = sides.iter().flat_map(|side| {
        let called: BTreeSet<&String> = side
            .calls
            .iter()
            .flat_map(|(own, calls)| calls.iter().filter(move |called| *called != own))
            .collect();
        side.contents
            .keys()
            .filter(move |directory| !called.contains(directory))
    });
    let is_below = |root: &&String| format!("{root}/").starts_with(&repository.prefix);
    roots.filter(is_below).cloned().collect()
}

/// Plans a root at both revisions. Returns `None` if the plans are the same.
fn row(
    arguments: &Arguments,
    repository: &Repository,
    sides: &[Side<'_>; 2],
    root: &str,
    schemas: &Schemas,
    read: &mut Read,
) -> Result<Option<Row>, Failure> {
    let mut plans: Vec<Plan> = Vec::new();
    let mut problems = Vec::new();
    let mut is_there = Vec::new();
    for side in sides {
        is_there.push(side.contents.contains_key(root));
        if !side.contents.contains_key(root) {
            plans.push(Plan::default());
            continue;
        }
        match planned(arguments, side, root, schemas, read)? {
            Ok(plan) => plans.push(plan),
            Err(text) => problems.push(Problem {
                revision: side.revision.name.clone(),
                text,
            }),
        }
    }
    let relative = root.strip_prefix(repository.prefix.as_str()).unwrap_or(root);
    let is_here = root.is_empty() || format!("{root}/") == repository.prefix;
    let root = if is_here { "." } else { relative }.to_owned();
    let (status, result) = match (plans.as_slice(), is_there.as_slice()) {
        ([before, after], [was, is]) => {
            let differences = compare(before, after);
            let status = match (was, is) {
                (false, _) => "added",
                (_, false) => "removed",
                _ if differences.is_empty() => return Ok(None),
                _ => "changed",
            };
            (status, Ok(differences))
        }
        _ => ("failed", Err(problems)),
    };
    Ok(Some(Row { root, result, status }))
}

/// Plans a root at a revision, or returns the first problem as text.
fn planned(
    arguments: &Arguments,
    side: &Side<'_>,
    root: &str,
    schemas: &Schemas,
    read: &mut Read,
) -> Result<Result<Plan, String>, Failure> {
    let files = side.files_of(root);
    side.revision.write(files.iter().map(|(path, _)| *path))?;
    let directory = side.revision.directory(root);
    let language = language(arguments.opentofu);
    let loader = ModuleLoader::new()
        .language(language)
        .limits(arguments.depth.limits())
        .nested();
    let sources = std::mem::take(&mut read.sources);
    let mut loaded: LoadedModule = loader.load_with(&directory, &side.modules, sources);
    for called in side.directories(root) {
        if let Some(content) = side.contents.get(&called) {
            loaded.diagnostics.append(read.by_content[content].1.clone());
        }
    }
    let given = Given {
        var: &arguments.var,
        var_file: &arguments.var_file,
        language,
    };
    let prepared = given.to(loaded, &directory)?;
    let inputs = Inputs {
        schemas: schemas.clone(),
        infers_schemas: true,
        // The directory in which Terraform would run is the same for both.
        working_directory: directory_name(Path::new(if root.is_empty() { "." } else { root })),
        budget: arguments.budget.start().budget(),
        ..prepared.inputs
    };
    let Outcome { value, diagnostics } = hcl2::plan::plan(&prepared.tree, &inputs);
    let planned = match diagnostics.has_errors() {
        true => Err(first_problem(&diagnostics, &prepared.sources, side)),
        false => Ok(value),
    };
    read.sources = prepared.sources;
    Ok(planned)
}

/// Returns the first error on one line, without values of sensitive variables.
fn first_problem(diagnostics: &Diagnostics, sources: &SourceMap, side: &Side<'_>) -> String {
    let concealed = without_secrets(diagnostics, sources);
    let (diagnostics, sources) = match &concealed {
        Some((diagnostics, sources)) => (diagnostics, sources),
        None => (diagnostics, sources),
    };
    let mut errors = diagnostics.iter().filter(|problem| problem.is_error());
    let place = |problem: &Diagnostic| {
        let subject = problem.subject?;
        let source = sources.get(subject.source)?;
        let line = source.line_index().line_of(subject.start);
        let name = Path::new(source.name());
        // A module may have been read at the other revision.
        let top = side.revision.directory("");
        let within = name
            .strip_prefix(top.parent()?)
            .ok()
            .map(|name| name.components().skip(1).collect());
        let name: PathBuf = within.unwrap_or_else(|| name.to_owned());
        Some(format!("  ({}:{line})", name.display()))
    };
    let text = errors.next().map(|problem| {
        let detail = problem.detail.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(
            "{}: {detail}{}",
            problem.summary,
            place(problem).unwrap_or_default()
        )
    });
    text.unwrap_or_default()
}

/// Parts of an instance that are printed for people.
const MAX_SHOWN: usize = 8;

fn show(rows: &[Row], json: bool) -> Result<(), Failure> {
    if json {
        let lines: String = rows.iter().map(row_json).collect();
        return write_json(&lines);
    }
    let mut page = Page::new();
    for row in rows {
        page.paint("1", &row.root);
        page.push(&format!("  ({})\n", row.status));
        match &row.result {
            Ok(differences) => {
                for difference in differences {
                    let (colour, line) = line(difference);
                    page.paint(colour, &line);
                    page.push("\n");
                }
            }
            Err(problems) => {
                for problem in problems {
                    let line = format!(
                        "  ! cannot be planned at {}: {}\n",
                        problem.revision, problem.text
                    );
                    page.paint("31", &line);
                }
            }
        }
    }
    page.write()
}

fn line(difference: &Difference) -> (&'static str, String) {
    let address = &difference.address;
    match &difference.change {
        Change::Added => ("32", format!("  + {address}")),
        Change::Removed => ("31", format!("  - {address}")),
        Change::Parts(paths) => {
            let mut names: Vec<String> = paths.iter().take(MAX_SHOWN).map(name).collect();
            names.retain(|name| !name.is_empty());
            if paths.len() > MAX_SHOWN {
                names.push(format!("{} more", paths.len() - MAX_SHOWN));
            }
            let colon = if names.is_empty() { "" } else { ": " };
            ("33", format!("  ~ {address}{colon}{}", names.join(", ")))
        }
    }
}

fn name(path: &hcl2::value::Path) -> String {
    let text = path.to_string();
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}

fn row_json(row: &Row) -> String {
    let differences = row.result.iter().flatten().map(|difference| {
        let (change, parts) = match &difference.change {
            Change::Added => ("added", None),
            Change::Removed => ("removed", None),
            Change::Parts(paths) => ("changed", Some(paths.iter().map(name).collect::<Vec<_>>())),
        };
        serde_json::json!({"address": difference.address, "change": change, "parts": parts})
    });
    let differences: Vec<_> = differences.collect();
    let problems = row.result.as_ref().err().into_iter().flatten();
    let problems: Vec<_> = problems
        .map(|problem| serde_json::json!({"revision": problem.revision, "problem": problem.text}))
        .collect();
    let line = serde_json::json!({
        "root": row.root,
        "status": row.status,
        "differences": differences,
        "problems": problems,
    });
    format!("{line}\n")
}
