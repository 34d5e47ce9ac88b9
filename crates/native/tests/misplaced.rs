//! Problems of what is unclosed, stands side by side, or follows what is complete: the code and range of each, what its
//! detail quotes, its labels and changes. The words between are free.

#[path = "support/summary.rs"]
mod summary;
mod support;

use summary::check;

#[test]
fn problems_of_what_is_unclosed_before_the_next_item() {
    check(&[
        (
            "a = 1 𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀\n",
            "expected-newline 6..106 `𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀...`",
        ),
        (
            "a = 1 𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀\n",
            "expected-newline 6..102 `𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀`",
        ),
        ("a \"%{ if b }\" {\n}\n", "expected-literal 3..5 `%{` `%%{`"),
        (
            "a = [1\nb = 2\n",
            r#"expected-separator 7..8 `]` `b`, label 4..5, write "]" for 6..6"#,
        ),
        (
            "a = [1 +\nb = 2\n",
            "expected-separator 11..12 `=` `==`, label 4..5",
        ),
        (
            "a = {\n  b = [1\nc = 2\n",
            r#"expected-separator 15..16 `]` `c`, label 12..13, write "]}" for 14..14"#,
        ),
        (
            "a = f(\n  1,\nb = 2\n",
            r#"expected-separator 14..15 `)`, label 5..6, write ")" for 11..11"#,
        ),
        (
            "a = \"${b[1}\"\nc = 2\n",
            "unclosed-index 19..19 `]`, label 8..9, label 10..11",
        ),
        ("a = \"${f(1}\"\n", "expected-separator 10..11 `)`"),
        (
            "a = (1\nb = 2\n",
            r#"unclosed-parenthesis 7..8 `)` `b`, label 4..5, write ")" for 6..6"#,
        ),
        (
            "a {\n  b = [1\n}\nc = 1\n",
            r#"expected-separator 13..14 `]` `}`, label 10..11, write "]" for 12..12"#,
        ),
        (
            "a {\n  b = {\n    c = 1\n}\nd = 1\n",
            r#"unclosed-object 10..11 `}`, label 22..23, write "}" for 21..21"#,
        ),
        (
            "a {\n  b = \"${c\n}\n",
            r#"unclosed-string 16..17, label 10..11, write "\"" for 16..16"#,
        ),
        (
            "a = \"x\nb = \"y\n",
            r#"unclosed-string 6..7, label 4..5, write "\"" for 6..6; unclosed-string 13..14, label 11..12, write "\"" for 13..13"#,
        ),
        (
            "a = [\"x\n  \"y\"]\n",
            r#"unclosed-string 7..8, label 5..6, write "\"" for 7..7"#,
        ),
        ("a = [\"x, \"y\"]\n", "expected-separator 10..11 `]` `y`"),
        (
            "a = f(\"x)\n",
            r#"unclosed-string 9..10, label 6..7, write "\"" for 8..8"#,
        ),
        (
            "a = \"x ${b} y\nc = 1\n",
            r#"unclosed-string 13..14, label 4..5, write "\"" for 13..13"#,
        ),
        (
            "a \"b\n  c = 1\n}\n",
            r#"unclosed-string 4..5, label 2..3, write "\"" for 4..4"#,
        ),
    ]);
}

#[test]
fn problems_of_malformed_starts_of_heredocs() {
    check(&[
        (
            "a = << E\nx\nE\nb = 1\n",
            r#"expected-expression 4..5 `<<` `<<-`, write "<<E" for 4..8"#,
        ),
        (
            "a = <<\"E\"\nx\nE\n",
            r#"expected-expression 4..5 `<<` `<<-`, write "<<E" for 4..9"#,
        ),
        (
            "a = <<E \nx\nE\n",
            r#"expected-expression 4..5 `<<` `<<-`, write "<<E" for 4..7"#,
        ),
        (
            "a = <<E",
            r#"unclosed-string 7..7 `E`, label 4..7, write "\nE\n" for 7..7"#,
        ),
        (
            "a = <<-E",
            r#"unclosed-string 8..8 `E`, label 4..8, write "\nE\n" for 8..8"#,
        ),
        (
            "a = <<E # x\ny\nE\n",
            "expected-expression 4..5 `<<` `<<-`; expected-item 12..13 `y` `y = ...` `y {`; expected-item 14..15 `E` `E = ...` `E {`",
        ),
        (
            "a = <<-\"E\"\n  x\n  E\nb = 1\n",
            r#"expected-expression 4..5 `<<` `<<-`, write "<<-E" for 4..10"#,
        ),
        ("a = [<<E x\ny\nE\n]\n", "expected-expression 5..6 `<<` `<<-`"),
        (
            "a = <<1\nx\n1\n",
            "expected-expression 4..5 `<<` `<<-`; expected-item 8..9 `x` `x = ...` `x {`",
        ),
        (
            "a = << E",
            r#"expected-expression 4..5 `<<` `<<-`, write "<<E" for 4..8"#,
        ),
        (
            "a = <<E\nx\nE b\n",
            r#"unclosed-string 14..14 `E`, label 4..8, label 10..13, write "E\nb" for 10..13"#,
        ),
    ]);
}

#[test]
fn problems_of_values_side_by_side() {
    check(&[
        ("a = [for x in y, z]\n", "invalid-for 15..16 `:` `,`"),
        ("a = b c\n", "expected-newline 6..7 `c`"),
        ("a = b \"c\"\n", "expected-newline 6..7"),
        ("a = 1 2\n", "expected-newline 6..7 `2`"),
        ("a = (b c)\n", "unclosed-parenthesis 7..8 `)` `c`, label 4..5"),
        (
            "a = \"${b c}\"\n",
            "unclosed-interpolation 9..10 `}` `c` `${` `$${`, label 5..7",
        ),
        ("a = b[1 2]\n", "unclosed-index 9..10 `]`, label 5..6, label 8..9"),
        ("a = f(1; 2)\n", "invalid-character 7..8"),
        ("a = {b = 1; c = 2}\n", "invalid-character 10..11"),
        (
            "a = {\"b\" 1}\n",
            r#"expected-value 9..10 `=` `1`, write " =" for 8..8"#,
        ),
        ("a = {b: }\n", "expected-expression 8..9 `}`"),
        ("a = {b => }\n", r#"expected-value 7..9 `=`, write " =" for 6..9"#),
        ("a = {for x in y => x}\n", "invalid-for 16..18 `:` `=>`"),
        ("a = [for x in y : x if]\n", "expected-expression 22..23 `]`"),
        ("a = [for, x in y : x]\n", "invalid-for 8..9 `for` `,`"),
        ("a = [for x, in y : x]\n", "invalid-for 15..16 `in` `y`"),
        ("a = [for 1 in y : x]\n", "invalid-for 9..10 `for` `1`"),
        ("a = {for x in y : x : x}\n", "invalid-for 20..21 `}` `:`"),
        ("a = b ? : c\n", "expected-expression 8..9 `:`"),
        ("a = b ? c :\n", "expected-expression 11..12 `=`"),
        ("a = ? b : c\n", "expected-expression 4..5 `?`"),
        (
            "a = b ? c d : e\n",
            "incomplete-conditional 10..11 `condition ? if_true : if_false` `:` `d`",
        ),
    ]);
}

#[test]
fn problems_of_what_follows_a_value() {
    check(&[
        ("a = -\nb = 2\n", "expected-expression 5..6 `=`"),
        ("a = 1 + * 2\n", "expected-expression 8..9 `*`"),
        ("a = 1 == == 2\n", "expected-expression 9..11 `==`"),
        ("a = b.[0]\n", "expected-attribute-name 6..7"),
        ("a = b..c\n", "expected-attribute-name 6..7 `.`"),
        ("a = b.\"c\"\n", r#"expected-attribute-name 6..7 `["..."]`"#),
        ("a = b.0x\n", "expected-newline 7..8 `x`"),
        ("a = b.*.c.*\n", "nested-splat 10..11 `.*` `.*` `[*]`"),
        (
            "a = b[*].c[*\n",
            "unclosed-index 13..13 `]` `*`, label 10..11, label 12..13",
        ),
        ("a = b[]\n", "expected-expression 6..7 `]`"),
        ("a = f(...)\n", "expected-expression 6..9 `...`"),
        ("a = f(1...)...\n", "expected-newline 11..14 `...`"),
        ("a = 1(2)\n", "expected-newline 5..6 `(`"),
        ("a = \"b\"(1)\n", "expected-newline 7..8 `(`"),
    ]);
}

#[test]
fn problems_of_blocks_and_directives() {
    check(&[
        ("%\n", r#"expected-item 0..1 `name = value` `type "label" {` `%`"#),
        (
            "a { b = 1\n c = 2 }\n",
            "invalid-one-line-block 9..10 `{` `}` `{`, label 2..3",
        ),
        ("a { b = 1 } c\n", "expected-newline 12..13 `c`"),
        ("a { b }\n", "expected-item 4..5 `b` `=` `{` `}`"),
        ("a { b = }\n", "expected-expression 8..9 `}`"),
        ("a b { c = 1 }}\n", "expected-newline 13..14 `}`"),
        ("a { { }\n", "expected-item 4..5 `{` `{`"),
        ("a {\n  {\n  }\n}\n", "expected-item 6..7 `{` `=`"),
        ("a {\n  1\n}\n", "expected-item 6..7 `1` `name = value`"),
        ("a {\n  \"b\" = 1\n}\n", r#"quoted-name 6..7, write "b" for 6..9"#),
        (
            "a {\n  b = 1,\n  c = 2,\n}\n",
            r#"expected-newline 11..12, write "" for 11..12; expected-newline 20..21, write "" for 20..21"#,
        ),
        (
            "a = {\n  b = 1;\n}\n",
            r#"invalid-character 13..14, write "" for 13..14"#,
        ),
        ("a {\n", "unclosed-block 2..3 `}`, label 4..4"),
        ("a {\n  b {\n  }\n", "unclosed-block 2..3 `}`, label 14..14"),
        ("a {\n  b = 1\n", "unclosed-block 2..3 `}`, label 12..12"),
        ("a { b = 1", "unclosed-block 2..3 `}`, label 9..9"),
        ("/* a\n", "expected-item 0..1 `*/` `#`"),
        ("a = 1 /* b\n", "expected-expression 7..8 `*/` `#`"),
        (
            "a = \"%{ if b }\"\n",
            "unbalanced-directive 14..15 `%{ endif }` `%{ if }`, label 5..14",
        ),
        (
            "a = \"%{ if b }x%{ endfor }\"\n",
            "unbalanced-directive 15..26 `%{ endif }` `%{ if }` `%{ endfor }`, label 5..14",
        ),
        (
            "a = \"%{ for x in y }z%{ endif }\"\n",
            "unbalanced-directive 21..31 `%{ endfor }` `%{ for }` `%{ endif }`, label 5..20",
        ),
        (
            "a = \"%{ for x in y }z%{ else }w%{ endfor }\"\n",
            "unbalanced-directive 21..30 `for` `else`, label 5..20; unbalanced-directive 31..42 `%{ endfor }` `%{ for }`",
        ),
        (
            "a = \"%{ if b x }y%{ endif }\"\n",
            "invalid-directive 13..14 `}` `x`, label 5..7",
        ),
        (
            "a = \"%{ else if b }\"\n",
            "unbalanced-directive 5..15 `%{ else }` `%{ if }`; invalid-directive 13..15 `}` `if`, label 5..7",
        ),
        (
            "a = \"%{ if b }x%{ else if c }y%{ endif }\"\n",
            "invalid-directive 23..25 `}` `if`, label 15..17",
        ),
        (
            "a = \"%{ endif\"\n",
            "unbalanced-directive 5..14 `%{ endif }` `%{ if }`; invalid-directive 13..14 `}`, label 5..7",
        ),
        ("a = \"%{ if b\"\n", "invalid-directive 12..13 `}`, label 5..7"),
        ("a = \"${\"\n", "unclosed-string 8..9, label 7..8"),
        (
            "a = \"${b\"\n",
            r#"unclosed-interpolation 5..7 `}` `$${` `${`, label 5..7, write "}" for 8..8"#,
        ),
        (
            "a = \"%{\"\n",
            "invalid-directive 7..8 `if` `else` `endif` `for` `endfor` `%{`",
        ),
        ("a = \"\\u00g0\"\n", r#"invalid-escape 5..9 `\u`"#),
        ("a = \"\\U00110000\"\n", r#"invalid-escape 5..15 `\U`"#),
        (
            "a = \"\\\"\n",
            r#"unclosed-string 7..8, label 4..5, write "\"" for 7..7"#,
        ),
        ("a = \"x\\\n", "invalid-character 6..7"),
        ("a = <<E\n\\x${}\nE\n", "expected-expression 12..13 `}`"),
        (
            "a = <<E\n%{ if b }\nx\nE\n",
            "unbalanced-directive 20..21 `%{ endif }` `%{ if }`, label 8..17",
        ),
    ]);
}

#[test]
fn problems_of_headers() {
    check(&[
        (
            "import \"x\"\n",
            "invalid-block-header 10..11 `{` `import` `import = ...`",
        ),
        ("a = true false\n", "expected-newline 9..14 `false`"),
        ("a = b{\n}\n", "expected-newline 5..6 `{`"),
        ("a = b {\n  c = 1\n}\n", "expected-newline 6..7 `{`"),
        (
            "a == b {\n}\n",
            r#"expected-item 0..1 `=` `a = ...`, write " =" for 1..4"#,
        ),
        ("a (\"b\") {\n}\n", "expected-item 0..1 `a` `=` `{` `(`"),
        ("a [b] {\n}\n", "expected-item 0..1 `a`"),
        ("a = => 1\n", "expected-expression 4..6 `=>`"),
        (
            "a : b {\n}\n",
            r#"expected-item 0..1 `=` `a = ...` `a: ...`, write " =" for 1..3"#,
        ),
        ("a: \"b\" {\n}\n", "expected-item 0..1 `=` `a = ...` `a: ...`"),
    ]);
}
