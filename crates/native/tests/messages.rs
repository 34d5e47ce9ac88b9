//! Problems of malformed text: the code and range of each, what its detail quotes, its labels and changes. The words
//! between are free.

#[path = "support/summary.rs"]
mod summary;
mod support;

use hcl2_native::parse_file;
use summary::check;
use support::source;

#[test]
fn problems_of_content_of_blocks_on_one_line() {
    check(&[
        ("a { 1 }\n", "expected-item 4..5 `{` `1`"),
        ("a { \"x\" }\n", "expected-item 4..5 `{`"),
        ("a { <<E\nx\nE\n}\n", "expected-item 4..8 `{`"),
        ("a { [ }\n", "expected-item 4..5 `{` `[`"),
        (
            "a { `x` }\n",
            r#"invalid-character 4..5 `<<EOT` `EOT`, write "\"x\"" for 4..7"#,
        ),
        (
            "a { 12345678901234567890123456 }\n",
            "expected-item 4..30 `{` `123456789012345678901234...`",
        ),
        (
            "a { 1234567890123456789012345 }\n",
            "expected-item 4..29 `{` `123456789012345678901234...`",
        ),
        (
            "a { 123456789012345678901234 }\n",
            "expected-item 4..28 `{` `123456789012345678901234`",
        ),
    ]);
}

#[test]
fn problems_of_missing_brackets() {
    check(&[
        ("{\n}\n", "expected-item 0..1 `{` `=`"),
        ("}\n", r#"expected-item 0..1 `}`, write "" for 0..1"#),
        ("1a = 1\n", "expected-item 0..1 `1` `name = value`"),
        (
            "a = [1 2]\n",
            r#"expected-separator 7..8 `]` `2`, write "," for 6..6"#,
        ),
        ("a = [1\n", "unclosed-tuple 4..5 `]`"),
        ("a = (1\n", "unclosed-parenthesis 7..7 `)`, label 4..5"),
        ("a = {b = 1\n", "expected-expression 11..11"),
        ("a = f(1\n", "unclosed-call 4..6 `)`"),
        ("a = b[1\n", "unclosed-index 8..8 `]`, label 5..6, label 8..8"),
        (
            "a = \"${b\"\n",
            r#"unclosed-interpolation 5..7 `}` `$${` `${`, label 5..7, write "}" for 8..8"#,
        ),
        (
            "a = \"x\n",
            r#"unclosed-string 6..7, label 4..5, write "\"" for 6..6"#,
        ),
    ]);
}

#[test]
fn problems_of_items_that_are_neither_attribute_nor_block() {
    check(&[
        ("a\n", "expected-item 0..1 `a` `a = ...` `a {`"),
        ("a", "expected-item 0..1 `a` `a = ...` `a {`"),
        (
            "a => 1\n",
            r#"expected-item 0..1 `=` `a = ...` `a => ...`, write " =" for 1..4"#,
        ),
        (
            "a := 1\n",
            r#"expected-item 0..1 `=` `a = ...` `a := ...`, write " =" for 1..4"#,
        ),
        (
            "a: 1\n",
            r#"expected-item 0..1 `=` `a = ...` `a: ...`, write " =" for 1..2"#,
        ),
        ("a += 1\n", "expected-item 0..1 `=` `a = ...` `a += ...`"),
        (
            "a == 1\n",
            r#"expected-item 0..1 `=` `a = ...`, write " =" for 1..4"#,
        ),
        ("a.b = 1\n", "expected-item 0..1 `a`"),
        ("a[0] = 1\n", "expected-item 0..1 `a`"),
        ("a ? 1\n", "expected-item 0..1 `a` `=` `{` `?`"),
        ("a \"b\"\n", "invalid-block-header 5..6 `{` `a` `a = ...`"),
        (
            "a \"b\" = {\n  c = 1\n}\n",
            r#"invalid-block-header 6..7 `=` `a`, write " {" for 5..9"#,
        ),
        (
            "a \"b\" : {\n  c = 1\n}\n",
            r#"invalid-block-header 6..7 `{` `a` `:`, write " {" for 5..9"#,
        ),
        (
            "a \"b\" -> {\n  c = 1\n}\n",
            r#"invalid-block-header 6..7 `{` `a` `-`, write " {" for 5..10"#,
        ),
        (
            "a \"b\" => {\n  c = 1\n}\n",
            r#"invalid-block-header 6..8 `{` `a` `=>`, write " {" for 5..10"#,
        ),
        (
            "a \"b\", {\n  c = 1\n}\n",
            "invalid-block-header 5..6 `{` `a` `,`",
        ),
        (
            "a\n{\n  c = 1\n}\n",
            r#"expected-item 0..1 `{` `a`, write " {" for 1..3"#,
        ),
        (
            "a \"b\"\n{\n  c = 1\n}\n",
            r#"invalid-block-header 5..6 `{` `a`, write " {" for 5..7"#,
        ),
        (
            "a\n  c = 1\n}\n",
            r#"expected-item 0..1 `{` `a`, write " {" for 1..1"#,
        ),
        (
            "a \"b\"\n  c = 1\n}\n",
            r#"invalid-block-header 5..6 `{` `a`, write " {" for 5..5"#,
        ),
        (
            "a \"b\" == {\n  c = 1\n}\n",
            r#"invalid-block-header 6..8 `{` `a` `==`, write " {" for 5..10"#,
        ),
        (
            "a \"b\" > {\n c = 1\n}\n",
            r#"invalid-block-header 6..7 `{` `a` `>`, write " {" for 5..9"#,
        ),
        ("a b + {\n c = 1\n}\n", "invalid-block-header 4..5 `{` `a` `+`"),
        (
            "a x\n c = 1\n}\n",
            r#"invalid-block-header 3..4 `{` `a`, write " {" for 3..3"#,
        ),
        ("a ! {\n c = 1\n}\n", "expected-item 0..1 `a` `=` `{` `!`"),
        (
            "a - {\n c = 1\n}\n",
            r#"expected-item 0..1 `a` `=` `{` `-`, write " {" for 1..5"#,
        ),
    ]);
}

#[test]
fn problems_of_characters_of_other_languages() {
    check(&[
        (
            "a = b & c\n",
            r#"unsupported-operator 6..7 `&` `&&`, write "&&" for 6..7"#,
        ),
        (
            "a = b | c\n",
            r#"unsupported-operator 6..7 `|` `||`, write "||" for 6..7"#,
        ),
        (
            "a = ~b\n",
            r#"unsupported-operator 4..5 `~` `!`, write "!" for 4..5"#,
        ),
        ("a = b ^ c\n", "unsupported-operator 6..7 `^` `pow`"),
        ("a = b;\n", r#"invalid-character 5..6, write "" for 5..6"#),
        ("a = \u{a0}1\n", r#"invalid-character 4..6, write " " for 4..6"#),
        (
            "a = ${b}\n",
            r#"invalid-character 4..5 `${` `}`, write "b" for 4..8"#,
        ),
        ("a = $b\n", r#"invalid-character 4..5 `$`, write "" for 4..5"#),
        ("a = 'b'\n", r#"invalid-character 4..5, write "\"b\"" for 4..7"#),
        (
            "a = `b`\n",
            r#"invalid-character 4..5 `<<EOT` `EOT`, write "\"b\"" for 4..7"#,
        ),
        (
            "a = “b”\n",
            r#"invalid-character 4..7, write "\"b\"" for 4..11; invalid-character 8..11, write "\"" for 8..11"#,
        ),
        ("a = b; # x\n", r#"invalid-character 5..6, write "" for 5..6"#),
        ("a = $\n", "invalid-character 4..5 `$`"),
        ("a = \\\n", "invalid-character 4..5"),
        ("a = \u{1}\n", "invalid-character 4..5"),
        ("a = €\n", "invalid-character 4..7 `€`"),
        ("a = 'b\n", "invalid-character 4..5"),
    ]);
}

#[test]
fn problems_of_conditionals_and_for_expressions() {
    check(&[
        (
            "a = b ? c\n",
            "incomplete-conditional 9..10 `condition ? if_true : if_false` `:`",
        ),
        ("a = b ? c : \n", "expected-expression 12..13 `=`"),
        ("a = [for x in y]\n", "invalid-for 15..16 `:` `]`"),
        ("a = [for x y : z]\n", "invalid-for 11..12 `in` `y`"),
        ("a = [for in y : z]\n", "invalid-for 12..13 `in` `y`"),
        ("a = [for x in : z]\n", "expected-expression 14..15 `:`"),
        (
            "a = {for k, v in y : v}\n",
            "invalid-for 21..22 `for` `key => value`",
        ),
        ("a = {for k, v in y : k => }\n", "expected-expression 26..27 `}`"),
        ("a = [for x, y, z in w : 1]\n", "invalid-for 13..14 `in` `,`"),
        ("a = [for x in y : z => 1]\n", "invalid-for 18..19 `for`"),
        ("a = {for x in y : x => 1 if}\n", "expected-expression 27..28 `}`"),
        ("a = [for x in y : x...]\n", "invalid-for 19..22 `...`"),
    ]);
}

#[test]
fn problems_of_missing_operands_and_misplaced_signs() {
    check(&[
        ("a = 1 +\n", "expected-expression 7..8 `=`"),
        ("a = \n", "expected-expression 4..5 `=`"),
        ("a = -\n", "expected-expression 5..6 `=`"),
        ("a = !\n", "expected-expression 5..6 `=`"),
        ("a = b.\n", "expected-attribute-name 6..7"),
        ("a = b.1.2\n", "chained-legacy-index 6..9 `1.2` `[1][2]`"),
        ("a = b[\n", "expected-expression 7..7"),
        ("a = b[*\n", "unclosed-index 8..8 `]` `*`, label 5..6, label 7..8"),
        ("a = f(,)\n", "expected-expression 6..7 `,`"),
        ("a = f(a...b)\n", "misplaced-expansion 7..10 `...` `)` `b`"),
        ("a = f(a..., b)\n", "misplaced-expansion 7..10 `...` `)` `,`"),
        ("a = ns::\n", "expected-function-name 8..9 `::`"),
        ("a = ns::f\n", "expected-call 9..10 `::` `(`"),
        ("a = 1e\n", "expected-newline 5..6 `e`"),
        ("a = 1.\n", "expected-attribute-name 6..7"),
        ("a = 0x1\n", "expected-newline 5..7 `x1`"),
        ("a = 1_000\n", "expected-newline 5..9 `_000`"),
        ("a = .5\n", "expected-expression 4..5 `.`"),
    ]);
}

#[test]
fn problems_of_templates() {
    check(&[
        ("a = \"${}\"\n", "expected-expression 7..8 `}`"),
        ("a = \"%{ if }x%{ endif }\"\n", "expected-expression 11..12 `}`"),
        (
            "a = \"%{ if b }x\"\n",
            "unbalanced-directive 15..16 `%{ endif }` `%{ if }`, label 5..14",
        ),
        (
            "a = \"%{ for x in y }x\"\n",
            "unbalanced-directive 21..22 `%{ endfor }` `%{ for }`, label 5..20",
        ),
        (
            "a = \"%{ endif }\"\n",
            "unbalanced-directive 5..15 `%{ endif }` `%{ if }`",
        ),
        (
            "a = \"%{ else }\"\n",
            "unbalanced-directive 5..14 `%{ else }` `%{ if }`",
        ),
        (
            "a = \"%{ foo }\"\n",
            r#"invalid-directive 8..11 `if` `else` `endif` `for` `endfor` `for`, write "for" for 8..11"#,
        ),
        (
            "a = \"%{ for x y }z%{ endfor }\"\n",
            "invalid-for 14..15 `in` `y`; unbalanced-directive 18..29 `%{ endfor }` `%{ for }`",
        ),
        (
            "a = \"%{ if b }x%{ else }y%{ else }z%{ endif }\"\n",
            "unbalanced-directive 25..34 `if` `else`, label 5..14; unbalanced-directive 35..45 `%{ endif }` `%{ if }`",
        ),
        ("a = \"\\x\"\n", r#"invalid-escape 5..7 `x`, write "\\" for 5..5"#),
        ("a = \"\\u12\"\n", r#"invalid-escape 5..9 `\u`"#),
        ("a = \"\\ud800\"\n", r#"invalid-escape 5..11 `\U`"#),
        (
            "a = \"${b c}\"\n",
            "unclosed-interpolation 9..10 `}` `c` `${` `$${`, label 5..7",
        ),
        (
            "a = \"%{}\"\n",
            "invalid-directive 7..8 `if` `else` `endif` `for` `endfor` `}` `%{`",
        ),
    ]);
}

#[test]
fn problems_of_heredocs() {
    check(&[
        ("a = <<E\nx\n", "unclosed-string 10..10 `E`, label 4..8"),
        (
            "a = <<E x\nE\n",
            "expected-expression 4..5 `<<` `<<-`; expected-item 10..11 `E` `E = ...` `E {`",
        ),
        (
            "a = <<\nE\n",
            "expected-expression 4..5 `<<` `<<-`; expected-item 7..8 `E` `E = ...` `E {`",
        ),
        ("a = <<-E\n  x\n", "unclosed-string 13..13 `E`, label 4..9"),
        (
            "a = <<E\n${b\nE\n",
            "unclosed-interpolation 12..13 `}` `E` `${` `$${`, label 8..10",
        ),
        (
            "a = [<<E\nx\nE]\n",
            r#"unclosed-string 14..14 `E`, label 5..9, label 11..13, write "E\n]" for 11..13"#,
        ),
    ]);
}

#[test]
fn problems_of_separators() {
    check(&[
        ("a = {b = 1, b}\n", "expected-value 13..14 `=` `}`"),
        (
            "a = {b 1}\n",
            r#"expected-value 7..8 `=` `1`, write " =" for 6..6"#,
        ),
        ("a = {= 1}\n", "expected-expression 5..6 `=`"),
        (
            "a = {b: 1 c: 2}\n",
            r#"expected-separator 10..11 `}` `c`, write "," for 9..9"#,
        ),
        ("a = {b =}\n", "expected-expression 8..9 `}`"),
        (
            "a {b = 1\n}\n",
            "invalid-one-line-block 8..9 `{` `}` `{`, label 2..3",
        ),
        ("a {\n b = 1 }\n", "expected-newline 11..12 `}`"),
        ("a {b {}}\n", "invalid-one-line-block 3..6 `name = value` `{`"),
        ("a { b = 1, c = 2 }\n", "invalid-one-line-block 9..10"),
        ("a {} b\n", "expected-newline 5..6 `b`"),
        ("a = 1 b = 2\n", "expected-newline 6..7 `b`"),
        ("a = 1, \n", r#"expected-newline 5..6, write "" for 5..6"#),
        ("a = (1, 2)\n", "unclosed-parenthesis 6..7 `)` `,`, label 4..5"),
        (
            "a = f(1 2)\n",
            r#"expected-separator 8..9 `)`, write "," for 7..7"#,
        ),
        ("a = [%]\n", "expected-expression 5..6 `%`"),
        ("a = [1,,2]\n", "expected-expression 7..8 `,`"),
        ("a = [=]\n", "expected-expression 5..6 `=`"),
        ("a = )\n", "expected-expression 4..5 `)`"),
        ("a = ]\n", "expected-expression 4..5 `]`"),
        ("a = ]]\n", "expected-expression 4..5 `]`"),
        ("a b c\n", "invalid-block-header 5..6 `{` `a` `a = ...`"),
        ("a \"${b}\" {\n}\n", "expected-literal 3..5 `${` `$${`"),
        (
            "a \"b {\n}\n",
            r#"unclosed-string 6..7, label 2..3, write "\"" for 4..4"#,
        ),
    ]);
}

#[test]
fn details_tell_mistakes_of_one_code_apart() {
    let detail = |text: &str| parse_file(&source(text)).diagnostics[0].detail.to_string();
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
    ] {
        assert!(detail(text).contains(part), "{text:?}: {}", detail(text));
    }
}

#[test]
fn attribute_set_more_than_twice_is_compared_with_the_first() {
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
