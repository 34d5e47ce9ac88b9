//! Braces that are missing: which block lacks one, by the indentation of its lines, and what is read all the same.

#[path = "support/listed.rs"]
mod listed;
#[path = "support/mend.rs"]
mod mend;
mod support;

use hcl2_diagnostics::codes::syntax;
use hcl2_native::parse_file;
use hcl2_native::tree::{Event, File, Node};
use listed::{detail, file};
use mend::{mend, no_change};
use support::source;

const UNCLOSED_BLOCK: &str = "hcl2::syntax::unclosed-block";

/// The names of attributes and the types of blocks, the content of each block in braces.
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
fn a_brace_in_line_with_an_outer_block_closes_that() {
    let text = "a {\n  b {\n    x = 1\n\n  c {\n    y = 2\n  }\n}\nd = 3\n";
    mend(
        text,
        syntax::UNCLOSED_BLOCK,
        (8, 9),
        "a {\n  b {\n    x = 1\n  }\n\n  c {\n    y = 2\n  }\n}\nd = 3\n",
    );
    outlined(text, "a { b { x } c { y } } d");
    let text = "a {\n  b {\n    x = 1\n}\nd = 3\n";
    mend(
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
fn an_item_in_line_with_its_block_is_outside_of_it() {
    let text = "a {\n  x = 1 # one\n\n# b\nb {\n  x = 2\n}\nc = 3\n";
    mend(
        text,
        syntax::UNCLOSED_BLOCK,
        (2, 3),
        "a {\n  x = 1 # one\n}\n\n# b\nb {\n  x = 2\n}\nc = 3\n",
    );
    outlined(text, "a { x } b { x } c");
    // Each of several is one problem.
    let text = "a {\n  x = 1\nb {\n  x = 2\nc {\n  x = 3\n}\n";
    file(
        text,
        &[
            (syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 2, 3),
            (syntax::UNCLOSED_BLOCK, UNCLOSED_BLOCK, 14, 15),
        ],
    );
    outlined(text, "a { x } b { x } c { x }");
    // The last one ends with the text.
    outlined("a {\n  x = 1\nb {\n  x = 2\n", "a { x } b { x }");
}

#[test]
fn a_value_ends_before_an_item_in_line_with_its_attribute() {
    let text = "a {\n  o = {\n    k = 1\n\n  p = 2\n  q = 3\n}\nd = 4\n";
    mend(
        text,
        syntax::UNCLOSED_OBJECT,
        (10, 11),
        "a {\n  o = {\n    k = 1}\n\n  p = 2\n  q = 3\n}\nd = 4\n",
    );
    outlined(text, "a { o p q } d");
    // What is wrong after it is said, too.
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

/// Where all braces match, lines may be indented in any way.
#[test]
fn indentation_of_the_lesser_part_of_the_blocks_means_nothing() {
    let flat = "b {\ny = 1\n}\nc {\nz = 2\n}\n";
    outlined(&format!("a {{\n  x = 1\n{flat}"), "a { x b { y } c { z } }");
    let indented = flat.replace('y', "  y").replace('z', "  z");
    outlined(&format!("a {{\n  x = 1\n{indented}"), "a { x } b { y } c { z }");
}

#[test]
fn indentation_means_nothing_where_braces_match() {
    let text = "a {\n    b {\n  x = 1\n}\ny = {\n      z = 1\n  }\nw = 1\n}\n";
    file(text, &[]);
    outlined(text, "a { b { x } y w }");
}

/// A block that took in too much because of another problem is none that lacks its brace.
#[test]
fn what_follows_from_another_problem_is_not_said() {
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
    mend(text, code, (5, 6), "a \"l\" {\n  x = 1\n}\nd = 3\n");
    outlined(text, "a { x } d");
    assert!(detail(text).contains("on the line of its type and labels"));
    let text = "a\n\n{\n  x = 1\n}\nd = 3\n";
    mend(text, syntax::EXPECTED_ITEM, (0, 1), "a {\n  x = 1\n}\nd = 3\n");
    outlined(text, "a { x } d");
}

#[test]
fn a_block_without_its_brace_has_the_lines_up_to_the_other_one() {
    let code = syntax::INVALID_BLOCK_HEADER;
    let text = "a \"l\" # c\n  x = 1\n  b {\n  }\n}\nd = 3\n";
    mend(
        text,
        code,
        (6, 10),
        "a \"l\" { # c\n  x = 1\n  b {\n  }\n}\nd = 3\n",
    );
    outlined(text, "a { x b { } } d");
    let text = "s {\n  a\n    x = 1\n  }\n  y = 2\n}\n";
    mend(
        text,
        syntax::EXPECTED_ITEM,
        (6, 7),
        "s {\n  a {\n    x = 1\n  }\n  y = 2\n}\n",
    );
    outlined(text, "s { a { x } y }");
    // These are items of the body around.
    outlined("s {\n  a b\n  x = 1\n}\n", "s { a { } x }");
    outlined("s {\n  a b\n    x = 1\n  y = 1\n}\n", "s { a { } x y }");
}

#[test]
fn a_block_with_a_malformed_header_has_its_content() {
    for (header, mended) in [
        ("a \"l\" = {", Some("a \"l\" {")),
        ("a \"l\": {", Some("a \"l\" {")),
        ("a \"l\" -> {", Some("a \"l\" {")),
        ("a \"l\", \"m\" {", None),
    ] {
        let text = format!("{header}\n  x = 1\n  y\n}}\nd = 3\n");
        outlined(&text, "a { x } d");
        let whole = text.replace("  y\n", "");
        let code = syntax::INVALID_BLOCK_HEADER;
        match mended {
            Some(mended) => {
                let at = 5 + u32::from(!header.contains(':'));
                let mended = format!("{mended}\n  x = 1\n}}\nd = 3\n");
                mend(&whole, code, (at, at + 1), &mended);
            }
            None => no_change(&whole, code),
        }
    }
}

#[test]
fn a_block_with_labels_in_other_signs_has_its_content() {
    outlined("a.\"l\" {\n  x = 1\n}\nd = 3\n", "a { x } d");
    outlined("a 'l' {\n  x = 1\n}\nd = 3\n", "a { x } d");
}

#[test]
fn an_attribute_with_another_sign_is_one_all_the_same() {
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
            mend(
                &text,
                syntax::EXPECTED_ITEM,
                (0, 1),
                "a = [1, { k = 2 }]\nd = 3\n",
            );
        }
    }
    outlined("a:\n  - b\nd = 3\n", "d");
    // It counts as no definition.
    file(
        "a: 1\na = 2\n",
        &[(syntax::EXPECTED_ITEM, "hcl2::syntax::expected-item", 0, 1)],
    );
}
