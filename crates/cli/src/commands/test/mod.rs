//! `hcl2 test`: the tests of a module, run without Terraform, providers or credentials.

mod report;
mod selection;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use hcl2::LoadedTests;
use hcl2::diagnostics::Diagnostics;
use hcl2::model::TakenBranches;
use hcl2::plan::{Coverage, Inputs, RunResult, TestInputs, TestStatus, Tester};

use super::answers::AnswerArguments;
use super::budget::BudgetArguments;
use super::expect_directory;
use super::module::WorldArguments;
use super::plan::directory_name;
use super::schema::SchemaArguments;
use super::scope::Functions;
use super::syntax::DepthArguments;
use crate::output::{Failure, Output, verdict};
use crate::replace::write_result;
use report::{Finished, Form, Report};

#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 all runs pass, 1 a run fails or the input has errors, 2 a wrong command line or files that cannot \
                  be read. A run whose assertions only a provider can decide is `unknown`, and fails only with \
                  --fail-on-unknown.\n\nExamples:\n  hcl2 test infra/\n  hcl2 test --filter tests/main.tftest.hcl --verbose\n  \
                  hcl2 test --schema schemas.json --junit-xml report.xml"
)]
pub(crate) struct Arguments {
    /// Run only the tests of this file, a path from the directory of the module, or only one of its runs. May be given
    /// several times.
    #[arg(long, value_name = "FILE[:RUN]")]
    filter: Vec<String>,
    /// Run only the runs of this name, in all files or those of `--filter`. May be given several times.
    #[arg(long, value_name = "NAME")]
    run: Vec<String>,
    /// Print the plan of each run.
    #[arg(long)]
    verbose: bool,
    /// Print one JSON object a line, in the format of `terraform test -json`.
    #[arg(long)]
    json: bool,
    /// Also write a report in the format of JUnit.
    #[arg(long, value_name = "FILE")]
    junit_xml: Option<PathBuf>,
    /// Report which arms of the module no run has taken: results of `? :` and of `if` directives, and that `count` or
    /// `for_each` makes instances or none.
    #[arg(long)]
    coverage: bool,
    /// The directory of tests, besides that of the module.
    #[arg(long, value_name = "DIR", default_value = "tests")]
    test_directory: String,
    // Files in the directory of tests override what these options set.
    #[command(flatten)]
    world: WorldArguments,
    #[command(flatten)]
    schema: SchemaArguments,
    // They hold where no test mocks or overrides.
    #[command(flatten)]
    answers: AnswerArguments,
    /// Exit with status 1 if what only a provider knows decides a run.
    #[arg(long)]
    fail_on_unknown: bool,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
    /// The directory of the module.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    expect_directory(&arguments.directory)?;
    let limiter = arguments.budget.start();
    let (directory, world) = (&arguments.directory, &arguments.world);
    let (loader, language) = world.loader(directory, arguments.depth.limits(), output)?;
    let mut tests = loader
        .clone()
        .nested()
        .load_tests(directory, &arguments.test_directory);
    if tests.files.is_empty() {
        // Without tests, a module passes; nothing does not.
        let found = &tests.module.1;
        if let Err(Failure::Usage) = verdict(found) {
            output.show(found, &tests.sources);
            return Err(Failure::Usage);
        }
    }
    let selected = selection::of(&arguments.filter, &arguments.run, &tests)?;
    tests.set_variables(&world.variables.sources());
    // With an error in a file of tests, none runs.
    let mut problems = tests.diagnostics.clone();
    let found = tests
        .module
        .1
        .iter()
        .filter(|problem| !problem.is_error())
        .cloned();
    problems.extend(found);
    let host = world.host(directory, &tests.module.0)?;
    let functions = Arc::new(Functions::of(language).table(None, &host));
    let sources = std::mem::take(&mut tests.sources);
    let given = arguments.answers.read(&loader, &functions, sources, output)?;
    tests.sources = given.sources;
    let form = if arguments.json { Form::Json } else { Form::Text };
    let mut report = Report::new(form, arguments.verbose, *output, &tests.sources);
    report.problems(&problems)?;
    verdict(&problems)?;
    let inputs = Inputs {
        functions,
        host: Some(host),
        workspace: world.workspace(directory),
        schemas: arguments.schema.of(directory, output)?.unwrap_or_default(),
        infers_schemas: true,
        answers: given.answers,
        data: given.data,
        working_directory: directory_name(&arguments.directory),
        budget: limiter.budget(),
        ..Inputs::default()
    };
    report.start(&selected)?;
    let taken = arguments.coverage.then(TakenBranches::default);
    let mut trees = vec![tests.module.0.clone()];
    for selected in &selected {
        let file = &selected.file;
        report.file(file)?;
        let inputs = TestInputs {
            taken: taken.clone(),
            ..tests.inputs(file, inputs.clone())
        };
        // Modules in the directory of tests only help.
        let tested = inputs.modules.values().map(|(tree, _)| tree);
        let tested = tested.filter(|tree| !Path::new(&tree.path).starts_with(&arguments.test_directory));
        trees.extend(tested.filter(|_| arguments.coverage).cloned());
        let mut tester = Tester::new(&file.tests, &inputs);
        for _ in 0..selected.end() {
            let start = Instant::now();
            let Some(RunResult {
                name,
                status,
                diagnostics,
                plan,
                gaps,
            }) = tester.next()
            else {
                break;
            };
            // The error of an earlier run explains why a later one is skipped.
            if selected.reports(&name) || status == TestStatus::Error {
                report.run(Finished {
                    name,
                    status,
                    diagnostics: without_found(diagnostics, &tests),
                    plan,
                    gaps: gaps.iter().map(|gap| gap.located(&tests.sources)).collect(),
                    duration: start.elapsed(),
                })?;
            }
        }
        report.end_of_file(tester.leftovers())?;
    }
    if let Some(taken) = taken {
        report.coverage(&Coverage::of(&trees, &taken))?;
    }
    let status = report.end()?;
    if let Some(path) = &arguments.junit_xml {
        write_result(path, &report.junit())?;
    }
    match status {
        TestStatus::Fail | TestStatus::Error => Err(Failure::Input),
        TestStatus::Unknown if arguments.fail_on_unknown => Err(Failure::Input),
        _ => Ok(()),
    }
}

/// Leaves out the warnings about the module, which are reported once.
fn without_found(mut diagnostics: Diagnostics, tests: &LoadedTests) -> Diagnostics {
    let found = &tests.module.1;
    diagnostics.retain(|problem| problem.is_error() || !found.contains(problem));
    diagnostics
}
