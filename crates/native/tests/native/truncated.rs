//! Sources that end anywhere: what precedes the end is in the tree, and a cursor there finds what it is in.

use crate::support::cases::cases;
use crate::support::dump::dump;
use crate::support::source;
use hcl2_native::parse_file;
use hcl2_native::tree::{Expr, File, Node, Part, Step};
use proptest::prelude::*;

/// The items of a file, all different.
const ITEMS: [&str; 12] = [
    "a0 = 1\n",
    "a1 = x.y[0].z\n",
    "a2 = f(1, g(x), [y]...)\n",
    "a3 = [1, 2, { k = v, (w) = \"s\" }]\n",
    "a4 = {\n  k = 1\n  l = [\n    2,\n  ]\n}\n",
    "a5 = \"x ${y.z} %{ if c }t%{ else }u%{ endif }\"\n",
    "a6 = <<E\n  x ${y}\n  %{ for z in w }${z}%{ endfor }\nE\n",
    "a7 = [for k, v in m : f(k) => v if v != null]\n",
    "a8 = c ? -1 : (2 + 3 * 4)\n",
    "b0 \"l\" m {\n  n = o[*].p\n}\n",
    "b1 {\n  b {\n    c = 1\n  }\n\n  d { e = 2 }\n}\n",
    "# remark\nb2 {}\n",
];

fn items(file: &File) -> Vec<&str> {
    let nodes = file.children(file.root_node());
    nodes
        .into_iter()
        .filter_map(|node| match node {
            Node::Attribute(attribute) => Some(file.str(file.attribute(attribute).name)),
            Node::Block(block) => Some(file.str(file.block(block).block_type)),
            _ => None,
        })
        .collect()
}

/// Returns the name of the item in `text`.
fn name(text: &str) -> &str {
    let line = text.lines().find(|line| !line.starts_with('#'));
    line.and_then(|line| line.split([' ']).next()).unwrap_or_default()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn what_precedes_the_end_is_in_the_tree(
        chosen in prop::sample::subsequence(ITEMS.to_vec(), 1..6),
        end in any::<prop::sample::Index>(),
    ) {
        let whole = chosen.concat();
        let end = end.index(whole.len() + 1);
        let text = &whole[..end];
        let file = parse_file(&source(text)).value;
        // This asserts that nodes nest and are within the source.
        dump(&file);
        let mut stop = 0;
        let complete: Vec<_> = chosen
            .iter()
            .take_while(|item| {
                stop += item.len();
                stop <= end
            })
            .map(|item| name(item))
            .collect();
        prop_assert_eq!(&items(&file)[..complete.len()], &complete[..], "{}", text);
        let around = file.nodes_at(end as u32);
        for pair in around.windows(2) {
            prop_assert!(file.node_range(pair[0]).encloses(file.node_range(pair[1])));
        }
    }
}

/// Returns the kinds of the nodes at the end of `text`, from the item of the file on.
fn at_end(text: &str) -> String {
    let file = parse_file(&source(text)).value;
    let nodes = file.nodes_at(text.len() as u32);
    let kinds: Vec<_> = nodes[1..].iter().map(|node| kind(&file, *node)).collect();
    kinds.join(" ")
}

fn kind(file: &File, node: Node) -> &'static str {
    match node {
        Node::Body(_) => "body",
        Node::Attribute(_) => "attribute",
        Node::Block(_) => "block",
        Node::Label(_) => "label",
        Node::ObjectItem(_) => "item",
        Node::Variable(_) => "variable",
        Node::Error(_) => "stray",
        Node::Step(Step::Missing { .. }) => "dot",
        Node::Step(Step::Index { .. }) => "index",
        Node::Step(_) => "step",
        Node::Part(Part::Interpolation { .. }) => "interpolation",
        Node::Part(Part::If(_)) => "if",
        Node::Part(_) => "part",
        Node::Expr(expr) => match file.expr(expr) {
            Expr::Error => "missing",
            Expr::Traversal { .. } => "traversal",
            Expr::Call(_) => "call",
            Expr::Tuple { .. } => "tuple",
            Expr::Object { .. } => "object",
            Expr::Template { .. } | Expr::TemplateWrap { .. } => "template",
            Expr::Conditional(_) => "conditional",
            Expr::Binary { .. } => "operation",
            Expr::For(_) => "for",
            _ => "other",
        },
    }
}

#[test]
fn a_cursor_at_the_end_finds_what_it_is_in() {
    for (text, expected) in [
        // In a body.
        ("b {\n  ", "block body"),
        ("b {\n  c {\n    x = 1\n  }\n  ", "block body"),
        ("b {\n  c {\n    ", "block body block body"),
        ("b \"l", "block label"),
        // After a `=`.
        ("a =", "attribute missing"),
        ("b {\n  a = ", "block body attribute missing"),
        ("a = 1 + ", "attribute operation missing"),
        ("a = x ? ", "attribute conditional missing"),
        ("a = x ? y : ", "attribute conditional missing"),
        // After a dot.
        ("a = x.", "attribute traversal dot"),
        ("a = x[0].y.", "attribute traversal dot"),
        ("a = x ? y.", "attribute conditional traversal dot"),
        ("a = [for x in y.", "attribute for traversal dot"),
        ("a = { k = x.", "attribute object item traversal dot"),
        // In brackets.
        ("a = x[", "attribute traversal index missing"),
        ("a = f(", "attribute call missing"),
        ("a = f(x, ", "attribute call missing"),
        ("a = f(\n  x,\n  ", "attribute call missing"),
        ("a = [1, ", "attribute tuple missing"),
        ("a = {\n  ", "attribute object"),
        ("a = {\n  k", "attribute object item traversal"),
        ("a = {\n  k = ", "attribute object item missing"),
        ("a = {\n  k = 1\n  ", "attribute object"),
        ("a = [for x in ", "attribute for missing"),
        ("a = [for x in y : ", "attribute for missing"),
        // In a template.
        ("a = \"x ${", "attribute template interpolation missing"),
        ("a = \"x ${ ", "attribute template interpolation missing"),
        ("a = \"${x.", "attribute template traversal dot"),
        ("a = \"x ${f(y, ", "attribute template interpolation call missing"),
        ("a = \"%{ if ", "attribute template if missing"),
        (
            "a = <<E\nx ${y.",
            "attribute template interpolation traversal dot",
        ),
    ] {
        assert_eq!(at_end(text), expected, "{text:?}");
    }
}

#[test]
fn a_cursor_before_further_lines_finds_the_same() {
    for before in ["b {\n  a = ", "b {\n  a = x.", "b {\n  a = 1 + "] {
        let text = format!("{before}\n  c = 1\n}}\nd = 2\n");
        let file = parse_file(&source(text.as_str())).value;
        let nodes = file.nodes_at(before.len() as u32);
        let kinds: Vec<_> = nodes[1..].iter().map(|node| kind(&file, *node)).collect();
        assert_eq!(kinds.join(" "), at_end(before), "{text:?}");
        assert_eq!(items(&file), ["b", "d"]);
    }
}
