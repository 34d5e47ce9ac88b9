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
        .with_suggestion(source.span_of(21, 22), "a", "Write \"a\".")
        .with_fact("c", "is \"x\"");
    assert_eq!(
        graphical(error, &sources),
        "hcl2::test::code

  × Bad operand
  │ It is a string.
  │ `c` is \"x\".
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
fn invalid_utf8_does_not_shift_columns() {
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
fn a_label_points_at_the_end_of_the_source() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", "a = 1\nb = ").unwrap();
    let error = Diagnostic::error(CODE, "Missing value").with_subject(source.span_of(10, 10));
    assert_eq!(
        graphical(error, &sources),
        "hcl2::test::code

  × Missing value
   ╭─[app.hcl:2:5]
 1 │ a = 1
 2 │ b =
   ·     ▲
   ╰────"
    );
}

#[test]
fn an_empty_last_line_is_shown_if_a_label_points_at_it() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", "b {\n  a = 1\n").unwrap();
    let error = || Diagnostic::error(CODE, "Unclosed").with_subject(source.span_of(2, 3));
    assert_eq!(
        graphical(
            error().with_label(source.span_of(12, 12), "the text ends here"),
            &sources
        ),
        "hcl2::test::code

  × Unclosed
   ╭─[app.hcl:1:3]
 1 │ b {
   ·   ─
 2 │   a = 1
 3 │
   · ▲
   · ╰── the text ends here
   ╰────"
    );
    let elsewhere = sources.add("other.hcl", "x {\n").unwrap();
    assert_eq!(
        graphical(
            error().with_label(elsewhere.span_of(4, 4), "the text ends here"),
            &sources
        ),
        "hcl2::test::code

  × Unclosed
   ╭─[app.hcl:1:3]
 1 │ b {
   ·   ─
 2 │   a = 1
   ╰────

Advice:
  ☞ the text ends here
   ╭─[other.hcl:2:1]
 1 │ x {
 2 │
   · ▲
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

#[test]
fn labels_far_apart_on_a_long_line_have_excerpts_of_their_own() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", "a".repeat(200_000)).unwrap();
    let error = Diagnostic::error(CODE, "Bad")
        .with_subject(source.span_of(150_000, 150_001))
        .with_label(source.span_of(9, 10), "opened here")
        .with_label(source.span_of(149_990, 149_991), "near");
    let text = graphical(error, &sources);
    for (place, times) in [
        ("app.hcl:1:150001", 1),
        ("app.hcl:1:10", 1),
        ("opened here", 1),
        ("╰── near", 1),
    ] {
        assert_eq!(text.matches(place).count(), times, "{place}: {text}");
    }
    assert!(text.len() < 4000, "{}", text.len());
}

#[test]
fn a_long_line_before_the_subject_is_cut() {
    let mut sources = SourceMap::new();
    let text = format!("{}\nb\n", "a".repeat(200_000));
    let source = sources.add("app.hcl", text).unwrap();
    let over_both = Diagnostic::error(CODE, "Bad").with_subject(source.span_of(9, 200_002));
    let with_label = Diagnostic::error(CODE, "Bad")
        .with_subject(source.span_of(200_001, 200_002))
        .with_label(source.span_of(9, 10), "opened here");
    for (error, place) in [(over_both, "app.hcl:1:10"), (with_label, "app.hcl:2:1")] {
        let text = graphical(error, &sources);
        assert!(text.contains(place), "{text}");
        assert!(text.len() < 6000, "{place}: {}", text.len());
    }
}

#[test]
fn many_labels_are_counted_and_drawn_in_linear_time() {
    let labelled = |count: usize| {
        let mut sources = SourceMap::new();
        let source = sources.add("app.hcl", "a = b\n".repeat(count)).unwrap();
        let error = Diagnostic::error(CODE, "Cycle").with_subject(source.span_of(0, 1));
        let error = (1..count as u32).fold(error, |error, line| {
            error.with_label(
                source.span_of(6 * line, 6 * line + 1),
                format!("needs line {line}"),
            )
        });
        (error, sources)
    };
    let (error, sources) = labelled(40);
    let shown = graphical(error, &sources);
    assert_eq!(shown.matches("needs line").count(), 16);
    assert!(shown.ends_with("☞ 23 more not shown"), "{shown}");
    hcl2_testing::assert_linear("labels", 2_000, labelled, |(error, sources)| {
        graphical(error, &sources)
    });
}

#[test]
fn no_part_of_a_report_drives_a_terminal() {
    const HARMFUL: &str = "\u{1b}[31m\u{9b}\u{202e}\u{2028}\u{200b}";
    let mut sources = SourceMap::new();
    let source = sources
        .add(format!("a{HARMFUL}.hcl"), format!("a = \"{HARMFUL}\" x\n"))
        .unwrap();
    let span = source.span_of(20, 21);
    let error = Diagnostic::error(CODE, format!("Bad {HARMFUL}"))
        .with_detail(format!("Detail {HARMFUL}"))
        .with_subject(span)
        .with_label(source.span_of(0, 1), format!("label {HARMFUL}"))
        .with_suggestion(span, HARMFUL, format!("write {HARMFUL}"));
    let shown = graphical(error, &sources);
    assert!(!shown.contains(hcl2_diagnostics::is_harmful), "{shown:?}");
    assert!(
        shown.contains("a\u{241b}[31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}.hcl:1"),
        "{shown}"
    );
}
