//! The adapter for `miette`, seen through its own graphical renderer.
#![cfg(feature = "miette")]

use hcl2_diagnostics::{Code, Diagnostic, Report, SourceMap};
use miette::{GraphicalReportHandler, GraphicalTheme};

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn graphical(diagnostic: Diagnostic, sources: &SourceMap) -> String {
    let mut out = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(80)
        .render_report(&mut out, &Report::new(diagnostic, sources))
        .expect("a string takes any text");
    out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_header_counts_columns_in_grapheme_clusters() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", "a = 1\nb = \"e\u{301}漢\" + c\n").unwrap();
    let other = sources.add("other.hcl", "c = 1\n").unwrap();
    let error = Diagnostic::error(CODE, "Bad operand")
        .with_detail("It is a string.")
        .with_subject(source.span_of(21, 22))
        .with_label(source.span_of(6, 7), "for this")
        .with_label(other.span_of(0, 1), "not this")
        .with_suggestion(source.span_of(21, 22), "a", "Write \"a\".");
    assert_eq!(
        graphical(error, &sources),
        "hcl2::test::code

  × Bad operand
  │ It is a string.
   ╭─[app.hcl:2:12]
 1 │ a = 1
 2 │ b = \"e\u{301}漢\" + c
   · ┬           ─
   · ╰── for this
   ╰────
  help: Write \"a\".

Advice:
  ☞ not this
   ╭─[other.hcl:1:1]
 1 │ c = 1
   · ─
   ╰────"
    );
}

#[test]
fn bytes_that_are_not_text_shift_nothing() {
    let mut sources = SourceMap::new();
    let source = sources
        .add("app.hcl", b"a\xff\x1b\xe6\xbc = b\n".as_slice())
        .unwrap();
    let error = Diagnostic::warning(CODE, "Odd").with_subject(source.span_of(8, 9));
    assert_eq!(
        graphical(error, &sources),
        "hcl2::test::code

  ⚠ Odd
   ╭─[app.hcl:1:8]
 1 │ a???? = b
   ·         ─
   ╰────"
    );
}

#[test]
fn long_lines_are_cut() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", "é".repeat(100_000)).unwrap();
    let error = Diagnostic::error(CODE, "Bad").with_subject(source.span_of(100_000, 100_004));
    let text = graphical(error, &sources);
    assert!(text.contains("app.hcl:1:50001"), "{text}");
    assert!(text.len() < 2000, "{}", text.len());
}
