//! Problems by code, id and range, as tests of the parser list them.

use hcl2_diagnostics::{Code, Diagnostics};
use hcl2_native::parse_file;

use crate::support::source;

/// Asserts the code, its id, and the range of each problem.
#[track_caller]
pub(crate) fn assert_problems(diagnostics: &Diagnostics, expected: &[(Code, &str, u32, u32)]) {
    let found: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let subject = diagnostic.subject.expect("every problem has a place");
            (diagnostic.code, diagnostic.code.id(), subject.start, subject.end)
        })
        .collect();
    assert_eq!(found, expected);
}

#[track_caller]
pub(crate) fn file(text: &str, expected: &[(Code, &str, u32, u32)]) {
    assert_problems(&parse_file(&source(text)).diagnostics, expected);
}

/// Returns the detail of the first problem of a file.
#[track_caller]
pub(crate) fn detail(text: &str) -> String {
    parse_file(&source(text)).diagnostics[0].detail.to_string()
}
