//! Notes in every format.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap, codes, render};

#[test]
fn notes_are_shown_as_such_and_fail_nothing() {
    let mut sources = SourceMap::new();
    let source = sources.add("a.tf", "module \"m\" {}\n").expect("a small source");
    let note = Diagnostic::note(codes::terraform::NOT_CHECKED, "Not checked")
        .with_detail("Why.")
        .with_subject(source.span_of(0, 10));
    assert!(note.is_note() && !note.is_error());
    assert!(Severity::Note < Severity::Warning);
    let notes: Diagnostics = [note].into_iter().collect();
    assert!(!notes.has_errors());
    let plain = render::Plain::default().render(&notes, &sources);
    assert!(
        plain.starts_with("a.tf:1:1: note[hcl2::terraform::not-checked]: Not checked\n"),
        "{plain}"
    );
    let concise = render::concise(&notes, &sources);
    assert_eq!(
        concise,
        "a.tf:1:1: note[hcl2::terraform::not-checked]: Not checked: Why.\n"
    );
    let github = render::github(&notes, &sources);
    assert!(github.starts_with("::notice file=a.tf,line=1,col=1,"), "{github}");
    let junit = render::junit(&notes, &sources);
    assert!(
        junit.contains("failures=\"0\"") && junit.contains("note[hcl2::"),
        "{junit}"
    );
}

#[cfg(feature = "json")]
#[test]
fn notes_are_warnings_where_terraform_has_no_notes() {
    let note = Diagnostic::note(codes::terraform::NOT_CHECKED, "Not checked");
    let sources = SourceMap::new();
    let json = render::json(std::slice::from_ref(&note), &sources);
    assert!(json.contains("\"severity\": \"note\""), "{json}");
    let terraform = render::terraform_json(std::slice::from_ref(&note), &sources);
    assert!(terraform.contains("\"valid\": true"), "{terraform}");
    assert!(terraform.contains("\"severity\": \"warning\""), "{terraform}");
}
