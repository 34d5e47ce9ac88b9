//! Nodes of every kind: walks, positions, and what parts of a tree refer to.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::source;
use hcl2_model::{Body, BodySchema, merge_bodies};
use hcl2_native::tree::{Event, File, Node};
use hcl2_native::{NativeBody, parse_expression, parse_file, parse_template};

/// A source with every kind of node.
const EVERYTHING: &str = r#"
a = -x.b[0].c[k].*.d + f(1, [2]...)[*].e
block "l" m {
  o = { n = 1, (p) = "q${r}s", "t" = c ? u : !(v) }
  o = [for w, y in z : w => y if true]
}
h = <<E
%{ if i }${j}%{ else }%{ for g, q in l }${q}%{ endfor }%{ endif }
E
= stray
"#;

fn file(text: &str) -> Arc<File> {
    parse_file(&source(text)).value
}

/// Returns the kind of a node, and its source text.
fn shown(file: &File, node: Node) -> (&'static str, &str) {
    let kind = match node {
        Node::Body(_) => "body",
        Node::Attribute(_) => "attribute",
        Node::Block(_) => "block",
        Node::Label(_) => "label",
        Node::Expr(_) => "expr",
        Node::ObjectItem(_) => "item",
        Node::Step(_) => "step",
        Node::Part(_) => "part",
        Node::Variable(_) => "variable",
        Node::Error(_) => "error",
    };
    (kind, file.str(file.node_range(node)))
}

fn names(body: &dyn Body) -> (Vec<String>, Vec<String>) {
    let variables = body.variables();
    let roots = variables.iter().filter_map(|variable| variable.root_name());
    let functions = body.functions();
    let called = functions.iter().map(|function| &function.name);
    (
        roots.map(ToString::to_string).collect(),
        called.map(ToString::to_string).collect(),
    )
}

fn body(text: &str) -> NativeBody {
    let file = file(text);
    let id = file.root().body().expect("a body");
    NativeBody::new(file, id)
}

#[test]
fn a_walk_enters_every_node_in_the_order_of_the_source() {
    let file = file("a = f(x[0], \"y${z}\")\nb \"l\" {\n  c = [for v in w : v]\n}\n");
    let root = file.root_node();
    let entered: Vec<_> = file
        .nodes_in(root)
        .skip(1)
        .map(|node| shown(&file, node))
        .collect();
    assert_eq!(
        entered,
        [
            ("attribute", "a = f(x[0], \"y${z}\")"),
            ("expr", "f(x[0], \"y${z}\")"),
            ("expr", "x[0]"),
            ("step", "[0]"),
            ("expr", "0"),
            ("expr", "\"y${z}\""),
            ("part", "y"),
            ("part", "${z}"),
            ("expr", "z"),
            ("block", "b \"l\" {\n  c = [for v in w : v]\n}"),
            ("label", "\"l\""),
            ("body", "{\n  c = [for v in w : v]\n}"),
            ("attribute", "c = [for v in w : v]"),
            ("expr", "[for v in w : v]"),
            ("variable", "v"),
            ("expr", "w"),
            ("expr", "v"),
        ]
    );
}

#[test]
fn a_walk_leaves_each_node_after_all_nodes_in_it() {
    let file = file(EVERYTHING);
    let mut open: Vec<Node> = Vec::new();
    let mut kinds = BTreeSet::new();
    for event in file.walk(file.root_node()) {
        match event {
            Event::Enter(node) => {
                if let Some(around) = open.last() {
                    assert!(file.node_range(*around).encloses(file.node_range(node)));
                    assert!(file.children(*around).contains(&node));
                }
                open.push(node);
                kinds.insert(shown(&file, node).0);
            }
            Event::Leave(node) => assert_eq!(open.pop(), Some(node)),
        }
    }
    assert!(open.is_empty());
    assert_eq!(kinds.len(), 10, "{kinds:?}");
}

#[test]
fn children_are_in_source_order_and_do_not_overlap() {
    let file = file(EVERYTHING);
    for node in file.nodes_in(file.root_node()) {
        let mut end = file.node_range(node).start;
        for child in file.children(node) {
            let range = file.node_range(child);
            assert!(end <= range.start, "{:?}", shown(&file, child));
            end = range.end;
        }
    }
}

#[test]
fn the_nodes_at_a_position_are_the_innermost_one_and_those_around_it() {
    let file = file(EVERYTHING);
    for offset in 0..=EVERYTHING.len() as u32 {
        let nodes = file.nodes_at(offset);
        assert_eq!(nodes[0], file.root_node());
        for pair in nodes.windows(2) {
            assert!(file.children(pair[0]).contains(&pair[1]));
        }
        let innermost = nodes.last().expect("the root is there");
        for child in file.children(*innermost) {
            let range = file.node_range(child);
            assert!(offset < range.start || range.end < offset);
        }
    }
}

#[test]
fn a_position_behind_a_name_is_at_that_name() {
    let at = |text: &str, offset: u32| {
        let file = file(text);
        let nodes = file.nodes_at(offset);
        let (kind, text) = shown(&file, *nodes.last().expect("the root is there"));
        (kind, text.to_owned())
    };
    assert_eq!(at("a = b + c", 5), ("expr", "b".to_owned()));
    assert_eq!(at("a = b+c", 6), ("expr", "c".to_owned()));
    assert_eq!(at("a = b + c", 6), ("expr", "b + c".to_owned()));
    assert_eq!(at("a = b.", 6), ("step", ".".to_owned()));
    assert_eq!(at("a = f(", 6), ("expr", String::new()));
    assert_eq!(at("b \"l\" {\n\n}\n", 8), ("body", "{\n\n}".to_owned()));
    assert_eq!(at("b \"l\" {\n\n}\n", 3), ("label", "\"l\"".to_owned()));
    assert_eq!(at("a = 1\n\nb = 2\n", 6), ("body", "a = 1\n\nb = 2\n".to_owned()));
    assert_eq!(at("", 0), ("body", String::new()));
    assert_eq!(at("a = 1", 99), ("body", "a = 1".to_owned()));
}

#[test]
fn references_are_those_of_all_expressions_but_not_of_loop_variables() {
    let (variables, functions) = names(&body(EVERYTHING));
    assert_eq!(variables, ["x", "k", "p", "r", "c", "u", "v", "z", "i", "j", "l"]);
    assert_eq!(functions, ["f"]);
    let file = parse_template(&source("${[for x in x : [for y in x : [x, y, z]]]}${x}")).value;
    let spans: Vec<_> = file
        .variables(file.root_node())
        .iter()
        .filter_map(|variable| variable.span().map(|span| span.range()))
        .collect();
    assert_eq!(spans, [12..13, 37..38, 44..45]);
}

#[test]
fn paths_lead_past_computed_keys_and_splats() {
    let paths = |text: &str| {
        let file = parse_expression(&source(text)).value;
        let all = file.paths(file.root_node());
        all.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(paths("a[k].b[0].c"), ["a[...].b[0].c", "k"]);
    assert_eq!(paths("a[\"${k}\"].b + c"), ["a[...].b", "k", "c"]);
    assert_eq!(paths("a[*].b[k].c"), ["a[*].b[...].c", "k"]);
    // The index selects from the list of all `b`.
    assert_eq!(paths("a.*.b[0].c"), ["a[*].b"]);
    assert_eq!(
        paths("[for a in a[k].b : a.c]"),
        ["a[...].b", "k", "a[...].b[...].c"]
    );
    assert_eq!(paths("(a)[k].b"), ["a[...].b", "a", "k"]);
    let long = format!("a{}", ".b".repeat(100));
    assert_eq!(
        paths(&format!("[{long}, {long}[k]]")),
        [long.clone(), format!("{long}[...]"), "k".to_owned()]
    );
}

#[test]
fn references_of_a_remaining_body_exclude_what_was_taken() {
    let schema = BodySchema::new().optional("a").block("b", ["name"]);
    let text = "a = x\nb \"l\" {\n  c = y\n}\nc = f(z)\nd {\n  a = w\n}\n";
    let remain = body(text).partial_content(&schema).value.remain;
    let (variables, functions) = names(&*remain);
    assert_eq!(variables, ["z", "w"]);
    assert_eq!(functions, ["f"]);
    let merged = merge_bodies(vec![
        Arc::new(body("a = x\n")),
        Arc::new(body("b {\n  c = y\n}\n")),
    ]);
    assert_eq!(names(&*merged).0, ["x", "y"]);
}
