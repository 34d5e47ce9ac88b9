//! Problems in short, so that tests can list many of them.

use hcl2_diagnostics::Diagnostic;
use hcl2_native::parse_file;

use crate::support::source;

/// Everything of a problem but its words: code and range, what the detail quotes, labels, and changes.
fn summary(problem: &Diagnostic) -> String {
    let subject = problem.subject.expect("every problem of a text has a range");
    let code = problem.code.id().trim_start_matches("hcl2::syntax::");
    let mut summary = format!("{code} {}..{}", subject.start, subject.end);
    for quoted in problem.detail.split('`').skip(1).step_by(2) {
        summary += &format!(" `{quoted}`");
    }
    for label in &problem.labels {
        summary += &format!(", label {}..{}", label.span.start, label.span.end);
    }
    for change in &problem.suggestions {
        let (text, span) = (&change.replacement, change.span);
        summary += &format!(", write {text:?} for {}..{}", span.start, span.end);
    }
    summary
}

/// Expects the problems of each text.
#[track_caller]
pub(crate) fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let problems = parse_file(&source(*text)).diagnostics;
        let found: Vec<String> = problems.iter().map(summary).collect();
        assert_eq!(&found.join("; "), expected, "{text:?}");
    }
}
