//! Counting and printing results.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde_json::json;

use crate::case::Case;
use crate::compare::{CaseResult, Difference};
use crate::counts::{ByKind, Counts};
use crate::divergences::Divergences;

/// The results of one kind.
#[derive(Debug, Default)]
struct Results {
    counts: Counts,
    failures: Vec<String>,
    inexact: Vec<String>,
}

/// The results of all kinds.
#[derive(Debug, Default)]
pub(crate) struct Report(BTreeMap<String, Results>);

impl Report {
    /// Counts the outcome of one case.
    pub(crate) fn add(&mut self, case: &Case, outcome: &CaseResult, divergences: &Divergences) {
        let results = self.0.entry(case.kind.clone()).or_default();
        let counts = &mut results.counts;
        counts.total += 1;
        let shown = |why: &Difference| {
            let given: String = case.given.to_string().chars().take(600).collect();
            format!("{} {}\n      in {given}", case.id, why.text)
        };
        match outcome {
            CaseResult::Failed(why) => match divergences.rule(case, why) {
                Some(rule) => {
                    counts.divergent += 1;
                    *counts.rules.entry(rule.id.clone()).or_default() += 1;
                }
                None => results.failures.push(shown(why)),
            },
            CaseResult::Passed { inexact } => {
                counts.passed += 1;
                counts.exact += usize::from(inexact.is_empty());
                let rules: Vec<_> = inexact.iter().map(|why| divergences.rule(case, why)).collect();
                let used: BTreeSet<&str> = rules.iter().flatten().map(|rule| rule.id.as_str()).collect();
                for rule in used {
                    *counts.rules.entry(rule.to_owned()).or_default() += 1;
                }
                match rules.iter().position(Option::is_none) {
                    Some(unexplained) => results.inexact.push(shown(&inexact[unexplained])),
                    None => counts.explained += usize::from(!inexact.is_empty()),
                }
            }
        }
    }

    /// Returns the counts of each kind.
    pub(crate) fn counts(&self) -> ByKind {
        let kinds = self.0.iter();
        kinds
            .map(|(kind, results)| (kind.clone(), results.counts.clone()))
            .collect()
    }

    /// Reports kinds with failed cases and, if all must be `exact`, with inexact cases that no rule explains.
    pub(crate) fn problems(&self, exact: bool) -> Vec<String> {
        let mut problems = Vec::new();
        for (kind, results) in &self.0 {
            if !results.failures.is_empty() {
                problems.push(format!("{kind}: {} cases failed", results.failures.len()));
            }
            if exact && !results.inexact.is_empty() {
                let count = results.inexact.len();
                problems.push(format!("{kind}: {count} cases are inexact, and no rule says why"));
            }
        }
        problems
    }

    /// Prints a line for each kind and a total, with some of the cases that failed or are not exact, and the number of
    /// cases that each rule explains.
    pub(crate) fn print(&self, as_json: bool, failures: usize, inexact: usize) {
        let width = self.0.keys().map(String::len).max().unwrap_or(0);
        let width = width.max("total".len());
        let mut total = Counts::default();
        for (kind, results) in &self.0 {
            print_counts(&results.counts, kind, width, as_json);
            if !as_json {
                print_cases("failed", &results.failures, failures);
                print_cases("inexact", &results.inexact, inexact);
            }
            total.add(&results.counts);
        }
        print_counts(&total, "total", width, as_json);
        if !as_json {
            for (rule, uses) in &total.rules {
                say(format_args!("rule {rule}: {uses}"));
            }
        }
    }
}

fn print_cases(label: &str, cases: &[String], most: usize) {
    for case in cases.iter().take(most) {
        say(format_args!("    {label} {case}"));
    }
}

fn print_counts(counts: &Counts, kind: &str, width: usize, as_json: bool) {
    let Counts {
        total,
        passed,
        exact,
        divergent,
        explained,
        rules,
    } = counts;
    if as_json {
        let line = json!({
            "kind": kind, "total": total, "passed": passed, "exact": exact, "divergent": divergent,
            "explained": explained, "rules": rules,
        });
        say(format_args!("{line}"));
    } else {
        say(format_args!(
            "{kind:width$}  passed {passed}/{total}  exact {exact}/{total}  divergent {divergent}  explained {explained}"
        ));
    }
}

/// Prints a line; a closed pipe is not an error.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
