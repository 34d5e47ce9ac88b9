//! Support shared by several tests.
#![allow(dead_code, clippy::allow_attributes, reason = "each test uses a part of it")]

use hcl2_diagnostics::{Diagnostics, Outcome, Source, SourceMap};

/// Creates a source.
pub(crate) fn source(name: &str, text: &str) -> Source {
    SourceMap::new().add(name, text).expect("a small source")
}

/// Returns the codes of diagnostics, in order.
pub(crate) fn codes(diagnostics: &Diagnostics) -> Vec<&'static str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id())
        .collect()
}

/// Returns the source text at the subjects of diagnostics.
pub(crate) fn subjects<'t>(diagnostics: &Diagnostics, text: &'t str) -> Vec<&'t str> {
    diagnostics
        .iter()
        .filter_map(|problem| problem.subject)
        .map(|span| &text[span.start as usize..span.end as usize])
        .collect()
}

/// Returns the code of each problem with the text at its subject.
#[track_caller]
pub(crate) fn found<'t>(diagnostics: &Diagnostics, text: &'t str) -> Vec<(&'static str, &'t str)> {
    diagnostics
        .iter()
        .map(|problem| {
            let span = problem.subject.expect("every problem has a range");
            (problem.code.id(), &text[span.range()])
        })
        .collect()
}

/// Returns the text of a conversion without problems.
#[track_caller]
pub(crate) fn sound(conversion: Outcome<Option<String>>) -> String {
    assert!(conversion.diagnostics.is_empty(), "{:?}", conversion.diagnostics);
    conversion.value.expect("a text where there are no problems")
}
