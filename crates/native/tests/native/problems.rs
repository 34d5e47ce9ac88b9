//! Problems beyond the fixtures: those that depend on limits or on the number of items, and what details distinguish.

use crate::support::listed::{assert_problems, detail, file};
use crate::support::source;
use hcl2_diagnostics::codes::{self, syntax};
use hcl2_native::{Input, Limits, parse_file, parse_template};

/// Past a number of names, they are no longer compared one by one.
#[test]
fn duplicate_attributes_are_found_among_many() {
    const DUPLICATE: &str = "hcl2::syntax::duplicate-attribute";
    let mut text: String = (0..40).map(|index| format!("a{index} = 1\n")).collect();
    let start = text.len() as u32;
    text.push_str("a7 = 2\na39 = 3\n");
    file(
        &text,
        &[
            (syntax::DUPLICATE_ATTRIBUTE, DUPLICATE, start, start + 2),
            (syntax::DUPLICATE_ATTRIBUTE, DUPLICATE, start + 7, start + 10),
        ],
    );
}

#[test]
fn passing_a_limit_is_a_problem() {
    const INVALID_CHARACTER: &str = "hcl2::syntax::invalid-character";
    let text = source("a = [[1]]\n");
    let limits = Limits::new().with_nesting_depth(2);
    let parsed = parse_file(Input::whole(&text).with_limits(limits));
    assert_problems(
        &parsed.diagnostics,
        &[(syntax::TOO_DEEP, "hcl2::syntax::too-deep", 6, 7)],
    );

    let limits = Limits::new().with_source_bytes(4);
    let parsed = parse_file(Input::whole(&text).with_limits(limits));
    assert_problems(
        &parsed.diagnostics,
        &[(syntax::TOO_LARGE, "hcl2::syntax::too-large", 0, 0)],
    );

    let limits = Limits::new().with_diagnostics(2);
    let text = source("a = \0\0\0\0");
    let parsed = parse_file(Input::whole(&text).with_limits(limits));
    assert_problems(
        &parsed.diagnostics,
        &[
            (syntax::INVALID_CHARACTER, INVALID_CHARACTER, 4, 5),
            (syntax::INVALID_CHARACTER, INVALID_CHARACTER, 5, 6),
            (syntax::TOO_MANY_PROBLEMS, "hcl2::syntax::too-many-problems", 6, 7),
        ],
    );
}

#[test]
fn details_distinguish_mistakes_with_the_same_code() {
    for (text, part) in [
        ("a = 1.2.3\n", "one dot"),
        ("a = 1e2e3\n", "one exponent"),
        ("a = 1e99999999999\n", "out of range"),
        ("a = { b { c = 1 } }\n", "no blocks"),
        ("a = { b, c = 1 }\n", "`=` and a value after the key"),
        ("a = \"x\n", "before the end of the line"),
        ("a = \"x", "before the end of the source"),
        ("a = \n", "Expected a value before the end of the line"),
        ("a =", "Expected a value before the end of the source"),
        ("a = “x”\n", "typographic"),
        ("\0", "number 0"),
        ("a = 1\rb = 2\n", "line feed"),
        ("a\u{A0}= 1\n", "U+00A0"),
        ("a: 1\n", "`a = ...`"),
        ("a == 1\n", "single `=`"),
        ("/* x\n", "`*/`"),
    ] {
        assert!(detail(text).contains(part), "{text:?}: {}", detail(text));
    }
    let problems = parse_template(&source("%{ endfi }")).diagnostics;
    assert!(problems[0].detail.contains("`endif`"));
}

#[test]
fn all_duplicates_of_an_attribute_refer_to_the_first_definition() {
    for count in [1, 40] {
        let mut text: String = (0..count).map(|index| format!("a{index} = 1\n")).collect();
        text.push_str("a0 = 2\na0 = 3\n");
        let problems = parse_file(&source(text)).diagnostics;
        let firsts: Vec<_> = problems
            .iter()
            .map(|problem| problem.labels[0].span.range())
            .collect();
        assert_eq!(firsts, [0..2, 0..2], "{count}");
    }
}

/// Encrypted, binary and UTF-16 files have one problem, whatever their bytes look like; other text keeps its own.
#[test]
fn source_that_is_no_text_is_one_problem() {
    const INVALID_UTF8: &str = "hcl2::source::invalid-utf8";
    for (bytes, range, part) in [
        (
            &b"\0GITCRYPT\0\xf5`a\x01 = (\xff;\n"[..],
            (10, 11),
            "git-crypt unlock",
        ),
        (b"\0GITCRYPT\0a", (0, 1), "git-crypt unlock"),
        (b"\xff\xfea\0=\0\n\0", (0, 1), "UTF-16"),
        (b"\0a\0=\0\n", (0, 1), "UTF-16"),
        (b"a\0=\0\n\0", (1, 2), "UTF-16"),
        (b"\x7fELF\x01\0\xffv\x01;\n", (6, 7), "binary"),
    ] {
        let parsed = parse_file(&source(bytes));
        let (start, end) = range;
        assert_problems(
            &parsed.diagnostics,
            &[(codes::source::INVALID_UTF8, INVALID_UTF8, start, end)],
        );
        assert!(parsed.diagnostics[0].detail.contains(part), "{part}");
    }
    let parsed = parse_file(&source(&b"a = \xff\nb = 1\n"[..]));
    assert_problems(
        &parsed.diagnostics,
        &[(codes::source::INVALID_UTF8, INVALID_UTF8, 4, 5)],
    );
    // A template may begin with any character.
    assert!(parse_template(&source(&b"a\0"[..])).diagnostics.is_empty());
}
