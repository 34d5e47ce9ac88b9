//! The plain text form, to the letter.

use hcl2_diagnostics::render::Plain;
use hcl2_diagnostics::{Code, Diagnostic, Source, SourceId, SourceMap, Span};

const CODE: Code = Code::new("hcl2::test::code", "Only for tests.");

fn map(text: impl Into<Vec<u8>>) -> (SourceMap, Source) {
    let mut sources = SourceMap::new();
    let source = sources.add("app.hcl", text).expect("a small source fits");
    (sources, source)
}

/// Renders an error at the bytes from `start` to `end` of `text`.
#[track_caller]
fn check(text: impl Into<Vec<u8>>, start: u32, end: u32, expected: &str) {
    let (sources, source) = map(text);
    let error = Diagnostic::error(CODE, "Bad").with_subject(source.span_of(start, end));
    assert_eq!(Plain::new().with_width(40).render(&[error], &sources), expected);
}

#[test]
fn an_empty_list_renders_as_an_empty_string() {
    assert_eq!(Plain::new().render(&[], &SourceMap::new()), "");
}

#[test]
fn a_diagnostic_without_a_subject_is_a_headline_and_a_detail() {
    let warning = Diagnostic::warning(CODE, "Odd").with_detail("Look again.");
    assert_eq!(
        Plain::new().render(&[warning], &SourceMap::new()),
        "warning[hcl2::test::code]: Odd\n  Look again.\n"
    );
}

#[test]
fn the_position_is_omitted_if_the_source_is_not_in_the_map() {
    let span = Span::new(SourceId::new(7), 1, 2);
    let error = Diagnostic::error(CODE, "Bad").with_subject(span);
    assert_eq!(
        Plain::new().render(&[error], &SourceMap::new()),
        "error[hcl2::test::code]: Bad\n"
    );
}

#[test]
fn carets_stand_under_the_subject() {
    check(
        "a = 1\nport = prot\n",
        13,
        17,
        "app.hcl:2:8: error[hcl2::test::code]: Bad\n  2 | port = prot\n    |        ^^^^\n",
    );
}

#[test]
fn an_empty_span_has_one_caret() {
    check(
        "a =\n",
        3,
        3,
        "app.hcl:1:4: error[hcl2::test::code]: Bad\n  1 | a =\n    |    ^\n",
    );
    check(
        "a =\n",
        4,
        4,
        "app.hcl:2:1: error[hcl2::test::code]: Bad\n  2 |\n    | ^\n",
    );
    check(
        "",
        0,
        0,
        "app.hcl:1:1: error[hcl2::test::code]: Bad\n  1 |\n    | ^\n",
    );
}

#[test]
fn a_span_past_the_end_is_cut_to_it() {
    check(
        "ab",
        1,
        900,
        "app.hcl:1:2: error[hcl2::test::code]: Bad\n  1 | ab\n    |  ^\n",
    );
    check(
        "ab",
        800,
        900,
        "app.hcl:1:3: error[hcl2::test::code]: Bad\n  1 | ab\n    |   ^\n",
    );
}

#[test]
fn tabs_and_wide_characters_keep_carets_aligned() {
    check(
        "\ta\tb",
        3,
        4,
        "app.hcl:1:4: error[hcl2::test::code]: Bad\n  1 |     a   b\n    |         ^\n",
    );
    check(
        "\"漢字\" x",
        9,
        10,
        "app.hcl:1:6: error[hcl2::test::code]: Bad\n  1 | \"漢字\" x\n    |        ^\n",
    );
    check(
        "e\u{301} 👩\u{200d}👧 x",
        4,
        15,
        "app.hcl:1:3: error[hcl2::test::code]: Bad\n  1 | e\u{301} 👩\u{200d}👧 x\n    |   ^^\n",
    );
}

#[test]
fn invalid_utf8_is_shown_as_replacement_characters() {
    check(
        b"a\xff\xfeb c".as_slice(),
        5,
        6,
        "app.hcl:1:6: error[hcl2::test::code]: Bad\n  1 | a\u{fffd}\u{fffd}b c\n    |      ^\n",
    );
    check(
        b"\xe6\xbc x".as_slice(),
        0,
        2,
        "app.hcl:1:1: error[hcl2::test::code]: Bad\n  1 | \u{fffd} x\n    | ^\n",
    );
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    check(
        "\u{1b}[31m\u{7f}\u{202e}x",
        6,
        9,
        "app.hcl:1:7: error[hcl2::test::code]: Bad\n  1 | \u{241b}[31m\u{2421}\u{fffd}x\n    |       ^\n",
    );
}

#[test]
fn every_line_of_a_multi_line_subject_is_marked() {
    check(
        "a = [\n  1,\n\n  2\n]\n",
        4,
        17,
        "app.hcl:1:5: error[hcl2::test::code]: Bad
  1 | a = [
    |     ^
  2 |   1,
    |   ^^
  3 |
  4 |   2
    |   ^
  5 | ]
    | ^
",
    );
}

#[test]
fn a_long_subject_is_cut_in_its_middle() {
    check(
        "{\n1\n2\n3\n4\n5\n6\n7\n}",
        0,
        17,
        "app.hcl:1:1: error[hcl2::test::code]: Bad
  1 | {
    | ^
  2 | 1
    | ^
  3 | 2
    | ^
  ...
  8 | 7
    | ^
  9 | }
    | ^
",
    );
}

#[test]
fn a_subject_that_ends_with_its_line_does_not_mark_the_next() {
    check(
        "ab\r\ncd\n",
        0,
        4,
        "app.hcl:1:1: error[hcl2::test::code]: Bad\n  1 | ab\n    | ^^\n",
    );
    check(
        "ab\r\ncd\n",
        3,
        4,
        "app.hcl:1:4: error[hcl2::test::code]: Bad\n  1 | ab\n    |   ^\n",
    );
}

#[test]
fn a_long_line_is_cut_around_the_subject() {
    let line = format!("{}HERE{}", "0123456789".repeat(50), "abcdefghij".repeat(50));
    check(
        line.as_str(),
        500,
        504,
        "app.hcl:1:501: error[hcl2::test::code]: Bad
  1 | ...7890123456789HEREabcdefghijabcdefghijabc...
    |                 ^^^^
",
    );
}

#[test]
fn labels_near_the_subject_share_its_excerpt() {
    let (mut sources, source) = map("a = 1\nb = 2\nc = 3\nd = 4\ne = 5\na = 6\n");
    let other = sources.add("other.hcl", "x\ny = 1\n").unwrap();
    let error = Diagnostic::error(CODE, "Attribute set twice")
        .with_detail("The attribute was set before.")
        .with_subject(source.span_of(30, 31))
        .with_label(source.span_of(0, 1), "first set here")
        .with_label(source.span_of(34, 35), "this value is lost")
        .with_label(other.span_of(2, 3), "and here");
    assert_eq!(
        Plain::new().render(&[error], &sources),
        "app.hcl:6:1: error[hcl2::test::code]: Attribute set twice
  1 | a = 1
    | - first set here
  ...
  6 | a = 6
    | ^
    |     - this value is lost
  The attribute was set before.
  note: other.hcl:2:1: and here
  2 | y = 1
    | -
"
    );
}

#[test]
fn a_label_far_away_on_a_long_line_has_an_excerpt_of_its_own() {
    let (sources, source) = map(format!("first{}last", " ".repeat(5000)));
    let error = Diagnostic::error(CODE, "Bad")
        .with_subject(source.span_of(0, 5))
        .with_label(source.span_of(5005, 5009), "the other end");
    assert_eq!(
        Plain::new().with_width(20).render(&[error], &sources),
        "app.hcl:1:1: error[hcl2::test::code]: Bad
  1 | first               ...
    | ^^^^^
  1 | ...      last
    |          ---- the other end
"
    );
}

#[test]
fn the_context_surrounds_the_subject() {
    let text = "block {\n  a = 1\n  b = 2\n}\n";
    let (sources, source) = map(text);
    let error = Diagnostic::error(CODE, "Bad")
        .with_subject(source.span_of(14, 15))
        .with_context(source.span_of(0, 25));
    assert_eq!(
        Plain::new().render(&[error], &sources),
        "app.hcl:2:7: error[hcl2::test::code]: Bad
  1 | block {
  2 |   a = 1
    |       ^
  3 |   b = 2
  4 | }
"
    );
}

#[test]
fn only_the_first_line_of_a_long_context_is_shown() {
    let (sources, source) = map("block {\n\n\n\n\n\n\n  a = 1\n}\n");
    let error = Diagnostic::error(CODE, "Bad")
        .with_subject(source.span_of(20, 21))
        .with_context(source.span_of(0, 23));
    assert_eq!(
        Plain::new().render(&[error], &sources),
        "app.hcl:8:7: error[hcl2::test::code]: Bad
  1 | block {
  ...
  8 |   a = 1
    |       ^
"
    );
}

#[test]
fn a_suggestion_shows_the_changed_line() {
    let (sources, source) = map("port = prot\n");
    let error = Diagnostic::error(CODE, "Bad")
        .with_suggestion(source.span_of(7, 11), "port", "Write \"port\".")
        .with_suggestion(source.span_of(0, 11), "", "Remove the attribute.")
        .with_suggestion(source.span_of(0, 0), "a\nb", "Insert two lines.");
    assert_eq!(
        Plain::new().render(&[error], &sources),
        "error[hcl2::test::code]: Bad
  help: Write \"port\".
  1 | port = port
    |        ++++
  help: Remove the attribute.
  help: Insert two lines.
"
    );
}

#[test]
fn facts_follow_the_detail() {
    let error = Diagnostic::error(CODE, "Bad")
        .with_detail("It is bad.")
        .with_fact("a.b", "is \"\u{1b}\"")
        .with_fact("c", "is null");
    assert_eq!(
        Plain::new().render(&[error], &SourceMap::new()),
        "error[hcl2::test::code]: Bad\n  It is bad.\n  `a.b` is \"\u{241b}\".\n  `c` is null.\n"
    );
}

#[test]
fn the_detail_wraps_at_the_width() {
    let error = Diagnostic::error(CODE, "Bad").with_detail("one two three four five six\nseven");
    assert_eq!(
        Plain::new().with_width(20).render(&[error], &SourceMap::new()),
        "error[hcl2::test::code]: Bad\n  one two three four\n  five six\n  seven\n"
    );
}

#[test]
fn labels_beyond_the_maximum_are_counted() {
    let (sources, source) = map("a\n");
    let mut error = Diagnostic::error(CODE, "Bad").with_subject(source.span_of(0, 1));
    for _ in 0..20 {
        error = error.with_label(source.span_of(0, 1), "again");
    }
    let text = Plain::new().render(&[error], &sources);
    assert_eq!(text.matches("again").count(), 16);
    assert!(text.ends_with("  note: 4 more not shown\n"), "{text}");
}

#[test]
fn a_blank_line_separates_two_diagnostics() {
    let errors = [Diagnostic::error(CODE, "One"), Diagnostic::error(CODE, "Two")];
    assert_eq!(
        Plain::new().render(&errors, &SourceMap::new()),
        "error[hcl2::test::code]: One\n\nerror[hcl2::test::code]: Two\n"
    );
}

#[test]
fn diagnostics_in_one_long_line_are_rendered_in_linear_time() {
    let long_line = |count: usize| {
        let (sources, source) = map("[\"é\"],".repeat(count * 40));
        let error = |index: usize| {
            let start = index as u32 * 277;
            Diagnostic::error(CODE, "Bad").with_subject(source.span_of(start, start + 3))
        };
        let errors: Vec<Diagnostic> = (0..count).map(error).collect();
        (sources, errors)
    };
    hcl2_testing::assert_linear("diagnostics", 100, long_line, |(sources, errors)| {
        let text = Plain::new().render(&errors, &sources);
        assert_eq!(text.matches("error[").count(), errors.len());
    });
}
