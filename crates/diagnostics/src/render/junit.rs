//! Diagnostics as a JUnit report.

use std::collections::HashMap;

use super::concise;
use crate::{Diagnostic, SourceId, SourceMap, escaped_xml};

/// Renders the diagnostics as the XML of a JUnit report, in which each source is a test case that fails with its errors.
///
/// Warnings are in the system output of the case. Diagnostics without a source are a case of their own.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, render, Diagnostic, SourceMap};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "a = b\n")?;
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_subject(source.span_of(4, 5));
/// assert_eq!(
///     render::junit(&[diagnostic], &sources),
///     r#"<?xml version="1.0" encoding="UTF-8"?>
/// <testsuites name="hcl2" tests="1" failures="1">
///   <testsuite name="hcl2" tests="1" failures="1">
///     <testcase classname="hcl2" name="app.hcl">
///       <failure type="hcl2::expr::unknown-variable" message="Unknown variable">app.hcl:1:5: error[hcl2::expr::unknown-variable]: Unknown variable
/// </failure>
///     </testcase>
///   </testsuite>
/// </testsuites>
/// "#
/// );
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn junit<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, sources: &SourceMap) -> String {
    let mut problems: HashMap<Option<SourceId>, Vec<&Diagnostic>> = HashMap::new();
    for diagnostic in diagnostics {
        let subject = diagnostic
            .subject
            .filter(|subject| sources.get(subject.source).is_some());
        let source = subject.map(|subject| subject.source);
        problems.entry(source).or_default().push(diagnostic);
    }
    let mut cases: Vec<(&str, Vec<&Diagnostic>)> = sources
        .iter()
        .map(|source| {
            (
                source.name(),
                problems.remove(&Some(source.id())).unwrap_or_default(),
            )
        })
        .collect();
    cases.extend(problems.remove(&None).map(|problems| ("configuration", problems)));
    let has_failed = |problems: &[&Diagnostic]| problems.iter().any(|problem| problem.is_error());
    let failures = cases.iter().filter(|(_, problems)| has_failed(problems)).count();
    let counts = format!("name=\"hcl2\" tests=\"{}\" failures=\"{failures}\"", cases.len());
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n"
    );
    for (name, problems) in cases {
        let name = escaped_xml(name);
        if problems.is_empty() {
            out += &format!("    <testcase classname=\"hcl2\" name=\"{name}\"/>\n");
            continue;
        }
        out += &format!("    <testcase classname=\"hcl2\" name=\"{name}\">\n");
        let (errors, warnings): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(|problem| problem.is_error());
        if let Some(first) = errors.first() {
            let message = escaped_xml(&first.summary);
            let text = escaped_xml(&concise(errors.iter().copied(), sources));
            out += &format!(
                "      <failure type=\"{}\" message=\"{message}\">{text}</failure>\n",
                first.code
            );
        }
        if !warnings.is_empty() {
            let text = escaped_xml(&concise(warnings, sources));
            out += &format!("      <system-out>{text}</system-out>\n");
        }
        out += "    </testcase>\n";
    }
    out + "  </testsuite>\n</testsuites>\n"
}
