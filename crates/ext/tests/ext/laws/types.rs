//! Type expressions.

use std::sync::Arc;

use hcl2_ext::types::type_constraint;
use hcl2_native::NativeExpression;
use proptest::prelude::*;

use super::{assert_complete, damaged, damages};
use crate::support::source;
use hcl2_testing::check_law;

const FRAGMENTS: &[&str] = &[
    "string", "any", "list", "object", "tuple", "optional", "(", ")", "{", "}", "[", "]", "a = ", ", ", "1",
    "\"x\"",
];

/// Generates type expressions with spaces between their tokens.
fn type_expressions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["string", "number", "bool", "any"]).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let constructor = prop::sample::select(vec!["list", "set", "map"]);
        let attribute = (inner.clone(), 0..4_u8).prop_map(|(ty, kind)| match kind {
            0 => ty,
            1 => "optional ( string , \"x\" )".to_owned(),
            2 => format!("optional ( {ty} , null )"),
            _ => format!("optional ( {ty} )"),
        });
        prop_oneof![
            (constructor, inner.clone()).prop_map(|(constructor, ty)| format!("{constructor} ( {ty} )")),
            prop::collection::vec(inner, 0..4)
                .prop_map(|types| format!("tuple ( [ {} ] )", types.join(" , "))),
            prop::collection::vec(attribute, 0..4).prop_map(object_type),
        ]
    })
}

fn object_type(types: Vec<String>) -> String {
    let attributes = types.iter().zip('a'..).map(|(ty, name)| format!("{name} = {ty}"));
    format!("object ( {{ {} }} )", attributes.collect::<Vec<_>>().join(" , "))
}

#[test]
fn every_type_expression_is_read_or_reported() {
    let cases = (type_expressions(), damages(FRAGMENTS));
    check_law(
        ProptestConfig::default(),
        &cases,
        &[("read", 50), ("reported", 5)],
        |(valid, damages)| {
            let text = damaged(&valid, ' ', &damages);
            let parsed = hcl2_native::parse_expression(&source(&text));
            let Some(id) = parsed.value.root().expr() else {
                return Ok("not an expression");
            };
            let expression = NativeExpression::new(Arc::clone(&parsed.value), id);
            let diagnostics = type_constraint(&expression).diagnostics;
            assert_complete(&diagnostics);
            if diagnostics.has_errors() {
                prop_assert!(!damages.is_empty(), "{}: {:?}", text, diagnostics);
                return Ok("reported");
            }
            Ok(if parsed.diagnostics.has_errors() {
                "syntax error"
            } else {
                "read"
            })
        },
    );
}
