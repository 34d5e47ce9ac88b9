//! `hcl2 policy test`: the tests of policies.

use std::path::{Path, PathBuf};

use hcl2::diagnostics::codes::policy as codes;
use hcl2::diagnostics::{Diagnostic, Diagnostics, SourceMap, nearest_name};
use hcl2::policy::{Answer, CaseResult, CaseStatus, Options, PolicyFile, TestFile};
use hcl2::terraform::table::Language;
use hcl2::terraform::{ModuleFile, ModuleTree};
use serde_json::json;

use super::super::budget::BudgetArguments;
use super::super::module::WorldArguments;
use super::files::{self, InputArguments, TESTS};
use crate::output::{Failure, Output, Page, verdict, write_json};

#[derive(clap::Args)]
#[command(
    after_help = "Each mock passes if all policies that judge it pass or, with `expect_failure`, if one of them fails. Plug-ins are not \
                  called: what they decide is unknown.\n\nExit status: 0 all mocks pass, 1 a mock does not or the input has errors, 2 a wrong \
                  command line or files that cannot be read.\n\nExamples:\n  hcl2 policy test policies/\n  hcl2 policy test --tests tests/ \
                  policies/"
)]
pub(super) struct Arguments {
    /// A file of tests, or a directory to search for them [default: the files of policies are searched]. May be given several
    /// times.
    #[arg(long, value_name = "PATH")]
    tests: Vec<PathBuf>,
    #[command(flatten)]
    inputs: InputArguments,
    /// Print one JSON object a line for each mock.
    #[arg(long)]
    json: bool,
    /// Also print the mocks that pass.
    #[arg(long)]
    verbose: bool,
    /// Exit with status 1 if what is not known decides a mock.
    #[arg(long)]
    fail_on_unknown: bool,
    #[command(flatten)]
    world: WorldArguments,
    #[command(flatten)]
    pub(super) budget: BudgetArguments,
    /// Files of policies, or directories to search for them.
    #[arg(value_name = "PATH", default_value = ".")]
    policies: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let (policies, read) = files::policies(&arguments.policies, SourceMap::new())?;
    let mut problems = read.diagnostics.clone();
    let given = if arguments.tests.is_empty() {
        &arguments.policies
    } else {
        &arguments.tests
    };
    let directories: Vec<PathBuf> = given
        .iter()
        .filter(|path| path.is_dir() || !arguments.tests.is_empty())
        .cloned()
        .collect();
    let mut input = files::read(&directories, TESTS, read.sources)?;
    problems.append(std::mem::take(&mut input.diagnostics));
    let mut tests = Vec::new();
    for (source, _) in &input.files {
        let file = ModuleFile::parse(source, Language::Terraform).report_into(&mut problems);
        let test = TestFile::read(source.name(), &file).report_into(&mut problems);
        let tested = tested(&test, &policies, &mut problems);
        tests.push((test, tested));
    }
    output.show(&problems, &input.sources);
    verdict(&problems)?;
    let directory = directories.first().filter(|path| path.is_dir());
    let host = arguments.world.host(
        directory.map_or(Path::new("."), PathBuf::as_path),
        &ModuleTree::default(),
    )?;
    let options = Options {
        inputs: arguments.inputs.values(&policies, output)?,
        functions: Some(files::functions(host)),
        budget: arguments.budget.start().budget(),
    };
    let mut counts = Counts::default();
    for (test, policies) in &tests {
        let mut found = Diagnostics::new();
        let cases = test.run(policies, &options).report_into(&mut found);
        counts.files += 1;
        counts.broken += usize::from(found.has_errors());
        if arguments.json {
            let lines: String = cases.iter().map(|case| json_line(test, case)).collect();
            write_json(&lines)?;
        } else {
            text(test, &cases, arguments.verbose).write()?;
        }
        output.show(&found, &input.sources);
        for case in &cases {
            counts.add(case.status);
            let expected = matches!(case.status, CaseStatus::Pass | CaseStatus::Skip);
            if !expected {
                output.show(&case.diagnostics, &input.sources);
            }
        }
    }
    if !arguments.json {
        let mut page = Page::new();
        page.push(&counts.text());
        page.write()?;
    }
    let is_bad =
        counts.failed + counts.errors + counts.broken > 0 || arguments.fail_on_unknown && counts.unknown > 0;
    if is_bad { Err(Failure::Input) } else { Ok(()) }
}

/// Returns the policies that a file of tests names, or those beside it, or all.
fn tested(test: &TestFile, policies: &[PolicyFile], problems: &mut Diagnostics) -> Vec<PolicyFile> {
    let directory = |name: &str| Path::new(name).parent().map(Path::to_owned);
    let beside: Vec<&PolicyFile> = policies
        .iter()
        .filter(|file| directory(&file.name) == directory(&test.name))
        .collect();
    let Some(targets) = &test.targets else {
        let tested = if beside.is_empty() {
            policies.iter().collect()
        } else {
            beside
        };
        return tested.into_iter().cloned().collect();
    };
    let mut tested = Vec::new();
    for (target, span) in targets {
        let path = Path::new(target.trim_start_matches("./"));
        let is_target = |file: &PolicyFile| {
            let own = Path::new(&file.name);
            let stem = file.name.strip_suffix(files::POLICIES).unwrap_or_default();
            own.ends_with(path)
                || Path::new(stem).ends_with(path)
                || directory(&file.name).is_some_and(|directory| directory.ends_with(path))
        };
        let near: Vec<&PolicyFile> = beside.iter().filter(|file| is_target(file)).copied().collect();
        let found = if near.is_empty() {
            policies.iter().filter(|file| is_target(file)).collect()
        } else {
            near
        };
        if found.is_empty() {
            let names = policies
                .iter()
                .filter_map(|file| Path::new(&file.name).file_name()?.to_str());
            let near = nearest_name(target, names);
            let near = near
                .map(|near| format!(" Did you mean `{near}`?"))
                .unwrap_or_default();
            let problem = Diagnostic::error(codes::UNKNOWN_TARGET, "Unknown target")
                .with_detail(format!("No file of policies that was read is `{target}`.{near}"));
            problems.push(problem.with_subject(*span));
        }
        tested.extend(found.into_iter().cloned());
    }
    tested
}

fn json_line(test: &TestFile, case: &CaseResult) -> String {
    let findings: Vec<_> = case
        .findings
        .iter()
        .map(|finding| {
            let messages = finding
                .enforced
                .iter()
                .filter_map(|enforced| enforced.message.as_deref());
            json!({
                "policy": finding.policy.as_str(),
                "answer": finding.answer.name(),
                "messages": messages.collect::<Vec<_>>(),
            })
        })
        .collect();
    let line = json!({
        "file": test.name,
        "case": case.address,
        "status": case.status.name(),
        "expects_failure": case.expects_failure,
        "findings": findings,
    });
    format!("{line}\n")
}

fn text(test: &TestFile, cases: &[CaseResult], is_verbose: bool) -> Page {
    let mut page = Page::new();
    let worst = cases
        .iter()
        .map(|case| case.status)
        .max()
        .unwrap_or(CaseStatus::Pass);
    page.push(&format!("{}... ", test.name));
    paint(&mut page, worst);
    page.push("\n");
    for case in cases {
        let is_quiet = matches!(case.status, CaseStatus::Pass | CaseStatus::Skip);
        if is_quiet && !is_verbose {
            continue;
        }
        page.push(&format!("  {}... ", case.address));
        paint(&mut page, case.status);
        page.push("\n");
        if case.status == CaseStatus::Fail && case.expects_failure {
            page.push("    expected a failure, but every policy that judges it passes\n");
        }
        for finding in case
            .findings
            .iter()
            .filter(|finding| finding.answer != Answer::Pass)
        {
            let explained = finding
                .enforced
                .iter()
                .filter(|enforced| enforced.answer != Answer::Pass);
            for enforced in explained {
                let causes: Vec<String> = enforced.causes.iter().map(ToString::to_string).collect();
                let why = enforced.message.clone().unwrap_or_else(|| causes.join(", "));
                page.push(&format!(
                    "    {}: {} {why}\n",
                    finding.policy,
                    finding.answer.name()
                ));
            }
        }
    }
    page
}

fn paint(page: &mut Page, status: CaseStatus) {
    let colour = match status {
        CaseStatus::Pass => "32",
        CaseStatus::Skip => "2",
        CaseStatus::Unknown => "33",
        CaseStatus::Fail | CaseStatus::Error => "31",
    };
    page.paint(colour, status.name());
}

/// How many mocks have each status.
#[derive(Default)]
struct Counts {
    files: usize,
    /// The files whose mocks cannot be evaluated.
    broken: usize,
    passed: usize,
    failed: usize,
    unknown: usize,
    skipped: usize,
    errors: usize,
}

impl Counts {
    fn add(&mut self, status: CaseStatus) {
        let count = match status {
            CaseStatus::Skip => &mut self.skipped,
            CaseStatus::Pass => &mut self.passed,
            CaseStatus::Unknown => &mut self.unknown,
            CaseStatus::Fail => &mut self.failed,
            CaseStatus::Error => &mut self.errors,
        };
        *count += 1;
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{} in {}: {} passed, {} failed",
            super::report::counted(
                self.passed + self.failed + self.unknown + self.skipped + self.errors,
                "mock"
            ),
            super::report::counted(self.files, "file"),
            self.passed,
            self.failed
        );
        for (count, what) in [
            (self.errors, "with errors"),
            (self.unknown, "unknown"),
            (self.skipped, "skipped"),
        ] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text + ".\n"
    }
}
