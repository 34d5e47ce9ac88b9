//! Decoding bodies by specifications.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes};
use hcl2_model::{BodySchema, Name};
use hcl2_spec::parts::{
    AttributeSpec, BlockAttributesSpec, BlockSpec, BlocksSpec, Keyed, LabelSpec, LabelledBlocksSpec,
};
use hcl2_spec::{Partial, Sequence, Spec};
use hcl2_value::{Function, FunctionError, Parameter, Refiner, Type, Value};

use crate::support::{body, context, shown, want};

fn decoded(spec: &Spec, text: &str) -> Value {
    let Outcome { value, diagnostics } = spec.decode(&*body(text), None);
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    value
}

fn problems(spec: &Spec, text: &str) -> Vec<(&'static str, String)> {
    shown(&spec.decode(&*body(text), None).diagnostics, text)
}

fn required_block(nested: Spec) -> Spec {
    Spec::Block(BlockSpec {
        block_type: Name::from("b"),
        nested: Box::new(nested),
        required: true,
    })
}

fn counted(min_items: usize, max_items: Option<usize>, nested: Spec) -> Spec {
    Spec::Blocks(BlocksSpec {
        block_type: Name::from("b"),
        nested: Box::new(nested),
        sequence: Sequence::List,
        min_items,
        max_items,
    })
}

fn label(index: usize, name: &str) -> Spec {
    Spec::Label(LabelSpec {
        index,
        name: Name::from(name),
    })
}

fn number(name: &str) -> Spec {
    Spec::optional(name, Type::NUMBER)
}

#[test]
fn attributes_are_converted() {
    let spec = Spec::tuple([number("a"), number("absent"), Spec::required("c", Type::DYNAMIC)]);
    assert_eq!(
        decoded(&spec, "a = \"5\"\nc = [1]\n"),
        Value::tuple([
            Value::from(5),
            Value::null(Type::NUMBER),
            Value::tuple([Value::from(1)])
        ])
    );
    let text = "a = [1]\nc = 1\n";
    let Outcome { value, diagnostics } = spec.decode(&*body(text), None);
    assert_eq!(
        shown(&diagnostics, text),
        want(&[("hcl2::decode::wrong-type", "[1]")])
    );
    assert_eq!(
        value.elements().map(|elements| elements[0].clone()),
        Some(Value::unknown(Type::NUMBER))
    );
    assert_eq!(
        problems(&spec, "a = 1\nd = 1\n"),
        want(&[
            ("hcl2::body::missing-attribute", "@0"),
            ("hcl2::body::unsupported-attribute", "d")
        ])
    );
}

#[test]
fn two_parts_of_a_specification_can_share_an_attribute() {
    let spec = Spec::object([
        ("number", Spec::required("a", Type::NUMBER)),
        ("text", Spec::required("a", Type::STRING)),
    ]);
    assert_eq!(
        decoded(&spec, "a = 1\n"),
        Value::object([("number", Value::from(1)), ("text", Value::from("1"))])
    );
    assert_eq!(
        problems(&spec, ""),
        want(&[("hcl2::body::missing-attribute", "@0")])
    );
    let alternative = Spec::required("a", Type::NUMBER).or(Spec::Literal(Value::from(0)));
    assert_eq!(decoded(&alternative, "a = 1\n"), Value::from(1));
    assert_eq!(decoded(&alternative, "a = null\n"), Value::from(0));
}

#[test]
fn problems_of_an_object_are_in_source_order() {
    let spec = Spec::object([("a", number("z")), ("b", number("y"))]);
    assert_eq!(
        problems(&spec, "y = \"one\"\nz = \"two\"\n"),
        want(&[
            ("hcl2::decode::wrong-type", "\"one\""),
            ("hcl2::decode::wrong-type", "\"two\"")
        ])
    );
}

#[test]
fn a_second_block_of_a_single_block_is_an_error() {
    let spec = Spec::block("b", number("a"));
    assert_eq!(decoded(&spec, "b {\n  a = 1\n}\n"), Value::from(1));
    assert_eq!(decoded(&spec, ""), Value::null(Type::NUMBER));
    assert_eq!(
        problems(&spec, "b {\n}\nb {}\nb {}\n"),
        want(&[("hcl2::decode::duplicate-block", "b")])
    );
    let duplicate = spec.decode(&*body("b {\n}\nb {}\n"), None).diagnostics;
    assert_eq!(duplicate[0].subject.map(|span| span.start), Some(6));
    assert_eq!(
        problems(&required_block(number("a")), ""),
        want(&[("hcl2::decode::missing-block", "@0")])
    );
}

#[test]
fn blocks_become_a_list_tuple_or_set() {
    let text = "b {\n  a = 2\n}\nb {\n  a = 1\n}\nb {\n  a = 2\n}\n";
    let numbers = [2, 1, 2].map(Value::from);
    let blocks = |sequence| Spec::blocks("b", sequence, number("a"));
    assert_eq!(
        decoded(&blocks(Sequence::List), text),
        Value::list(Type::NUMBER, numbers.clone()).unwrap()
    );
    assert_eq!(
        decoded(&blocks(Sequence::Tuple), text),
        Value::tuple(numbers.clone())
    );
    assert_eq!(
        decoded(&blocks(Sequence::Set), text),
        Value::set(Type::NUMBER, numbers).unwrap()
    );
    assert_eq!(
        decoded(&blocks(Sequence::Set), ""),
        Value::set(Type::NUMBER, []).unwrap()
    );
    assert_eq!(decoded(&blocks(Sequence::Tuple), ""), Value::tuple([]));
}

#[test]
fn the_number_of_blocks_is_checked() {
    let text = "b {\n}\nb {\n  a = 7\n}\n";
    assert_eq!(
        problems(&counted(3, None, number("a")), text),
        want(&[("hcl2::decode::too-few-blocks", "@0")])
    );
    assert_eq!(
        problems(&counted(0, Some(1), number("a")), text),
        want(&[("hcl2::decode::too-many-blocks", "7")])
    );
    assert!(problems(&counted(2, Some(2), number("a")), text).is_empty());
}

#[test]
fn elements_of_a_collection_are_converted_to_one_type() {
    let any = Spec::optional("a", Type::DYNAMIC);
    let list = Spec::blocks("b", Sequence::List, any.clone());
    let of = |first: &str, second: &str| format!("b {{\n  a = {first}\n}}\nb {{\n  a = {second}\n}}\n");
    assert_eq!(
        decoded(&list, &of("1", "\"x\"")),
        Value::list(Type::STRING, [Value::from("1"), Value::from("x")]).unwrap()
    );
    let text = format!("b {{\n}}\n{}", of("[1]", "[\"x\"]"));
    let row = |text: &str| Value::tuple([Value::from(text)]);
    let ty = Type::tuple([Type::STRING]);
    assert_eq!(
        decoded(&list, &text),
        Value::list(ty.clone(), [Value::null(ty), row("1"), row("x")]).unwrap()
    );
    assert_eq!(
        problems(&list, &of("[]", "1")),
        want(&[("hcl2::decode::inconsistent-blocks", "[]")])
    );
    let map = Spec::block_map("b", ["key"], any);
    let text = "b \"x\" {\n  a = []\n}\nb \"y\" {\n  a = 1\n}\n";
    assert_eq!(
        problems(&map, text),
        want(&[("hcl2::decode::inconsistent-blocks", "b \"x\"")])
    );
}

#[test]
fn labelled_blocks_become_nested_maps() {
    let spec = |keyed| {
        Spec::LabelledBlocks(LabelledBlocksSpec {
            block_type: Name::from("b"),
            label_names: vec![Name::from("kind"), Name::from("name")],
            nested: Box::new(number("a")),
            keyed,
        })
    };
    let text = "b \"x\" \"m\" {\n  a = 1\n}\nb \"w\" \"n\" {\n  a = 2\n}\nb \"x\" \"n\" {\n}\n";
    let map = |fields: &[(&str, Value)]| Value::map(Type::DYNAMIC, fields.iter().cloned()).unwrap();
    let none = Value::null(Type::NUMBER);
    assert_eq!(
        decoded(&spec(Keyed::Map), text),
        map(&[
            ("w", map(&[("n", Value::from(2))])),
            ("x", map(&[("m", Value::from(1)), ("n", none.clone())]))
        ])
    );
    assert_eq!(
        decoded(&spec(Keyed::Object), text),
        Value::object([
            ("w", Value::object([("n", Value::from(2))])),
            ("x", Value::object([("m", Value::from(1)), ("n", none)]))
        ])
    );
    assert_eq!(decoded(&spec(Keyed::Object), ""), Value::object::<&str>([]));
    assert_eq!(
        problems(&spec(Keyed::Map), "b \"x\" \"m\" {\n}\nb \"x\" \"m\" {\n}\n"),
        want(&[("hcl2::decode::duplicate-labels", "b \"x\" \"m\"")])
    );
}

#[test]
fn parts_with_different_labels_for_one_block_type_are_reported() {
    let any = |name: &str| Spec::optional(name, Type::DYNAMIC);
    let spec = Spec::object([
        ("keyed", Spec::block_map("b", ["key"], any("a"))),
        ("single", Spec::block("b", any("a"))),
    ]);
    assert_eq!(
        problems(&spec, "b {\n  a = 1\n}\n"),
        want(&[("hcl2::decode::no-such-label", "b")])
    );
}

#[test]
fn labels_are_values_inside_their_block() {
    let nested = Spec::object([("name", label(1, "name")), ("kind", label(0, "kind"))]);
    let spec = Spec::blocks("b", Sequence::List, nested.clone());
    assert_eq!(spec.schema(), BodySchema::new().block("b", ["kind", "name"]));
    let value = decoded(&spec, "b \"x\" \"y\" {\n}\n");
    let wanted = Value::object([("kind", Value::from("x")), ("name", Value::from("y"))]);
    assert_eq!(value.elements(), Some([wanted].as_slice()));

    let keyed = Spec::block_map("b", ["key"], label(0, "rest"));
    assert_eq!(
        decoded(&keyed, "b \"x\" \"y\" {\n}\n"),
        Value::map(Type::STRING, [("x", Value::from("y"))]).unwrap()
    );
    assert_eq!(
        problems(&label(0, "name"), ""),
        want(&[("hcl2::decode::no-such-label", "@0")])
    );
}

#[test]
fn block_attributes_become_a_map() {
    let spec = |required| {
        Spec::BlockAttributes(BlockAttributesSpec {
            block_type: Name::from("b"),
            element_type: Type::STRING,
            required,
        })
    };
    assert_eq!(
        decoded(&spec(true), "b {\n  x = 1\n  a = \"y\"\n}\n"),
        Value::map(Type::STRING, [("x", Value::from("1")), ("a", Value::from("y"))]).unwrap()
    );
    assert_eq!(decoded(&spec(false), ""), Value::null(Type::map(Type::STRING)));
    assert_eq!(
        decoded(&spec(false), "b {\n}\n"),
        Value::map::<&str>(Type::STRING, []).unwrap()
    );
    assert_eq!(
        problems(&spec(true), "b {\n  x = []\n  inner {}\n}\n"),
        want(&[
            ("hcl2::decode::wrong-type", "[]"),
            ("hcl2::body::unexpected-block", "inner")
        ])
    );
}

#[test]
fn transformations_change_values() {
    let half = Function::new("half", |arguments, _| {
        let number = arguments[0].as_number().expect("the parameter is a number");
        if number.is_negative() {
            return Err(FunctionError::for_argument(0, "it is negative"));
        }
        Ok(arguments[0].div(&Value::from(2)).unwrap_or(Value::DYNAMIC))
    })
    .parameter(Parameter::new("number", Type::NUMBER))
    .returns(Type::NUMBER);
    let spec = number("a").then(half);
    assert_eq!(spec.implied_type(), Type::NUMBER);
    assert_eq!(decoded(&spec, "a = 4\n"), Value::from(2));
    assert_eq!(
        problems(&spec, "a = -4\n"),
        want(&[("hcl2::decode::transform-failed", "-4")])
    );
    assert_eq!(
        problems(&spec, "a = []\n"),
        want(&[("hcl2::decode::wrong-type", "[]")])
    );
}

#[test]
fn default_of_another_type_stays_as_it_is() {
    let other = number("a").or(Spec::Literal(Value::tuple([Value::from("x")])));
    assert_eq!(decoded(&other, ""), Value::tuple([Value::from("x")]));
    assert_eq!(decoded(&number("a").or(number("c")), "c = 7\n"), Value::from(7));
}

#[test]
fn values_behind_any_number_of_errors_are_transformed() {
    let same = Function::new("same", |arguments, _| Ok(arguments[0].clone()))
        .parameter(Parameter::new("number", Type::NUMBER))
        .returns(Type::NUMBER);
    let spec = Spec::tuple([counted(0, None, number("a")), number("c").then(same)]);
    let text = "b {\n  a = []\n}\n".repeat(Diagnostics::MAX_OF_SOURCE + 1) + "c = 4\n";
    let Outcome { value, diagnostics } = spec.decode(&*body(&text), None);
    assert_eq!(
        (diagnostics.len(), diagnostics.omitted()),
        (Diagnostics::MAX_OF_SOURCE, 1)
    );
    assert_eq!(
        value.elements().and_then(|parts| parts.get(1)),
        Some(&Value::from(4))
    );
}

#[test]
fn partial_decoding_returns_the_rest_of_the_body() {
    let partial = number("a").decode_partial(&*body("a = 1\nb = 2\n"), None);
    assert!(partial.diagnostics.is_empty());
    let Partial { value, remain } = partial.value;
    assert_eq!(value, Value::from(1));
    let Outcome {
        value: left,
        diagnostics,
    } = remain.attributes();
    assert!(diagnostics.is_empty());
    assert_eq!(
        left.iter().map(|left| left.name.as_str()).collect::<Vec<_>>(),
        ["b"]
    );
}

#[test]
fn decoded_values_have_a_source_range() {
    let text = "b \"x\" {\n  a = 10\n}\n";
    let place = |spec: &Spec| {
        let span = spec.source_range(&*body(text));
        if span.is_empty() {
            format!("@{}", span.start)
        } else {
            text[span.range()].to_owned()
        }
    };
    assert_eq!(place(&Spec::block_map("b", ["key"], number("a"))), "10");
    assert_eq!(place(&Spec::block_map("b", ["key"], number("absent"))), "@6");
    assert_eq!(place(&Spec::block("b", label(0, "key"))), "\"x\"");
    assert_eq!(place(&Spec::block("c", number("a"))), "@0");
    assert_eq!(place(&number("a").or(Spec::Literal(Value::from(1)))), "@0");
}

#[test]
fn variables_are_those_of_the_expressions_that_are_decoded() {
    let spec = Spec::object([
        ("b", Spec::blocks("b", Sequence::List, number("x"))),
        ("a", number("a").or(number("other"))),
        (
            "m",
            Spec::BlockAttributes(BlockAttributesSpec {
                block_type: Name::from("m"),
                element_type: Type::DYNAMIC,
                required: false,
            }),
        ),
    ]);
    let text =
        "a = one\nother = two.x\nignored = nope\nb {\n  x = three\n  y = nope\n}\nm {\n  k = four\n}\n";
    let found = spec.variables(&*body(text));
    let names: Vec<&str> = found
        .iter()
        .filter_map(|traversal| traversal.root_name())
        .map(Name::as_str)
        .collect();
    assert_eq!(names, ["one", "two", "three", "four"]);
}

#[test]
fn the_implied_type_follows_from_the_specification_alone() {
    let spec = Spec::object([
        ("list", Spec::blocks("b", Sequence::List, number("a"))),
        ("tuple", Spec::blocks("c", Sequence::Tuple, number("a"))),
        ("map", Spec::block_map("d", ["x", "y"], label(0, "z"))),
        ("name", Spec::required("name", Type::STRING)),
    ]);
    assert_eq!(
        spec.implied_type(),
        Type::object([
            ("list", Type::list(Type::NUMBER)),
            ("tuple", Type::DYNAMIC),
            ("map", Type::map(Type::map(Type::STRING))),
            ("name", Type::STRING)
        ])
    );
    let schema = spec.schema();
    assert!(schema.check().is_ok());
    assert_eq!(
        schema.block_named("d").map(|block| block.label_names.len()),
        Some(3)
    );
    assert_eq!(
        spec.child_blocks().into_keys().collect::<Vec<_>>(),
        ["b", "c", "d"].map(Name::from)
    );
}

#[test]
fn marked_values_stay_out_of_messages() {
    let secret = Value::from("s3cr3t").with_mark(hcl2_value::Mark::new("secret"));
    let context = context(&[("key", secret)]);
    let spec = Spec::Attribute(AttributeSpec {
        name: Name::from("a"),
        ty: Type::NUMBER,
        required: true,
    });
    let diagnostics = spec.decode(&*body("a = key\n"), Some(&context)).diagnostics;
    assert_eq!(
        shown(&diagnostics, "a = key\n"),
        want(&[("hcl2::decode::wrong-type", "key")])
    );
    assert!(!format!("{diagnostics:?}").contains("s3cr3t"));
}

#[test]
fn checks_report_at_the_range_of_the_value_and_only_after_success() {
    let spec = Spec::required("a", Type::STRING).check(|value, span| {
        let problem = Diagnostic::error(codes::decode::TRANSFORM_FAILED, "Bad name").with_detail("No.");
        match value.as_str() {
            Some("here") => problem.into(),
            Some("start") => problem
                .with_subject(Span {
                    end: span.start,
                    ..span
                })
                .into(),
            _ => Diagnostics::new(),
        }
    });
    assert_eq!(decoded(&spec, "a = \"good\"\n"), Value::from("good"));
    let failed = "hcl2::decode::transform-failed";
    assert_eq!(problems(&spec, "a = \"here\"\n"), want(&[(failed, "\"here\"")]));
    assert_eq!(problems(&spec, "a = \"start\"\n"), want(&[(failed, "@4")]));
    assert_eq!(
        problems(&spec, "b = 1\n")
            .iter()
            .filter(|(code, _)| *code == failed)
            .count(),
        0
    );
    assert_eq!(spec.implied_type(), Type::STRING);
    let document = spec.to_json_document().expect_err("a function has no document");
    assert!(document.to_string().contains("checks by functions"), "{document}");
}

#[test]
fn refinements_apply_to_unknown_values_and_reject_known_ones() {
    let spec = Spec::optional("a", Type::STRING).refined(Refiner::not_null);
    let unknown = spec.decode(
        &*body("a = unknown\n"),
        Some(&context(&[("unknown", Value::unknown(Type::STRING))])),
    );
    assert!(unknown.diagnostics.is_empty(), "{:?}", unknown.diagnostics);
    assert!(!unknown.value.is_known() && unknown.value.is_definitely_not_null());
    assert_eq!(decoded(&spec, "a = \"x\"\n"), Value::from("x"));
    assert_eq!(
        problems(&spec, "a = null\n"),
        want(&[("hcl2::decode::transform-failed", "null")])
    );
}

#[test]
fn required_attribute_may_be_null() {
    let spec = Spec::required("a", Type::NUMBER);
    assert_eq!(decoded(&spec, "a = null\n"), Value::null(Type::NUMBER));
    assert_eq!(
        problems(&spec, "b = 1\n").first().map(|(code, _)| *code),
        Some("hcl2::body::missing-attribute")
    );
    assert_eq!(
        problems(&spec.clone().refined(Refiner::not_null), "a = null\n"),
        want(&[("hcl2::decode::transform-failed", "null")])
    );
    let default = spec.or(Spec::Literal(Value::from(1)));
    assert_eq!(decoded(&default, "a = null\n"), Value::from(1));
}
