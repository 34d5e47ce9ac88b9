//! Problems: which code and range each malformed text gets.

#[path = "support/listed.rs"]
mod listed;
mod support;

use hcl2_diagnostics::Code;
use hcl2_diagnostics::codes::{source as source_codes, syntax};
use hcl2_native::{
    Input, Limits, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal,
};
use listed::{assert_problems, detail, file};
use support::source;

#[track_caller]
fn expression(text: &str, expected: &[(Code, &str, u32, u32)]) {
    assert_problems(&parse_expression(&source(text)).diagnostics, expected);
}

#[track_caller]
fn template(text: &str, expected: &[(Code, &str, u32, u32)]) {
    assert_problems(&parse_template(&source(text)).diagnostics, expected);
}

#[track_caller]
fn traversal(text: &str, expected: &[(Code, &str, u32, u32)]) {
    assert_problems(
        &parse_traversal(&source(text), TraversalKind::Absolute).diagnostics,
        expected,
    );
}

const INVALID_CHARACTER: &str = "hcl2::syntax::invalid-character";
const EXPECTED_EXPRESSION: &str = "hcl2::syntax::expected-expression";
const EXPECTED_ITEM: &str = "hcl2::syntax::expected-item";
const EXPECTED_NEWLINE: &str = "hcl2::syntax::expected-newline";
const EXPECTED_SEPARATOR: &str = "hcl2::syntax::expected-separator";
const EXPECTED_VALUE: &str = "hcl2::syntax::expected-value";
const MULTI_LINE_STRING: &str = "hcl2::syntax::multi-line-string";
const INVALID_BLOCK_HEADER: &str = "hcl2::syntax::invalid-block-header";
const INVALID_FOR: &str = "hcl2::syntax::invalid-for";
const INVALID_ESCAPE: &str = "hcl2::syntax::invalid-escape";
const INVALID_NUMBER: &str = "hcl2::syntax::invalid-number";
const INVALID_ONE_LINE_BLOCK: &str = "hcl2::syntax::invalid-one-line-block";
const INVALID_DIRECTIVE: &str = "hcl2::syntax::invalid-directive";
const INVALID_TRAVERSAL: &str = "hcl2::syntax::invalid-traversal";
const UNBALANCED_DIRECTIVE: &str = "hcl2::syntax::unbalanced-directive";
const UNCLOSED_BLOCK: &str = "hcl2::syntax::unclosed-block";
const UNCLOSED_STRING: &str = "hcl2::syntax::unclosed-string";
const DUPLICATE_ATTRIBUTE: &str = "hcl2::syntax::duplicate-attribute";
const UNCLOSED_INDEX: &str = "hcl2::syntax::unclosed-index";
const EXPECTED_ATTRIBUTE_NAME: &str = "hcl2::syntax::expected-attribute-name";
const UNCLOSED_INTERPOLATION: &str = "hcl2::syntax::unclosed-interpolation";

#[test]
fn foreign_characters() {
    file(
        "a = “x”\n",
        &[
            (syntax::INVALID_CHARACTER, INVALID_CHARACTER, 4, 7),
            (syntax::INVALID_CHARACTER, INVALID_CHARACTER, 8, 11),
        ],
    );
    file(
        "a = 'x'\n",
        &[(syntax::INVALID_CHARACTER, INVALID_CHARACTER, 4, 5)],
    );
    file(
        "a = `x`\n",
        &[(syntax::INVALID_CHARACTER, INVALID_CHARACTER, 4, 5)],
    );
    file(
        "a = 1;\nb = 2;\n",
        &[
            (syntax::INVALID_CHARACTER, INVALID_CHARACTER, 5, 6),
            (syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 12, 13),
        ],
    );
    file("a = 1 # \0\n", &[]);
    assert!(detail("a = “x”\n").contains("typographic"));
    assert!(detail("\0").contains("number 0"));
    assert!(detail("a = 1\rb = 2\n").contains("line feed"));
    assert!(detail("a\u{A0}= 1\n").contains("U+00A0"));
}

#[test]
fn suggestions_replace_what_is_wrong() {
    let parsed = parse_file(&source("a = b & c\n"));
    let suggestion = &parsed.diagnostics[0].suggestions[0];
    assert_eq!((suggestion.span.start, suggestion.span.end), (6, 7));
    assert_eq!(suggestion.replacement, "&&");
}

#[test]
fn foreign_operators() {
    expression(
        "a & b",
        &[(
            syntax::UNSUPPORTED_OPERATOR,
            "hcl2::syntax::unsupported-operator",
            2,
            3,
        )],
    );
    // More than four of them are not worth a report each.
    let parsed = parse_expression(&source("a & b | c ^ d ~ e & f | g"));
    assert_eq!(
        parsed
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code == syntax::UNSUPPORTED_OPERATOR)
            .count(),
        4
    );
    expression(
        "a === b",
        &[(syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 4, 5)],
    );
    expression("+1", &[(syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 0, 1)]);
}

#[test]
fn bytes_that_are_not_utf8() {
    let parsed = parse_file(&source(&b"a = \"\xFF\xFF\"\n"[..]));
    assert_problems(
        &parsed.diagnostics,
        &[(source_codes::INVALID_UTF8, "hcl2::source::invalid-utf8", 5, 6)],
    );
}

#[test]
fn strings_over_several_lines() {
    file(
        "a = \"x\ny\"\n",
        &[(syntax::MULTI_LINE_STRING, MULTI_LINE_STRING, 6, 7)],
    );
    file(
        "a = [\"x\ny\nz\", 1]\nb \"p\nq\" {}\n",
        &[
            (syntax::MULTI_LINE_STRING, MULTI_LINE_STRING, 7, 8),
            (syntax::MULTI_LINE_STRING, MULTI_LINE_STRING, 21, 22),
        ],
    );
    let parsed = parse_file(&source("a = \"x\ny\"\n"));
    let label = &parsed.diagnostics[0].labels[0];
    assert_eq!((label.span.start, label.span.end), (4, 5));
}

#[test]
fn strings_without_end() {
    expression("\"abc", &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, 4, 4)]);
    expression("<<A\nx\n", &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, 6, 6)]);
    expression("<<A\nx\nA", &[(syntax::UNCLOSED_STRING, UNCLOSED_STRING, 7, 7)]);
    let parsed = parse_expression(&source("f(\"abc"));
    let label = &parsed.diagnostics[0].labels[0];
    assert_eq!((label.span.start, label.span.end), (2, 3));
}

#[test]
fn items_that_are_none() {
    file("= 1\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file("a\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file("a: 1\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file("a == 1\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file("a.b = 1\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file("}\n", &[(syntax::EXPECTED_ITEM, EXPECTED_ITEM, 0, 1)]);
    file(
        "\"a\" = 1\n",
        &[(syntax::QUOTED_NAME, "hcl2::syntax::quoted-name", 0, 1)],
    );
    assert!(detail("a: 1\n").contains("`a = ...`"));
    assert!(detail("a == 1\n").contains("single `=`"));
    assert!(detail("/* x\n").contains("`*/`"));
}

#[test]
fn attributes_set_twice() {
    file(
        "a = 1\na = 2\n",
        &[(syntax::DUPLICATE_ATTRIBUTE, DUPLICATE_ATTRIBUTE, 6, 7)],
    );
    // Also past the number of names that are compared one by one.
    let mut text: String = (0..40).map(|index| format!("a{index} = 1\n")).collect();
    let start = text.len() as u32;
    text.push_str("a7 = 2\na39 = 3\n");
    file(
        &text,
        &[
            (syntax::DUPLICATE_ATTRIBUTE, DUPLICATE_ATTRIBUTE, start, start + 2),
            (
                syntax::DUPLICATE_ATTRIBUTE,
                DUPLICATE_ATTRIBUTE,
                start + 7,
                start + 10,
            ),
        ],
    );
}

#[test]
fn items_that_do_not_end_with_their_line() {
    file(
        "a = 1 b = 2\n",
        &[(syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 6, 7)],
    );
    file("a = 1,\n", &[(syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 5, 6)]);
    file(
        "b {\n} c\n",
        &[(syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 6, 7)],
    );
}

#[test]
fn block_headers() {
    file(
        "b \"l\"\n{\n}\n",
        &[(syntax::INVALID_BLOCK_HEADER, INVALID_BLOCK_HEADER, 5, 6)],
    );
    file(
        "b \"l\" = {\n}\n",
        &[(syntax::INVALID_BLOCK_HEADER, INVALID_BLOCK_HEADER, 6, 7)],
    );
    file(
        "b c.d {\n}\n",
        &[(syntax::INVALID_BLOCK_HEADER, INVALID_BLOCK_HEADER, 3, 4)],
    );
    file(
        "b \"${x}\" {\n}\n",
        &[(syntax::EXPECTED_LITERAL, "hcl2::syntax::expected-literal", 3, 5)],
    );
}

#[test]
fn blocks_without_end() {
    file(
        "b {\n  a = 1\n",
        &[(syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 2, 3)],
    );
    file("b { a = 1", &[(syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 2, 3)]);
}

#[test]
fn blocks_on_one_line() {
    file(
        "b { a = 1, c = 2 }\n",
        &[(syntax::INVALID_ONE_LINE_BLOCK, INVALID_ONE_LINE_BLOCK, 9, 10)],
    );
    file(
        "b { a = 1\n}\n",
        &[(syntax::INVALID_ONE_LINE_BLOCK, INVALID_ONE_LINE_BLOCK, 9, 10)],
    );
    file(
        "b { a = 1 c = 2 }\n",
        &[(syntax::INVALID_ONE_LINE_BLOCK, INVALID_ONE_LINE_BLOCK, 10, 11)],
    );
    file(
        "b { c {} }\n",
        &[(syntax::INVALID_ONE_LINE_BLOCK, INVALID_ONE_LINE_BLOCK, 4, 7)],
    );
}

#[test]
fn missing_values() {
    for (text, start, end) in [
        ("a =\n", 3, 4),
        ("a = ", 4, 4),
        ("a = ]\n", 4, 5),
        ("a = 1 +\n", 7, 8),
    ] {
        file(
            text,
            &[(syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, start, end)],
        );
    }
    expression(
        "1 /* 2",
        &[(syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 3, 4)],
    );
    expression(
        "1 2",
        &[(syntax::EXPECTED_END, "hcl2::syntax::expected-end", 2, 3)],
    );
}

#[test]
fn numbers() {
    for text in [
        "1.2.3",
        "1..2",
        "1e5e6",
        "1e5.5",
        "1e99999999999999999999",
        "1e2147483648",
        "1e999999999",
    ] {
        let end = text.len() as u32;
        expression(text, &[(syntax::INVALID_NUMBER, INVALID_NUMBER, 0, end)]);
    }
    let too_wide = "9".repeat(155);
    expression(&too_wide, &[(syntax::INVALID_NUMBER, INVALID_NUMBER, 0, 155)]);
    expression(&format!("1{}", "0".repeat(160)), &[]);
    for text in ["0", "007", "1.5", "1e5", "1E-5", "1.e5", "1e+5", "1e99999"] {
        expression(text, &[]);
    }
}

#[test]
fn brackets_without_end() {
    expression(
        "(1",
        &[(
            syntax::UNCLOSED_PARENTHESIS,
            "hcl2::syntax::unclosed-parenthesis",
            2,
            2,
        )],
    );
    expression(
        "[1",
        &[(syntax::UNCLOSED_TUPLE, "hcl2::syntax::unclosed-tuple", 0, 1)],
    );
    expression(
        "{a = 1",
        &[(syntax::UNCLOSED_OBJECT, "hcl2::syntax::unclosed-object", 0, 1)],
    );
    expression(
        "f(1",
        &[(syntax::UNCLOSED_CALL, "hcl2::syntax::unclosed-call", 0, 2)],
    );
    expression("a[1 2]", &[(syntax::UNCLOSED_INDEX, UNCLOSED_INDEX, 5, 6)]);
    expression("a[* 1]", &[(syntax::UNCLOSED_INDEX, UNCLOSED_INDEX, 5, 6)]);
}

#[test]
fn missing_separators() {
    expression("[1 2]", &[(syntax::EXPECTED_SEPARATOR, EXPECTED_SEPARATOR, 3, 4)]);
    expression(
        "f(1 2)",
        &[(syntax::EXPECTED_SEPARATOR, EXPECTED_SEPARATOR, 4, 5)],
    );
    expression(
        "{a = 1 b = 2}",
        &[(syntax::EXPECTED_SEPARATOR, EXPECTED_SEPARATOR, 7, 8)],
    );
}

#[test]
fn missing_item_values() {
    expression("{a, b}", &[(syntax::EXPECTED_VALUE, EXPECTED_VALUE, 2, 3)]);
    expression("{a 1}", &[(syntax::EXPECTED_VALUE, EXPECTED_VALUE, 3, 4)]);
    expression("{a == 1}", &[(syntax::EXPECTED_VALUE, EXPECTED_VALUE, 7, 8)]);
    expression("{a {}}", &[(syntax::EXPECTED_VALUE, EXPECTED_VALUE, 3, 4)]);
}

#[test]
fn conditionals() {
    expression(
        "a ? b",
        &[(
            syntax::INCOMPLETE_CONDITIONAL,
            "hcl2::syntax::incomplete-conditional",
            5,
            5,
        )],
    );
}

#[test]
fn selections() {
    expression(
        "a.",
        &[(syntax::EXPECTED_ATTRIBUTE_NAME, EXPECTED_ATTRIBUTE_NAME, 2, 2)],
    );
    expression(
        "a.\"b\"",
        &[(syntax::EXPECTED_ATTRIBUTE_NAME, EXPECTED_ATTRIBUTE_NAME, 2, 3)],
    );
    expression(
        "a.*.",
        &[(syntax::EXPECTED_ATTRIBUTE_NAME, EXPECTED_ATTRIBUTE_NAME, 2, 3)],
    );
    expression(
        "a.0.1",
        &[(
            syntax::CHAINED_LEGACY_INDEX,
            "hcl2::syntax::chained-legacy-index",
            2,
            5,
        )],
    );
    expression(
        "a.*.b.*",
        &[(syntax::NESTED_SPLAT, "hcl2::syntax::nested-splat", 6, 7)],
    );
}

#[test]
fn calls() {
    expression(
        "a::1()",
        &[(
            syntax::EXPECTED_FUNCTION_NAME,
            "hcl2::syntax::expected-function-name",
            3,
            4,
        )],
    );
    expression(
        "a::b + 1",
        &[(syntax::EXPECTED_CALL, "hcl2::syntax::expected-call", 5, 6)],
    );
    expression(
        "f(a..., b)",
        &[(
            syntax::MISPLACED_EXPANSION,
            "hcl2::syntax::misplaced-expansion",
            3,
            6,
        )],
    );
}

#[test]
fn for_expressions() {
    for (text, start, end) in [
        ("[for 1 in x : y]", 5, 6),
        ("[for a, 1 in x : y]", 8, 9),
        ("[for a of x : y]", 7, 9),
        ("[for a in x y]", 12, 13),
        ("[for a in x : y z]", 16, 17),
        ("[for a in x : y => z]", 14, 15),
        ("[for a in x : y...]", 15, 18),
        ("{for a in x : y}", 14, 15),
    ] {
        expression(text, &[(syntax::INVALID_FOR, INVALID_FOR, start, end)]);
    }
    template(
        "%{ for 1 in x }%{ endfor }",
        &[
            (syntax::INVALID_FOR, INVALID_FOR, 7, 8),
            (syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 15, 26),
        ],
    );
}

#[test]
fn escapes() {
    for (text, start, end) in [
        (r#""a\x""#, 2, 4),
        (r#""\é""#, 1, 4),
        (r#""\u12""#, 1, 5),
        (r#""\U0001F60""#, 1, 10),
        (r#""\uD800""#, 1, 7),
        (r#""\${a}""#, 1, 3),
    ] {
        expression(text, &[(syntax::INVALID_ESCAPE, INVALID_ESCAPE, start, end)]);
    }
    let parsed = parse_expression(&source(r#""\d""#));
    let suggestion = &parsed.diagnostics[0].suggestions[0];
    assert_eq!(
        (suggestion.span.start, suggestion.replacement.as_str()),
        (1, "\\")
    );
}

#[test]
fn interpolations() {
    template(
        "a ${b c}",
        &[(syntax::UNCLOSED_INTERPOLATION, UNCLOSED_INTERPOLATION, 6, 7)],
    );
    template(
        "${a",
        &[(syntax::UNCLOSED_INTERPOLATION, UNCLOSED_INTERPOLATION, 0, 2)],
    );
    expression(
        "\"${a\"",
        &[(syntax::UNCLOSED_INTERPOLATION, UNCLOSED_INTERPOLATION, 1, 3)],
    );
}

#[test]
fn directives() {
    template("%{ 1 }", &[(syntax::INVALID_DIRECTIVE, INVALID_DIRECTIVE, 3, 4)]);
    template(
        "%{ elsif }",
        &[(syntax::INVALID_DIRECTIVE, INVALID_DIRECTIVE, 3, 8)],
    );
    template(
        "%{ if a b }%{ endif }",
        &[(syntax::INVALID_DIRECTIVE, INVALID_DIRECTIVE, 8, 9)],
    );
    let parsed = parse_template(&source("%{ endfi }"));
    assert!(parsed.diagnostics[0].detail.contains("`endif`"));
    template(
        "%{ if a }",
        &[(syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 9, 9)],
    );
    template(
        "%{ for a in b }",
        &[(syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 15, 15)],
    );
    template(
        "%{ endif }",
        &[(syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 0, 10)],
    );
    template(
        "%{ if a }%{ endfor }",
        &[(syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 9, 20)],
    );
    template(
        "%{ if a }%{ else }%{ else }%{ endif }",
        &[
            (syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 18, 27),
            (syntax::UNBALANCED_DIRECTIVE, UNBALANCED_DIRECTIVE, 27, 37),
        ],
    );
}

#[test]
fn traversals() {
    for (text, start, end) in [
        ("1", 0, 1),
        ("", 0, 0),
        ("a.", 2, 2),
        ("a.*", 2, 3),
        ("a[*]", 2, 3),
        ("a[b]", 2, 3),
        ("a + b", 2, 3),
        ("a b", 2, 3),
    ] {
        traversal(
            text,
            &[(syntax::INVALID_TRAVERSAL, INVALID_TRAVERSAL, start, end)],
        );
    }
    traversal("a[0", &[(syntax::UNCLOSED_INDEX, UNCLOSED_INDEX, 3, 3)]);
}

#[test]
fn limits() {
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

/// What is wrong with one line does not keep what is wrong with the next from being reported.
#[test]
fn every_line_of_a_body() {
    const EXPECTED_EXPRESSION: &str = "hcl2::syntax::expected-expression";
    const EXPECTED_SEPARATOR: &str = "hcl2::syntax::expected-separator";
    file(
        "a =\nb = [1 2]\nc {\n  d = )\n  e = 1\n}\n",
        &[
            (syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 3, 4),
            (syntax::EXPECTED_SEPARATOR, EXPECTED_SEPARATOR, 11, 12),
            (syntax::EXPECTED_EXPRESSION, EXPECTED_EXPRESSION, 24, 25),
        ],
    );
}
