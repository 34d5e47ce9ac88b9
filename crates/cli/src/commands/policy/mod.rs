//! `hcl2 policy`: Terraform policies over a plan, with three answers, and their tests.

mod files;
mod report;
mod test;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::diagnostics::{Diagnostics, SourceMap};
use hcl2::plan::{Inputs, State, plan};
use hcl2::policy::{Answer, Finding, Level, Options, PolicyFile, World, evaluate};
use hcl2::project::Disk;
use hcl2::terraform::ModuleTree;

use super::answers::AnswerArguments;
use super::budget::BudgetArguments;
use super::module::WorldArguments;
use super::plan::{Prepared, directory_name, prepared, undeclared};
use super::schema::SchemaArguments;
use super::syntax::DepthArguments;
use super::unit::UnitArguments;
use super::{expect_directory, read_values};
use crate::output::{Failure, Output, verdict};
use files::InputArguments;
use report::Report;

#[derive(clap::Args)]
#[command(
    subcommand_negates_reqs = true,
    after_help = "The answers are pass, fail, and unknown: what decides is not known before the plan is applied, or not without what the \
                  options can give. Policies are `*.policy.hcl` files.\n\nExit status: 0 no mandatory policy fails, 1 a mandatory policy fails \
                  or the input has errors, 2 a wrong command line or files that cannot be read.\n\nExamples:\n  hcl2 policy --policies policies/ \
                  infra/\n  hcl2 policy --policies policies/ --plan plan.json\n  hcl2 policy test policies/"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    evaluation: EvaluationArguments,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Run the tests of policies, `*.policytest.hcl` files, with their mocks.
    Test(test::Arguments),
}

/// The options that only the plan of a module obeys.
const OF_A_MODULE: [&str; 10] = [
    "directory",
    "state",
    "schema",
    "var",
    "var_file",
    "assume",
    "data",
    "workspace",
    "feature",
    "outputs",
];

#[derive(clap::Args)]
struct EvaluationArguments {
    /// A file of policies, or a directory to search for them. May be given several times.
    #[arg(long, value_name = "PATH", required = true)]
    policies: Vec<PathBuf>,
    /// Judge this plan, as `terraform show -json` writes it, in place of that of a module.
    #[arg(long, value_name = "FILE", conflicts_with_all = OF_A_MODULE)]
    plan: Option<PathBuf>,
    #[command(flatten)]
    inputs: InputArguments,
    /// Print the findings as JSON.
    #[arg(long)]
    json: bool,
    /// Also print what passes.
    #[arg(long)]
    verbose: bool,
    /// Exit with status 0 if only policies of the level `mandatory_overridable` fail.
    #[arg(long)]
    allow_override: bool,
    /// Exit with status 1 if a mandatory policy cannot be decided.
    #[arg(long)]
    fail_on_unknown: bool,
    /// The state before the plan: a state file, or the output of `terraform show -json`.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    world: WorldArguments,
    #[command(flatten)]
    schema: SchemaArguments,
    #[command(flatten)]
    answers: AnswerArguments,
    #[command(flatten)]
    unit: UnitArguments,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    budget: BudgetArguments,
    /// The directory of the module, or of a unit of Terragrunt.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

impl Arguments {
    pub(crate) fn budget(&self) -> BudgetArguments {
        match &self.command {
            Some(Command::Test(arguments)) => arguments.budget,
            None => self.evaluation.budget,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    match &arguments.command {
        Some(Command::Test(arguments)) => test::run(arguments, output),
        None => judge(&arguments.evaluation, output),
    }
}

/// What is judged, and the module that it comes from.
struct Judged {
    world: World,
    sources: SourceMap,
    module: Option<(ModuleTree, Inputs)>,
}

fn judge(arguments: &EvaluationArguments, output: &Output) -> Result<(), Failure> {
    let judged = match &arguments.plan {
        Some(path) => shown(path, output)?,
        None => planned(arguments, output)?,
    };
    let (policies, sources) = policies(&arguments.policies, judged.sources, output)?;
    let directory = match &arguments.plan {
        Some(_) => Path::new("."),
        None => &arguments.directory,
    };
    let none = ModuleTree::default();
    let tree = judged.module.as_ref().map_or(&none, |(tree, _)| tree);
    let options = Options {
        inputs: arguments.inputs.values(&policies, output)?,
        functions: Some(files::functions(arguments.world.host(directory, tree)?)),
        budget: arguments.budget.start().budget(),
    };
    let found = evaluate(&policies, &judged.world, &options);
    output.show(&found.diagnostics, &sources);
    let mut findings = found.value;
    findings.sort_by_key(|finding| std::cmp::Reverse((finding.answer, finding.level)));
    let report = Report::new(&findings, &sources, judged.module.as_ref());
    if arguments.json {
        report.write_json(&policies)?;
    } else {
        report.write_text(&policies, arguments.verbose)?;
    }
    verdict(&found.diagnostics)?;
    let counts = |finding: &Finding| {
        let is_blocking = match finding.level {
            Some(Level::Mandatory) | None => true,
            Some(Level::MandatoryOverridable) => !arguments.allow_override,
            Some(Level::Advisory) => false,
        };
        match finding.answer {
            // Its diagnostic is an error.
            Answer::Error => true,
            Answer::Fail => is_blocking,
            Answer::Unknown => is_blocking && arguments.fail_on_unknown,
            Answer::Pass => false,
        }
    };
    if findings.iter().any(counts) {
        return Err(Failure::Input);
    }
    Ok(())
}

/// Reads files of policies, whose sources follow those of an earlier reading.
fn policies(
    paths: &[PathBuf],
    sources: SourceMap,
    output: &Output,
) -> Result<(Vec<PolicyFile>, SourceMap), Failure> {
    let (files, read) = files::policies(paths, sources)?;
    output.show(&read.diagnostics, &read.sources);
    verdict(&read.diagnostics)?;
    Ok((files, read.sources))
}

/// Reads a plan as JSON.
fn shown(path: &Path, output: &Output) -> Result<Judged, Failure> {
    let world = read_values(Some(path), output, World::from_json)?.unwrap_or_default();
    Ok(Judged {
        world,
        sources: SourceMap::new(),
        module: None,
    })
}

/// Plans a module, as far as it can be known.
fn planned(arguments: &EvaluationArguments, output: &Output) -> Result<Judged, Failure> {
    expect_directory(&arguments.directory)?;
    let world = &arguments.world;
    let selected = arguments
        .unit
        .select(Arc::new(Disk), &arguments.directory, world.allowed()?);
    selected.show(output)?;
    let (files, module) = (Arc::clone(&selected.files), selected.directory.clone());
    let directory = module.as_path();
    let (loader, language) = world.loader(directory, arguments.depth.limits(), output)?;
    let loader = loader.files(Arc::clone(&files));
    let loaded = loader.clone().nested().load_partial(directory);
    let undeclared = undeclared(&world.variables, &loaded.tree);
    let host = world.host_among(Arc::clone(&files), directory, &loaded.tree)?;
    let Prepared {
        tree,
        sources,
        mut inputs,
    } = prepared(loaded, &world.variables, language, host, (files, directory))?;
    selected.pass_inputs(&tree, &mut inputs);
    inputs.found_in_variables.append(undeclared);
    let given = arguments
        .answers
        .read(&loader, &inputs.functions, sources, output)?;
    let inputs = Inputs {
        schemas: arguments.schema.of(directory, output)?.unwrap_or_default(),
        answers: given.answers,
        data: given.data,
        sources: given.sources.clone(),
        state: read_values(arguments.state.as_deref(), output, State::from_json)?,
        is_partial: true,
        working_directory: directory_name(directory),
        workspace: world.workspace(directory),
        budget: arguments.budget.start().budget(),
        ..inputs
    };
    let mut problems = Diagnostics::new();
    let plan = plan(&tree, &inputs).report_into(&mut problems);
    output.show(&problems, &given.sources);
    verdict(&problems)?;
    Ok(Judged {
        world: World::of_plan(&plan, &tree, &inputs),
        sources: given.sources,
        module: Some((tree, inputs)),
    })
}
