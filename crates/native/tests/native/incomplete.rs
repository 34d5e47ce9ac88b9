//! Sources that are still being written: one problem, a suggestion that fixes it if that is clear, and a usable tree.

use crate::support::dump::dump;
use crate::support::fix::{fix, no_fix};
use crate::support::source;
use hcl2_diagnostics::{Code, codes::syntax};
use hcl2_native::parse_file;

#[test]
fn the_missing_quote_is_suggested_where_it_belongs() {
    let code = syntax::UNCLOSED_STRING;
    fix("a = \"x\nb = 1\n", code, (6, 7), "a = \"x\"\nb = 1\n");
    fix(
        "a = \"x  \r\nb = 1\r\n",
        code,
        (8, 10),
        "a = \"x\"  \r\nb = 1\r\n",
    );
    fix(
        "a = [\"x\", \"y]\nb = 1\n",
        code,
        (13, 14),
        "a = [\"x\", \"y\"]\nb = 1\n",
    );
    fix(
        "a = [\n  \"x,\n  \"y\",\n]\n",
        code,
        (11, 12),
        "a = [\n  \"x\",\n  \"y\",\n]\n",
    );
    fix(
        "a = f(\"x (y))\nb = 1\n",
        code,
        (13, 14),
        "a = f(\"x (y)\")\nb = 1\n",
    );
    fix("b \"x {\n  c = 1\n}\n", code, (6, 7), "b \"x\" {\n  c = 1\n}\n");
    fix(
        "a = \"${foo\n}\nb = 1\n",
        code,
        (12, 13),
        "a = \"${foo\n}\"\nb = 1\n",
    );
    fix("a = \"x", code, (6, 6), "a = \"x\"");
    // Either of two quotes may be the missing one.
    no_fix("a = \"${\"\nb = 1\n", code);
}

#[test]
fn the_closing_brace_of_an_interpolation_is_suggested() {
    let code = syntax::UNCLOSED_INTERPOLATION;
    fix("a = \"${foo\"\nb = 1\n", code, (5, 7), "a = \"${foo}\"\nb = 1\n");
    fix(
        "a = \"x ${foo \"\nb = 1\n",
        code,
        (5, 7),
        "a = \"x ${foo} \"\nb = 1\n",
    );
    fix("a = \"${foo\nb = 1\n", code, (5, 7), "a = \"${foo}\"\nb = 1\n");
}

#[test]
fn the_closing_brackets_of_a_value_are_suggested_before_the_next_item() {
    let code = syntax::EXPECTED_SEPARATOR;
    fix("a = [1\nb = 1\n", code, (7, 8), "a = [1]\nb = 1\n");
    fix("a = [1,\nb = 1\n", code, (10, 11), "a = [1,]\nb = 1\n");
    fix("a = f([\"x\"\nb = 1\n", code, (11, 12), "a = f([\"x\"])\nb = 1\n");
    fix(
        "a = (x\nb = 1\n",
        syntax::UNCLOSED_PARENTHESIS,
        (7, 8),
        "a = (x)\nb = 1\n",
    );
    fix(
        "a = x[0\nb = 1\n",
        syntax::UNCLOSED_INDEX,
        (14, 14),
        "a = x[0]\nb = 1\n",
    );
    no_fix("a = [for x in y\nb = 1\n", syntax::INVALID_FOR);
    no_fix("a = (1 +\nb = 1\n", syntax::UNCLOSED_PARENTHESIS);
    let parsed = parse_file(&source("a = f(\nb = 1\n"));
    let label = &parsed.diagnostics[0].labels[0];
    assert_eq!((label.span.start, label.span.end), (5, 6));
    assert_eq!(label.text, "not closed before the next item");
}

#[test]
fn double_quotes_are_suggested_for_other_quotes() {
    let code = syntax::INVALID_CHARACTER;
    fix("a = 'Save'\n", code, (4, 5), "a = \"Save\"\n");
    fix("a = `x y`\nb = 1\n", code, (4, 5), "a = \"x y\"\nb = 1\n");
    fix("a = ['x \"y\" z']\n", code, (5, 6), "a = [\"x \\\"y\\\" z\"]\n");
    no_fix("a = 'Save\nb = 1\n", code);
    let parsed = parse_file(&source("a = ['x', 'y']\n"));
    assert_eq!(parsed.diagnostics.len(), 2);
    for (problem, change) in parsed.diagnostics.iter().zip([(5, "\"x\""), (10, "\"y\"")]) {
        let suggestion = &problem.suggestions[0];
        assert_eq!((suggestion.span.start, &*suggestion.replacement), change);
    }
}

#[test]
fn a_quote_at_the_end_of_a_line_is_one_unclosed_string() {
    for (text, end) in [
        ("a = \"\nb = 1\n", 5),
        ("a = x[\"\nb = 1\n", 7),
        ("a = [\"\nb = 1\n", 6),
        ("a \"\nb = 1\n", 3),
    ] {
        let parsed = parse_file(&source(text));
        let [problem] = &*parsed.diagnostics else {
            panic!("{text:?}: {:?}", parsed.diagnostics);
        };
        let span = problem.subject.expect("a problem of a text has a place");
        assert_eq!(
            (problem.code, span.start, span.end),
            (syntax::UNCLOSED_STRING, end, end + 1),
            "{text:?}"
        );
        assert!(
            problem.detail.ends_with("before the end of the line."),
            "{text:?}"
        );
        let next = format!("attribute {}..{}(name", end + 1, end + 6);
        assert!(
            dump(&parsed.value).contains(&next),
            "{text:?}: {}",
            dump(&parsed.value)
        );
    }
}

/// Asserts the tree of the attribute `a` with this value, its only problem, and the item after it.
#[track_caller]
fn tree(value: &str, code: Code, expected: &str) {
    let text = format!("a = {value}\nb = 1\n");
    let parsed = parse_file(&source(text.as_str()));
    let codes: Vec<_> = parsed.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, [code], "{text:?}");
    let dump = dump(&parsed.value);
    let (_, items) = dump.split_once(" = 2..3 ").expect("the attribute is there");
    let (value, next) = items
        .split_once(") attribute ")
        .unwrap_or_else(|| panic!("{dump}"));
    assert_eq!(value, expected, "{text:?}");
    let start = text.len() - 6;
    assert!(next.starts_with(&format!("{start}..{}", start + 5)), "{dump}");
}

#[test]
fn an_incomplete_value_is_in_the_tree() {
    let value = syntax::EXPECTED_EXPRESSION;
    let name = syntax::EXPECTED_ATTRIBUTE_NAME;
    tree("", value, "error 3..4");
    tree("x.", name, "traversal 4..6(root 4..5 missing 5..6)");
    tree("x[*].", name, "traversal 4..9(root 4..5 [*] 5..8 missing 8..9)");
    tree(
        "f(x.",
        syntax::EXPECTED_SEPARATOR,
        "call \"f\" 4..8(name 4..5 ( 5..6 traversal 6..8(root 6..7 missing 7..8))",
    );
    tree(
        "x ?",
        value,
        "conditional 4..7(traversal 4..5(root 4..5) ? 6..7 error 7..7 : 6..7 error 7..7)",
    );
    tree(
        "x ? 1",
        syntax::INCOMPLETE_CONDITIONAL,
        "conditional 4..9(traversal 4..5(root 4..5) ? 6..7 number 8..9 : 6..7 error 9..9)",
    );
    // What is skipped ends at the bracket of its own level, not at one within it.
    tree(
        "f([1 ! [2] 3], 4)",
        syntax::EXPECTED_SEPARATOR,
        "call \"f\" 4..21(name 4..5 ( 5..6 tuple 6..17(number 7..8) ) 20..21)",
    );
    tree(
        "{ x =",
        value,
        "object 4..9(traversal 6..7(root 6..7) = 8..9 error 9..9)",
    );
    tree(
        "x[",
        syntax::UNCLOSED_INDEX,
        "traversal 4..6(root 4..5 index 5..6(error 6..6))",
    );
}

#[test]
fn an_incomplete_for_is_in_the_tree() {
    let code = syntax::INVALID_FOR;
    tree(
        "[for",
        code,
        "for 4..8(value 8..8 error 8..8 error 8..8 close 8..8)",
    );
    tree(
        "[for x",
        code,
        "for 4..10(value 9..10 error 10..10 error 10..10 close 10..10)",
    );
    tree(
        "{for k,",
        code,
        "for 4..11(key 9..10 value 11..11 error 11..11 error 11..11 close 11..11)",
    );
    tree(
        "{for k, v",
        code,
        "for 4..13(key 9..10 value 12..13 error 13..13 error 13..13 close 13..13)",
    );
    tree(
        "[for x in",
        code,
        "for 4..13(value 9..10 error 13..13 error 13..13 close 13..13)",
    );
    tree(
        "[for x in y.",
        code,
        "for 4..16(value 9..10 traversal 14..16(root 14..15 missing 15..16) error 16..16 close 16..16)",
    );
    tree(
        "[for x in y : x.z",
        code,
        "for 4..21(value 9..10 traversal 14..15(root 14..15) : 16..17 traversal 18..21(root 18..19 attribute 19..21(name \
         20..21)) close 21..21)",
    );
    tree(
        "[for x in y : x.]",
        syntax::EXPECTED_ATTRIBUTE_NAME,
        "for 4..21(value 9..10 traversal 14..15(root 14..15) : 16..17 traversal 18..20(root 18..19 missing 19..20) close \
         20..21)",
    );
    tree(
        "[for x in y : x if",
        code,
        "for 4..22(value 9..10 traversal 14..15(root 14..15) : 16..17 traversal 18..19(root 18..19) if 22..22(error \
         22..22) close 22..22)",
    );
    tree(
        "{for k, v in x : k",
        code,
        "for 4..22(key 9..10 value 12..13 traversal 17..18(root 17..18) : 19..20 traversal 21..22(root 21..22) close \
         22..22)",
    );
}

#[test]
fn directives_of_an_unclosed_template_are_not_reported() {
    for text in [
        "a = \"%{ if x }y\n",
        "a = \"%{ if x }y",
        "a = <<E\n%{ for x in y }z\n",
    ] {
        let parsed = parse_file(&source(text));
        let codes: Vec<_> = parsed.diagnostics.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, [syntax::UNCLOSED_STRING], "{text:?}");
    }
}

#[test]
fn an_item_after_an_unclosed_template_stays_within_its_parent() {
    for text in [
        "p=[\na=\"-${a\ng=",
        "p=[\na=\"${a\ng=1",
        "p={\na=\"-${a\ng=",
        "p=f(\na=\"-%{ if a\ng=",
    ] {
        let parsed = parse_file(&source(text));
        // Writing the tree down asserts that each node encloses its parts.
        assert!(
            dump(&parsed.value).contains("attribute"),
            "{text}: {}",
            dump(&parsed.value)
        );
    }
}
