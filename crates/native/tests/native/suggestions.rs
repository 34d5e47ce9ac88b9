//! Slips and habits of other languages: one problem each, with the suggestion that fixes it.

use crate::support::fix::{fix, no_fix};
use crate::support::listed::{detail, file};
use crate::support::source;
use hcl2_diagnostics::codes::syntax;
use hcl2_native::parse_file;

#[test]
fn operators_of_other_languages_are_replaced() {
    let code = syntax::EXPECTED_NEWLINE;
    fix("a = b and c\n", code, (6, 9), "a = b && c\n");
    fix("a = b or c\n", code, (6, 8), "a = b || c\n");
    fix("a = not b\n", code, (8, 9), "a = !b\n");
    fix(
        "a = b === c\n",
        syntax::EXPECTED_EXPRESSION,
        (8, 9),
        "a = b == c\n",
    );
    let code = syntax::EXPECTED_SEPARATOR;
    fix("a = [b and c]\n", code, (7, 10), "a = [b && c]\n");
    for (text, meant) in [
        ("a = b ?? c\n", "`??`"),
        ("a = b?.c\n", "`?.`"),
        ("a = b ?: c\n", "`?:`"),
        ("a = 2 ** 3\n", "`pow`"),
        ("a = b[1:2]\n", "no slices"),
        ("a = [x for x in y]\n", "`[for x in list : result]`"),
    ] {
        assert!(detail(text).contains(meant), "{text}: {}", detail(text));
        assert_eq!(parse_file(&source(text)).diagnostics.len(), 1, "{text}");
    }
}

#[test]
fn comments_of_other_languages_and_conflict_markers_are_explained() {
    for (text, meant) in [
        ("-- b\n", "no comments with `--`"),
        ("<!-- b -->\n", "no comments with `<!--`"),
        ("<<<<<<< HEAD\n", "conflict"),
        ("=======\n", "conflict"),
        (">>>>>>> b\n", "conflict"),
    ] {
        assert!(detail(text).contains(meant), "{text}: {}", detail(text));
        file(
            text,
            &[(
                syntax::EXPECTED_ITEM,
                "hcl2::syntax::expected-item",
                0,
                if text.starts_with("==") { 2 } else { 1 },
            )],
        );
    }
}

#[test]
fn superfluous_commas_and_semicolons_are_removed() {
    let code = syntax::EXPECTED_NEWLINE;
    fix("a = 1, # one\nb = 2\n", code, (5, 6), "a = 1 # one\nb = 2\n");
    no_fix("a = 1, b = 2\n", code);
    let code = syntax::INVALID_CHARACTER;
    fix("a = 1;\nb = 2\n", code, (5, 6), "a = 1\nb = 2\n");
    no_fix("a = 1; b = 2\n", code);
    let code = syntax::EXPECTED_SEPARATOR;
    fix("a = [1\n  2]\n", code, (9, 10), "a = [1,\n  2]\n");
    fix("a = f(x \"y\")\n", code, (8, 9), "a = f(x, \"y\")\n");
    fix("a = { b = 1 c = 2 }\n", code, (12, 13), "a = { b = 1, c = 2 }\n");
    no_fix("a = [1 % 2 * 3 ? 4 : 5 => 6]\n", code);
    fix("a = [fro x in y : x]\n", code, (9, 10), "a = [for x in y : x]\n");
}

#[test]
fn signs_in_items_of_objects_are_replaced() {
    let code = syntax::EXPECTED_VALUE;
    fix("a = { b => 1 }\n", code, (8, 10), "a = { b = 1 }\n");
    fix(
        "a = { b == 1 }\n",
        syntax::EXPECTED_VALUE,
        (13, 14),
        "a = { b = 1 }\n",
    );
    fix("a = { b { c = 1 } }\n", code, (8, 9), "a = { b = { c = 1 } }\n");
    fix("a = { b \"c\" }\n", code, (8, 9), "a = { b = \"c\" }\n");
    no_fix("a = { b, c }\n", code);
}

#[test]
fn quotes_around_names_are_removed() {
    let code = syntax::QUOTED_NAME;
    fix("\"a\" = 1\n", code, (0, 1), "a = 1\n");
    fix("\"a\": 1\n", code, (0, 1), "a = 1\n");
    fix("\"a\" \"b\" {\n}\n", code, (0, 1), "a \"b\" {\n}\n");
    no_fix("\"a b\" = 1\n", code);
    no_fix("\"a\", 1\n", code);
}

#[test]
fn superfluous_braces_are_removed() {
    let code = syntax::EXPECTED_ITEM;
    fix("a {\n}\n}\nb = 1\n", code, (6, 7), "a {\n}\n\nb = 1\n");
}

#[test]
fn dollar_signs_are_removed() {
    let code = syntax::INVALID_CHARACTER;
    fix("a = $b.c\n", code, (4, 5), "a = b.c\n");
    fix("a = ${ b.c }\n", code, (4, 5), "a = b.c\n");
    fix("a = [1, ${b}]\n", code, (8, 9), "a = [1, b]\n");
    no_fix("a = ${b[\"c\"]}\n", code);
    no_fix("a = $(b)\n", code);
    assert!(detail("a = $(b)\n").contains("no commands"));
}

#[test]
fn typographic_quotes_are_replaced() {
    let text = "a = “x”\nb = 1\n";
    let parsed = parse_file(&source(text));
    let changes: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|problem| {
            let change = &problem.suggestions[0];
            (change.span.start, change.span.end, &*change.replacement)
        })
        .collect();
    assert_eq!(changes, [(4, 11, "\"x\""), (8, 11, "\"")]);
    // In a label, each of them is a problem, too.
    let text = "a “x” {\n  b = 1\n}\n";
    assert_eq!(parse_file(&source(text)).diagnostics.len(), 2);
    fix(
        "a 'x' {\n  b = 1\n}\n",
        syntax::INVALID_CHARACTER,
        (2, 3),
        "a \"x\" {\n  b = 1\n}\n",
    );
}

#[test]
fn misspelt_directives_are_corrected() {
    let code = syntax::INVALID_DIRECTIVE;
    fix(
        "a = \"%{ if x }y%{ esle }z%{ endif }\"\n",
        code,
        (18, 22),
        "a = \"%{ if x }y%{ else }z%{ endif }\"\n",
    );
    no_fix("a = \"%{ if x }y%{ elif z }%{ endif }\"\n", code);
}

#[test]
fn a_conditional_without_its_colon_is_one_problem() {
    no_fix("a = b ? 1 2\n", syntax::INCOMPLETE_CONDITIONAL);
    assert!(detail("a \"b\"\n").contains("To set an attribute, write `a = ...`"));
}

#[test]
fn suggestions_for_characters_describe_the_change() {
    for (text, words) in [
        ("a = \u{a0}1\n", "use a plain space"),
        ("a = b;\n", "remove it"),
        ("a = ${b}\n", "write the bare expression"),
        ("a = 'b'\n", "use double quotes"),
        ("a = b & c\n", "write `&&`"),
    ] {
        let problems = parse_file(&source(text)).diagnostics;
        assert_eq!(problems[0].suggestions[0].text, words, "{text:?}");
    }
}
