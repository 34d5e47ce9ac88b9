//! `hcl2 test`: the tests of a module, run without Terraform, providers or credentials.

mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use hcl2::diagnostics::Diagnostics;
use hcl2::model::TakenBranches;
use hcl2::plan::{
    Coverage, Fixtures, GivenValue, Inputs, RunResult, Schemas, TestInputs, TestStatus, Tester,
};
use hcl2::terraform::table::VARIABLE_ENVIRONMENT;
use hcl2::{LoadedTestFile, LoadedTests, ModuleLoader};

use super::budget::BudgetArguments;
use super::plan::directory_name;
use super::scope::{Functions, host, parse_variable, variable};
use super::syntax::DepthArguments;
use super::{expect_directory, language_of, read_json, read_values};
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
    /// Run only the tests of this file, a path from the directory of the module. May be given several times.
    #[arg(long, value_name = "FILE")]
    filter: Vec<String>,
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
    /// A variable. May be given several times. Variables are also set by the environment (`TF_VAR_…`) and by
    /// `terraform.tfvars` and `*.auto.tfvars` in the module and in the directory of tests.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable)]
    var: Vec<(String, String)>,
    /// A file that sets variables. May be given several times.
    #[arg(long, value_name = "FILE")]
    var_file: Vec<PathBuf>,
    /// The schemas of providers, as printed by `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// What data sources have that no test mocks: a JSON object with the attributes of each by its address, a state, or a plan
    /// as JSON.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Exit with status 1 if what only a provider knows decides a run.
    #[arg(long)]
    fail_on_unknown: bool,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    #[command(flatten)]
    depth: DepthArguments,
    #[command(flatten)]
    budget: BudgetArguments,
    /// The directory of the module.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    expect_directory(&arguments.directory)?;
    let limiter = arguments.budget.start();
    let language = language_of(arguments.opentofu, &arguments.directory);
    let loader = ModuleLoader::new()
        .language(language)
        .limits(arguments.depth.limits())
        .nested();
    let mut tests = loader.load_tests(&arguments.directory, &arguments.test_directory);
    let selected: Vec<LoadedTestFile> = selected(arguments, &tests)?;
    set_variables(arguments, &mut tests);
    // With an error in a file of tests, none runs.
    let mut problems = tests.diagnostics.clone();
    let found = tests
        .module
        .1
        .iter()
        .filter(|problem| !problem.is_error())
        .cloned();
    problems.extend(found);
    let form = if arguments.json { Form::Json } else { Form::Text };
    let mut report = Report::new(form, arguments.verbose, *output, &tests.sources);
    report.problems(&problems)?;
    verdict(&problems)?;
    let functions = Arc::new(Functions::of(language).table(&arguments.directory)?);
    let inputs = Inputs {
        functions,
        host: Some(host(&arguments.directory)?),
        schemas: read_json(arguments.schema.as_deref(), output, Schemas::from_json)?.unwrap_or_default(),
        infers_schemas: true,
        data: read_values(arguments.data.as_deref(), output, Fixtures::from_json)?.unwrap_or_default(),
        working_directory: directory_name(&arguments.directory),
        budget: limiter.budget(),
        ..Inputs::default()
    };
    report.start(&selected)?;
    let taken = arguments.coverage.then(TakenBranches::default);
    let mut trees = vec![tests.module.0.clone()];
    for file in &selected {
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
        loop {
            let start = Instant::now();
            let Some(RunResult {
                name,
                status,
                diagnostics,
                plan,
            }) = tester.next()
            else {
                break;
            };
            report.run(Finished {
                name,
                status,
                diagnostics: without_found(diagnostics, &tests),
                plan,
                duration: start.elapsed(),
            })?;
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

/// Sets variables from the environment, automatic files, named files and the command line, each overriding the ones before.
fn set_variables(arguments: &Arguments, tests: &mut LoadedTests) {
    let given = |name: &str, text: &str| {
        let value = GivenValue::Text {
            text: text.to_owned(),
            value: variable(text),
        };
        (name.to_owned(), value)
    };
    let environment = std::env::vars().filter_map(|(name, value)| {
        let name = name.strip_prefix(VARIABLE_ENVIRONMENT)?;
        Some(given(name, &value))
    });
    let mut variables: BTreeMap<String, GivenValue> = environment.collect();
    variables.append(&mut tests.variables);
    variables.extend(tests.read_variables(&arguments.var_file));
    variables.extend(arguments.var.iter().map(|(name, text)| given(name, text)));
    tests.variables = variables;
}

/// Leaves out the warnings about the module, which are reported once.
fn without_found(mut diagnostics: Diagnostics, tests: &LoadedTests) -> Diagnostics {
    let found = &tests.module.1;
    diagnostics.retain(|problem| problem.is_error() || !found.contains(problem));
    diagnostics
}

/// Returns the files that `--filter` names, or all.
fn selected(arguments: &Arguments, tests: &LoadedTests) -> Result<Vec<LoadedTestFile>, Failure> {
    if arguments.filter.is_empty() {
        return Ok(tests.files.clone());
    }
    let names = arguments.filter.iter().map(|name| {
        let bare = name.strip_prefix("./").unwrap_or(name);
        let found = tests.files.iter().find(|file| file.name == bare).cloned();
        found.ok_or_else(|| Failure::Message(format!("the module has no file of tests `{name}`")))
    });
    let mut files: Vec<LoadedTestFile> = names.collect::<Result<_, _>>()?;
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files.dedup_by(|a, b| a.name == b.name);
    Ok(files)
}
