//! Attributes that a configuration may write as blocks.

use std::sync::Arc;

use crate::support::source;
use hcl2_diagnostics::Span;
use hcl2_model::BodyRef;
use hcl2_native::NativeBody;
use hcl2_spec::Spec;
use hcl2_terraform::BlockSchema;
use hcl2_value::{Type, Value};
use hcl2_wire::schema::{Attribute, Block};

/// Decodes an attribute `rules` of a type, and returns its value, or the codes of problems with their source.
fn rules(text: &str, ty: &Type, other: &Type) -> Result<Value, Vec<(&'static str, String)>> {
    let parsed = hcl2_native::parse_file(&source("main.tf", text))
        .into_result()
        .expect("it parses");
    let root = parsed.root().body().expect("a file has a body");
    let schema = Block::new()
        .attribute("rules", Attribute::optional(ty.clone()))
        .attribute("other", Attribute::optional(other.clone()));
    let body: BodyRef = Arc::new(NativeBody::new(Arc::clone(&parsed), root));
    let body = BlockSchema::new(0, schema).unexpanded(&body);
    let spec = Spec::optional("rules", ty.clone());
    spec.decode(&*body, None).into_result().map_err(|problems| {
        let place = |span: Option<Span>| text[span.expect("a place").range()].to_owned();
        let problems = problems.iter();
        problems
            .map(|problem| (problem.code.id(), place(problem.subject)))
            .collect()
    })
}

fn rule(inner: Type) -> Type {
    Type::object([("port", Type::NUMBER), ("inner", Type::set(inner))])
}

#[test]
fn blocks_are_elements_whose_attributes_are_optional() {
    let inner = Type::object([("x", Type::STRING)]);
    let ty = Type::list(rule(inner.clone()));
    let text = "rules {\n  port = 1\n  inner {\n    x = \"a\"\n  }\n}\nrules {\n  inner = []\n}\n";
    let element = |port: Value, elements: &[Value]| {
        let elements = Value::set(inner.clone(), elements.to_vec()).expect("they are objects");
        Value::object([("port", port), ("inner", elements)])
    };
    let a = Value::object([("x", Value::from("a"))]);
    let expected = [
        element(Value::from(1), &[a]),
        element(Value::null(Type::NUMBER), &[]),
    ];
    let expected = Value::list(rule(inner), expected).expect("they are objects");
    assert_eq!(rules(text, &ty, &Type::STRING), Ok(expected));
    assert_eq!(rules("", &ty, &Type::STRING), Ok(Value::null(ty.clone())));
    let wrong = "rules {\n  prot = 1\n}\n";
    let problem = ("hcl2::body::unsupported-attribute", "prot".to_owned());
    assert_eq!(rules(wrong, &ty, &Type::STRING), Err(vec![problem]));
}

#[test]
fn blocks_beside_the_attribute_and_in_new_schemas_are_refused() {
    let ty = Type::list(rule(Type::object([("x", Type::STRING)])));
    let problem = || Err(vec![("hcl2::body::unsupported-block", "rules".to_owned())]);
    assert_eq!(rules("rules = []\nrules {\n}\n", &ty, &Type::STRING), problem());
    let object = Type::object([("a", Type::STRING)]);
    for new in [
        object.clone(),
        Type::map(object.clone()),
        Type::list(Type::list(object)),
    ] {
        assert_eq!(rules("rules {\n}\n", &ty, &new), problem(), "{new:?}");
    }
    for old in [Type::map(Type::STRING), Type::list(Type::list(Type::STRING))] {
        assert!(rules("rules {\n}\n", &ty, &old).is_ok(), "{old:?}");
    }
}
