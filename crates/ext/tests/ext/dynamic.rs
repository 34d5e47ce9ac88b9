//! Dynamic blocks.

use hcl2_diagnostics::Outcome;
use hcl2_ext::dynamic::{DynamicBlocks, expand_dynamic_blocks};
use hcl2_model::{BodySchema, EvalContext, Name, PartialContent};
use hcl2_spec::parts::{Keyed, LabelledBlocksSpec};
use hcl2_spec::{Sequence, Spec};
use hcl2_value::{Mark, Type, Value};

use crate::support::{body, context, on_small_stack, shown, want};

fn values() -> EvalContext<'static> {
    context(&[
        ("ports", Value::tuple([Value::from(1), Value::from(2)])),
        ("unknown", Value::unknown(Type::list(Type::STRING))),
        (
            "hidden",
            Value::unknown(Type::list(Type::STRING)).with_mark(Mark::new("secret")),
        ),
        (
            "secrets",
            Value::tuple([Value::from("s3cr3t")]).with_mark(Mark::new("secret")),
        ),
    ])
}

/// Returns the specification of a list of the attribute `a` in blocks `b`.
fn listed() -> Spec {
    Spec::blocks("b", Sequence::List, Spec::optional("a", Type::DYNAMIC))
}

/// Returns the specification of a map of the attribute `a` in blocks `b` with one label.
fn labelled() -> Spec {
    Spec::LabelledBlocks(LabelledBlocksSpec {
        block_type: Name::from("b"),
        label_names: vec![Name::from("key")],
        nested: Box::new(Spec::optional("a", Type::DYNAMIC)),
        keyed: Keyed::Object,
    })
}

fn run(spec: &Spec, text: &str) -> (Value, Vec<(&'static str, String)>) {
    let context = values();
    let expanded = expand_dynamic_blocks(body(text), Some(&context));
    let Outcome { value, diagnostics } = spec.decode(&*expanded, Some(&context));
    (value, shown(&diagnostics, text))
}

fn value(spec: &Spec, text: &str) -> Value {
    let (value, problems) = run(spec, text);
    assert!(problems.is_empty(), "{problems:?}");
    value
}

fn dynamic(arguments: &str, content: &str) -> String {
    format!("dynamic \"b\" {{\n  {arguments}\n  content {{\n    {content}\n  }}\n}}\n")
}

fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::list(Type::DYNAMIC, items).expect("the items are of one type")
}

#[test]
fn a_dynamic_block_generates_a_block_for_each_element() {
    assert_eq!(
        value(
            &listed(),
            &dynamic("for_each = ports", "a = b.value + 10 * b.key")
        ),
        list([Value::from(1), Value::from(12)])
    );
    let text = format!(
        "b {{\n  a = \"first\"\n}}\n{}b {{\n  a = \"last\"\n}}\n",
        dynamic(
            "for_each = { k = \"v\" }\n  iterator = it",
            "a = \"${it.key}-${it.value}\""
        )
    );
    assert_eq!(
        value(&listed(), &text),
        list(["first", "k-v", "last"].map(Value::from))
    );
    assert_eq!(value(&listed(), &dynamic("for_each = []", "a = 1")), list([]));
}

#[test]
fn labels_come_from_expressions() {
    assert_eq!(
        value(
            &labelled(),
            &dynamic(
                "for_each = { x = 1, y = 2 }\n  labels = [\"l-${b.key}\"]",
                "a = b.value"
            )
        ),
        Value::object([("l-x", Value::from(1)), ("l-y", Value::from(2))])
    );
}

#[test]
fn dynamic_blocks_nest() {
    let spec = Spec::blocks("b", Sequence::List, listed());
    let inner = "dynamic \"b\" {\n for_each = outer.value\n content {\n a = [outer.key, b.value]\n }\n }";
    let text = dynamic("for_each = [[\"x\"], [\"y\", \"z\"]]\n  iterator = outer", inner);
    let pair = |index: i32, text: &str| Value::tuple([Value::from(index), Value::from(text)]);
    assert_eq!(
        value(&spec, &text),
        list([list([pair(0, "x")]), list([pair(1, "y"), pair(1, "z")])])
    );
}

#[test]
fn an_unknown_for_each_generates_one_unknown_block() {
    let text = dynamic("for_each = unknown", "a = b.value");
    assert_eq!(value(&listed(), &text), Value::unknown(Type::list(Type::DYNAMIC)));
    assert_eq!(
        value(&Spec::block("b", Spec::optional("a", Type::STRING)), &text),
        Value::unknown(Type::STRING)
    );
    let context = values();
    let expanded = expand_dynamic_blocks(body(&text), Some(&context));
    let no_labels: [&str; 0] = [];
    let content = expanded.content(&BodySchema::new().block("b", no_labels)).value;
    assert_eq!(content.blocks.len(), 1);
    assert!(content.blocks[0].body.is_unknown());
}

#[test]
fn everything_in_a_block_of_an_unknown_for_each_is_unknown() {
    let text = dynamic("for_each = hidden", "a = 1\n c {\n a = 2\n }");
    let expanded = expand_dynamic_blocks(body(&text), Some(&values()));
    let no_labels: [&str; 0] = [];
    let content = expanded.content(&BodySchema::new().block("b", no_labels)).value;
    let outer = &content.blocks[0].body;
    assert_eq!(outer.marks(), values_marks());
    let schema = BodySchema::new().optional("a").block("c", no_labels);
    let PartialContent {
        content: outer,
        remain: rest,
    } = outer.partial_content(&schema).value;
    assert!(rest.is_unknown());
    let inner = &outer.blocks[0].body;
    assert!(inner.is_unknown());
    let inner = inner.attributes().value;
    for (attribute, place) in [(outer.attributes.get("a"), "1"), (inner.get("a"), "2")] {
        let expression = &attribute.expect("it is there").expression;
        let mut diagnostics = hcl2_diagnostics::Diagnostics::new();
        let value = expression.evaluate(None).report_into(&mut diagnostics);
        assert_eq!(value, Value::DYNAMIC.with_marks(&values_marks()));
        assert_eq!(&text[expression.span().range()], place);
    }
}

#[test]
fn marks_of_for_each_are_marks_of_generated_values() {
    let made = value(&listed(), &dynamic("for_each = secrets", "a = 1"));
    let secret = Value::from(1).with_mark(Mark::new("secret"));
    assert_eq!(made, list([secret.clone()]));

    let nested = Spec::Blocks(hcl2_spec::parts::BlocksSpec {
        block_type: Name::from("b"),
        nested: Box::new(Spec::block("c", Spec::optional("a", Type::NUMBER))),
        sequence: Sequence::Tuple,
        min_items: 0,
        max_items: None,
    });
    let made = value(&nested, &dynamic("for_each = secrets", "c {\n a = 1\n }"));
    assert_eq!(made, Value::tuple([secret.clone()]));

    let expanded = expand_dynamic_blocks(body(&dynamic("for_each = secrets", "a = 1")), Some(&values()));
    let no_labels: [&str; 0] = [];
    let content = expanded.content(&BodySchema::new().block("b", no_labels)).value;
    let attributes = content.blocks[0].body.attributes().value;
    let mut diagnostics = hcl2_diagnostics::Diagnostics::new();
    let attribute = attributes.get("a").unwrap();
    assert_eq!(
        attribute.expression.evaluate(None).report_into(&mut diagnostics),
        secret
    );
}

#[test]
fn static_blocks_are_expanded_inside_and_see_outer_iterators() {
    let spec = Spec::blocks(
        "b",
        Sequence::List,
        Spec::block("c", Spec::optional("a", Type::NUMBER)),
    );
    let text = dynamic("for_each = ports", "c {\n a = b.value\n }");
    assert_eq!(value(&spec, &text), list([1, 2].map(Value::from)));
    let text = format!("c {{\n{}}}\n", dynamic("for_each = ports", "a = b.value"));
    assert_eq!(
        value(&Spec::block("c", listed()), &text),
        list([1, 2].map(Value::from))
    );
}

/// Returns the expression of the attribute `a` in the first generated block, and the source text.
fn made(expression: &str) -> (hcl2_model::ExpressionRef, String) {
    let text = dynamic("for_each = ports", &format!("a = {expression}"));
    let expanded = expand_dynamic_blocks(body(&text), Some(&values()));
    let no_labels: [&str; 0] = [];
    let content = expanded.content(&BodySchema::new().block("b", no_labels)).value;
    let made = content.blocks[0]
        .body
        .content(&BodySchema::new().optional("a"))
        .value;
    let expression = made.attributes.get("a").expect("it is there").expression.clone();
    (expression, text)
}

#[test]
fn variables_of_generated_blocks_exclude_iterators() {
    let (expression, _) = made("[b.value, other, upper(\"x\")]");
    let variables = expression.variables();
    let names: Vec<_> = variables
        .iter()
        .filter_map(|variable| variable.root_name())
        .collect();
    assert_eq!(names, ["other"]);
    assert_eq!(expression.functions().len(), 1);
}

#[test]
fn expressions_of_generated_blocks_are_analysed_as_written() {
    let (list, text) = made("[b.value, 2]");
    assert_eq!(list.static_list().map(|items| items.len()), Some(2));
    assert_eq!(&text[list.span().range()], "[b.value, 2]");
    assert!(list.static_map().is_none() && list.static_call().is_none());
    assert!(list.static_traversal().is_none() && list.keyword().is_none());
    let (map, _) = made("{ x = 1 }");
    assert_eq!(map.static_map().map(|items| items.len()), Some(1));
    assert!(map.static_list().is_none());
    let (call, text) = made("upper(b.value)");
    assert_eq!(call.static_call().expect("a call").name, "upper");
    assert_eq!(&text[call.start_span().range()], "upper(");
    let (conditional, text) = made("b.value ? 1 : 2");
    let parts = conditional.static_conditional().expect("a conditional");
    assert_eq!(
        parts.map(|part| &text[part.span().range()]),
        ["b.value", "1", "2"]
    );
    let (traversal, _) = made("b.value");
    assert_eq!(
        traversal
            .static_traversal()
            .expect("a traversal")
            .root_name()
            .map(|name| name.as_str()),
        Some("b")
    );
    let (keyword, _) = made("all");
    assert_eq!(keyword.keyword().expect("a keyword"), "all");
}

#[test]
fn implied_schema_of_an_expanded_body_excludes_dynamic_blocks() {
    let text = format!(
        "x = 1\n{}c {{\n}}\n",
        dynamic("for_each = secrets", "a = b.value")
    );
    let expanded = expand_dynamic_blocks(body(&text), Some(&values()));
    let schema = expanded.implied_schema();
    let blocks: Vec<_> = schema
        .blocks
        .iter()
        .map(|block| block.block_type.as_str())
        .collect();
    assert_eq!(blocks, ["c"]);
    assert!(schema.attribute_named("x").is_some());
    let no_labels: [&str; 0] = [];
    let content = expanded
        .content(
            &BodySchema::new()
                .optional("x")
                .block("b", no_labels)
                .block("c", no_labels),
        )
        .value;
    let made = &content.blocks[0].body;
    assert_eq!(made.marks(), values_marks());
    assert!(expanded.marks().is_empty());
    let mut seen = Vec::new();
    made.visit_expressions(&mut |expression| {
        let mut diagnostics = hcl2_diagnostics::Diagnostics::new();
        seen.push(expression.evaluate(None).report_into(&mut diagnostics));
    });
    assert_eq!(seen, [Value::from("s3cr3t").with_mark(Mark::new("secret"))]);
}

/// A block is marked as a whole; what is nested in it is marked by itself if it has values of the `for_each`.
#[test]
fn nested_values_are_marked_if_they_refer_to_a_marked_iterator() {
    let no_labels: [&str; 0] = [];
    let nested = |content: &str, block_type: &str| {
        let text = dynamic("for_each = secrets", content);
        let expanded = expand_dynamic_blocks(body(&text), Some(&values()));
        let outer = expanded.content(&BodySchema::new().block("b", no_labels)).value;
        assert_eq!(outer.blocks[0].body.marks(), values_marks());
        let inner = outer.blocks[0]
            .body
            .content(&BodySchema::new().block(block_type, no_labels))
            .value;
        let inner = inner.blocks[0]
            .body
            .content(&BodySchema::new().optional("a"))
            .value;
        let mut diagnostics = hcl2_diagnostics::Diagnostics::new();
        let attribute = inner.attributes.get("a").expect("it is there");
        attribute.expression.evaluate(None).report_into(&mut diagnostics)
    };
    let secret = |value: Value| value.with_mark(Mark::new("secret"));
    assert_eq!(nested("c {\n a = 1\n }", "c"), Value::from(1));
    assert_eq!(
        nested("c {\n a = b.value\n }", "c"),
        secret(Value::from("s3cr3t"))
    );
    let generated = |for_each: &str, a: &str| {
        let inner = format!("dynamic \"c\" {{\n for_each = {for_each}\n content {{\n a = {a}\n }}\n }}");
        nested(&inner, "c")
    };
    assert_eq!(generated("[2]", "c.value"), Value::from(2));
    assert_eq!(generated("[2]", "b.key"), secret(Value::from(0)));
    assert_eq!(generated("[b.value]", "1"), secret(Value::from(1)));
}

fn values_marks() -> hcl2_value::Marks {
    [Mark::new("secret")].into_iter().collect()
}

#[test]
fn the_rest_of_a_body_keeps_its_dynamic_blocks() {
    let text = format!("x = 1\n{}c {{\n}}\n", dynamic("for_each = ports", "a = b.value"));
    let no_labels: [&str; 0] = [];
    let expanded = expand_dynamic_blocks(body(&text), Some(&values()));
    let first = BodySchema::new().optional("x").block("c", no_labels);
    let Outcome {
        value: PartialContent { content, remain },
        diagnostics,
    } = expanded.partial_content(&first);
    assert!(diagnostics.is_empty());
    assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));
    let Outcome {
        value: content,
        diagnostics,
    } = remain.content(&BodySchema::new().block("b", no_labels));
    assert!(diagnostics.is_empty());
    assert_eq!((content.attributes.len(), content.blocks.len()), (0, 2));
}

#[test]
fn problems_have_the_range_of_their_cause() {
    let each = "for_each = ports";
    let cases = [
        (
            listed(),
            dynamic("for_each = 5", ""),
            ("hcl2::decode::invalid-for-each", "5"),
        ),
        (
            listed(),
            dynamic("for_each = null", ""),
            ("hcl2::decode::invalid-for-each", "null"),
        ),
        (
            listed(),
            dynamic("", ""),
            ("hcl2::body::missing-attribute", "@12"),
        ),
        (
            listed(),
            dynamic(&format!("{each}\n  iterator = \"x\""), ""),
            ("hcl2::decode::invalid-iterator", "\"x\""),
        ),
        (
            listed(),
            dynamic(&format!("{each}\n  iterator = a.b"), ""),
            ("hcl2::decode::invalid-iterator", "a.b"),
        ),
        (
            labelled(),
            dynamic(&format!("{each}\n  labels = \"x\""), ""),
            ("hcl2::decode::not-a-list", "x"),
        ),
        (
            labelled(),
            dynamic(&format!("{each}\n  labels = []"), ""),
            ("hcl2::decode::invalid-label", "[]"),
        ),
        (
            labelled(),
            dynamic(&format!("{each}\n  labels = [\"x\", \"y\"]"), ""),
            ("hcl2::decode::invalid-label", "\"y\""),
        ),
        (
            labelled(),
            dynamic("for_each = [1]\n  labels = [null]", ""),
            ("hcl2::decode::invalid-label", "null"),
        ),
        (
            labelled(),
            dynamic("for_each = [1]\n  labels = [[]]", ""),
            ("hcl2::decode::invalid-label", "[]"),
        ),
        (
            labelled(),
            dynamic("for_each = [1]\n  labels = [unknown[0]]", ""),
            ("hcl2::decode::invalid-label", "unknown[0]"),
        ),
        (
            labelled(),
            dynamic("for_each = [1]\n  labels = [secrets[0]]", ""),
            ("hcl2::decode::invalid-label", "secrets[0]"),
        ),
        (
            listed(),
            format!("dynamic \"b\" {{\n  {each}\n}}\n"),
            ("hcl2::decode::missing-content", "@12"),
        ),
        (
            listed(),
            format!("dynamic \"b\" {{\n  {each}\n  content {{\n  }}\n  content {{}}\n}}\n"),
            ("hcl2::decode::extraneous-content", "content"),
        ),
        (
            listed(),
            dynamic("for_each = []", "").replace("\"b\"", "\"c\""),
            ("hcl2::body::unsupported-block", "\"c\""),
        ),
        (
            listed(),
            dynamic("for_each = [1]", "c = 1"),
            ("hcl2::body::unsupported-attribute", "c"),
        ),
    ];
    for (spec, text, expected) in cases {
        assert_eq!(run(&spec, &text).1, want(&[expected]), "{text}");
    }
}

#[test]
fn messages_describe_invalid_labels() {
    let detail = |spec: &Spec, labels: &str| {
        let text = dynamic(&format!("for_each = [1]\n  labels = {labels}"), "");
        let context = values();
        let expanded = expand_dynamic_blocks(body(&text), Some(&context));
        let diagnostics = spec.decode(&*expanded, Some(&context)).diagnostics;
        diagnostics[0].detail.clone().into_owned()
    };
    let two = Spec::LabelledBlocks(LabelledBlocksSpec {
        block_type: Name::from("b"),
        label_names: vec![Name::from("first"), Name::from("second")],
        nested: Box::new(Spec::Literal(Value::from(true))),
        keyed: Keyed::Object,
    });
    let one = labelled();
    for (spec, labels, expected) in [
        (
            &one,
            "[]",
            "Blocks of the type `b` have 1 label. Add the missing ones.",
        ),
        (
            &two,
            "[\"x\"]",
            "Blocks of the type `b` have 2 labels. Add the missing ones.",
        ),
        (
            &one,
            "[\"x\", \"y\"]",
            "Blocks of the type `b` have 1 label. Remove the rest.",
        ),
        (&one, "[null]", "A label must not be null."),
        (
            &one,
            "[unknown[0]]",
            "A label must be known, but this value is not known yet.",
        ),
        (
            &one,
            "[secrets[0]]",
            "A label must not be marked, but this value is marked, for instance as sensitive.",
        ),
    ] {
        assert_eq!(detail(spec, labels), expected);
    }
    let check = DynamicBlocks::new().check_for_each(|_| None);
    assert_eq!(format!("{check:?}"), "DynamicBlocks { check: Some(Check) }");
}

#[test]
fn messages_about_labels_reveal_no_secrets() {
    let text = dynamic("for_each = [1]\n  labels = [secrets[0]]", "");
    let context = values();
    let expanded = expand_dynamic_blocks(body(&text), Some(&context));
    let diagnostics = labelled().decode(&*expanded, Some(&context)).diagnostics;
    assert!(diagnostics.has_errors());
    assert!(!format!("{diagnostics:?}").contains("s3cr3t"));
}

#[test]
fn variables_of_expansion_are_found_before_expansion() {
    let text = dynamic(
        "for_each = one[two]\n  labels = [b.key, three]",
        "a = [b.value, four]",
    );
    let text = format!("b \"x\" {{\n  a = five\n}}\n{text}");
    let names = |all: Vec<hcl2_model::Traversal>| -> Vec<String> {
        all.iter()
            .filter_map(|traversal| traversal.root_name())
            .map(ToString::to_string)
            .collect()
    };
    let (spec, body) = (labelled(), body(&text));
    assert_eq!(names(spec.expansion_variables(&*body)), ["one", "two", "three"]);
    assert_eq!(
        names(spec.dynamic_variables(&*body)),
        ["five", "one", "two", "three", "four"]
    );
}

#[test]
fn deep_dynamic_blocks_need_little_stack() {
    on_small_stack(|| {
        let depth = 60;
        let mut spec = Spec::object::<&str>([]);
        for _ in 0..depth {
            spec = Spec::blocks("b", Sequence::List, spec);
        }
        let text = format!(
            "{}{}",
            "dynamic \"b\" {\n  for_each = [1]\n  content {\n".repeat(depth),
            "}\n}\n".repeat(depth)
        );
        assert!(run(&spec, &text).1.is_empty());
    });
}

#[test]
fn an_application_can_reject_a_for_each() {
    let check = DynamicBlocks::new().check_for_each(|for_each| {
        assert_eq!(*for_each.block_type, *"b");
        if for_each.value.is_marked() {
            Some(for_each.problem("How many blocks there are must not be secret."))
        } else if !for_each.value.is_known() {
            Some(for_each.problem("How many blocks there are must be known."))
        } else {
            None
        }
    });
    let text = ["ports", "secrets", "unknown", "1", "nope"]
        .map(|value| dynamic(&format!("for_each = {value}"), "a = 1"))
        .concat();
    let context = values();
    let Outcome { value, diagnostics } =
        listed().decode(&*check.expand(body(&text), Some(&context)), Some(&context));
    assert_eq!(value, list([Value::from(1), Value::from(1)]));
    assert_eq!(
        shown(&diagnostics, &text),
        want(&[
            ("hcl2::decode::invalid-for-each", "secrets"),
            ("hcl2::decode::invalid-for-each", "unknown"),
            ("hcl2::decode::invalid-for-each", "1"),
            ("hcl2::expr::unknown-variable", "nope"),
        ])
    );
    assert_eq!(
        diagnostics[0].detail,
        "How many blocks there are must not be secret."
    );
}

#[test]
fn an_application_can_reject_a_nested_for_each() {
    let check = DynamicBlocks::new().check_for_each(|for_each| {
        (for_each.value.element_count() == Some(1)).then(|| for_each.problem("One is not enough."))
    });
    let inner = "dynamic \"c\" {\n  for_each = [b.value]\n  content {\n  }\n}";
    let text = dynamic("for_each = ports", inner);
    let spec = Spec::blocks(
        "b",
        Sequence::Tuple,
        Spec::blocks("c", Sequence::Tuple, Spec::Literal(Value::from(true))),
    );
    let Outcome { value, diagnostics } = spec.decode(&*check.expand(body(&text), Some(&values())), None);
    assert_eq!(value, Value::tuple([Value::tuple([]), Value::tuple([])]));
    assert_eq!(
        shown(&diagnostics, &text),
        want(&[("hcl2::decode::invalid-for-each", "[b.value]"); 2])
    );
}
