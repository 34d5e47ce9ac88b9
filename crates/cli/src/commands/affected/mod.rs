//! `hcl2 affected`: the root modules whose plans differ between two revisions.

mod side;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostic, Diagnostics, Outcome, SourceMap};
use hcl2::functions::{Host, NoHost, PointInTime};
use hcl2::plan::{
    Comparable, Difference, DifferenceKind, Inputs, LocatedGap, Uncertain, comparable, differences,
    gaps_to_text,
};
use hcl2::project::{Files, Recorded, SchemasOf};
use hcl2::terraform::table::Language;
use hcl2::terraform::{ProviderSchemas, ValidModules, join_paths, versioned_functions};
use hcl2::{DirectoryHost, ModuleLoader, VariableSource};

use super::answers::{AnswerArguments, Given};
use super::budget::BudgetArguments;
use super::incomplete;
use super::module::WorldArguments;
use super::plan::prepared;
use super::schema::{SchemaArguments, schemas_of};
use super::syntax::DepthArguments;
use super::unit::{Selected, UnitArguments};
use super::variables::Place;
use crate::git::{self, Here};
use crate::output::{Failure, Output, Page, write_json};
use crate::parallel;
use crate::secrets::without_secrets;
use side::{Reading, Side};

#[derive(clap::Args)]
#[command(
    after_help = "A root is a directory with a module that no other module calls by a local path, or with a unit of Terragrunt. Resources without a schema are \
                  planned as their configuration is written.\n\nExamples:\n  hcl2 affected main..\n  hcl2 affected main...HEAD\n  hcl2 affected HEAD~1\n  hcl2 affected --json HEAD~1..HEAD envs/prod\n\n\
                  Exit status: 0 no plan differs, 1 plans that differ or cannot be made, 2 a wrong command line or revision."
)]
pub(crate) struct Arguments {
    /// The two revisions; an omitted one is `HEAD`. With three dots, the first one is their common ancestor; one revision is
    /// compared with the working tree, or with another one that follows.
    #[arg(value_name = "REVISION[..REVISION]")]
    revisions: String,
    /// The roots; without them, all in and below the current directory.
    #[arg(value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// Print a JSON object for each root that differs, one a line.
    #[arg(long)]
    json: bool,
    // Variables are those of the roots that declare them, and files that set them are read as they are now.
    #[command(flatten)]
    world: WorldArguments,
    #[command(flatten)]
    schema: SchemaArguments,
    // Answers are those of the roots that declare what they are about.
    #[command(flatten)]
    answers: AnswerArguments,
    #[command(flatten)]
    unit: UnitArguments,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

/// A root whose plan differs.
struct Row {
    root: String,
    result: Result<Vec<Difference>, Vec<Problem>>,
    status: &'static str,
    /// What one of the plans does not know and Terraform would.
    gaps: Vec<LocatedGap>,
}

/// Why a root cannot be planned at a revision.
struct Problem {
    revision: String,
    text: String,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let Some(sides) = git::Side::both(&arguments.revisions) else {
        return Err(Failure::Message(format!(
            "expected revisions, such as `main..HEAD`, found `{}`",
            arguments.revisions
        )));
    };
    let schemas = arguments.schema.given(output)?;
    let repository = Here::find()?;
    let (sides, directories) = repository.with_second(sides, &arguments.directories);
    let named = named_roots(directories, &repository)?;
    let files = arguments.world.variables.given().iter();
    for file in files.filter_map(|source| match source {
        VariableSource::File(file) => Some(file),
        _ => None,
    }) {
        std::fs::File::open(file).map_err(|error| {
            Failure::Message(format!("The file {} cannot be read: {error}.", file.display()))
        })?;
    }
    let (loader, language) = arguments
        .world
        .loader(repository.top(), arguments.depth.limits(), output)?;
    let loader = loader.sharing();
    let mut reading = Reading::new(loader.clone(), language);
    let functions = versioned_functions(language, &(Arc::new(NoHost) as _));
    let answers = arguments
        .answers
        .read(&loader, &functions, SourceMap::new(), output)?;
    let [before, after] = parallel::both(&sides, |side| repository.revision(side));
    let sides = [before?, after?].map(|files| Side::read(files, &named, &mut reading));
    let host = DirectoryHost::new(repository.top()).ok();
    let planning = Planning {
        arguments,
        repository: &repository,
        sides: &sides,
        loader: loader.nested(),
        language,
        schemas: schemas_of(schemas),
        answers,
        valid: ValidModules::default(),
        now: host.and_then(|host| host.now().ok()),
    };
    let roots = match named.is_empty() {
        true => planning.all_roots()?,
        false => known_roots(&named, &sides)?,
    };
    let changed = roots.into_iter();
    let changed = changed.filter(|root| !Side::are_same(&sides, root, &reading));
    let changed: Vec<String> = changed.collect();
    let rows = parallel::map("planning", &changed, |root| planning.row(root));
    let rows: Vec<Option<Row>> = rows.into_iter().collect::<Result<_, _>>()?;
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    show(&rows, arguments.json)?;
    // The end of the process frees them faster than they can be taken apart.
    let has_none = rows.is_empty();
    drop(planning);
    std::mem::forget((rows, reading, sides, changed));
    if has_none { Ok(()) } else { Err(Failure::Input) }
}

/// The roots that are named on the command line: their directories from the top, and as they are written.
type NamedRoots<'a> = BTreeMap<String, &'a Path>;

fn named_roots<'a>(directories: &'a [PathBuf], repository: &Here) -> Result<NamedRoots<'a>, Failure> {
    let named = directories.iter();
    named
        // The directory may be that of an earlier revision only.
        .map(|directory| Ok((repository.below(directory)?, directory.as_path())))
        .collect()
}

/// Returns the named roots, each of which must have a module at a revision.
fn known_roots(named: &NamedRoots<'_>, sides: &[Side; 2]) -> Result<BTreeSet<String>, Failure> {
    let known = named.iter().map(|(path, written)| {
        let is_known = sides.iter().any(|side| side.has(path));
        is_known.then(|| path.clone()).ok_or_else(|| {
            Failure::Message(format!(
                "{} has no module at either revision; name a directory with files such as `main.tf` or `terragrunt.hcl`",
                written.display()
            ))
        })
    });
    known.collect()
}

/// The planning of roots at both revisions.
struct Planning<'p> {
    arguments: &'p Arguments,
    repository: &'p Here,
    sides: &'p [Side; 2],
    /// The loader of modules with those that they call.
    loader: ModuleLoader,
    language: Language,
    /// The schemas of each root.
    schemas: SchemasOf,
    /// What is said in place of providers.
    answers: Given,
    /// The called modules that are known to be valid.
    valid: ValidModules,
    /// The time of all plans.
    now: Option<PointInTime>,
}

impl Planning<'_> {
    /// Returns the directories below the current one with a unit, or with a module that no other calls and no unit selects.
    fn all_roots(&self) -> Result<BTreeSet<String>, Failure> {
        let mut roots = BTreeSet::new();
        for side in self.sides {
            let mut called: BTreeSet<String> = side
                .calls
                .iter()
                .flat_map(|(own, calls)| calls.iter().filter(move |called| *called != own))
                .cloned()
                .collect();
            let units: Vec<&String> = side.units.iter().collect();
            let selected = parallel::map("reading", &units, |unit| {
                let selected = self.select(side.files.clone(), &self.repository.top().join(unit))?;
                let module = selected.directory.strip_prefix(self.repository.top());
                Ok::<_, Failure>(module.map(|module| module.to_string_lossy().into_owned()).ok())
            });
            for (unit, module) in units.into_iter().zip(selected) {
                called.extend(module?.filter(|module| module != unit));
            }
            let modules = side.modules.keys();
            let modules = modules.filter(|directory| !called.contains(*directory));
            roots.extend(modules.chain(&side.units).cloned());
        }
        roots.retain(|root| format!("{root}/").starts_with(&self.repository.prefix));
        Ok(roots)
    }

    /// Selects the module of a directory among files.
    fn select(&self, files: Arc<dyn Files>, directory: &Path) -> Result<Selected, Failure> {
        let readable = self.arguments.world.allowed()?;
        Ok(self.arguments.unit.select_absolute(files, directory, readable))
    }

    /// Plans a root at both revisions. Returns `None` if the plans are the same.
    fn row(&self, root: &str) -> Result<Option<Row>, Failure> {
        let schemas = (self.schemas)(&self.repository.top().join(root)).unwrap_or_default();
        let mut plans: Vec<Comparable> = Vec::new();
        let mut gaps: Vec<LocatedGap> = Vec::new();
        let mut problems = Vec::new();
        let [was, is] = self.sides.each_ref().map(|side| side.has(root));
        for side in self.sides {
            if !side.has(root) {
                plans.push(Comparable::default());
                continue;
            }
            let files = Arc::new(Recorded::new(side.files.clone()));
            match self.planned(files.clone(), root, &schemas)? {
                Ok((plan, own)) => {
                    // The places of gaps of both plans are those of the second one.
                    gaps.retain(|gap| own.iter().all(|other| !is_same(gap, other)));
                    gaps.extend(own);
                    plans.push(plan);
                }
                Err(text) => problems.push(Problem {
                    revision: side.files.name().to_owned(),
                    text,
                }),
            }
            // The same files have the same plan.
            let is_first = plans.len() + problems.len() == 1;
            if is_first && is && files.is_same_at(&self.sides[1].files) {
                return Ok(None);
            }
        }
        let prefix = self.repository.prefix.as_str();
        let relative = root.strip_prefix(prefix).unwrap_or(root);
        let is_here = root.is_empty() || format!("{root}/") == prefix;
        let root = if is_here { "." } else { relative }.to_owned();
        let (status, result) = match plans.as_slice() {
            [before, after] => {
                let differences = differences(before, after);
                let status = match (was, is) {
                    (false, _) => "added",
                    (_, false) => "removed",
                    _ if differences.is_empty() => return Ok(None),
                    _ if differences.iter().all(is_uncertain) => "may change",
                    _ => "changed",
                };
                (status, Ok(differences))
            }
            _ => {
                gaps.clear();
                ("failed", Err(problems))
            }
        };
        gaps.sort();
        Ok(Some(Row {
            root,
            result,
            status,
            gaps,
        }))
    }

    /// Plans a root among files, with what the plan does not know, or returns the first problem as text.
    fn planned(
        &self,
        files: Arc<dyn Files>,
        root: &str,
        schemas: &ProviderSchemas,
    ) -> Result<Result<(Comparable, Vec<LocatedGap>), String>, Failure> {
        let top = self.repository.top();
        let selected = self.select(files, &top.join(root))?;
        if let Some((problems, sources)) = selected.problems().filter(|(problems, _)| problems.has_errors()) {
            return Ok(Err(first_problem(problems, sources, top)));
        }
        let (files, directory) = (Arc::clone(&selected.files), selected.directory.clone());
        let loaded = self.loader.clone().files(files.clone()).load_partial(&directory);
        let world = &self.arguments.world;
        let host = DirectoryHost::of_module(files.clone(), &directory, &loaded.tree)
            .map_err(|error| Failure::Message(error.to_string()))?;
        let host = self.now.into_iter().fold(host, DirectoryHost::plan_time);
        let host = world.shown(host)?;
        let place: Place<'_> = (files, &directory);
        let mut prepared = prepared(loaded, &world.variables, self.language, host, place)?;
        selected.pass_inputs(&prepared.tree, &mut prepared.inputs);
        let inputs = Inputs {
            schemas: ProviderSchemas::clone(schemas),
            is_partial: true,
            answers: self.answers.answers.clone().shared(),
            data: self.answers.data.clone(),
            valid: self.valid.clone(),
            working_directory: directory.display().to_string(),
            // Only the working tree has a workspace.
            workspace: world.workspace(&directory),
            budget: self.arguments.budget.start().budget(),
            ..prepared.inputs
        };
        let Outcome {
            value,
            mut diagnostics,
        } = comparable(&prepared.tree, &inputs);
        prepared.sources.sort(&mut diagnostics);
        Ok(match diagnostics.has_errors() {
            true => Err(first_problem(&diagnostics, &prepared.sources, top)),
            false => {
                let gaps = value.plan.gaps.iter().map(|gap| {
                    let mut gap = gap.located(&prepared.sources);
                    if let Some(place) = &mut gap.place {
                        place.file = below(top, &place.file);
                    }
                    gap
                });
                let gaps = gaps.collect();
                Ok((value, gaps))
            }
        })
    }
}

/// Returns whether two plans do not know the same thing.
fn is_same(one: &LocatedGap, other: &LocatedGap) -> bool {
    (one.reason, &one.address) == (other.reason, &other.address)
}

/// Returns the path of a file from the top of the repository.
fn below(top: &Path, file: &str) -> String {
    let path = Path::new(file);
    let path = path.strip_prefix(top).unwrap_or(path);
    join_paths(".", &path.to_string_lossy())
}

/// Returns the first error on one line, without values of sensitive variables.
fn first_problem(diagnostics: &Diagnostics, sources: &SourceMap, top: &Path) -> String {
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
        Some(format!("  ({}:{line})", below(top, source.name())))
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
/// Lines about parts that may change that are printed for people.
const MAX_UNCERTAIN: usize = 20;

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
                for difference in differences.iter().filter(|difference| !is_uncertain(difference)) {
                    let (colour, line) = line(difference);
                    page.paint(colour, &line);
                    page.push("\n");
                }
                for line in uncertain_lines(differences) {
                    page.push(&line);
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
    let mut gaps: Vec<LocatedGap> = rows.iter().flat_map(|row| row.gaps.clone()).collect();
    gaps.sort();
    gaps.dedup();
    page.push(&gaps_to_text(&gaps));
    let incomplete = rows
        .iter()
        .filter(|row| row.result.is_ok() && !row.gaps.is_empty());
    match incomplete.count() {
        0 => {}
        count => page.paint("2", &format!("Incomplete plans: {count} of {}.\n", rows.len())),
    }
    page.write()
}

fn line(difference: &Difference) -> (&'static str, String) {
    let address = &difference.address;
    match &difference.kind {
        DifferenceKind::Added => ("32", format!("  + {address}")),
        DifferenceKind::Removed => ("31", format!("  - {address}")),
        DifferenceKind::Parts(paths) => {
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

/// Returns whether nothing of an instance or output is known to differ.
fn is_uncertain(difference: &Difference) -> bool {
    matches!(&difference.kind, DifferenceKind::Parts(parts) if parts.is_empty())
}

/// Returns lines for the parts that may differ: those that differ by their own expressions first.
fn uncertain_lines(differences: &[Difference]) -> Vec<String> {
    let mut lines = Vec::new();
    for difference in differences {
        for alike in difference
            .uncertain
            .chunk_by(|one, other| one.because == other.because)
        {
            let mut names: Vec<String> = alike.iter().take(MAX_SHOWN).map(|own| name(&own.path)).collect();
            names.retain(|name| !name.is_empty());
            if alike.len() > MAX_SHOWN {
                names.push(format!("{} more", alike.len() - MAX_SHOWN));
            }
            let colon = if names.is_empty() { "" } else { ": " };
            let why = match &alike[0].because {
                None => "its expression changed".to_owned(),
                Some(object) => format!("`{object}` changed"),
            };
            let line = format!(
                "  ? {}{colon}{} may change: {why}\n",
                difference.address,
                names.join(", ")
            );
            lines.push((alike[0].because.is_some(), line));
        }
    }
    lines.sort_by_key(|(is_indirect, _)| *is_indirect);
    let more = lines.len().saturating_sub(MAX_UNCERTAIN);
    let shown = lines.into_iter().take(MAX_UNCERTAIN).map(|(_, line)| line);
    let more = (more > 0).then(|| format!("  ? {more} more may change\n"));
    shown.chain(more).collect()
}

fn name(path: &hcl2::value::Path) -> String {
    let text = path.to_string();
    text.strip_prefix('.').unwrap_or(&text).to_owned()
}

fn row_json(row: &Row) -> String {
    let differences = row.result.iter().flatten().map(|difference| {
        let (change, parts) = match &difference.kind {
            DifferenceKind::Added => ("added", None),
            DifferenceKind::Removed => ("removed", None),
            DifferenceKind::Parts(_) if is_uncertain(difference) => ("may_change", None),
            DifferenceKind::Parts(paths) => ("changed", Some(paths.iter().map(name).collect::<Vec<_>>())),
        };
        let uncertain: Vec<_> = difference.uncertain.iter().map(uncertain_json).collect();
        serde_json::json!({
            "address": difference.address,
            "change": change,
            "parts": parts,
            "may_change": uncertain,
        })
    });
    let differences: Vec<_> = differences.collect();
    let problems = row.result.as_ref().err().into_iter().flatten();
    let problems: Vec<_> = problems
        .map(|problem| serde_json::json!({"revision": problem.revision, "problem": problem.text}))
        .collect();
    let line = serde_json::json!({
        "root": row.root,
        "status": row.status.replace(' ', "_"),
        "complete": row.result.is_ok() && row.gaps.is_empty(),
        "incomplete": incomplete(&row.gaps),
        "differences": differences,
        "problems": problems,
    });
    format!("{line}\n")
}

fn uncertain_json(own: &Uncertain) -> serde_json::Value {
    let reason = match own.because {
        None => "expression_changed",
        Some(_) => "reference_changed",
    };
    serde_json::json!({"part": name(&own.path), "reason": reason, "reference": own.because})
}
