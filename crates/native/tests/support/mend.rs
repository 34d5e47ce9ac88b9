//! What is suggested for a text with one problem.

use hcl2_diagnostics::Code;
use hcl2_native::parse_file;

use crate::support::source;

/// The one problem of `text`, at `subject`, suggests what makes `mended` of it, which has none.
#[track_caller]
pub(crate) fn mend(text: &str, code: Code, subject: (u32, u32), mended: &str) {
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
    assert_eq!(changed, mended);
    let again = parse_file(&source(mended));
    assert!(
        again.diagnostics.is_empty(),
        "{mended:?}: {:?}",
        again.diagnostics
    );
}

/// The one problem of `text` suggests nothing.
#[track_caller]
pub(crate) fn no_change(text: &str, code: Code) {
    let parsed = parse_file(&source(text));
    let [problem] = &*parsed.diagnostics else {
        panic!("{text:?}: {:?}", parsed.diagnostics);
    };
    assert_eq!((problem.code, &*problem.suggestions), (code, &[][..]), "{text:?}");
}
