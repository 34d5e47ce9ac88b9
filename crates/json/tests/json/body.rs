//! Bodies: what a schema finds in them, and what is reported.

use hcl2_diagnostics::{Diagnostics, Outcome, SourceMap};
use hcl2_json::{Options, Profile, parse};
use hcl2_model::{Attributes, BodyContent, BodyRef, BodySchema, EvalContext, PartialContent};
use hcl2_value::Value;

#[track_caller]
fn body(text: &str) -> BodyRef {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", text).expect("tests are small");
    let Outcome {
        value: body,
        diagnostics,
    } = parse(&source);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    body
}

fn codes(diagnostics: &Diagnostics) -> Vec<(&'static str, usize, usize)> {
    diagnostics
        .iter()
        .map(|diagnostic| {
            let range = diagnostic.subject.expect("every problem has a place").range();
            (diagnostic.code.id(), range.start, range.end)
        })
        .collect()
}

#[track_caller]
fn problems(text: &str, schema: &BodySchema, expected: &[(&str, usize, usize)]) {
    let diagnostics = body(text).content(schema).diagnostics;
    assert_eq!(codes(&diagnostics), expected, "of {text}");
}

#[track_caller]
fn content(text: &str, schema: &BodySchema) -> BodyContent {
    let Outcome {
        value: content,
        diagnostics,
    } = body(text).content(schema);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    content
}

fn values(attributes: &Attributes) -> Vec<(String, Value)> {
    attributes
        .iter()
        .map(|attribute| {
            let value = attribute.expression.evaluate(None).value;
            (attribute.name.to_string(), value)
        })
        .collect()
}

fn labels(content: &BodyContent) -> Vec<Vec<&str>> {
    content
        .blocks
        .iter()
        .map(|block| block.labels.iter().map(|label| label.text.as_str()).collect())
        .collect()
}

#[test]
fn attributes_have_their_spans() {
    let schema = BodySchema::new().required("a").optional("b").optional("c");
    let content = content(
        "{\"//\": \"x\", \"b\": [true], \"\\u0061\": 1, \"//\": 2}",
        &schema,
    );
    assert_eq!(
        values(&content.attributes),
        [
            ("b".to_owned(), Value::tuple([Value::from(true)])),
            ("a".to_owned(), Value::from(1))
        ]
    );
    let a = content.attributes.get("a").expect("it is there");
    assert_eq!((a.name_span.range(), a.span.range()), (25..33, 25..36));
    assert_eq!(a.expression.span().range(), 35..36);
    assert_eq!(content.missing_item_span.range(), 45..46);
}

#[test]
fn a_body_may_be_several_objects() {
    let schema = BodySchema::new()
        .optional("a")
        .optional("b")
        .block("x", [] as [&str; 0]);
    let content = content(
        "[{\"a\": 1, \"x\": {}}, {}, {\"x\": [{}, {}], \"b\": 2}]",
        &schema,
    );
    assert_eq!(content.attributes.len(), 2);
    assert_eq!(content.blocks.len(), 3);
    assert_eq!(content.missing_item_span.range(), 0..1);
    problems(
        "[{\"a\": 1}, 5, null]",
        &schema,
        &[
            ("hcl2::json::object-required", 11, 12),
            ("hcl2::json::object-required", 14, 18),
        ],
    );
    problems(
        "[{\"a\": 1}, {\"a\": 2}]",
        &schema,
        &[("hcl2::body::duplicate-attribute", 12, 15)],
    );
}

#[test]
fn labels_and_bodies_may_be_arrays_at_any_level() {
    let none = BodySchema::new().block("x", [] as [&str; 0]);
    assert_eq!(content("{\"x\": {}}", &none).blocks.len(), 1);
    assert_eq!(content("{\"x\": []}", &none).blocks.len(), 0);
    assert_eq!(content("{\"x\": null}", &none).blocks.len(), 0);
    assert_eq!(content("{\"x\": [{}, {}], \"x\": {}}", &none).blocks.len(), 3);

    let two = BodySchema::new().block("x", ["type", "name"]);
    let expected = [["a", "b"], ["a", "c"], ["a", "b"], ["d", "e"]];
    for text in [
        "{\"x\": {\"a\": {\"b\": {}, \"c\": {}}, \"a\": {\"b\": {}}, \"d\": {\"e\": {}}}}",
        "{\"x\": [{\"a\": {\"b\": {}, \"c\": {}}}, {\"a\": {\"b\": {}}}, {\"d\": {\"e\": {}}}]}",
        "{\"x\": {\"a\": [{\"b\": {}}, {\"c\": {}, \"b\": {}}], \"d\": {\"e\": [{}]}}}",
        "{\"x\": {\"a\": {\"b\": [], \"b\": {}, \"c\": [{}], \"b\": [{}]}}, \"x\": [{\"d\": [{\"e\": {}}]}]}",
    ] {
        assert_eq!(labels(&content(text, &two)), expected, "{text}");
    }
    let block = &content("{\"x\": {\"a\": {\"//\": [{\"k\": 1}]}}}", &two).blocks[0];
    assert_eq!(block.block_type, "x");
    assert_eq!(block.type_span.range(), 1..4);
    assert_eq!(block.header_span.range(), 19..20);
    let spans: Vec<_> = block.labels.iter().map(|label| label.span.range()).collect();
    assert_eq!(spans, [7..10, 13..17]);
    assert_eq!(
        values(&block.body.attributes().value),
        [("k".to_owned(), Value::from(1))]
    );
}

#[test]
fn values_that_are_not_blocks_are_errors() {
    let one = BodySchema::new().block("x", ["name"]);
    problems("{\"x\": {}}", &one, &[("hcl2::body::missing-label", 6, 7)]);
    problems("{\"x\": []}", &one, &[("hcl2::body::missing-label", 6, 7)]);
    problems("{\"x\": null}", &one, &[("hcl2::body::missing-label", 6, 10)]);
    problems(
        "{\"x\": 1}",
        &one,
        &[
            ("hcl2::json::object-required", 6, 7),
            ("hcl2::body::missing-label", 6, 7),
        ],
    );
    problems(
        "{\"x\": [{\"a\": {}}, \"b\"]}",
        &one,
        &[("hcl2::json::object-required", 18, 21)],
    );
    problems(
        "{\"x\": {\"a\": 5}}",
        &one,
        &[("hcl2::json::object-required", 12, 13)],
    );

    let content = body("{\"x\": {\"a\": [1, {}]}}").content(&one).value;
    assert_eq!(
        content.blocks.len(),
        2,
        "what is in the array shows when its content is asked for"
    );
    let diagnostics = content.blocks[0].body.content(&BodySchema::new()).diagnostics;
    assert_eq!(codes(&diagnostics), [("hcl2::json::object-required", 13, 14)]);
    assert_eq!(content.blocks[0].body.missing_item_span().range(), 13..14);
}

#[test]
fn properties_outside_the_schema_are_errors() {
    let schema = BodySchema::new()
        .optional("port")
        .optional("host")
        .block("check", ["name"]);
    problems(
        "{\"port\": 1, \"prot\": 2, \"zzz\": 3, \"//\": 4}",
        &schema,
        &[
            ("hcl2::json::unexpected-property", 12, 18),
            ("hcl2::json::unexpected-property", 23, 28),
        ],
    );
    let detail = |text: &str| body(text).content(&schema).diagnostics[0].detail.to_string();
    assert!(detail("{\"prot\": 2}").contains("`port`"));
    assert!(
        !detail("{\"port\": 1, \"prot\": 2}").contains("`port`"),
        "it is set already"
    );
    assert!(
        detail("{\"check\": {\"a\": {}}, \"chekc\": 2}").contains("`check`"),
        "blocks may come again"
    );
    let diagnostics = body("{\"prot\": 2}").content(&schema).diagnostics;
    assert_eq!(diagnostics[0].suggestions[0].replacement, "\"port\"");
    assert_eq!(diagnostics[0].context.map(|span| span.range()), Some(1..10));
}

#[test]
fn missing_and_duplicate_attributes_are_errors() {
    let schema = BodySchema::new().required("a").required("b").optional("c");
    problems(
        "{\"c\": 1, \"c\": 2, \"x\": 3\n}",
        &schema,
        &[
            ("hcl2::body::duplicate-attribute", 9, 12),
            ("hcl2::json::unexpected-property", 17, 20),
            ("hcl2::body::missing-attribute", 24, 25),
            ("hcl2::body::missing-attribute", 24, 25),
        ],
    );
    problems(
        "[{\"a\": null}]",
        &schema,
        &[("hcl2::body::missing-attribute", 0, 1)],
    );
    let Outcome {
        value: content,
        diagnostics,
    } = body("{\"a\": 1, \"a\": 2, \"b\": 3}").content(&schema);
    assert_eq!(
        values(&content.attributes)[0],
        ("a".to_owned(), Value::from(1)),
        "the first one stays"
    );
    assert_eq!(diagnostics[0].labels[0].span.range(), 1..4);
}

#[test]
fn remaining_properties_stay_for_later_schemas() {
    let first = BodySchema::new().optional("a").block("x", [] as [&str; 0]);
    let whole = body("{\"a\": 1, \"x\": {}, \"b\": 2, \"//\": 0, \"c\": {}}");
    let Outcome {
        value: PartialContent { content, remain },
        diagnostics,
    } = whole.partial_content(&first);
    assert!(diagnostics.is_empty());
    assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));

    let Outcome {
        value: attributes,
        diagnostics,
    } = remain.attributes();
    assert!(diagnostics.is_empty());
    assert_eq!(
        values(&attributes),
        [
            ("b".to_owned(), Value::from(2)),
            ("c".to_owned(), Value::object([] as [(&str, Value); 0]))
        ]
    );
    let Outcome {
        value: content,
        diagnostics,
    } = remain.content(&BodySchema::new().required("a").optional("b"));
    assert_eq!(content.attributes.len(), 1);
    assert_eq!(
        codes(&diagnostics),
        [
            ("hcl2::json::unexpected-property", 35, 38),
            ("hcl2::body::missing-attribute", 42, 43)
        ]
    );
    let rest = remain
        .partial_content(&BodySchema::new().optional("b").block("c", [] as [&str; 0]))
        .value
        .remain;
    assert!(rest.content(&BodySchema::new()).diagnostics.is_empty());
    assert_eq!(whole.attributes().value.len(), 4, "the whole body is as it was");
}

#[test]
fn attributes_may_have_any_name_without_a_schema() {
    let Outcome {
        value: attributes,
        diagnostics,
    } = body("{\"b c\": 1, \"//\": 2, \"a\": {\"//\": 3}, \"a\": 4}").attributes();
    assert_eq!(
        values(&attributes),
        [
            ("b c".to_owned(), Value::from(1)),
            ("a".to_owned(), Value::object([("//", Value::from(3))]))
        ]
    );
    assert_eq!(codes(&diagnostics), [("hcl2::body::duplicate-attribute", 36, 39)]);
    for text in ["[]", "[{\"a\": 1}]"] {
        let Outcome {
            value: attributes,
            diagnostics,
        } = body(text).attributes();
        assert!(attributes.is_empty());
        assert_eq!(codes(&diagnostics), [("hcl2::json::object-required", 0, 1)]);
    }
}

#[test]
fn the_outermost_value_is_a_body() {
    let mut sources = SourceMap::new();
    for (text, start, end) in [("\"a\"", 0, 3), (" 12", 1, 3), ("null", 0, 4), ("true", 0, 4)] {
        let source = sources.add("test.json", text).expect("small");
        let Outcome {
            value: body,
            diagnostics,
        } = parse(&source);
        assert_eq!(codes(&diagnostics), [("hcl2::json::root-not-body", start, end)]);
        let Outcome {
            value: content,
            diagnostics,
        } = body.content(&BodySchema::new().optional("a"));
        assert!(
            content.attributes.is_empty() && diagnostics.is_empty(),
            "it was reported already"
        );
        assert!(body.attributes().diagnostics.is_empty());
    }
    let source = sources.add("test.json", "").expect("small");
    assert_eq!(
        codes(&parse(&source).diagnostics),
        [("hcl2::json::missing-value", 0, 0)]
    );
}

#[test]
fn broken_files_have_what_could_be_read() {
    let mut sources = SourceMap::new();
    let source = sources
        .add("test.json", "{\"a\": 1, b: 2, \"x\": foo, \"c\": 3")
        .expect("small");
    let Outcome {
        value: body,
        diagnostics,
    } = parse(&source);
    assert_eq!(diagnostics.len(), 3);
    let schema = BodySchema::new().optional("a").optional("c").block("x", ["name"]);
    let Outcome {
        value: content,
        diagnostics,
    } = body.content(&schema);
    assert_eq!(
        values(&content.attributes),
        [("a".to_owned(), Value::from(1)), ("c".to_owned(), Value::from(3))]
    );
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(content.missing_item_span.range(), 31..31);
}

#[test]
fn many_labels_cost_no_stack() {
    let names: Vec<String> = (0..5_000).map(|index| format!("l{index}")).collect();
    let schema = BodySchema::new().block("x", names.iter().map(String::as_str));
    let text = format!("{{\"x\": {}{{}}{}}}", "{\"a\":".repeat(5_000), "}".repeat(5_000));
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(move || assert_eq!(content(&text, &schema).blocks[0].labels.len(), 5_000))
        .expect("the thread starts")
        .join()
        .expect("no stack overflow");
}

#[test]
fn references_come_from_every_template_in_the_body() {
    let text = r#"{"a": "${x}", "b": {"l": [{"c": "${f(y.z)}"}, 1]}, "//": "${remark}"}"#;
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", text).expect("tests are small");
    let body = parse(&source).value;
    let spans = |body: &dyn hcl2_model::Body| {
        let variables = body.variables();
        let span = |variable: &hcl2_model::Traversal| variable.span().map(|span| (span.start, span.end));
        variables.iter().filter_map(span).collect::<Vec<_>>()
    };
    assert_eq!(spans(&*body), [(9, 10), (37, 40)]);
    assert_eq!(body.functions()[0].span.range(), 35..36);
    let remain = body
        .partial_content(&BodySchema::new().optional("a"))
        .value
        .remain;
    assert_eq!(spans(&*remain), [(37, 40)]);
}

#[track_caller]
fn legacy_problems(text: &str, schema: &BodySchema, expected: &[(&str, usize, usize)]) {
    let options = Options {
        profile: Profile::Legacy,
        ..Options::default()
    };
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", text).expect("tests are small");
    let parsed = options.parse(&source);
    let (body, mut diagnostics) = (parsed.value, parsed.diagnostics);
    let content = body.content(schema).report_into(&mut diagnostics);
    for block in &content.blocks {
        diagnostics.append(block.body.attributes().diagnostics);
    }
    assert_eq!(codes(&diagnostics), expected, "of {text}");
    for diagnostic in &diagnostics {
        assert!(diagnostic.detail.contains("the legacy profile"), "{diagnostic:?}");
    }
}

#[test]
fn the_legacy_profile_requires_objects() {
    const ARRAY: &str = "hcl2::json::legacy-array";
    const DUPLICATE: &str = "hcl2::json::legacy-duplicate";

    let schema = BodySchema::new()
        .optional("a")
        .block("x", [] as [&str; 0])
        .block("y", ["type", "name"]);
    for text in [
        "{\"a\": [1, {}], \"//\": [], \"//\": []}",
        "{\"x\": {\"b\": 1}}",
        "{\"x\": [{\"b\": 1}, {\"b\": 2}]}",
        "{\"x\": []}",
        "{\"y\": {\"p\": {\"q\": {}, \"r\": [{}, {}]}, \"s\": {\"q\": {}}}}",
    ] {
        legacy_problems(text, &schema, &[]);
    }
    legacy_problems("[{\"a\": 1}]", &schema, &[(ARRAY, 0, 1)]);
    legacy_problems("{\"y\": [{\"p\": {\"q\": {}}}]}", &schema, &[(ARRAY, 6, 7)]);
    legacy_problems(
        "{\"y\": {\"p\": [{\"q\": {}}, {\"r\": {}}]}}",
        &schema,
        &[(ARRAY, 12, 13)],
    );
    legacy_problems("{\"x\": {}, \"x\": {}}", &schema, &[(DUPLICATE, 10, 13)]);
    legacy_problems(
        "{\"y\": {\"p\": {\"q\": {}, \"q\": {}}, \"p\": {\"q\": {}}}}",
        &schema,
        &[(DUPLICATE, 22, 25), (DUPLICATE, 32, 35)],
    );
    let nested = BodySchema::new().block("x", [] as [&str; 0]);
    legacy_inner("{\"x\": [[{\"x\": {}}]]}", &nested, &[(ARRAY, 7, 8)]);
}

/// The problems of the bodies of blocks.
#[track_caller]
fn legacy_inner(text: &str, schema: &BodySchema, expected: &[(&str, usize, usize)]) {
    let options = Options {
        profile: Profile::Legacy,
        ..Options::default()
    };
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", text).expect("tests are small");
    let Outcome {
        value: content,
        diagnostics: problems,
    } = options.parse(&source).value.content(schema);
    assert!(problems.is_empty(), "{problems:?}");
    for block in &content.blocks {
        assert_eq!(
            codes(&block.body.content(schema).diagnostics),
            expected,
            "of {text}"
        );
    }
}

#[test]
fn names_are_not_templates_in_the_legacy_profile() {
    let options = Options {
        profile: Profile::Legacy,
        ..Options::default()
    };
    let mut sources = SourceMap::new();
    let text = "{\"${a}\": \"${b}\", \"\\u0024{a}\": 2}";
    let source = sources.add("test.json", text).expect("tests are small");
    let parsed = options.parse_expression(&source);
    let (expression, problems) = (parsed.value, parsed.diagnostics);
    assert!(problems.is_empty(), "{problems:?}");
    let roots: Vec<_> = expression
        .variables()
        .iter()
        .filter_map(|path| path.root_name().map(ToString::to_string))
        .collect();
    assert_eq!(roots, ["b"]);
    let mut context = EvalContext::new();
    context.set_variable("b", Value::from(1));
    let Outcome { value, diagnostics } = expression.evaluate(Some(&context));
    assert_eq!(codes(&diagnostics), [("hcl2::json::duplicate-name", 17, 28)]);
    assert_eq!(value, Value::object([("${a}", Value::from(1))]));
}

/// Returns an object of `count` properties, and a schema of as many attributes.
fn wide(count: usize) -> (usize, String, BodySchema) {
    let properties: Vec<String> = (0..count).map(|index| format!("\"p{index}\":{index}")).collect();
    let schema = (0..count).fold(BodySchema::new(), |schema, index| {
        schema.optional(format!("p{index}"))
    });
    (count, format!("{{{}}}", properties.join(",")), schema)
}

#[test]
fn properties_are_found_in_linear_time() {
    hcl2_testing::assert_linear("properties", 500, wide, |(count, text, schema)| {
        let body = body(&text);
        let Outcome {
            value: content,
            diagnostics,
        } = body.content(&schema);
        assert!(diagnostics.is_empty());
        let Outcome {
            value: attributes,
            diagnostics,
        } = body.attributes();
        assert!(diagnostics.is_empty());
        let PartialContent {
            content: some,
            remain,
        } = body.partial_content(&BodySchema::new().required("p5")).value;
        assert_eq!(
            [
                content.attributes.len(),
                attributes.len(),
                some.attributes.len(),
                remain.attributes().value.len()
            ],
            [count, count, 1, count - 1]
        );
        let last = content.attributes.iter().last().expect("there are many");
        assert_eq!(
            last.expression.evaluate(None).value,
            Value::from(count as u64 - 1)
        );
    });
}

#[test]
fn a_schema_with_a_name_twice_is_reported_at_the_place_for_a_missing_item() {
    let twice = BodySchema::new().optional("a").required("a");
    let both = BodySchema::new().optional("a").block("a", [] as [&str; 0]);
    for schema in [&twice, &both] {
        problems(
            "{\"a\": 1}",
            schema,
            &[("hcl2::body::contradictory-schema", 7, 8)],
        );
    }
}

#[test]
fn strict_profile_reports_what_is_no_block_at_once() {
    const OBJECT: &str = "hcl2::json::object-required";
    let schema = BodySchema::new().block("x", [] as [&str; 0]).block("y", ["name"]);
    for (text, expected) in [
        ("{\"x\": null}", &[(OBJECT, 6, 10)][..]),
        ("{\"x\": [{}, null, 1]}", &[(OBJECT, 11, 15), (OBJECT, 17, 18)]),
        ("{\"x\": [[{}]]}", &[(OBJECT, 7, 8)]),
        ("{\"y\": null}", &[(OBJECT, 6, 10)]),
        ("{\"y\": {\"a\": null}}", &[(OBJECT, 12, 16)]),
        ("{\"y\": {}}", &[]),
        ("[{\"y\": [{\"a\": [{}]}]}, {\"x\": []}]", &[]),
    ] {
        let options = Options {
            profile: Profile::Strict,
            ..Options::default()
        };
        let source = SourceMap::new().add("test.json", text).expect("tests are small");
        let content = options.parse(&source).value.content(&schema);
        assert_eq!(codes(&content.diagnostics), expected, "of {text}");
    }
}
