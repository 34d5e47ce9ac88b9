//! Problems that are reported once, and how the parser continues after them.

use crate::support::listed::{detail, file};
use crate::support::source;
use hcl2_diagnostics::codes::syntax;
use hcl2_native::parse_file;
use hcl2_native::tree::Node;

const EXPECTED_NEWLINE: &str = "hcl2::syntax::expected-newline";
const UNCLOSED_STRING: &str = "hcl2::syntax::unclosed-string";

#[test]
fn an_unclosed_string_ends_with_its_line_and_is_one_problem() {
    #[track_caller]
    fn unclosed(text: &str, starts: u32, ends: u32) {
        let missing = (text.len() as u32) - 4;
        file(
            text,
            &[
                (syntax::UNCLOSED_STRING, UNCLOSED_STRING, ends, ends + 1),
                (
                    syntax::EXPECTED_NEWLINE,
                    EXPECTED_NEWLINE,
                    missing + 2,
                    missing + 3,
                ),
            ],
        );
        let label = &parse_file(&source(text)).diagnostics[0].labels[0];
        assert_eq!((label.span.start, label.span.end), (starts, starts + 1));
    }
    unclosed("a = \"x\nb = 2\nc = \"y\"\nd = 1 1\n", 4, 6);
    unclosed("a = \"x\nb = \"y\"\nc = \"z\"\nd = 1 1\n", 4, 6);
    unclosed("a = [\"x\", \"y]\nd = 1 1\n", 10, 13);
    unclosed("a = [\n\"x,\n\"y\"\n]\nd = 1 1\n", 6, 9);
    unclosed("a = f(g([\"x]))\nd = 1 1\n", 9, 14);
    unclosed("a = {\n b = \"x\n c = \"y\"\n}\nd = 1 1\n", 11, 13);
    unclosed("s \"x {\n a = 1\n}\nd = 1 1\n", 2, 6);
    // The first of two unclosed strings ends where the second one starts a value.
    file(
        "a = \"x\nb = \"y\nc = 1\n",
        &[
            (syntax::UNCLOSED_STRING, UNCLOSED_STRING, 6, 7),
            (syntax::UNCLOSED_STRING, UNCLOSED_STRING, 13, 14),
        ],
    );
    // An unclosed interpolation takes in the quote, but still ends with the line.
    file(
        "a = \"x ${b\"\nc = \"y\"\nd = 1 1\n",
        &[
            (
                syntax::UNCLOSED_INTERPOLATION,
                "hcl2::syntax::unclosed-interpolation",
                5,
                7,
            ),
            (syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 26, 27),
        ],
    );
    // In a heredoc, the text continues after it.
    file(
        "a = <<E\n${\"x\n}y\nE\nd = 1 1\n",
        &[
            (syntax::UNCLOSED_STRING, UNCLOSED_STRING, 12, 13),
            (syntax::EXPECTED_NEWLINE, EXPECTED_NEWLINE, 24, 25),
        ],
    );
}

#[test]
fn lines_after_an_unclosed_bracket_are_in_the_tree() {
    #[track_caller]
    fn read(text: &str, expected: &[&str]) {
        let parsed = parse_file(&source(text));
        assert_eq!(parsed.diagnostics.len(), 1, "{:?}", parsed.diagnostics);
        let file = &parsed.value;
        let read: Vec<_> = file
            .nodes_in(file.root_node())
            .filter(|node| matches!(node, Node::Attribute(_)))
            .map(|node| file.str(file.node_range(node)))
            .collect();
        assert_eq!(read, expected, "{text}");
    }
    read("a = [1, 2\nb = 3\nc = 4\n", &["a = [1, 2", "b = 3", "c = 4"]);
    read("a = [1,\n  2 # two\n\nb = 3\n", &["a = [1,\n  2", "b = 3"]);
    read("a = f(1, (2\nb = [3]\n", &["a = f(1, (2", "b = [3]"]);
    read("a = (1\nb = 2\n", &["a = (1", "b = 2"]);
    read("a = x.y[\nb = 2\n", &["a = x.y[", "b = 2"]);
    read("a = {\n  k = [1\n}\nb = 2\n", &["a = {\n  k = [1\n}", "b = 2"]);
    read(
        "a = \"x ${foo\nb = 1\nc = \"y\"\n",
        &["a = \"x ${foo", "b = 1", "c = \"y\""],
    );
    // The block ends at its brace, and further blocks are read, too.
    read(
        "s {\n  a = g({\n    n = 1\n  }\n  b = 2\n}\nt \"l\" m {\n  c = 3\n}\nd = 4\n",
        &["a = g({\n    n = 1\n  }", "b = 2", "c = 3", "d = 4"],
    );
    read(
        "s {\n  a = [\n}\nt {\n  c = 3\n}\nd = 4\n",
        &["a = [", "c = 3", "d = 4"],
    );
    // A second value without its closing bracket is given up, too.
    read("a = [1\nb = [2\nc = 3\n", &["a = [1", "b = [2", "c = 3"]);
    // Lines that are indented deeper are not items of the body.
    read("a = [\n  b = 1\n  c = 2\n", &["a = [\n  b = 1\n  c = 2\n"]);
    // A closed bracket keeps its content.
    read(
        "a = [\n1 2,\nb = 3\n]\nc = 4\n",
        &["a = [\n1 2,\nb = 3\n]", "c = 4"],
    );
}

#[test]
fn words_and_signs_of_other_languages_are_explained() {
    for (text, meant) in [
        ("a = if x then 1 else 2\n", "condition ? if_true : if_false"),
        ("a = 1 if x else 2\n", "condition ? if_true : if_false"),
        ("a = b and c\n", "`&&`"),
        ("a = b or c\n", "`||`"),
        ("a = not b\n", "`!`"),
        ("a = b = c\n", "`==`"),
        ("a => 1\n", "not `a => ...`"),
        ("a := 1\n", "not `a := ...`"),
        ("a = \"x\" \"y\"\n", "not joined"),
        ("a = x\"\n", "Remove this quote"),
        ("a = [for x of y : x]\n", "after the names, found `of`."),
    ] {
        assert!(detail(text).contains(meant), "{text}: {}", detail(text));
    }
}
