//! Expressions: values, names as templates, static analysis, ranges through escapes.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, Outcome, SourceMap};
use hcl2_json::parse_expression;
use hcl2_model::{EvalContext, ExpressionRef, FunctionTable, ResolveError, TraversalStep};
use hcl2_value::{Function, Mark, Parameter, Type, Value};

#[track_caller]
fn parse(text: &str) -> ExpressionRef {
    let mut sources = SourceMap::new();
    let source = sources.add("test.json", text).expect("tests are small");
    parse_expression(&source).into_result().expect("it has no errors")
}

fn context() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_variable("n", Value::from(2));
    context.set_variable("s", Value::from("hi"));
    context.set_variable("none", Value::null(Type::STRING));
    context.set_variable("list", Value::tuple([Value::from(1)]));
    context.set_variable("open", Value::unknown(Type::STRING));
    context.set_variable("secret", Value::from("s3cr3t").with_mark(Mark::new("sensitive")));
    context
}

fn evaluate(text: &str) -> (Value, Diagnostics) {
    let Outcome { value, diagnostics } = parse(text).evaluate(Some(&context()));
    (value, diagnostics)
}

#[track_caller]
fn value(text: &str) -> Value {
    let (value, diagnostics) = evaluate(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    value
}

#[track_caller]
fn literal(text: &str) -> Value {
    let Outcome { value, diagnostics } = parse(text).evaluate(None);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    value
}

#[track_caller]
fn problems(text: &str, expected: &[(&str, usize, usize)]) {
    let (_, diagnostics) = evaluate(text);
    let found: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let range = diagnostic.subject.expect("every problem has a place").range();
            (diagnostic.code.id(), range.start, range.end)
        })
        .collect();
    assert_eq!(found, expected, "of {text}");
}

fn object<const N: usize>(attributes: [(&str, Value); N]) -> Value {
    Value::object(attributes)
}

#[test]
fn each_kind_of_value_is_evaluated() {
    for evaluate in [value, literal] {
        assert_eq!(evaluate("true"), Value::from(true));
        assert_eq!(evaluate("false"), Value::from(false));
        assert_eq!(evaluate("null"), Value::null(Type::DYNAMIC));
        assert_eq!(evaluate("\"plain\""), Value::from("plain"));
        assert_eq!(evaluate("[]"), Value::tuple([]));
        assert_eq!(evaluate("{}"), object([]));
        assert_eq!(
            evaluate("{\"b\": [1, \"x\", {}], \"a\": null}"),
            object([
                ("a", Value::null(Type::DYNAMIC)),
                ("b", Value::tuple([Value::from(1), Value::from("x"), object([])])),
            ])
        );
    }
}

#[test]
fn numbers_are_exact() {
    for (text, printed) in [
        ("-12", "-12"),
        ("0.1", "0.1"),
        ("1E3", "1000"),
        ("-2.5e-3", "-0.0025"),
        ("-0", "-0"),
        ("100000000000000000000.5", "100000000000000000000.5"),
        (
            "123456789012345678901234567890123456789",
            "123456789012345678901234567890123456789",
        ),
    ] {
        assert_eq!(
            literal(text).as_number().map(ToString::to_string).as_deref(),
            Some(printed)
        );
    }
    let long = format!("1{}1", "0".repeat(200));
    problems(&long, &[("hcl2::json::unrepresentable-number", 0, 202)]);
    problems(
        &format!("[-{long}]"),
        &[("hcl2::json::unrepresentable-number", 1, 204)],
    );
    problems("1e1000000000", &[("hcl2::json::unrepresentable-number", 0, 12)]);
    assert_eq!(evaluate("1e1000000000").0, Value::unknown(Type::NUMBER));
}

#[test]
fn strings_are_templates_only_with_a_context() {
    assert_eq!(literal("\"${n} %{ if\""), Value::from("${n} %{ if"));
    assert_eq!(
        value("\"${n + 1}\""),
        Value::from(3),
        "an interpolation alone keeps its type"
    );
    assert_eq!(value("\"n = ${n}\""), Value::from("n = 2"));
    assert_eq!(
        value("\"%{ if n > 1 }many%{ else }one%{ endif }\""),
        Value::from("many")
    );
    assert_eq!(value("\"$${n} %%{ if }\""), Value::from("${n} %{ if }"));
    assert_eq!(
        value("\"\\u0024\\u007bn}\""),
        Value::from(2),
        "escapes are JSON's business"
    );
    assert_eq!(
        value("\"${\\\"in \\\\\\\"quotes\\\\\\\"\\\"}\""),
        Value::from("in \"quotes\"")
    );
    assert_eq!(value("\"a\\n${s}\\n\""), Value::from("a\nhi\n"));
    assert_eq!(
        value("\"e\\u0301\""),
        Value::from("\u{e9}"),
        "strings are normalised"
    );
    problems("\"${\"", &[("hcl2::syntax::expected-expression", 3, 3)]);
}

#[test]
fn names_are_templates_only_with_a_context() {
    assert_eq!(literal("{\"${s}\": 1}"), object([("${s}", Value::from(1))]));
    assert_eq!(
        value("{\"${s}\": 1, \"${n}\": 2, \"//\": 3}"),
        object([
            ("hi", Value::from(1)),
            ("2", Value::from(2)),
            ("//", Value::from(3)),
        ])
    );
    problems(
        "{\"${none}\": 1, \"a\": 2}",
        &[("hcl2::expr::invalid-key", 1, 10)],
    );
    problems("{\"${list}\": 1}", &[("hcl2::expr::invalid-key", 1, 10)]);
    assert_eq!(value("{\"a\": 1, \"${open}\": 2}"), Value::DYNAMIC);
    problems(
        "{\"${open}\": 1, \"b\": \"${nope}\"}",
        &[("hcl2::expr::unknown-variable", 23, 27)],
    );
}

#[test]
fn names_are_unique_after_evaluation() {
    problems(
        "{\"a\": 1, \"b\": 2, \"a\": 3}",
        &[("hcl2::json::duplicate-name", 17, 20)],
    );
    problems(
        "{\"hi\": 1, \"${s}\": 2}",
        &[("hcl2::json::duplicate-name", 10, 16)],
    );
    problems(
        "{\"\\u00e9\": 1, \"e\\u0301\": 2}",
        &[("hcl2::json::duplicate-name", 14, 23)],
    );
    let (value, diagnostics) = evaluate("{\"hi\": 1, \"${s}\": 2}");
    assert_eq!(value, object([("hi", Value::from(1))]), "the first one stays");
    assert_eq!(diagnostics[0].labels[0].span.range(), 1..5);

    let Outcome {
        value: two,
        diagnostics,
    } = parse("{\"${s}\": 1, \"hi\": 2}").evaluate(None);
    assert!(diagnostics.is_empty());
    assert_eq!(two, object([("${s}", Value::from(1)), ("hi", Value::from(2))]));
}

#[test]
fn marks_are_kept_and_stay_out_of_messages() {
    let sensitive = Mark::new("sensitive");
    let (marked, diagnostics) = evaluate("{\"${secret}\": 1}");
    assert!(diagnostics.is_empty());
    assert_eq!(
        marked,
        object([("s3cr3t", Value::from(1))]).with_mark(sensitive.clone())
    );
    assert_eq!(
        value("{\"${secret}\": 1, \"${open}\": 2}"),
        Value::DYNAMIC.with_mark(sensitive)
    );

    for text in [
        "{\"s3cr3t\": 1, \"${secret}\": 2}",
        "{\"${secret}\": 1, \"${secret}\": 2}",
    ] {
        let (_, diagnostics) = evaluate(text);
        assert_eq!(diagnostics[0].code.id(), "hcl2::json::duplicate-name");
        assert!(!format!("{diagnostics:?}").contains("s3cr3t"), "{diagnostics:?}");
    }
}

#[test]
fn ranges_are_exact_past_escapes() {
    problems(
        "\"\\n\\u00e9\\t${nope}\"",
        &[("hcl2::expr::unknown-variable", 13, 17)],
    );
    problems(
        "[\"a\\tb\", \"\\\"${n + list}\\\"\"]",
        &[("hcl2::expr::invalid-operand", 18, 22)],
    );
    let text = "\"\\ud83d\\ude00 ${s.x} \\n ${n[\\\"k\\\"]}\"";
    problems(
        text,
        &[
            ("hcl2::expr::no-attributes", 17, 19),
            ("hcl2::expr::invalid-index", 27, 34),
        ],
    );
    let variables = parse(text).variables();
    let spans: Vec<_> = variables
        .iter()
        .flat_map(|traversal| traversal.steps().iter().map(|step| step.span().range()))
        .collect();
    assert_eq!(spans, [16..17, 17..19, 26..27, 27..34]);
}

#[test]
fn templates_are_parsed_once() {
    let expression = parse("\"${nope}\"");
    let shared: ExpressionRef = Arc::clone(&expression);
    let mut first = Diagnostics::new();
    expression.evaluate(Some(&context())).report_into(&mut first);
    let mut second = Diagnostics::new();
    shared.evaluate(Some(&context())).report_into(&mut second);
    assert_eq!(first.len(), 1);
    assert_eq!(first, second);
}

#[test]
fn variables_and_functions_are_in_source_order() {
    let expression = parse(
        "{\"${b}\": \"${a.x} %{ for v in c }${v}%{ endfor }\", \"k\": [\"${f(g(d))}\", \"$${no}\", \"${\"]}",
    );
    let roots: Vec<_> = expression
        .variables()
        .iter()
        .filter_map(|traversal| traversal.root_name().map(ToString::to_string))
        .collect();
    assert_eq!(roots, ["b", "a", "c", "d"]);
    let functions: Vec<_> = expression
        .functions()
        .iter()
        .map(|function| (function.name.to_string(), function.span.range()))
        .collect();
    assert_eq!(functions, [("f".to_owned(), 59..60), ("g".to_owned(), 61..62)]);
    let part = expression.static_map().expect("an object")[1].1.clone();
    assert_eq!(part.variables().len(), 1);
}

#[test]
fn paths_lead_past_computed_keys_and_splats() {
    let expression = parse("{\"${b}\": \"${a[k.l].x} ${c[*].y}\"}");
    let paths: Vec<_> = expression.paths().iter().map(ToString::to_string).collect();
    assert_eq!(paths, ["b", "a[...].x", "k.l", "c[*].y"]);
}

#[test]
fn functions_can_be_called() {
    let double = Function::new("double", |arguments, _| {
        Ok(arguments[0].add(&arguments[0]).expect("numbers add up"))
    })
    .parameter(Parameter::new("n", Type::NUMBER));
    let mut context = context();
    context.set_functions(FunctionTable::from_iter([double]));
    let value = parse("[\"${double(n)}\"]").evaluate(Some(&context)).value;
    assert_eq!(value, Value::tuple([Value::from(4)]));
}

#[test]
fn arrays_and_objects_are_static_lists_and_maps() {
    let list = parse("[1, \"${n}\"]");
    let elements = list.static_list().expect("an array");
    assert_eq!(elements.len(), 2);
    assert_eq!(elements[1].span().range(), 4..10);
    assert_eq!(elements[1].evaluate(Some(&context())).value, Value::from(2));
    assert!(list.static_map().is_none());

    let map = parse("{\"${s}\": 1, \"${s}\": 2}");
    let pairs = map.static_map().expect("an object");
    assert_eq!(pairs.len(), 2);
    assert_eq!(pairs[1].0.span().range(), 12..18);
    assert_eq!(pairs[0].0.evaluate(Some(&context())).value, Value::from("hi"));
    assert_eq!(pairs[0].0.evaluate(None).value, Value::from("${s}"));
    assert!(map.static_list().is_none());
    assert_eq!((map.span().range(), map.start_span().range()), (0..22, 0..1));
}

#[test]
fn strings_with_calls_are_static_calls() {
    let call = parse("\"f(a, \\\"b\\\")\"").static_call().expect("a call");
    assert_eq!((call.name.as_str(), call.name_span.range()), ("f", 1..2));
    assert_eq!(call.arguments_span.range(), 2..12);
    let arguments: Vec<_> = call
        .arguments
        .iter()
        .map(|argument| argument.span().range())
        .collect();
    assert_eq!(arguments, [3..4, 6..11]);
    for text in ["\"f\"", "\"${f(a)}\"", "\"f(\"", "\"f(a) b\"", "{}", "null"] {
        assert!(parse(text).static_call().is_none(), "{text}");
    }
}

#[test]
fn strings_with_traversals_are_static_traversals() {
    let traversal = parse("\"a.b[\\\"c\\\"]\"")
        .static_traversal()
        .expect("a traversal");
    assert!(matches!(&traversal.steps()[2], TraversalStep::Index { key, span }
        if *key == "c" && span.range() == (4..11)));
    for text in ["\"a.b\"", "\"${a}\"", "\"a b\"", "\"\"", "1", "[\"a\"]"] {
        assert!(parse(text).keyword().is_none(), "{text}");
    }
    assert_eq!(parse("\"all\"").keyword().as_deref(), Some("all"));
    for text in ["\"a b\"", "\"${a}\"", "\"a[*]\"", "\"a[b]\"", "1"] {
        assert!(parse(text).static_traversal().is_none(), "{text}");
    }
}

#[test]
fn the_template_of_a_string_is_its_text() {
    let text = |text: &str| parse(text).template_text();
    assert_eq!(text("\"a ${b} \\u0063\"").as_deref(), Some("a ${b} c"));
    assert_eq!(text("1"), None);
    assert_eq!(text("[\"a\"]"), None);
}

#[test]
fn strings_with_splats_are_static_partial_traversals() {
    for (text, steps) in [
        ("\"a\"", 1),
        ("\"a[*]\"", 2),
        ("\"a.*.b[0]\"", 4),
        ("\"a[*].b[*]\"", 4),
    ] {
        let traversal = parse(text).static_partial_traversal().expect("a traversal");
        assert_eq!(traversal.steps().len(), steps, "{text}");
    }
    let splat = parse("\"a[*].b\"")
        .static_partial_traversal()
        .expect("a traversal");
    assert!(matches!(&splat.steps()[1], TraversalStep::Splat { span } if span.range() == (2..5)));
    for text in ["\"a[b]\"", "\"f(a)\"", "1"] {
        assert!(parse(text).static_partial_traversal().is_none(), "{text}");
    }
}

#[test]
fn broken_trees_are_evaluated_as_far_as_possible() {
    let mut sources = SourceMap::new();
    let source = sources
        .add("test.json", "{\"a\": foo, \"b\": [1, }")
        .expect("small");
    let parsed = parse_expression(&source);
    assert!(parsed.has_errors());
    let value = parsed.value.evaluate(None).value;
    assert_eq!(
        value,
        object([("a", Value::DYNAMIC), ("b", Value::tuple([Value::from(1)]))])
    );
}

#[test]
fn depth_costs_no_stack() {
    let work = || {
        for (open, close, levels) in [
            ("[", "]", 500),
            ("{\"a\":", "}", 500),
            ("[", "]", 501),
            ("{\"a\":", "}", 9_000),
        ] {
            let text = format!("{}\"${{n}}\"{}", open.repeat(levels), close.repeat(levels));
            let expression = parse(&text);
            let Outcome { value, diagnostics } = expression.evaluate(Some(&context()));
            assert_eq!(value, value.clone());
            assert!(!value.ty().is_dynamic());
            assert_eq!(expression.variables().len(), 1);
            let found: Vec<_> = diagnostics
                .iter()
                .map(|problem| (problem.code.id(), problem.subject.expect("a range").range()))
                .collect();
            let start = 500 * open.len();
            let expected = [("hcl2::expr::limit-exceeded", start..start + 1)];
            assert_eq!(found, if levels > 500 { &expected[..] } else { &[] });
        }
        let wide = format!("[{}\"x\"]", "{\"a\":1},".repeat(100_000));
        assert_eq!(literal(&wide).elements().map(<[Value]>::len), Some(100_001));
    };
    std::thread::Builder::new()
        .stack_size(1024 * 1024)
        .spawn(work)
        .expect("the thread starts")
        .join()
        .expect("no stack overflow");
}

#[test]
fn expressions_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let expression = parse("\"${n}\"");
    shared(&expression);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let value = expression.evaluate(Some(&context())).value;
                assert_eq!(value, Value::from(2));
            });
        }
    });
}

#[test]
fn templates_use_what_a_resolver_supplies() {
    let mut context = context();
    context.set_resolver(Arc::new(|name: &str| match name {
        "supplied" => Ok(Some(Value::from("at last"))),
        "broken" => Err(ResolveError::new("it was asked to fail")),
        _ => Ok(None),
    }));
    let evaluate = |text: &str| {
        let Outcome { value, diagnostics } = parse(text).evaluate(Some(&context));
        let found = diagnostics
            .iter()
            .map(|diagnostic| (diagnostic.code.id(), diagnostic.subject.expect("a range").range()))
            .collect::<Vec<_>>();
        (value, found)
    };
    assert_eq!(
        evaluate(r#"["${s}", "${supplied}"]"#),
        (
            Value::tuple([Value::from("hi"), Value::from("at last")]),
            Vec::new()
        )
    );
    assert_eq!(
        evaluate(r#""\n${broken}""#).1,
        [("hcl2::expr::unresolved-name", 5..11)]
    );
}

#[test]
fn a_byte_order_mark_in_a_string_is_part_of_it() {
    assert_eq!(value("\"\u{feff}$${\""), Value::from("\u{feff}${"));
    assert_eq!(value("\"\u{feff}\\n$${\""), Value::from("\u{feff}\n${"));
}

#[test]
fn native_text_is_that_of_a_single_interpolation() {
    let text = |json: &str| parse(json).native_text();
    assert_eq!(text(r#""${list[0]}""#).as_deref(), Some("list[0]"));
    assert_eq!(text(r#""${ s == \"hi\" }""#).as_deref(), Some(r#"s == "hi""#));
    for other in [r#""x${s}""#, r#""s""#, "5", "null", r#"["${s}"]"#] {
        assert_eq!(text(other), None, "{other}");
    }
}

#[test]
fn numbers_with_too_many_digits_differ_from_too_large_ones() {
    let detail = |text: &str| evaluate(text).1[0].detail.to_string();
    assert!(detail(&"1".repeat(200)).contains("512 bits"));
    assert!(detail("1e9999999999").contains("too large"));
}
