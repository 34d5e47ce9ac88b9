//! Suggestions for sources with one problem.

use hcl2_diagnostics::Code;
use hcl2_native::parse_file;

use crate::support::source;

/// Asserts that the only problem of `text` is at `subject`, and that its suggestion results in `fixed`, which has none.
#[track_caller]
pub(crate) fn fix(text: &str, code: Code, subject: (u32, u32), fixed: &str) {
    let parsed = parse_file(&source(text));
    let [problem] = &*parsed.diagnostics else {
        panic!("{text:?}: {:?}", parsed.diagnostics);
    };
    let span = problem.subject.expect("a problem of a text has a place");
    assert_eq!(
        (problem.code, (span.start, span.end)),
        (code, subject),
        "{text:?}"
    );
    let [change] = &*problem.suggestions else {
        panic!("{text:?}: {:?}", problem.suggestions);
    };
    let mut changed = text.to_owned();
    changed.replace_range(
        change.span.start as usize..change.span.end as usize,
        &change.replacement,
    );
    assert_eq!(changed, fixed);
    let again = parse_file(&source(fixed));
    assert!(again.diagnostics.is_empty(), "{fixed:?}: {:?}", again.diagnostics);
}

/// Asserts that the only problem of `text` suggests nothing.
#[track_caller]
pub(crate) fn no_fix(text: &str, code: Code) {
    let parsed = parse_file(&source(text));
    let [problem] = &*parsed.diagnostics else {
        panic!("{text:?}: {:?}", parsed.diagnostics);
    };
    assert_eq!((problem.code, &*problem.suggestions), (code, &[][..]), "{text:?}");
}
