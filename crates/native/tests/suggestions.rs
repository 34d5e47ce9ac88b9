//! Slips and habits of other languages: one problem each, and the change that mends it.

#[path = "support/listed.rs"]
mod listed;
#[path = "support/mend.rs"]
mod mend;
mod support;

use hcl2_diagnostics::codes::syntax;
use hcl2_native::parse_file;
use listed::{detail, file};
use mend::{mend, no_change};
use support::source;

#[test]
fn operators_of_other_languages() {
    let code = syntax::EXPECTED_NEWLINE;
    mend("a = b and c\n", code, (6, 9), "a = b && c\n");
    mend("a = b or c\n", code, (6, 8), "a = b || c\n");
    mend("a = not b\n", code, (8, 9), "a = !b\n");
    mend(
        "a = b === c\n",
        syntax::EXPECTED_EXPRESSION,
        (8, 9),
        "a = b == c\n",
    );
    let code = syntax::EXPECTED_SEPARATOR;
    mend("a = [b and c]\n", code, (7, 10), "a = [b && c]\n");
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
fn marks_of_other_languages() {
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
fn commas_and_semicolons() {
    let code = syntax::EXPECTED_NEWLINE;
    mend("a = 1, # one\nb = 2\n", code, (5, 6), "a = 1 # one\nb = 2\n");
    no_change("a = 1, b = 2\n", code);
    let code = syntax::INVALID_CHARACTER;
    mend("a = 1;\nb = 2\n", code, (5, 6), "a = 1\nb = 2\n");
    no_change("a = 1; b = 2\n", code);
    let code = syntax::EXPECTED_SEPARATOR;
    mend("a = [1\n  2]\n", code, (9, 10), "a = [1,\n  2]\n");
    mend("a = f(x \"y\")\n", code, (8, 9), "a = f(x, \"y\")\n");
    mend("a = { b = 1 c = 2 }\n", code, (12, 13), "a = { b = 1, c = 2 }\n");
    no_change("a = [1 % 2 * 3 ? 4 : 5 => 6]\n", code);
    mend("a = [fro x in y : x]\n", code, (9, 10), "a = [for x in y : x]\n");
}

#[test]
fn items_of_objects() {
    let code = syntax::EXPECTED_VALUE;
    mend("a = { b => 1 }\n", code, (8, 10), "a = { b = 1 }\n");
    mend(
        "a = { b == 1 }\n",
        syntax::EXPECTED_VALUE,
        (13, 14),
        "a = { b = 1 }\n",
    );
    mend("a = { b { c = 1 } }\n", code, (8, 9), "a = { b = { c = 1 } }\n");
    mend("a = { b \"c\" }\n", code, (8, 9), "a = { b = \"c\" }\n");
    no_change("a = { b, c }\n", code);
}

#[test]
fn names_in_quotes() {
    let code = syntax::QUOTED_NAME;
    mend("\"a\" = 1\n", code, (0, 1), "a = 1\n");
    mend("\"a\": 1\n", code, (0, 1), "a = 1\n");
    mend("\"a\" \"b\" {\n}\n", code, (0, 1), "a \"b\" {\n}\n");
    no_change("\"a b\" = 1\n", code);
    no_change("\"a\", 1\n", code);
}

#[test]
fn braces_too_many() {
    let code = syntax::EXPECTED_ITEM;
    mend("a {\n}\n}\nb = 1\n", code, (6, 7), "a {\n}\n\nb = 1\n");
}

#[test]
fn dollar_signs() {
    let code = syntax::INVALID_CHARACTER;
    mend("a = $b.c\n", code, (4, 5), "a = b.c\n");
    mend("a = ${ b.c }\n", code, (4, 5), "a = b.c\n");
    mend("a = [1, ${b}]\n", code, (8, 9), "a = [1, b]\n");
    no_change("a = ${b[\"c\"]}\n", code);
    no_change("a = $(b)\n", code);
    assert!(detail("a = $(b)\n").contains("no commands"));
}

#[test]
fn typographic_quotes() {
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
    // A label in them is one problem for each of them, too.
    let text = "a “x” {\n  b = 1\n}\n";
    assert_eq!(parse_file(&source(text)).diagnostics.len(), 2);
    mend(
        "a 'x' {\n  b = 1\n}\n",
        syntax::INVALID_CHARACTER,
        (2, 3),
        "a \"x\" {\n  b = 1\n}\n",
    );
}

#[test]
fn directives_that_are_misspelt() {
    let code = syntax::INVALID_DIRECTIVE;
    mend(
        "a = \"%{ if x }y%{ esle }z%{ endif }\"\n",
        code,
        (18, 22),
        "a = \"%{ if x }y%{ else }z%{ endif }\"\n",
    );
    no_change("a = \"%{ if x }y%{ elif z }%{ endif }\"\n", code);
}

#[test]
fn a_conditional_without_its_colon_is_one_problem() {
    no_change("a = b ? 1 2\n", syntax::INCOMPLETE_CONDITIONAL);
    assert!(detail("a \"b\"\n").contains("To set an attribute, write `a = ...`"));
}

#[test]
fn changes_of_characters_say_what_they_do() {
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
