//! Limits, in bodies decoded by specifications and in specification files.

use hcl2_diagnostics::SourceMap;
use hcl2_model::Limits;
use hcl2_spec::{Spec, SpecFile};
use hcl2_value::{Type, Value};

use crate::support::{body, context, shown, want};

#[test]
fn each_limit_of_evaluation_is_reported_at_the_attribute() {
    let spec = Spec::object([
        ("a", Spec::required("a", Type::DYNAMIC)),
        ("b", Spec::required("b", Type::DYNAMIC)),
    ]);
    let cases = [
        (
            Limits::new().with_steps(20_000),
            "[for a in many : [for b in many : 1]]",
            "[for b in many : 1]",
        ),
        (
            Limits::new().with_elements(5_000),
            "[for a in many : [a, a, a, a, a, a, a]]",
            "[for a in many : [a, a, a, a, a, a, a]]",
        ),
        (
            Limits::new().with_string_bytes(1_000_000),
            "upper(join(text, [text, text, text, text]))",
            "join(text, [text, text, text, text])",
        ),
    ];
    for (limits, expression, part) in cases {
        let text = format!("a = {expression}\nb = 1\n");
        let mut context = context(&[
            ("many", Value::tuple(vec![Value::from(1); 1_000])),
            ("text", Value::from("x".repeat(400_000))),
        ]);
        context.set_budget(limits.budget());
        let decoded = spec.decode(&*body(&text), Some(&context));
        let expected = want(&[("hcl2::expr::limit-exceeded", part)]);
        assert_eq!(shown(&decoded.diagnostics, &text), expected, "{text}");
        let constant = decoded.value.get("b").cloned();
        assert_eq!(constant, Some(Value::from(1)));
    }
}

#[test]
fn a_specification_file_nests_as_deep_as_sources_may() {
    let nested = |levels: usize| {
        let (open, close) = ("default {\n".repeat(levels), "}\n".repeat(levels));
        format!("{open}literal {{\nvalue = 1\n}}\n{close}")
    };
    let text = nested(300);
    let source = SourceMap::new().add("test", text.clone()).expect("it is small");
    let parsed = hcl2_native::parse_file(&source);
    let found = shown(&parsed.diagnostics, &text);
    assert_eq!(found, want(&[("hcl2::syntax::too-deep", "\n")]));
    let read = SpecFile::from_body(&body(&nested(200)));
    assert!(
        read.diagnostics
            .iter()
            .all(|problem| problem.code.id() != "hcl2::expr::limit-exceeded")
    );
}

#[test]
fn an_expression_of_a_specification_file_has_a_budget() {
    let loops = "[for a in [A] : [for b in [A] : [for c in [A] : [for d in [A] : 1]]]]";
    let many = vec!["1"; 500].join(", ");
    let text = format!("literal {{\n  value = {}\n}}\n", loops.replace('A', &many));
    let read = SpecFile::from_body(&body(&text));
    let found: Vec<&str> = read.diagnostics.iter().map(|problem| problem.code.id()).collect();
    assert_eq!(found, ["hcl2::expr::limit-exceeded"]);
    let subject = read.diagnostics[0].subject.expect("a place");
    assert!(
        text[subject.range()].starts_with("[for c in"),
        "{}",
        &text[subject.range()][..20]
    );
}
