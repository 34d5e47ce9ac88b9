//! Missing braces: which block lacks one, by the indentation of its lines, and what is read nevertheless.

use crate::support::fix::{fix, no_fix};
use crate::support::listed::{detail, file};
use crate::support::source;
use hcl2_diagnostics::codes::syntax;
use hcl2_native::parse_file;
use hcl2_native::tree::{Event, File, Node};

const UNCLOSED_BLOCK: &str = "hcl2::syntax::unclosed-block";

/// Returns the names of attributes and the types of blocks, with the content of each block in braces.
fn outline(file: &File) -> String {
    let mut out = String::new();
    for event in file.walk(file.root_node()) {
        match event {
            Event::Enter(Node::Attribute(attribute)) => {
                out.push_str(file.str(file.attribute(attribute).name));
                out.push(' ');
            }
            Event::Enter(Node::Block(block)) => {
                out.push_str(file.str(file.block(block).block_type));
                out.push_str(" { ");
            }
            Event::Leave(Node::Block(_)) => out.push_str("} "),
            _ => {}
        }
    }
    out.trim_end().to_owned()
}

#[track_caller]
fn outlined(text: &str, expected: &str) {
    assert_eq!(outline(&parse_file(&source(text)).value), expected, "{text}");
}

#[test]
fn a_brace_in_line_with_an_outer_block_closes_the_outer_block() {
    let text = "a {\n  b {\n    x = 1\n\n  c {\n    y = 2\n  }\n}\nd = 3\n";
    fix(
        text,
        syntax::UNCLOSED_BLOCK,
        (8, 9),
        "a {\n  b {\n    x = 1\n  }\n\n  c {\n    y = 2\n  }\n}\nd = 3\n",
    );
    outlined(text, "a { b { x } c { y } } d");
    let text = "a {\n  b {\n    x = 1\n}\nd = 3\n";
    fix(
        text,
        syntax::UNCLOSED_BLOCK,
        (8, 9),
        "a {\n  b {\n    x = 1\n  }\n}\nd = 3\n",
    );
    outlined(text, "a { b { x } } d");
    let parsed = parse_file(&source(text));
    let labels: Vec<_> = parsed.diagnostics[0]
        .labels
        .iter()
        .map(|label| (label.span.start, label.span.end, &*label.text))
        .collect();
    assert_eq!(
        labels,
        [
            (20, 21, "lines up with an outer block"),
            (0, 1, "the outer block")
        ]
    );
}

#[test]
fn a_brace_behind_an_attribute_closes_its_block_if_nothing_else_does() {
    let text = "a {\n  x = 1\n  y = 2 }\nb {\n  z = 3\n}\n";
    fix(
        text,
        syntax::EXPECTED_NEWLINE,
        (20, 21),
        "a {\n  x = 1\n  y = 2 \n}\nb {\n  z = 3\n}\n",
    );
    outlined(text, "a { x y } b { z }");
    let text = "a {\n  x = 1 }\n  y = 2\n}\nb {\n  z = 3\n}\n";
    file(
        text,
        &[(syntax::EXPECTED_NEWLINE, "hcl2::syntax::expected-newline", 12, 13)],
    );
    outlined(text, "a { x y } b { z }");
}

#[test]
fn an_item_in_line_with_a_block_is_outside_of_the_block() {
    let text = "a {\n  x = 1 # one\n\n# b\nb {\n  x = 2\n}\nc = 3\n";
    fix(
        text,
        syntax::UNCLOSED_BLOCK,
        (2, 3),
        "a {\n  x = 1 # one\n}\n\n# b\nb {\n  x = 2\n}\nc = 3\n",
    );
    outlined(text, "a { x } b { x } c");
    // Each of several unclosed blocks is one problem.
    let text = "a {\n  x = 1\nb {\n  x = 2\nc {\n  x = 3\n}\n";
    file(
        text,
        &[
            (syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 2, 3),
            (syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 14, 15),
        ],
    );
    outlined(text, "a { x } b { x } c { x }");
    // The last one ends with the source.
    outlined("a {\n  x = 1\nb {\n  x = 2\n", "a { x } b { x }");
}

#[test]
fn a_value_ends_before_an_item_in_line_with_its_attribute() {
    let text = "a {\n  o = {\n    k = 1\n\n  p = 2\n  q = 3\n}\nd = 4\n";
    fix(
        text,
        syntax::UNCLOSED_OBJECT,
        (10, 11),
        "a {\n  o = {\n    k = 1}\n\n  p = 2\n  q = 3\n}\nd = 4\n",
    );
    outlined(text, "a { o p q } d");
    // Problems after it are reported, too.
    let text = "a {\n  o = {\n    k = 1\n  p = 2\n}\nb = 1 1\n";
    file(
        text,
        &[
            (syntax::UNCLOSED_OBJECT, "hcl2::syntax::unclosed-object", 10, 11),
            (syntax::EXPECTED_NEWLINE, "hcl2::syntax::expected-newline", 38, 39),
        ],
    );
}

#[test]
fn without_indentation_the_outermost_block_lacks_its_brace() {
    let text = "a {\nb {\nx = 1\n}\nd = 3\n";
    file(text, &[(syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 2, 3)]);
    outlined(text, "a { b { x } d }");
}

#[test]
fn indentation_of_a_minority_of_the_blocks_is_ignored() {
    let flat = "b {\ny = 1\n}\nc {\nz = 2\n}\n";
    outlined(&format!("a {{\n  x = 1\n{flat}"), "a { x b { y } c { z } }");
    let indented = flat.replace('y', "  y").replace('z', "  z");
    outlined(&format!("a {{\n  x = 1\n{indented}"), "a { x } b { y } c { z }");
}

#[test]
fn indentation_is_ignored_if_braces_match() {
    let text = "a {\n    b {\n  x = 1\n}\ny = {\n      z = 1\n  }\nw = 1\n}\n";
    file(text, &[]);
    outlined(text, "a { b { x } y w }");
}

#[test]
fn a_block_that_took_in_too_much_after_another_problem_is_not_reported() {
    file(
        "s {\n  a { b {}}\n  c = 1\n}\nt {\n}\nd = 1 1\n",
        &[
            (
                syntax::INVALID_ONE_LINE_BLOCK,
                "hcl2::syntax::invalid-one-line-block",
                10,
                13,
            ),
            (syntax::EXPECTED_NEWLINE, "hcl2::syntax::expected-newline", 38, 39),
        ],
    );
}

#[test]
fn a_block_may_start_on_the_line_after_its_header() {
    let code = syntax::INVALID_BLOCK_HEADER;
    let text = "a \"l\"\n{\n  x = 1\n}\nd = 3\n";
    fix(text, code, (5, 6), "a \"l\" {\n  x = 1\n}\nd = 3\n");
    outlined(text, "a { x } d");
    assert!(detail(text).contains("on the line of its type and labels"));
    let text = "a\n\n{\n  x = 1\n}\nd = 3\n";
    fix(text, syntax::EXPECTED_ITEM, (0, 1), "a {\n  x = 1\n}\nd = 3\n");
    outlined(text, "a { x } d");
}

#[test]
fn a_block_without_its_opening_brace_has_the_lines_up_to_the_closing_one() {
    let code = syntax::INVALID_BLOCK_HEADER;
    let text = "a \"l\" # c\n  x = 1\n  b {\n  }\n}\nd = 3\n";
    fix(
        text,
        code,
        (6, 10),
        "a \"l\" { # c\n  x = 1\n  b {\n  }\n}\nd = 3\n",
    );
    outlined(text, "a { x b { } } d");
    let text = "s {\n  a\n    x = 1\n  }\n  y = 2\n}\n";
    fix(
        text,
        syntax::EXPECTED_ITEM,
        (6, 7),
        "s {\n  a {\n    x = 1\n  }\n  y = 2\n}\n",
    );
    outlined(text, "s { a { x } y }");
    // These are items of the body around it.
    outlined("s {\n  a b\n  x = 1\n}\n", "s { a { } x }");
    outlined("s {\n  a b\n    x = 1\n  y = 1\n}\n", "s { a { } x y }");
}

#[test]
fn a_block_with_an_invalid_header_has_its_content() {
    for (header, fixed) in [
        ("a \"l\" = {", Some("a \"l\" {")),
        ("a \"l\": {", Some("a \"l\" {")),
        ("a \"l\" -> {", Some("a \"l\" {")),
        ("a \"l\", \"m\" {", None),
    ] {
        let text = format!("{header}\n  x = 1\n  y\n}}\nd = 3\n");
        outlined(&text, "a { x } d");
        let whole = text.replace("  y\n", "");
        let code = syntax::INVALID_BLOCK_HEADER;
        match fixed {
            Some(fixed) => {
                let at = 5 + u32::from(!header.contains(':'));
                let fixed = format!("{fixed}\n  x = 1\n}}\nd = 3\n");
                fix(&whole, code, (at, at + 1), &fixed);
            }
            None => no_fix(&whole, code),
        }
    }
}

#[test]
fn a_block_with_labels_between_other_signs_has_its_content() {
    outlined("a.\"l\" {\n  x = 1\n}\nd = 3\n", "a { x } d");
    outlined("a 'l' {\n  x = 1\n}\nd = 3\n", "a { x } d");
}

#[test]
fn an_attribute_with_another_sign_is_still_an_attribute() {
    for (sign, suggested) in [
        (":", true),
        (":=", true),
        ("==", true),
        ("=>", true),
        ("+=", false),
    ] {
        let text = format!("a {sign} [1, {{ k = 2 }}]\nd = 3\n");
        outlined(&text, "a d");
        let parsed = parse_file(&source(text.as_str()));
        let [problem] = &*parsed.diagnostics else {
            panic!("{text:?}: {:?}", parsed.diagnostics);
        };
        assert_eq!(problem.code, syntax::EXPECTED_ITEM);
        if suggested {
            fix(
                &text,
                syntax::EXPECTED_ITEM,
                (0, 1),
                "a = [1, { k = 2 }]\nd = 3\n",
            );
        }
    }
    outlined("a:\n  - b\nd = 3\n", "d");
    // It does not count as a definition.
    file(
        "a: 1\na = 2\n",
        &[(syntax::EXPECTED_ITEM, "hcl2::syntax::expected-item", 0, 1)],
    );
}
