//! Counting and printing results.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::json;

use crate::compare::Outcome;
use crate::divergences::Divergences;
use crate::kinds::Case;

/// The results of one kind.
#[derive(Debug, Default)]
struct Count {
    total: usize,
    passed: usize,
    exact: usize,
    /// Cases that differ in values or errors, by a listed rule.
    divergent: usize,
    /// Cases that passed and are inexact, by listed rules only.
    explained: usize,
    failures: Vec<String>,
    inexact: Vec<String>,
}

/// The results of all kinds.
#[derive(Debug, Default)]
pub(crate) struct Report(BTreeMap<String, Count>);

impl Report {
    /// Counts the outcome of one case.
    pub(crate) fn add(&mut self, case: &Case, outcome: &Outcome, divergences: &Divergences) {
        let count = self.0.entry(case.kind.clone()).or_default();
        count.total += 1;
        let given = || case.given.to_string().chars().take(600).collect::<String>();
        match outcome {
            Outcome::Failed(why) if divergences.rule(case, why).is_some() => count.divergent += 1,
            Outcome::Failed(why) => {
                count
                    .failures
                    .push(format!("{} {}\n      in {}", case.id, why.text, given()));
            }
            Outcome::Passed { inexact } => {
                count.passed += 1;
                let unexplained = inexact.iter().find(|why| divergences.rule(case, why).is_none());
                if inexact.is_empty() {
                    count.exact += 1;
                } else if let Some(why) = unexplained {
                    count
                        .inexact
                        .push(format!("{} {}\n      in {}", case.id, why.text, given()));
                } else {
                    count.explained += 1;
                }
            }
        }
    }

    /// Whether no case failed.
    pub(crate) fn is_success(&self) -> bool {
        self.0.values().all(|count| count.failures.is_empty())
    }

    /// Prints a line for each kind and one for all, with some of the cases that failed or are not exact.
    pub(crate) fn print(&self, as_json: bool, failures: usize, inexact: usize) {
        let width = self
            .0
            .keys()
            .map(String::len)
            .max()
            .unwrap_or(0)
            .max("total".len());
        let mut total = Count::default();
        for (kind, count) in &self.0 {
            count.print(kind, width, as_json);
            if !as_json {
                for (label, cases, most) in [
                    ("failed", &count.failures, failures),
                    ("inexact", &count.inexact, inexact),
                ] {
                    cases
                        .iter()
                        .take(most)
                        .for_each(|case| say(format_args!("    {label} {case}")));
                }
            }
            total.total += count.total;
            total.passed += count.passed;
            total.exact += count.exact;
            total.divergent += count.divergent;
            total.explained += count.explained;
        }
        total.print("total", width, as_json);
    }
}

impl Count {
    fn print(&self, kind: &str, width: usize, as_json: bool) {
        let Self {
            total,
            passed,
            exact,
            divergent,
            explained,
            ..
        } = self;
        if as_json {
            let line = json!({
                "kind": kind, "total": total, "passed": passed, "exact": exact, "divergent": divergent,
                "explained": explained,
            });
            say(format_args!("{line}"));
        } else {
            say(format_args!(
                "{kind:width$}  passed {passed}/{total}  exact {exact}/{total}  divergent {divergent}  explained {explained}"
            ));
        }
    }
}

/// Prints a line; a reader that has gone away is no failure.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
