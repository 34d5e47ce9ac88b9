//! Moves and removals that are certain to fail when they are planned.

use crate::support::tree_problems;
use hcl2_diagnostics::{Diagnostic, Diagnostics};

fn problems(text: &str) -> Diagnostics {
    let (problems, _) = tree_problems(&[("main.tf", text)], "");
    assert!(
        problems.iter().all(|problem| !problem.is_error()),
        "Terraform reports them when it plans"
    );
    problems
}

/// Returns the summaries of warnings, with the lines that they and their labels are on.
fn found(text: &str) -> Vec<(String, usize, Vec<usize>)> {
    let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
    let of_problem = |problem: &Diagnostic| {
        let labels = problem
            .labels
            .iter()
            .map(|label| line(label.span.start))
            .collect();
        let subject = problem.subject.expect("every problem has a range");
        (problem.summary.to_string(), line(subject.start), labels)
    };
    problems(text).iter().map(of_problem).collect()
}

fn moved(from: &str, to: &str) -> String {
    format!("moved {{\n  from = {from}\n  to   = {to}\n}}\n")
}

const DECLARED: &str =
    "resource \"a\" \"b\" {}\nresource \"a\" \"c\" {}\nmodule \"m\" {\n  source = \"./net\"\n}\n";

#[test]
fn what_has_moved_is_no_longer_declared() {
    let still = |from: &str, to: &str| found(&format!("{DECLARED}{}", moved(from, to)));
    let expected = |first: usize| vec![("Invalid move".to_owned(), 6, vec![first])];
    assert_eq!(still("a.b", "a.c"), expected(1));
    assert_eq!(still("module.m", "module.n"), expected(3));
    assert_eq!(still("a.x", "a.x"), [("Invalid move".to_owned(), 6, vec![])]);
    for (from, to) in [
        ("a.x", "a.b"),
        ("a.b", "a.b[0]"),
        ("a.b[0]", "a.c"),
        ("module.m.a.b", "a.b"),
        ("a.x", "module.m.a.b"),
    ] {
        assert_eq!(still(from, to), [], "{from} to {to}");
    }
}

#[test]
fn an_address_moves_once_and_receives_one_object() {
    let two = |first: (&str, &str), second: (&str, &str)| {
        found(&format!(
            "{}{}",
            moved(first.0, first.1),
            moved(second.0, second.1)
        ))
    };
    let expected = vec![("Invalid move".to_owned(), 5, vec![1])];
    assert_eq!(two(("a.x", "a.y"), ("a.x", "a.z")), expected);
    assert_eq!(two(("a.x", "a.z"), ("a.y", "a.z")), expected);
    assert_eq!(two(("a.x[\"k\"]", "a.z"), ("a.x[\"k\"]", "a.y")), expected);
    for (first, second) in [
        (("a.x", "a.y"), ("a.y", "a.z")),
        (("a.x", "a.y"), ("a.x", "a.y")),
        (("a.x[0]", "a.y[0]"), ("a.x[1]", "a.y[1]")),
    ] {
        assert_eq!(two(first, second), [], "{first:?} {second:?}");
    }
}

#[test]
fn what_is_removed_is_no_longer_declared() {
    let removed = |from: &str| found(&format!("{DECLARED}removed {{\n  from = {from}\n}}\n"));
    let expected = |first: usize| vec![("Removed object is still declared".to_owned(), first, vec![6])];
    assert_eq!(removed("a.b"), expected(1));
    assert_eq!(removed("module.m"), expected(3));
    assert_eq!(removed("a.x"), []);
    assert_eq!(removed("module.m.a.b"), []);
}
