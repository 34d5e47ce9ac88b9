//! What holds for any input.

use std::sync::Arc;

use hcl2_decode::{
    JsonOptions, Sequence, Spec, SpecFile, decode, dynamic_variables, expand_dynamic_blocks, read_spec,
    source_range, to_json, type_constraint, variables,
};
use hcl2_diagnostics::Diagnostics;
use hcl2_model::BodyRef;
use hcl2_native::{NativeBody, NativeExpression};
use hcl2_value::{Type, Value};
use proptest::prelude::*;

use crate::support::{context, source};

/// Texts that are likely to be something, in any order.
fn fragments(all: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(all), 0..40).prop_map(|parts| parts.concat())
}

const SPEC: &[&str] = &[
    "object {\n",
    "array {\n",
    "attr {\n",
    "attr \"a\" {\n",
    "block \"b\" {\n",
    "block_list {\n",
    "block_set \"c\" {\n",
    "block_map \"d\" {\n",
    "block_attrs \"e\" {\n",
    "default {\n",
    "default \"f\" {\n",
    "transform {\n",
    "literal {\n",
    "}\n",
    "}\n",
    "}\n",
    "name = \"a\"\n",
    "type = string\n",
    "type = list(any)\n",
    "type = object({})\n",
    "required = true\n",
    "block_type = \"b\"\n",
    "labels = [\"x\"]\n",
    "min_items = 1\n",
    "max_items = 2\n",
    "value = upper(\"x\")\n",
    "result = nested\n",
    "element_type = number\n",
    "function \"f\" {\n",
    "params = [a]\n",
    "variables {\n",
    "x = 1\n",
];

const INPUT: &[&str] = &[
    "a = 1\n",
    "b {\n",
    "b \"x\" {\n",
    "c {\n",
    "dynamic \"b\" {\n",
    "dynamic \"c\" {\n",
    "content {\n",
    "}\n",
    "}\n",
    "}\n",
    "for_each = [1, 2]\n",
    "for_each = unknown\n",
    "for_each = null\n",
    "iterator = it\n",
    "labels = [b.key]\n",
    "a = b.value\n",
    "a = it.value\n",
    "a = [unknown]\n",
    "a = nope\n",
    "x = 2\n",
    "labels = [1]\n",
];

const TYPE: &[&str] = &[
    "string", "any", "list", "object", "tuple", "optional", "(", ")", "(", ")", "{", "}", "[", "]", "a = ",
    ", ", "1", "\"x\"",
];

fn parsed(text: &str) -> Option<BodyRef> {
    let parsed = hcl2_native::parse_file(&source(text));
    let id = parsed.file.body()?;
    Some(Arc::new(NativeBody::new(Arc::clone(&parsed.file), id)))
}

fn assert_complete(diagnostics: &Diagnostics) {
    for diagnostic in diagnostics {
        assert!(diagnostic.subject.is_some(), "{diagnostic:?}");
        assert!(!diagnostic.detail.is_empty(), "{diagnostic:?}");
    }
}

fn inputs() -> Spec {
    let leaf = || Spec::optional("a", Type::DYNAMIC);
    Spec::object([
        (
            "a",
            Spec::required("a", Type::NUMBER).or(Spec::Literal(Value::from(0))),
        ),
        (
            "b",
            Spec::block_map(
                "b",
                ["key"],
                Spec::tuple([leaf(), Spec::blocks("c", Sequence::Set, leaf())]),
            ),
        ),
        ("c", Spec::blocks("c", Sequence::List, Spec::block("b", leaf()))),
    ])
}

fn decode_any(file: &SpecFile, input: &str) {
    let Some(body) = parsed(input) else { return };
    let context = file.context([]);
    let (value, diagnostics) = decode(&file.spec, &*body, context.as_ref());
    assert_complete(&diagnostics);
    if !diagnostics.has_errors() {
        let ty = file.spec.implied_type().without_optional_attributes();
        assert!(value.is_null() || value.convert(&ty).is_ok());
    }
    let _ = to_json(&value, JsonOptions::default());
    let _ = variables(&file.spec, &*body);
    let _ = source_range(&file.spec, &*body);
}

proptest! {
    #[test]
    fn any_specification_can_be_read_and_used(spec in fragments(SPEC), input in fragments(INPUT)) {
        if let Some(body) = parsed(&spec) {
            let (file, diagnostics) = read_spec(&body);
            assert_complete(&diagnostics);
            decode_any(&file, &input);
        }
    }

    #[test]
    fn any_dynamic_blocks_can_be_expanded(input in fragments(INPUT)) {
        if let Some(body) = parsed(&input) {
            let context = context(&[("unknown", Value::unknown(Type::list(Type::STRING)))]);
            let _ = dynamic_variables(&inputs(), &*body);
            let expanded = expand_dynamic_blocks(body, Some(&context));
            let (_, diagnostics) = decode(&inputs(), &*expanded, Some(&context));
            assert_complete(&diagnostics);
        }
    }

    #[test]
    fn any_expression_can_be_read_as_a_type(text in fragments(TYPE)) {
        let parsed = hcl2_native::parse_expression(&source(&text));
        if let Some(id) = parsed.file.expr() {
            let expression = NativeExpression::new(Arc::clone(&parsed.file), id);
            let (_, _, diagnostics) = type_constraint(&expression);
            assert_complete(&diagnostics);
        }
    }
}
