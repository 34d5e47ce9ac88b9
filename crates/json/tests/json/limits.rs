//! Limits of evaluation, in bodies of the JSON syntax.

use hcl2_diagnostics::{Outcome, SourceMap};
use hcl2_json::parse;
use hcl2_model::{BodySchema, EvalContext, Limits};
use hcl2_value::Value;

/// A body whose attribute `a` is a template, and `b` a constant.
fn text_of(template: &str) -> String {
    format!(r#"{{"x": {{"l": [{{"a": "{template}", "b": 1}}]}}}}"#)
}

#[test]
fn each_limit_of_evaluation_is_reported_at_the_expression_that_exceeds_it() {
    let loops = "[for a in many : [for b in many : 1]]";
    let cases = [
        (
            Limits::new().with_steps(20_000),
            loops,
            "[for b in many : 1]",
            "20000 steps",
        ),
        (
            Limits::new().with_elements(5_000),
            "[for a in many : [a, a, a, a, a, a, a]]",
            "[for a in many : [a, a, a, a, a, a, a]]",
            "elements",
        ),
        (
            Limits::new().with_string_bytes(1_000_000),
            "[for a in many : 'text']",
            "",
            "bytes in strings",
        ),
    ];
    for (limits, expression, part, said) in cases {
        let expression = expression.replace('\'', "");
        let text = if part.is_empty() {
            text_of("${text}${text}${text}${text}")
        } else {
            text_of(&format!("${{{expression}}}"))
        };
        let source = SourceMap::new()
            .add("test.json", text.clone())
            .expect("it is small");
        let body = parse(&source).into_result().expect("it parses");
        let schema = BodySchema::new().block("x", ["label"]);
        let content = body.content(&schema).into_result().expect("it has the block");
        let attributes = content.blocks[0]
            .body
            .attributes()
            .into_result()
            .expect("attributes");
        let mut context = EvalContext::new();
        context.set_budget(limits.budget());
        context.set_variable("many", Value::tuple(vec![Value::from(1); 1_000]));
        context.set_variable("text", Value::from("x".repeat(400_000)));
        let evaluated = |name: &str| {
            let attribute = attributes.get(name).expect("the attribute");
            attribute.expression.evaluate(Some(&context))
        };
        let Outcome { diagnostics, .. } = evaluated("a");
        let found: Vec<_> = diagnostics
            .iter()
            .map(|problem| {
                let span = problem.subject.expect("a place");
                (problem.code.id(), &text[span.range()])
            })
            .collect();
        let part = if part.is_empty() {
            "${text}${text}${text}${text}"
        } else {
            part
        };
        assert_eq!(found, [("hcl2::expr::limit-exceeded", part)], "{text}");
        assert!(diagnostics[0].detail.contains(said), "{}", diagnostics[0].detail);
        // What needs no budget is still evaluated.
        assert_eq!(evaluated("b").value, Value::from(1));
    }
}
