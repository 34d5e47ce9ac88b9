//! Transformation of bodies.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl2_diagnostics::Outcome;
use hcl2_ext::dynamic::expand_dynamic_blocks;
use hcl2_ext::transform_bodies;
use hcl2_model::{BodySchema, PartialContent, merge_bodies};
use hcl2_spec::{Sequence, Spec};
use hcl2_value::{Mark, Type, Value};

use crate::support::{body, context};

/// Returns the specification of the attribute `a` in blocks `b` and in the blocks `b` inside them.
fn nested() -> Spec {
    let inner = Spec::blocks("b", Sequence::Tuple, Spec::optional("a", Type::NUMBER));
    Spec::blocks(
        "b",
        Sequence::Tuple,
        Spec::tuple([Spec::optional("a", Type::NUMBER), inner]),
    )
}

#[test]
fn every_body_is_transformed_once() {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let changed = transform_bodies(body("b {\n  b {\n  }\n}\nb {\n}\n"), move |body| {
        counter.fetch_add(1, Ordering::Relaxed);
        body
    });
    let diagnostics = nested().decode(&*changed, None).diagnostics;
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(count.load(Ordering::Relaxed), 4);
}

#[test]
fn a_transformation_can_add_defaults_to_blocks_at_any_depth() {
    let defaults = body("a = 7\n");
    let changed = transform_bodies(body("b {\n  a = 1\n  b {\n  }\n}\nb {\n}\n"), move |body| {
        let content = body
            .partial_content(&BodySchema::new().optional("a"))
            .value
            .content;
        match content.attributes.get("a") {
            Some(_) => body,
            None => merge_bodies(vec![body, Arc::clone(&defaults)]),
        }
    });
    let Outcome {
        value: PartialContent { content, remain },
        diagnostics,
    } = changed.partial_content(&BodySchema::new().optional("a"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert!(content.attributes.get("a").is_some());
    let Outcome { value, diagnostics } = nested().decode(&*remain, None);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let number = |number: i64| Value::from(number);
    assert_eq!(
        value,
        Value::tuple([
            Value::tuple([number(1), Value::tuple([number(7)])]),
            Value::tuple([number(7), Value::tuple([])]),
        ])
    );
}

#[test]
fn generated_blocks_are_transformed_too() {
    let text = "dynamic \"b\" {\n  for_each = more\n  content {\n  }\n}\n";
    let context = context(&[("more", Value::unknown(Type::list(Type::STRING)))]);
    let defaults = body("a = 7\n");
    let expanded = expand_dynamic_blocks(body(text), Some(&context));
    let changed = transform_bodies(expanded, move |body| {
        if body.is_unknown() {
            return merge_bodies(vec![body, Arc::clone(&defaults)]);
        }
        body
    });
    let schema = BodySchema::new().block("b", [] as [&str; 0]);
    let Outcome {
        value: content,
        diagnostics,
    } = changed.content(&schema);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    assert_eq!(content.blocks.len(), 1);
    let attributes = content.blocks[0].body.attributes().value;
    assert!(attributes.get("a").is_some());
    assert!(content.blocks[0].body.is_unknown());
}

#[test]
fn a_transformed_body_keeps_its_marks() {
    let text = "dynamic \"b\" {\n  for_each = more\n  content {\n  }\n}\n";
    let mark = Mark::new("secret");
    let more = Value::from(vec!["x"]).with_mark(mark.clone());
    let expanded = expand_dynamic_blocks(body(text), Some(&context(&[("more", more)])));
    let changed = transform_bodies(expanded, |body| body);
    let schema = BodySchema::new().block("b", [] as [&str; 0]);
    let content = changed.content(&schema).value;
    assert_eq!(content.blocks.len(), 1);
    assert!(content.blocks[0].body.marks().contains(&mark));
}
