//! Trees: the exact range of every part of every construct.

use crate::support::dump::dump;
use crate::support::source;
use hcl2_diagnostics::SourceMap;
use hcl2_native::tree::{PositionMap, TextRange};
use hcl2_native::{Input, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal};

#[track_caller]
fn expression(text: &str, expected: &str) {
    let parsed = parse_expression(&source(text));
    assert_eq!(parsed.diagnostics.len(), 0, "{:?}", parsed.diagnostics);
    assert_eq!(dump(&parsed.value), expected);
}

#[track_caller]
fn template(text: &str, expected: &str) {
    let parsed = parse_template(&source(text));
    assert_eq!(parsed.diagnostics.len(), 0, "{:?}", parsed.diagnostics);
    assert_eq!(dump(&parsed.value), expected);
}

#[track_caller]
fn file(text: &str, expected: &str) {
    let parsed = parse_file(&source(text));
    assert_eq!(parsed.diagnostics.len(), 0, "{:?}", parsed.diagnostics);
    assert_eq!(dump(&parsed.value), expected);
}

/// Asserts the tree of a source with problems.
#[track_caller]
fn broken(text: &str, expected: &str) {
    let parsed = parse_file(&source(text));
    assert_ne!(parsed.diagnostics.len(), 0);
    assert_eq!(dump(&parsed.value), expected);
}

#[test]
fn literals() {
    expression("1.5e3", "number 0..5");
    expression(" true ", "true 1..5");
    expression("false", "false 0..5");
    expression("null", "null 0..4");
    expression("\"\"", "string \"\" 0..2");
    expression("\"a b\"", "string \"a b\" 0..5");
}

#[test]
fn traversals() {
    expression("a", "traversal 0..1(root 0..1)");
    expression(
        "a.b . c[0].1[k][\"s\"]",
        "traversal 0..20(root 0..1 attribute 1..3(name 2..3) attribute 4..7(name 6..7) index 7..10(number 8..9) \
         legacy 10..12(number 11..12) index 12..15(traversal 13..14(root 13..14)) index 15..20(string \"s\" 16..19))",
    );
    expression(
        "f().a[*].b.*.c",
        "postfix 0..14(call \"f\" 0..3(name 0..1 ( 1..2 ) 2..3) attribute 3..5(name 4..5) [*] 5..8 \
         attribute 8..10(name 9..10) .* 10..12 attribute 12..14(name 13..14))",
    );
}

#[test]
fn operations() {
    expression(
        "1 + 2*3 - 4",
        "binary 0..11(binary 0..7(number 0..1 + 2..3 binary 4..7(number 4..5 * 5..6 number 6..7)) - 8..9 number 10..11)",
    );
    expression(
        "a||b&&c==d<e+f%g",
        "binary 0..16(traversal 0..1(root 0..1) || 1..3 binary 3..16(traversal 3..4(root 3..4) && 4..6 \
         binary 6..16(traversal 6..7(root 6..7) == 7..9 binary 9..16(traversal 9..10(root 9..10) < 10..11 \
         binary 11..16(traversal 11..12(root 11..12) + 12..13 binary 13..16(traversal 13..14(root 13..14) % 14..15 \
         traversal 15..16(root 15..16)))))))",
    );
    expression(
        "-a.b",
        "Negate 0..4(traversal 1..4(root 1..2 attribute 2..4(name 3..4)))",
    );
    expression("!(a)", "Not 0..4(parens 1..4(traversal 2..3(root 2..3)))");
    expression("-1+2", "binary 0..4(Negate 0..2(number 1..2) + 2..3 number 3..4)");
    expression(
        "a ? 1 : b ? 2 : 3",
        "conditional 0..17(traversal 0..1(root 0..1) ? 2..3 number 4..5 : 6..7 conditional 8..17(traversal 8..9(root \
         8..9) ? 10..11 number 12..13 : 14..15 number 16..17))",
    );
}

#[test]
fn collections() {
    expression("[]", "tuple 0..2");
    expression("[1, 2,\n]", "tuple 0..8(number 1..2 number 4..5)");
    expression("{}", "object 0..2");
    expression(
        "{a = 1, \"b\" : 2\n(c) = 3}",
        "object 0..24(traversal 1..2(root 1..2) = 3..4 number 5..6 string \"b\" 8..11 : 12..13 number 14..15 \
         parens 16..19(traversal 17..18(root 17..18)) = 20..21 number 22..23)",
    );
}

#[test]
fn for_expressions() {
    expression(
        "[for v in l : v if v]",
        "for 0..21(value 5..6 traversal 10..11(root 10..11) : 12..13 traversal 14..15(root 14..15) if 19..20(traversal \
         19..20(root 19..20)) close 20..21)",
    );
    expression(
        "{for k, v in m : k => v...}",
        "for 0..27(key 5..6 value 8..9 traversal 13..14(root 13..14) : 15..16 traversal 17..18(root 17..18) => 19..21 \
         traversal 22..23(root 22..23) ... 23..26 close 26..27)",
    );
}

#[test]
fn calls() {
    expression(
        "f(1, x...)",
        "call \"f\" 0..10(name 0..1 ( 1..2 number 2..3 traversal 5..6(root 5..6) ... 6..9 ) 9..10)",
    );
    expression(
        "a::b(1,)",
        "call \"a::b\" 0..8(name 0..4 ( 4..5 number 5..6 ) 7..8)",
    );
    expression(
        "a :: b /**/ :: c()",
        "call \"a::b::c\" 0..18(name 0..16 ( 16..17 ) 17..18)",
    );
}

#[test]
fn quoted_templates() {
    expression("\"${a}\"", "wrap 0..6(traversal 3..4(root 3..4))");
    expression(
        "\"x${a}y\"",
        "template 0..8(literal \"x\" 1..2 interpolation 2..6(traversal 4..5(root 4..5)) literal \"y\" 6..7)",
    );
    expression(
        r#""a\n\t\"\\\u00e9\U0001F600""#,
        "string \"a\\n\\t\\\"\\\\é😀\" 0..27",
    );
    expression("\"$${a} %%{b} $ % $$ $\"", "string \"${a} %{b} $ % $$ $\" 0..22");
}

#[test]
fn heredocs() {
    expression("<<A\nx\n y\nA\n", "string \"x\\n y\\n\" 0..10");
    expression(
        "<<-A\n    x\n\n      y\n    A\n",
        "string \"x\\n\\n  y\\n\" 0..25",
    );
    expression(
        "<<-A\n  ${a} b\n    c\n  A\n",
        "template 0..23(literal \"\" 7..7 interpolation 7..11(traversal 9..10(root 9..10)) literal \" b\\n  c\\n\" 11..20)",
    );
    expression("<<A\r\nx\r\nA\r\n", "string \"x\\r\\n\" 0..9");
    expression("<<A\n\\n \"\nA\n", "string \"\\\\n \\\"\\n\" 0..10");
}

#[test]
fn strip_markers() {
    template(
        "a  ${~ b ~}  c",
        "template 0..14(literal \"a\" 0..3 interpolation 3..11(traversal 7..8(root 7..8)) literal \"c\" 11..14)",
    );
    // Only the line next to the marker is trimmed.
    template(
        "a\n  ${~ b ~}\n  c",
        "template 0..16(literal \"a\\n\" 0..4 interpolation 4..12(traversal 8..9(root 8..9)) literal \"  c\" 12..16)",
    );
}

#[test]
fn directives() {
    template(
        "%{ if a }x%{ else }y%{ endif }",
        "template 0..30(if 0..30(open 0..9(traversal 6..7(root 6..7)) literal \"x\" 9..10 else 10..19 literal \"y\" 19..20 \
         close 20..30))",
    );
    template(
        "%{ for k, v in m }${v}%{ endfor }.",
        "template 0..34(for 0..33(open 0..18(key 7..8 value 10..11 traversal 15..16(root 15..16)) interpolation \
         18..22(traversal 20..21(root 20..21)) close 22..33) literal \".\" 33..34)",
    );
}

#[test]
fn bare_templates() {
    template("", "string \"\" 0..0");
    template("a \"b\"\n\r\n$", "string \"a \\\"b\\\"\\n\\r\\n$\" 0..9");
    template("${a}", "wrap 0..4(traversal 2..3(root 2..3))");
}

#[test]
fn structure() {
    file(
        "a = 1\nb \"l\" m {\n  c=2\n}\n",
        "body 0..24(attribute 0..5(name 0..1 = 2..3 number 4..5) block 6..23(type 6..7 label \"l\" 8..11 label \"m\" 12..13 \
         { 14..15 body 14..23(attribute 18..21(name 18..19 = 19..20 number 20..21)) } 22..23))",
    );
    file("b {}", "body 0..4(block 0..4(type 0..1 { 2..3 body 2..4 } 3..4))");
    file(
        "b { a = 1 }\n",
        "body 0..12(block 0..11(type 0..1 { 2..3 body 4..9(attribute 4..9(name 4..5 = 6..7 number 8..9)) } 10..11))",
    );
    file(
        "\u{FEFF}a = 1 # c\n",
        "body 3..13(attribute 3..8(name 3..4 = 5..6 number 7..8))",
    );
}

#[test]
fn an_incomplete_source_has_a_tree() {
    broken(
        "a = foo.\nb = 1\n",
        "body 0..15(attribute 0..8(name 0..1 = 2..3 traversal 4..8(root 4..7 missing 7..8)) attribute 9..14(name 9..10 = \
         11..12 number 13..14))",
    );
    broken(
        "a = f(",
        "body 0..6(attribute 0..6(name 0..1 = 2..3 call \"f\" 4..6(name 4..5 ( 5..6 error 6..6)))",
    );
    broken("b {", "body 0..3(block 0..3(type 0..1 { 2..3 body 2..3 } 3..3))");
    broken("a =", "body 0..3(attribute 0..3(name 0..1 = 2..3 error 3..3))");
    broken(
        "a = 1 +\nb = 2\n",
        "body 0..14(attribute 0..7(name 0..1 = 2..3 binary 4..7(number 4..5 + 6..7 error 7..7)) attribute 8..13(name \
         8..9 = 10..11 number 12..13))",
    );
}

#[test]
fn source_after_a_problem_is_still_read() {
    broken(
        "}\na = 1\n\"x\" = 2\nb = 3\n",
        "body 0..22(error 0..1 attribute 2..7(name 2..3 = 4..5 number 6..7) error 8..9 attribute 16..21(name 16..17 = \
         18..19 number 20..21))",
    );
    broken(
        "b {\n  =\n  c = 1\n}\nd = 2\n",
        "body 0..24(block 0..17(type 0..1 { 2..3 body 2..17(error 6..7 attribute 10..15(name 10..11 = 12..13 number \
         14..15)) } 16..17) attribute 18..23(name 18..19 = 20..21 number 22..23))",
    );
}

#[test]
fn bare_traversals() {
    let parsed = parse_traversal(&source("a.b[\"c\"][1]"), TraversalKind::Absolute);
    assert_eq!(
        dump(&parsed.value),
        "traversal 0..11(root 0..1 attribute 1..3(name 2..3) index 3..8(string \"c\" 4..7) index 8..11(number 9..10))"
    );
    let parsed = parse_traversal(&source("a[*].b"), TraversalKind::Partial);
    assert_eq!(parsed.diagnostics.len(), 0);
    assert_eq!(
        dump(&parsed.value),
        "traversal 0..6(root 0..1 [*] 1..4 attribute 4..6(name 5..6))"
    );
    let parsed = parse_traversal(&source("[0].b"), TraversalKind::Relative);
    assert_eq!(parsed.diagnostics.len(), 0);
    assert_eq!(
        dump(&parsed.value),
        "traversal 0..5(root 0..0 index 0..3(number 1..2) attribute 3..5(name 4..5))"
    );
}

#[test]
fn a_part_of_a_source_has_offsets_in_the_source() {
    let source = source("x = (a + 1)");
    let parsed = parse_expression(Input::part(&source, TextRange::new(5, 10)));
    assert_eq!(
        dump(&parsed.value),
        "binary 5..10(traversal 5..6(root 5..6) + 7..8 number 9..10)"
    );
}

#[test]
fn decoded_text_has_spans_in_its_source() {
    let mut sources = SourceMap::new();
    let source = sources.add("app.json", r#"{"x": "a\n${b} ${"}"#).unwrap();
    // The text `a`, line feed, `${b} ${` starts at offset 7, and its line feed takes two bytes.
    let mut map = PositionMap::starting_at(7);
    map.resume(2, 10);
    let parsed = parse_template(Input::decoded(&source, "a\n${b} ${", map));
    let file = &parsed.value;
    let root = file.root().expr().unwrap();
    assert_eq!(file.expr_span(root).range(), 7..17);
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].subject.unwrap().range(), 17..17);
}

#[test]
fn a_brace_in_an_unclosed_label_opens_the_block() {
    broken(
        "a \"b {\n  c = 1\n}\n",
        "body 0..17(block 0..16(type 0..1 label \"b {\" 2..6 { 5..6 \
         body 5..16(attribute 9..14(name 9..10 = 11..12 number 13..14)) } 15..16))",
    );
}
