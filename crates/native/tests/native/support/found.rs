//! Problems as tests state them.

use hcl2_diagnostics::{Diagnostics, Source};

/// The code of each problem, and the text that its range covers.
#[track_caller]
pub(crate) fn found<'s>(source: &'s Source, diagnostics: &'s Diagnostics) -> Vec<(&'s str, &'s str)> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.subject.expect("a range");
            (
                diagnostic.code.id(),
                std::str::from_utf8(source.slice(span)).expect("UTF-8"),
            )
        })
        .collect()
}
