//! Bodies of the native syntax written as JSON read back as equal bodies.

use std::sync::Arc;

use hcl2_diagnostics::{Outcome, SourceMap, Span};
use hcl2_json::{BodyShape, parse, write_body};
use hcl2_model::{Attributes, Body, BodyContent, BodyRef, BodySchema, EvalContext, PartialContent};
use hcl2_native::{NativeBody, parse_file};
use hcl2_value::{Mark, Marks, Type, Value};
use proptest::prelude::*;

fn native(sources: &mut SourceMap, text: &str) -> BodyRef {
    let source = sources.add("test.hcl", text).expect("tests are small");
    let parsed = parse_file(&source);
    assert!(
        !parsed.diagnostics.has_errors(),
        "{text}: {:?}",
        parsed.diagnostics
    );
    let id = parsed.value.root().body().expect("a body");
    Arc::new(NativeBody::new(parsed.value, id))
}

fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_variable("n", Value::from(2));
    context.set_variable("s", Value::from("hi"));
    context.set_variable("l", Value::tuple([Value::from("a"), Value::from("b")]));
    context.set_variable("o", Value::object([("a", Value::from("x"))]));
    context.set_variable("u", Value::unknown(Type::STRING));
    context
}

fn shape() -> BodyShape {
    let attributes = ["a", "b", "c", "d"];
    let schema = attributes
        .into_iter()
        .fold(BodySchema::new(), BodySchema::optional);
    let inner = schema
        .clone()
        .block("x", [] as [&str; 0])
        .block("y", ["type", "name"]);
    let innermost = BodyShape::new(schema);
    let middle = BodyShape::new(inner.clone())
        .nested("x", innermost.clone())
        .nested("y", innermost);
    BodyShape::new(inner.block("z", [] as [&str; 0]))
        .nested("x", middle.clone())
        .nested("y", middle)
}

#[track_caller]
fn written(text: &str, shape: &BodyShape) -> String {
    let mut sources = SourceMap::new();
    let body = native(&mut sources, text);
    write_body(&*body, shape, &sources).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

fn content(body: &dyn Body, shape: Option<&BodyShape>) -> BodyContent {
    match shape.and_then(BodyShape::schema) {
        Some(schema) => {
            let Outcome {
                value: content,
                diagnostics: problems,
            } = body.content(schema);
            assert!(problems.is_empty(), "{problems:?}");
            content
        }
        None => {
            let Outcome {
                value: attributes,
                diagnostics: problems,
            } = body.attributes();
            assert!(problems.is_empty(), "{problems:?}");
            BodyContent {
                attributes,
                blocks: Vec::new(),
                missing_item_span: body.missing_item_span(),
            }
        }
    }
}

/// Checks that two bodies have the same attributes with the same values, and the same blocks in the same order.
fn check_equal(first: &dyn Body, second: &dyn Body, shape: Option<&BodyShape>) {
    let (first, second) = (content(first, shape), content(second, shape));
    let values = |content: &BodyContent| -> Vec<_> {
        let evaluated = content.attributes.iter().map(|attribute| {
            let Outcome {
                value,
                diagnostics: problems,
            } = attribute.expression.evaluate(Some(&context()));
            let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
            let value = codes.is_empty().then_some(value);
            (attribute.name.to_string(), value, codes)
        });
        evaluated.collect()
    };
    assert_eq!(values(&first), values(&second));
    let headers = |content: &BodyContent| -> Vec<Vec<String>> {
        let blocks = content.blocks.iter();
        blocks
            .map(|block| {
                let labels = block.labels.iter().map(|label| label.text.to_string());
                std::iter::once(block.block_type.to_string())
                    .chain(labels)
                    .collect()
            })
            .collect()
    };
    assert_eq!(headers(&first), headers(&second));
    for (first, second) in first.blocks.iter().zip(&second.blocks) {
        let inner = shape.and_then(|shape| shape.of_block(&first.block_type));
        check_equal(&*first.body, &*second.body, inner);
    }
}

#[track_caller]
fn check_round_trip(text: &str) {
    let mut sources = SourceMap::new();
    let body = native(&mut sources, text);
    let shape = shape();
    let json = write_body(&*body, &shape, &sources).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    let source = sources.add("test.json", json.as_str()).expect("tests are small");
    let Outcome {
        value: back,
        diagnostics: problems,
    } = parse(&source);
    assert!(problems.is_empty(), "{json}: {problems:?}");
    check_equal(&*body, &*back, Some(&shape));
}

/// The JSON of the expression of one attribute, on one line.
#[track_caller]
fn attribute(text: &str) -> String {
    let text = format!("a = {text}\n");
    check_round_trip(&text);
    let json = written(&text, &BodyShape::any_attributes());
    let inner = json
        .strip_prefix("{\n  \"a\": ")
        .and_then(|json| json.strip_suffix("\n}\n"));
    let lines: Vec<_> = inner.expect("one attribute").lines().map(str::trim).collect();
    lines.join(" ")
}

#[test]
fn expressions() {
    for (native, json) in [
        ("1", "1"),
        ("-2.50e3", "-2.50e3"),
        ("007", "\"${007}\""),
        ("true", "true"),
        ("null", "null"),
        ("\"a\\n$${x}\"", "\"a\\n$${x}\""),
        ("\"n is ${n}\"", "\"n is ${n}\""),
        ("\"${\"q\"}\"", "\"${\\\"q\\\"}\""),
        ("n", "\"${n}\""),
        ("n + 1 * 2", "\"${n + 1 * 2}\""),
        ("(1)", "\"${(1)}\""),
        (
            "s == \"a\" ? \"b\" : \"c\"",
            "\"${s == \\\"a\\\" ? \\\"b\\\" : \\\"c\\\"}\"",
        ),
        ("[]", "[]"),
        ("{}", "{}"),
        ("[1, n, [s]]", "[ 1, \"${n}\", [ \"${s}\" ] ]"),
        (
            "{ b = 1, \"c d\" = n, 5 = {} }",
            "{ \"b\": 1, \"c d\": \"${n}\", \"5\": {} }",
        ),
        ("{ \"$${k}\" = 1 }", "{ \"$${k}\": 1 }"),
        ("{ (s) = 1 }", "{ \"${(s)}\": 1 }"),
        ("{ \"k-${s}\" = 1 }", "{ \"k-${s}\": 1 }"),
        ("{ b = 1, b = 2 }", "\"${{ b = 1, b = 2 }}\""),
        ("{ (s) = 1, b = 2 }", "\"${{ (s) = 1, b = 2 }}\""),
        ("[for x in l : x]", "\"${[for x in l : x]}\""),
        ("<<E\nx ${s}\n  y\nE", "\"x ${s}\\n  y\\n\""),
        ("[<<E\nx\nE\n, 1]", "[ \"x\\n\", 1 ]"),
        (
            "n == 1 ? \"\" : <<E\nx\nE",
            "\"${n == 1 ? \\\"\\\" : <<E\\nx\\nE\\n}\"",
        ),
        ("[\n  1, # one\n  2,\n]", "[ 1, 2 ]"),
        ("(n # two\n)", "\"${(n # two\\n)}\""),
    ] {
        assert_eq!(attribute(native), json, "of {native}");
    }
}

#[test]
fn consecutive_blocks_share_a_property() {
    let text = "a = 1\nx {}\nx {\n  a = 2\n}\ny \"p\" \"q\" {}\ny \"p\" \"q\" {\n}\ny \"p\" \"r\" {}\ny \"s\" \"q\" {}\nb = 3\n";
    check_round_trip(text);
    let expected = r#"{"a":1,"x":[{},{"a":2}],"y":{"p":{"q":[{},{}],"r":{}},"s":{"q":{}}},"b":3}"#;
    let json: String = written(text, &shape()).split_whitespace().collect();
    assert_eq!(json, expected);
}

#[test]
fn alternating_blocks_keep_their_order() {
    let text = "x {}\nz {}\nx {}\ny \"p\" \"q\" {}\ny \"r\" \"q\" {}\ny \"p\" \"q\" {}\n";
    check_round_trip(text);
    let expected = r#"[{"x":{},"z":{}},{"x":{},"y":[{"p":{"q":{}},"r":{"q":{}}},{"p":{"q":{}}}]}]"#;
    let json: String = written(text, &shape()).split_whitespace().collect();
    assert_eq!(json, expected);

    let text = "x {\n  x {}\n  y \"p\" \"q\" {}\n  x {}\n}\n";
    check_round_trip(text);
    let json: String = written(text, &shape()).split_whitespace().collect();
    assert_eq!(json, r#"{"x":{"x":{},"y":{"p":{"q":{}}},"x":{}}}"#);
}

#[test]
fn analysed_attributes_are_bare_strings() {
    let shape = BodyShape::any_attributes().analysed("a");
    let json = written("a = [list(string), o.a[\"k\"], \"s\", n + 1]\nb = n\n", &shape);
    let json: String = json.split_whitespace().collect();
    assert_eq!(
        json,
        r#"{"a":["list(string)","o.a[\"k\"]","s","${n+1}"],"b":"${n}"}"#
    );
    let source = SourceMap::new().add("test.json", json).expect("small");
    let attributes = parse(&source).value.attributes().value;
    let elements = attributes
        .get("a")
        .and_then(|attribute| attribute.expression.static_list())
        .expect("a list");
    assert_eq!(elements[0].static_call().expect("a call").name, "list");
    assert_eq!(
        elements[1].static_traversal().expect("a traversal").steps().len(),
        3
    );
}

#[test]
fn bodies_that_do_not_match_the_shape_are_errors() {
    let mut sources = SourceMap::new();
    let body = native(&mut sources, "a = 1\nw {}\nx {\n  e = 1\n}\n");
    let problems = write_body(&*body, &shape(), &sources).expect_err("it has other content");
    let found: Vec<_> = problems
        .iter()
        .map(|problem| (problem.code.id(), problem.subject.map(|span| span.range())))
        .collect();
    assert_eq!(
        found,
        [
            ("hcl2::body::unsupported-block", Some(6..7)),
            ("hcl2::body::unsupported-attribute", Some(17..18)),
        ]
    );
    let problems = write_body(&*body, &BodyShape::any_attributes(), &SourceMap::new());
    assert_eq!(
        problems.expect_err("blocks")[0].code.id(),
        "hcl2::body::unexpected-block"
    );
    let body = native(&mut sources, "a = n\n");
    let problems =
        write_body(&*body, &BodyShape::any_attributes(), &SourceMap::new()).expect_err("no source");
    let place = problems[0].subject.map(|span| span.range());
    assert_eq!(
        (problems[0].code.id(), place),
        ("hcl2::json::not-writable", Some(4..5))
    );
}

/// A body that was expanded from a value which may be unknown or marked.
#[derive(Debug)]
struct Expanded {
    body: BodyRef,
    is_unknown: bool,
    marks: Marks,
}

impl Body for Expanded {
    fn content(&self, schema: &BodySchema) -> Outcome<BodyContent> {
        self.body.content(schema)
    }

    fn partial_content(&self, schema: &BodySchema) -> Outcome<PartialContent> {
        self.body.partial_content(schema)
    }

    fn attributes(&self) -> Outcome<Attributes> {
        self.body.attributes()
    }

    fn missing_item_span(&self) -> Span {
        self.body.missing_item_span()
    }

    fn is_unknown(&self) -> bool {
        self.is_unknown
    }

    fn marks(&self) -> Marks {
        self.marks.clone()
    }
}

#[test]
fn body_expanded_from_an_unknown_or_marked_value_is_not_written() {
    let mut sources = SourceMap::new();
    let body = native(&mut sources, "a = 1\n");
    let marks = Marks::from(Mark::new("sensitive"));
    for (is_unknown, marks, is_written) in [
        (false, Marks::NONE, true),
        (true, Marks::NONE, false),
        (false, marks, false),
    ] {
        let body = Expanded {
            body: Arc::clone(&body),
            is_unknown,
            marks,
        };
        match write_body(&body, &BodyShape::any_attributes(), &sources) {
            Ok(_) => assert!(is_written),
            Err(problems) => {
                assert!(!is_written);
                assert_eq!(problems[0].code.id(), "hcl2::json::not-writable");
            }
        }
    }
}

#[test]
fn elements_side_by_side_are_not_nested() {
    let elements = vec!["1"; 600].join(",");
    let json: String = attribute(&format!("[{elements}]")).split_whitespace().collect();
    assert_eq!(json, format!("[{elements}]"));
}

#[test]
fn depth_is_limited() {
    let work = || {
        let mut sources = SourceMap::new();
        for (levels, is_written) in [(400, true), (2_000, false)] {
            let text = format!("{{\"a\": {}1{}}}", "[".repeat(levels), "]".repeat(levels));
            let source = sources.add("test.json", text).expect("small");
            let written = write_body(&*parse(&source).value, &BodyShape::any_attributes(), &sources);
            match written {
                Ok(_) => assert!(is_written),
                Err(problems) => assert_eq!(problems[0].code.id(), "hcl2::expr::limit-exceeded"),
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(1024 * 1024).spawn(work);
    thread.expect("it starts").join().expect("no stack overflow");
}

/// An expression of the native syntax on one line.
fn expression() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        " ",
        "\\n",
        "\\\"",
        "\\\\",
        "\\u00e9",
        "\u{1f600}",
        "$${",
        "%%{",
        "$ ",
        "% ",
        "\\u0024",
        "\\u0025",
        "${n}",
        "${s}",
        "${~ s ~}",
        "${\"q\"}",
        "${o[\"a\"]}",
        "%{ if n > 1 }x%{ else }y%{ endif }",
        "%{ for v in l ~} ${v} %{ endfor }",
        "}",
        "~",
    ]);
    let text = prop::collection::vec(piece, 0..5)
        .prop_map(|pieces| pieces.concat())
        .prop_map(|text| format!("\"{text}\""));
    let word = prop::sample::select(vec![
        "0",
        "12",
        "0.50",
        "1e3",
        "123456789012345678901234567890",
        "007",
        "true",
        "false",
        "null",
        "n",
        "s",
        "u",
        "o.a",
        "l[0]",
        "n + 1",
        "-5",
        "-n",
        "!(n > 1)",
        "(n)",
        "nope",
        "[for x in l : \"${x}!\"]",
        "{for k, v in o : k => v...}",
        "l[*]",
        "n > 1 ? s : \"else\"",
    ])
    .prop_map(str::to_owned);
    let leaf = prop_oneof![text.clone(), word];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        let key = prop_oneof![
            prop::sample::select(vec!["k", "k2", "5", "(s)", "\"${s}\"", "\"$${k}\"", "null"])
                .prop_map(str::to_owned),
            text.clone(),
        ];
        let item = (key, inner.clone()).prop_map(|(key, value)| format!("{key} = {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            prop::collection::vec(item, 0..4).prop_map(|items| format!("{{ {} }}", items.join(", "))),
        ]
    })
}

/// A body that has the shape to the given depth.
fn body(depth: u32) -> BoxedStrategy<String> {
    let attributes =
        prop::collection::btree_map(prop::sample::select(vec!["a", "b", "c", "d"]), expression(), 0..3)
            .prop_map(|attributes| {
                let lines = attributes
                    .into_iter()
                    .map(|(name, value)| format!("{name} = {value}\n"));
                lines.collect::<Vec<_>>()
            });
    if depth == 0 {
        return attributes.prop_map(|lines| lines.concat()).boxed();
    }
    let header = prop::sample::select(vec!["x", "x", "y \"p\" \"q\"", "y \"p\" \"$${r}\"", "y p \"//\""]);
    let block = (header, body(depth - 1)).prop_map(|(header, body)| format!("{header} {{\n{body}}}\n"));
    (attributes, prop::collection::vec(block, 0..5))
        .prop_map(|(attributes, blocks)| attributes.into_iter().chain(blocks).collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|items| items.concat())
        .boxed()
}

proptest! {
    #[test]
    fn any_body_reads_back(text in body(2)) {
        check_round_trip(&text);
    }
}
