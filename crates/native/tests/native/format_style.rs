//! Configurable layouts.

use hcl2_diagnostics::SourceMap;
use hcl2_native::{Style, format, parse_file};
use proptest::prelude::*;

fn styled(text: &str, style: Style) -> String {
    String::from_utf8(style.format(text.as_bytes())).expect("UTF-8, as the text was")
}

fn wrapped(text: &str, max_width: u32) -> String {
    styled(text, Style::default().with_max_width(Some(max_width)))
}

#[test]
fn the_default_is_the_canonical_layout() {
    let text = "a=1\nlong = [ 1,2 ] # c\n\n\nb{\nx=1\n}";
    assert_eq!(styled(text, Style::default()).as_bytes(), format(text.as_bytes()));
}

#[test]
fn indentation_and_alignment_can_be_chosen() {
    let text = "b {\n  c {\n    a = 1 # x\n    bcd = 22 # y\n  }\n}\n";
    let plain = Style::default().with_indentation(3).with_align(false);
    assert_eq!(
        styled(text, plain),
        "b {\n   c {\n      a = 1 # x\n      bcd = 22 # y\n   }\n}\n"
    );
    let flat = Style::default().with_indentation(0);
    assert_eq!(styled(text, flat), "b {\nc {\na   = 1  # x\nbcd = 22 # y\n}\n}\n");
}

#[test]
fn final_newline_ends_a_source_in_one_line_ending() {
    let style = Style::default().with_final_newline(true);
    for (text, wanted) in [
        ("a = 1", "a = 1\n"),
        ("a = 1\n\n\n", "a = 1\n"),
        ("", ""),
        ("a = <<E\nx\nE", "a = <<E\nx\nE\n"),
    ] {
        assert_eq!(styled(text, style), wanted);
    }
}

#[test]
fn attributes_are_sorted_with_their_comments() {
    let style = Style::default().with_sort_attributes(true);
    assert_eq!(
        styled("b = 1\n# of a\na = 2\nc {\n  z = 1\n  y = 2\n}\n", style),
        "# of a\na = 2\nb = 1\nc {\n  y = 2\n  z = 1\n}\n"
    );
    assert_eq!(styled("b=1\na=\n", style), "b = 1\na =\n");
}

#[test]
fn long_lines_are_spread_from_the_outermost_brackets() {
    assert_eq!(wrapped("a = [1, 2]\n", 10), "a = [1, 2]\n");
    assert_eq!(wrapped("a = [1, 2]\n", 9), "a = [\n  1,\n  2,\n]\n");
    assert_eq!(
        wrapped("a = { b = [1, 2, 3], c = f(x, y...) }\n", 12),
        "a = {\n  b = [\n    1,\n    2,\n    3,\n  ]\n  c = f(\n    x,\n    y...\n  )\n}\n"
    );
    assert_eq!(
        wrapped("a = \"long long ${f(1, 2)}\"\nb = 123456789012\n", 9),
        "a = \"long long ${f(1, 2)}\"\nb = 123456789012\n"
    );
    assert_eq!(
        wrapped("a = [for x in [1, 2] : x]\n", 9),
        "a = [for x in [\n  1,\n  2,\n] : x]\n"
    );
    assert_eq!(wrapped("a = [1,\n", 3), "a = [1,\n");
}

proptest! {
    #[test]
    fn every_layout_is_idempotent_and_keeps_tokens(
        text in "(([a-c] = (\\[[1-3], x\\]|f\\([a-c], \\{ k = [a-c] \\}\\)|\"q\") ?(# [a-z]{1,5})?|b \\{|\\}|)\n){0,12}",
        indentation in 0..9_u8,
        align: bool,
        final_newline: bool,
        max_width in prop::option::of(0..40_u32),
    ) {
        let style = Style::default()
            .with_indentation(indentation)
            .with_align(align)
            .with_final_newline(final_newline)
            .with_max_width(max_width);
        let once = styled(&text, style);
        prop_assert_eq!(&styled(&once, style), &once);
        let has_errors = |text: &str| {
            let source = SourceMap::new().add("text", text).expect("a small text");
            parse_file(&source).diagnostics.has_errors()
        };
        prop_assert_eq!(has_errors(&once), has_errors(&text));
        let words = |text: &str| text.split_whitespace().collect::<String>().replace(',', "");
        prop_assert_eq!(words(&once), words(&text));
    }
}

#[test]
fn comments_that_are_not_utf8_move_with_their_attributes() {
    let style = Style::default().with_sort_attributes(true);
    let text = b"z = 1 # caf\xE9\n# na\xEFve\na = 2\n";
    assert_eq!(style.format(text), b"# na\xEFve\na = 2\nz = 1 # caf\xE9\n");
}
