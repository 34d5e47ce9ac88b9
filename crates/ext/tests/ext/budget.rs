//! Extensions within a budget.

use std::sync::Arc;

use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_ext::functions::user_functions;
use hcl2_model::{BodySchema, Callable, EvalContext, FunctionTable, Limits};
use hcl2_value::Value;

use crate::support::{body, context, evaluate, shown, want};

fn limited(mut context: EvalContext<'static>) -> EvalContext<'static> {
    context.set_budget(Limits::new().with_steps(100_000).with_elements(100_000).budget());
    context
}

#[test]
fn an_exceeded_limit_cannot_be_tried_away() {
    let many = Value::tuple(vec![Value::from(1); 1_000]);
    for text in [
        "try([for a in many : [for b in many : 1]], 1)",
        "can([for a in many : [for b in many : 1]])",
        "[try([for a in many : [for b in many : 1]], 1)][0] == 1",
        "convert([for a in many : [for b in many : 1]], any)",
    ] {
        let (_, problems) = evaluate(text, &limited(context(&[("many", many.clone())])));
        let call = &text[text.find(['t', 'c']).expect("a call")..];
        let end = call.rfind(')').expect("a call") + 1;
        let start = if text.starts_with('[') { &call[..end] } else { call };
        assert_eq!(problems, want(&[("hcl2::expr::limit-exceeded", start)]), "{text}");
    }
}

#[test]
fn functions_that_call_one_another_twice_end() {
    // Each function calls the one before it twice.
    let mut known: FunctionTable = FunctionTable::new();
    for level in 0..60 {
        let result = if level == 0 {
            "1".to_owned()
        } else {
            format!("f{0}() + f{0}()", level - 1)
        };
        let text = format!("function \"f{level}\" {{\n  params = []\n  result = {result}\n}}\n");
        let mut inner = EvalContext::new();
        inner.set_functions(known.clone());
        let read = user_functions(&body(&text), "function", &Arc::new(inner));
        assert!(read.diagnostics.is_empty());
        let new: Vec<(_, Callable)> = read
            .value
            .functions
            .iter()
            .map(|(name, function)| (name.clone(), function.clone()))
            .collect();
        known.extend(new);
    }
    let mut context = EvalContext::new();
    context.set_functions(known);
    assert_eq!(evaluate("f5()", &context).0, Value::from(32));
    let context = limited(context);
    let (value, problems) = evaluate("[1, f59()]", &context);
    assert_eq!(value, Value::tuple([Value::from(1), Value::DYNAMIC]));
    assert_eq!(problems, want(&[("hcl2::expr::limit-exceeded", "f59()")]));
    // A small one still has a budget.
    assert_eq!(evaluate("f5()", &context).0, Value::from(32));
}

#[test]
fn dynamic_blocks_count_what_they_generate() {
    let text = "dynamic \"rule\" {\n  for_each = many\n  content {\n    dynamic \"inner\" {\n      for_each = many\n      content \
                {}\n    }\n  }\n}\n";
    let none: [&str; 0] = [];
    let schema = |name: &str| BodySchema::new().block(name, none);
    let of = |count: usize| {
        let many = Value::tuple(vec![Value::from(1); count]);
        expand_dynamic_blocks(body(text), Some(&limited(context(&[("many", many)]))))
    };
    let few = of(100).content(&schema("rule"));
    assert_eq!(few.value.blocks.len(), 100);
    let inner = few.value.blocks[0].body.content(&schema("inner"));
    assert_eq!(inner.value.blocks.len(), 100);

    let many = of(10_000).content(&schema("rule"));
    assert_eq!(
        shown(&many.diagnostics, text),
        want(&[("hcl2::expr::limit-exceeded", "many")])
    );
    // Half of 100,000 elements, of which a block takes 8.
    assert_eq!(many.value.blocks.len(), 6_250);

    // All bodies share the budget, so the number of blocks does not multiply.
    let outer = of(1_000).content(&schema("rule"));
    let inner: usize = outer
        .value
        .blocks
        .iter()
        .map(|block| block.body.content(&schema("inner")).value.blocks.len())
        .sum();
    assert!((5_000..12_500).contains(&inner), "{inner}");
}
