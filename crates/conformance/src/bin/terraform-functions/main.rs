//! Compares the functions of Terraform with `terraform console`, and records its results.
//!
//! Each function is called with many arguments on both sides. Values, their types, and whether there is an error must be
//! the same, but for the differences by rule, each of which has its reason.
#![expect(clippy::print_stdout, reason = "it reports to the person who runs it")]

mod calls;
mod console;
mod differences;
mod ours;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use console::Console;
use differences::Difference;
use ours::Outcome;

/// Calls Terraform's functions here and in `terraform console`, and compares the results.
#[derive(Parser)]
#[command(name = "terraform-functions")]
struct Arguments {
    /// Writes Terraform's results to the file of recorded ones, which the tests compare with.
    #[arg(long)]
    record: bool,
    /// Compares with the recorded results, without running Terraform.
    #[arg(long, conflicts_with = "record")]
    recorded: bool,
    /// Only these functions.
    functions: Vec<String>,
    /// Shows at most this many differences of each function.
    #[arg(long, default_value_t = 10)]
    failures: usize,
}

/// A call and what it comes to in Terraform.
struct Case {
    function: String,
    call: String,
    theirs: Outcome,
}

/// The file of recorded results: a line for each call, with its type and its JSON text, `error` or `unknown`.
fn recorded_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/terraform-results.tsv")
}

fn main() -> ExitCode {
    hcl2_conformance::finished(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let wanted =
        |name: &str| arguments.functions.is_empty() || arguments.functions.iter().any(|have| have == name);
    let cases: Vec<Case> = if arguments.recorded {
        recorded()?
    } else {
        ask_terraform(wanted)?
    }
    .into_iter()
    .filter(|case| wanted(&case.function))
    .collect();
    if arguments.record {
        std::fs::write(recorded_path(), to_text(&cases)).map_err(|error| error.to_string())?;
    }
    let report = compare(&cases, arguments.failures)?;
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

fn ask_terraform(wanted: impl Fn(&str) -> bool) -> Result<Vec<Case>, String> {
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
    for (function, calls) in calls::all()? {
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
        // The error of `String`'s writer is never made.
        let _ = match &case.theirs {
            Outcome::Error => writeln!(text, "{}\t{}\terror", case.function, case.call),
            Outcome::Unknown => writeln!(text, "{}\t{}\tunknown", case.function, case.call),
            Outcome::Value { ty, json } => writeln!(text, "{}\t{}\t{ty}\t{json}", case.function, case.call),
        };
    }
    text
}

fn recorded() -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(recorded_path()).map_err(|error| error.to_string())?;
    text.lines()
        .map(|line| {
            let (function, rest) = line.split_once('\t').ok_or("a line has no call")?;
            let (call, rest) = rest.split_once('\t').ok_or("a line has no result")?;
            let theirs = match rest.split_once('\t') {
                Some((ty, json)) => Outcome::Value {
                    ty: ty.to_owned(),
                    json: json.to_owned(),
                },
                None if rest == "unknown" => Outcome::Unknown,
                None => Outcome::Error,
            };
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
    /// The rules that were needed.
    used: std::collections::BTreeSet<&'static str>,
    text: String,
}

fn compare(cases: &[Case], failures: usize) -> Result<Report, String> {
    let failed = |error: std::io::Error| error.to_string();
    let files = tempfile::tempdir().map_err(failed)?;
    ours::write_files(files.path()).map_err(failed)?;
    let context = ours::context(files.path()).map_err(failed)?;
    let mut report = Report::default();
    let (mut function, mut shown) = ("", 0);
    for case in cases {
        if case.function != function {
            (function, shown) = (&case.function, 0);
            report.functions += 1;
        }
        let (ours, messages) = ours::evaluate(&case.call, &context);
        if ours == case.theirs {
            report.same += 1;
        } else if let Some(Difference { id, .. }) =
            differences::find(&case.function, &case.call, &ours, &case.theirs)
        {
            report.by_rule += 1;
            report.used.insert(id);
        } else {
            report.different += 1;
            shown += 1;
            if shown <= failures {
                // The error of `String`'s writer is never made.
                let _ = writeln!(
                    report.text,
                    "{}\n  terraform {:?}\n  here      {ours:?} {}",
                    case.call,
                    case.theirs,
                    messages.join(" / ")
                );
            }
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_that_terraform_gave() {
        let cases = recorded().unwrap();
        assert!(cases.len() > 5_000, "{}", cases.len());
        let report = compare(&cases, 5).unwrap();
        assert_eq!(report.different, 0, "{}", report.text);
    }

    #[test]
    fn every_difference_by_rule_is_still_there() {
        let report = compare(&recorded().unwrap(), 0).unwrap();
        for rule in differences::ALL {
            assert!(
                report.used.contains(rule.id),
                "{} ({}) explains nothing",
                rule.id,
                rule.reason
            );
        }
    }

    #[test]
    fn recorded_results_are_of_the_calls_that_are_generated() {
        let cases = recorded().unwrap();
        let mut have = cases.iter().map(|case| (&case.function, &case.call));
        for (function, calls) in calls::all().unwrap() {
            for call in calls {
                assert_eq!(have.next(), Some((&function, &call)), "record the results anew");
            }
        }
        assert_eq!(have.next(), None);
    }

    #[test]
    fn another_result_is_a_difference() {
        let case = |json: &str| Case {
            function: "upper".to_owned(),
            call: "upper(\"a\")".to_owned(),
            theirs: Outcome::Value {
                ty: "string".to_owned(),
                json: json.to_owned(),
            },
        };
        assert_eq!(compare(&[case("{\"v\":\"A\"}")], 1).unwrap().same, 1);
        let report = compare(&[case("{\"v\":\"B\"}")], 1).unwrap();
        assert_eq!(report.different, 1);
        assert!(report.text.contains("upper(\"a\")"));
    }
}
