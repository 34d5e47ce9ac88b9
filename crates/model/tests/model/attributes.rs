//! The attributes of a body.

use std::sync::Arc;

use hcl2_diagnostics::{SourceId, Span};
use hcl2_model::{Attribute, Attributes, ConstantExpression};
use hcl2_value::Value;
#[test]
fn attributes_are_found_by_name_however_many_there_are() {
    let span = |at: usize| Span::empty(SourceId::default(), at as u32);
    let attribute = |name: &str, at: usize| Attribute {
        name: name.into(),
        expression: Arc::new(ConstantExpression {
            value: Value::DYNAMIC,
            span: span(at),
        }),
        span: span(at),
        name_span: span(at),
    };
    let mut attributes = Attributes::new();
    for count in 0..48 {
        assert_eq!(attributes.len(), count);
        assert!(attributes.get(&format!("a{count}")).is_none());
        assert!(attributes.insert(attribute(&format!("a{count}"), count)).is_ok());
        for earlier in 0..=count {
            let name = format!("a{earlier}");
            assert_eq!(attributes.get(&name).map(|have| have.span), Some(span(earlier)));
            let again = attributes.insert(attribute(&name, 1000));
            assert_eq!(again.err().map(|have| have.span), Some(span(earlier)));
        }
    }
    let order: Vec<Span> = attributes.into_iter().map(|have| have.span).collect();
    assert_eq!(order, (0..48).map(span).collect::<Vec<_>>());
}
