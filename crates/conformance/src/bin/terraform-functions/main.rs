//! Compares our functions of Terraform with `terraform console` and records its results.
//!
//! Each function is called with many arguments on both sides. Values, types and failures must be the same, except for the
//! calls in `data/terraform-differences.toml`: each has a rule with a reason, and the result that is required of us.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod calls;
mod console;
mod differences;
mod ours;
mod outputs;
mod sets;
mod versions;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use console::Console;
use differences::Differences;
use hcl2::terraform::table::Version;
use hcl2_conformance::plans::{RECORDED, terraform};
use hcl2_conformance::terraform::Program;
use ours::Answer;

/// Calls Terraform's functions on our side and in `terraform console`, and compares the results.
#[derive(Parser)]
#[command(name = "terraform-functions")]
struct Arguments {
    /// The command that runs Terraform, if it is another version than 1.11: a program and its first arguments. The results are
    /// those of a plan
    #[arg(long, conflicts_with_all = ["recorded", "sets"])]
    terraform: Option<Program>,
    /// Write Terraform's results to the record, which the tests compare with; of versions other than 1.11, how they differ
    #[arg(long)]
    record: bool,
    /// Compare with the record, without running Terraform
    #[arg(long, conflicts_with = "record")]
    recorded: bool,
    /// Evaluate expressions with sets instead of calls of functions
    #[arg(long)]
    sets: bool,
    /// Call only these functions
    functions: Vec<String>,
    /// Show at most this many differences of each function
    #[arg(long, default_value_t = 10)]
    failures: usize,
}

/// A call and its result in Terraform.
struct Case {
    function: String,
    call: String,
    theirs: Answer,
}

/// What is evaluated on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Functions,
    Sets,
}

impl Subject {
    /// Returns the calls or expressions in groups with names.
    fn calls(self) -> Result<BTreeMap<String, Vec<String>>, String> {
        match self {
            Self::Functions => calls::all(),
            Self::Sets => Ok(sets::all()),
        }
    }

    /// Returns the file of recorded results: a line for each call with its type and JSON, `error` or `unknown`.
    fn recorded_path(self) -> PathBuf {
        let file = match self {
            Self::Functions => "data/terraform-results.tsv",
            Self::Sets => "../../spec-tests/model/sets/terraform-results.tsv",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
    }
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let wanted =
        |name: &str| arguments.functions.is_empty() || arguments.functions.iter().any(|have| have == name);
    if let Some(program) = &arguments.terraform {
        return versions::run(program, arguments.record);
    }
    let subject = if arguments.sets {
        Subject::Sets
    } else {
        Subject::Functions
    };
    let cases: Vec<Case> = if arguments.recorded {
        recorded(subject)?
    } else {
        ask_terraform(subject, wanted)?
    }
    .into_iter()
    .filter(|case| wanted(&case.function))
    .collect();
    if arguments.record {
        std::fs::write(subject.recorded_path(), to_text(&cases)).map_err(|error| error.to_string())?;
    }
    let mut differences = Differences::load()?;
    differences.calls.retain(|call, _| {
        subject == Subject::Functions && wanted(call.split('(').next().unwrap_or_default())
    });
    let report = compare(&cases, terraform(RECORDED), &differences, arguments.failures)?;
    for (rule, count) in differences.counts() {
        println!("{count:5} calls by rule {rule}");
    }
    print!("{}", report.text);
    println!(
        "{} calls of {} functions: {} the same, {} different by rule, {} different",
        cases.len(),
        report.functions,
        report.same,
        report.by_rule,
        report.different
    );
    Ok(report.different == 0)
}

fn ask_terraform(subject: Subject, wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let (files, own) = (
        tempfile::tempdir().map_err(failed)?,
        tempfile::tempdir().map_err(failed)?,
    );
    ours::write_files(files.path()).map_err(failed)?;
    let console = Console {
        directory: files.path(),
        own: own.path(),
    };
    let mut cases = Vec::new();
    for (function, calls) in subject.calls()? {
        if !wanted(&function) {
            continue;
        }
        let texts: Vec<&str> = calls.iter().map(String::as_str).collect();
        let mut outcomes = Vec::new();
        console.evaluate(&texts, &mut outcomes)?;
        cases.extend(calls.iter().zip(outcomes).map(|(call, theirs)| Case {
            function: function.clone(),
            call: call.clone(),
            theirs,
        }));
    }
    Ok(cases)
}

fn to_text(cases: &[Case]) -> String {
    let mut text = String::new();
    for case in cases {
        // Writing to a `String` never fails.
        let _ = writeln!(text, "{}\t{}\t{}", case.function, case.call, case.theirs);
    }
    text
}

fn recorded(subject: Subject) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(subject.recorded_path()).map_err(|error| error.to_string())?;
    text.lines()
        .map(|line| {
            let (function, rest) = line.split_once('\t').ok_or("a line has no call")?;
            let (call, rest) = rest.split_once('\t').ok_or("a line has no result")?;
            let theirs = Answer::recorded(rest);
            Ok(Case {
                function: function.to_owned(),
                call: call.to_owned(),
                theirs,
            })
        })
        .collect()
}

#[derive(Default)]
struct Report {
    functions: usize,
    same: usize,
    by_rule: usize,
    different: usize,
    text: String,
}

impl Report {
    fn add(&mut self, is_shown: bool, difference: impl std::fmt::Display) {
        self.different += 1;
        if is_shown {
            // Writing to a `String` never fails.
            let _ = writeln!(self.text, "{difference}");
        }
    }
}

/// Compares our results with those of a version of Terraform, which must be the same or exactly those of `differences`.
fn compare(
    cases: &[Case],
    version: Version,
    differences: &Differences,
    failures: usize,
) -> Result<Report, String> {
    let failed = |error: std::io::Error| error.to_string();
    let files = tempfile::tempdir().map_err(failed)?;
    ours::write_files(files.path()).map_err(failed)?;
    let context = ours::context(files.path(), version).map_err(|error| error.to_string())?;
    let mut report = Report::default();
    let mut needed: BTreeSet<&str> = differences.calls.keys().map(String::as_str).collect();
    let (mut function, mut first) = ("", 0);
    for case in cases {
        if case.function != function {
            (function, first) = (&case.function, report.different);
            report.functions += 1;
        }
        let (ours, messages) = ours::evaluate(&case.call, &context);
        if ours == case.theirs {
            report.same += 1;
            continue;
        }
        let rule = differences.calls.get(&case.call);
        needed.remove(case.call.as_str());
        if rule.is_some_and(|rule| rule.ours == ours) {
            report.by_rule += 1;
            continue;
        }
        let is_shown = report.different - first < failures;
        let by_rule = rule.map_or(String::new(), |rule| format!("\n  {} {:?}", rule.rule, rule.ours));
        let messages = messages.join(" / ");
        let text = format!(
            "{}\n  terraform {:?}\n  here      {ours:?} {messages}{by_rule}",
            case.call, case.theirs
        );
        report.add(is_shown, text);
    }
    for call in needed {
        let rule = &differences.calls[call].rule;
        report.add(
            true,
            format!("{call}\n  does not differ any more: remove it from {rule}"),
        );
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differences::Difference;

    #[test]
    fn results_are_those_that_terraform_gave_or_those_of_a_rule() {
        let cases = recorded(Subject::Functions).unwrap();
        assert!(cases.len() > 10_000, "{}", cases.len());
        let differences = Differences::load().unwrap();
        let report = compare(&cases, terraform(RECORDED), &differences, 5).unwrap();
        assert_eq!(report.different, 0, "{}", report.text);
        assert_eq!(report.by_rule, differences.calls.len());
    }

    #[test]
    fn sets_have_the_order_and_the_elements_that_terraform_gave_them() {
        let cases = recorded(Subject::Sets).unwrap();
        assert_eq!(cases.len(), sets::COUNT);
        let known = |case: &&Case| matches!(case.theirs, Answer::Value { .. });
        assert!(cases.iter().filter(known).count() > sets::COUNT * 9 / 10);
        let none = Differences {
            calls: BTreeMap::new(),
        };
        let report = compare(&cases, terraform(RECORDED), &none, 5).unwrap();
        assert_eq!(report.different, 0, "{}", report.text);
    }

    #[test]
    fn recorded_results_are_of_the_calls_that_are_generated() {
        for subject in [Subject::Functions, Subject::Sets] {
            let cases = recorded(subject).unwrap();
            let mut have = cases.iter().map(|case| (&case.function, &case.call));
            for (function, calls) in subject.calls().unwrap() {
                for call in calls {
                    assert_eq!(have.next(), Some((&function, &call)), "record the results anew");
                }
            }
            assert_eq!(have.next(), None);
        }
    }

    fn case(call: &str, theirs: Answer) -> Case {
        let function = call.split('(').next().unwrap_or_default().to_owned();
        let call = call.to_owned();
        Case {
            function,
            call,
            theirs,
        }
    }

    fn string(json: &str) -> Answer {
        let (ty, json) = ("string".to_owned(), json.to_owned());
        Answer::Value { ty, json }
    }

    /// Returns the number of results that are equal, different by rule and different, with the reports of the last.
    fn compared(cases: &[Case], pinned: &[(&str, Answer)]) -> (usize, usize, usize, String) {
        let calls = pinned.iter().map(|(call, ours)| {
            let rule = "a-rule".to_owned();
            let ours = ours.clone();
            ((*call).to_owned(), Difference { rule, ours })
        });
        let differences = Differences {
            calls: calls.collect(),
        };
        let report = compare(cases, terraform(RECORDED), &differences, 9).unwrap();
        (report.same, report.by_rule, report.different, report.text)
    }

    #[test]
    fn another_result_is_a_difference() {
        let (same, by_rule, different, text) = compared(
            &[
                case("upper(\"a\")", string("{\"v\":\"A\"}")),
                case("upper(\"b\")", string("{\"v\":\"C\"}")),
            ],
            &[],
        );
        assert_eq!((same, by_rule, different), (1, 0, 1));
        assert!(text.contains("upper(\"b\")"), "{text}");
    }

    #[test]
    fn a_rule_explains_its_calls_with_its_results_and_nothing_else() {
        let call = "upper(\"a\")";
        let theirs = string("{\"v\":\"X\"}");
        let run = |pinned: &[(&str, Answer)]| {
            let (same, by_rule, different, _) = compared(&[case(call, theirs.clone())], pinned);
            (same, by_rule, different)
        };
        assert_eq!(run(&[(call, string("{\"v\":\"A\"}"))]), (0, 1, 0));
        // Another result than that of the rule, such as the result of a function that always fails.
        assert_eq!(run(&[(call, Answer::Error)]), (0, 0, 1));
        // Another call.
        assert_eq!(run(&[("upper(\"b\")", string("{\"v\":\"A\"}"))]), (0, 0, 2));
    }

    #[test]
    fn a_call_of_a_rule_that_does_not_differ_is_reported() {
        let ours = string("{\"v\":\"A\"}");
        let call = "upper(\"a\")";
        let (same, by_rule, different, text) = compared(&[case(call, ours.clone())], &[(call, ours)]);
        assert_eq!((same, by_rule, different), (1, 0, 1));
        assert!(text.contains("remove it from a-rule"), "{text}");
    }
}
