//! Type expressions and defaults.

use crate::support::{expression, on_small_stack, shown, want};
use hcl2_diagnostics::Outcome;
use hcl2_ext::types::{Defaults, concrete_type, plain_type_constraint, type_constraint};
use hcl2_value::{Mark, Number, Type, Value};
use proptest::prelude::*;

const INVALID: &str = "hcl2::decode::invalid-type";

fn constraint(text: &str) -> Type {
    let Outcome { value, diagnostics } = type_constraint(&*expression(text));
    assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
    value.ty
}

fn problems(text: &str) -> Vec<(&'static str, String)> {
    let diagnostics = type_constraint(&*expression(text)).diagnostics;
    shown(&diagnostics, text)
}

fn apply(ty: &str, given: &Value) -> Value {
    let read = type_constraint(&*expression(ty));
    assert!(read.diagnostics.is_empty());
    read.value.defaults.expect("the type has defaults").apply(given)
}

#[test]
fn types_are_read() {
    assert_eq!(constraint("string"), Type::STRING);
    assert_eq!(constraint("any"), Type::DYNAMIC);
    assert_eq!(constraint("list(set(bool))"), Type::list(Type::set(Type::BOOL)));
    assert_eq!(
        constraint("tuple([number, map(any)])"),
        Type::tuple([Type::NUMBER, Type::map(Type::DYNAMIC)])
    );
    assert_eq!(
        constraint("object({ a = string, b = optional(number), c = optional(bool, true) })"),
        Type::object_with_optional([
            ("a", Type::STRING, false),
            ("b", Type::NUMBER, true),
            ("c", Type::BOOL, true)
        ])
    );
    let Outcome {
        value: ty,
        diagnostics,
    } = concrete_type(&*expression("object({ a = tuple([]) })"));
    assert!(diagnostics.is_empty());
    assert_eq!(ty, Type::object([("a", Type::tuple([]))]));
}

#[test]
fn invalid_types_are_reported_at_their_range() {
    for (text, place) in [
        ("str", "str"),
        ("list", "list"),
        ("object", "object"),
        ("\"string\"", "\"string\""),
        ("string()", "()"),
        ("any(string)", "(string)"),
        ("list()", "()"),
        ("map(string, bool)", "bool"),
        ("set(string, bool, any)", "bool, any"),
        ("vector(string)", "vector(string)"),
        ("optional(string)", "optional"),
        ("object(string)", "string"),
        ("tuple(string)", "string"),
        ("object({ \"a\" = string })", "\"a\""),
        ("object({ a = string, a = bool })", "a"),
        ("object({ a = optional() })", "()"),
        ("object({ a = optional(string, \"\", 1) })", "(string, \"\", 1)"),
        ("tuple([list(nope)])", "nope"),
    ] {
        assert_eq!(problems(text), want(&[(INVALID, place)]), "{text}");
    }
}

#[test]
fn a_constructor_without_its_argument_is_reported_with_an_example() {
    for constructor in ["list", "set", "map", "object", "tuple"] {
        for text in [constructor.to_owned(), format!("{constructor}()")] {
            let diagnostics = type_constraint(&*expression(&text)).diagnostics;
            let start = format!("`{constructor}` takes one argument, ");
            assert!(
                diagnostics[0].detail.starts_with(&start),
                "{}",
                diagnostics[0].detail
            );
        }
    }
    let diagnostics = concrete_type(&*expression("any")).diagnostics;
    assert_eq!(
        diagnostics[0].detail,
        "`any` is not allowed here. Write the exact type."
    );
}

#[test]
fn exact_types_contain_neither_any_nor_optional() {
    let check = |text: &str, place: &str| {
        let diagnostics = concrete_type(&*expression(text)).diagnostics;
        assert_eq!(shown(&diagnostics, text), want(&[(INVALID, place)]), "{text}");
    };
    check("list(any)", "any");
    check("object({ a = optional(string) })", "optional");
    let text = "object({ a = optional(string, \"x\") })";
    let diagnostics = plain_type_constraint(&*expression(text)).diagnostics;
    assert_eq!(shown(&diagnostics, text), want(&[(INVALID, "(string, \"x\")")]));
}

#[test]
fn defaults_must_fit_the_type_of_their_attribute() {
    assert_eq!(
        problems("object({ a = optional(number, \"many\") })"),
        want(&[("hcl2::decode::invalid-default", "\"many\"")])
    );
    assert_eq!(
        problems("object({ a = optional(string, nope) })"),
        want(&[("hcl2::expr::variables-not-allowed", "nope")])
    );
}

#[test]
fn defaults_replace_absent_and_null_attributes() {
    let ty = "object({ a = optional(string, \"x\"), b = optional(object({ c = optional(number, 1) }), {}) })";
    let filled = Value::object([
        ("a", Value::from("x")),
        ("b", Value::object([("c", Value::from(1))])),
    ]);
    assert_eq!(apply(ty, &Value::object::<&str>([])), filled);
    assert_eq!(
        apply(ty, &Value::object([("a", Value::null(Type::STRING))])),
        filled
    );
    let given = Value::object([("a", Value::from("y")), ("d", Value::from(true))]);
    let applied = apply(ty, &given);
    assert_eq!(applied.get("a"), Some(&Value::from("y")));
    assert_eq!(applied.get("d"), Some(&Value::from(true)));
    assert_eq!(applied.convert(&constraint(ty)).unwrap().get("d"), None);
}

#[test]
fn defaults_apply_inside_collections() {
    let object = "object({ a = optional(number, 1) })";
    let one = Value::object([("a", Value::from(1))]);
    let empty = || Value::object::<&str>([]);
    assert_eq!(
        apply(&format!("list({object})"), &Value::tuple([empty()])),
        Value::tuple([one.clone()])
    );
    assert_eq!(
        apply(
            &format!("list({object})"),
            &Value::list(Type::DYNAMIC, [empty()]).unwrap()
        ),
        Value::list(Type::DYNAMIC, [one.clone()]).unwrap()
    );
    assert_eq!(
        apply(
            &format!("map({object})"),
            &Value::map(Type::DYNAMIC, [("k", empty())]).unwrap()
        ),
        Value::map(Type::DYNAMIC, [("k", one.clone())]).unwrap()
    );
    assert_eq!(
        apply(
            &format!("set({object})"),
            &Value::set(Type::DYNAMIC, [empty()]).unwrap()
        ),
        Value::set(Type::DYNAMIC, [one.clone()]).unwrap()
    );
    assert_eq!(
        apply(
            &format!("tuple([string, {object}])"),
            &Value::tuple([empty(), empty()])
        ),
        Value::tuple([empty(), one])
    );
}

#[test]
fn defaults_keep_null_values_unknown_values_and_marks() {
    let ty = "object({ a = optional(string, \"x\") })";
    let null = Value::null(Type::DYNAMIC);
    assert_eq!(apply(ty, &null), null);
    assert_eq!(apply(ty, &Value::DYNAMIC), Value::DYNAMIC);
    assert_eq!(apply(ty, &Value::from("text")), Value::from("text"));
    let secret = Mark::new("secret");
    let marked = apply(ty, &Value::object::<&str>([]).with_mark(secret.clone()));
    assert_eq!(marked, Value::object([("a", Value::from("x"))]).with_mark(secret));
    let unknown = apply(ty, &Value::object([("a", Value::unknown(Type::STRING))]));
    assert_eq!(unknown.get("a"), Some(&Value::unknown_not_null(Type::STRING)));
}

#[test]
fn a_type_has_defaults_if_an_attribute_at_any_level_has_one() {
    let has_defaults = |text: &str| type_constraint(&*expression(text)).value.defaults.is_some();
    for text in [
        "string",
        "object({ a = optional(string) })",
        "tuple([string])",
        "list(object({}))",
    ] {
        assert!(!has_defaults(text), "{text}");
    }
    let object = "object({ a = optional(string, \"x\") })";
    for text in [
        object.to_owned(),
        format!("object({{ b = {object} }})"),
        format!("tuple([string, {object}])"),
    ] {
        assert!(has_defaults(&text), "{text}");
    }
    let filled = Value::object([("a", Value::from("x"))]);
    let outer = Value::object([("b", Value::object::<&str>([]))]);
    assert_eq!(
        apply(&format!("object({{ b = {object} }})"), &outer),
        Value::object([("b", filled)])
    );
}

#[test]
fn defaults_keep_empty_collections() {
    let object = "object({ a = optional(number, 1) })";
    let element = Type::object([("a", Type::NUMBER)]);
    let none = Vec::<Value>::new;
    for (constructor, empty) in [
        ("list", Value::list(element.clone(), none())),
        ("set", Value::set(element.clone(), none())),
        ("map", Value::map(element, Vec::<(&str, Value)>::new())),
    ] {
        let empty = empty.expect("one type");
        assert_eq!(apply(&format!("{constructor}({object})"), &empty), empty);
    }
}

#[test]
fn an_attribute_with_a_null_default_can_be_null() {
    let ty = "object({ a = optional(string, null) })";
    let given = Value::object([("a", Value::unknown(Type::STRING))]);
    assert_eq!(apply(ty, &given), given);
    let null = Value::object([("a", Value::null(Type::STRING))]);
    assert_eq!(apply(ty, &null), null);
    let dynamic = Value::object([("a", Value::DYNAMIC)]);
    assert_eq!(
        apply("object({ a = optional(string, \"x\") })", &dynamic),
        dynamic
    );
}

#[test]
fn deep_types_need_little_stack() {
    on_small_stack(|| {
        let depth = 100;
        let text = format!(
            "{}string{}",
            "object({a=optional(list(".repeat(depth / 3),
            "))})".repeat(depth / 3)
        );
        assert!(problems(&text).is_empty());
        let text = format!("{}string{}", "list(".repeat(240), ")".repeat(240));
        assert_eq!(constraint(&text).depth(), 240);
    });
}

/// Generates names of attributes: identifiers except `for`, which would start an expression.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-e]",
        1 => "[a-eé_][a-e0-9é\u{94d}_-]{0,2}",
        1 => prop::sample::select(vec!["if", "true", "null", "any", "optional"]).prop_map(str::to_owned),
    ]
}

fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::STRING),
        Just(Type::NUMBER),
        Just(Type::BOOL),
        Just(Type::DYNAMIC)
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Type::tuple),
            prop::collection::vec((name(), inner, any::<bool>()), 0..4).prop_map(Type::object_with_optional),
        ]
    })
}

proptest! {
    #[test]
    fn types_read_back_as_they_are_written(ty in any_type()) {
        let Outcome { value: read, diagnostics } = plain_type_constraint(&*expression(&ty.to_string()));
        prop_assert!(diagnostics.is_empty());
        prop_assert_eq!(read, ty);
    }
}

#[test]
fn defaults_of_shared_parts_are_applied_once() {
    let levels = 40;
    let ty = format!(
        "{}object({{ a = optional(number, 1) }}){}",
        "list(".repeat(levels),
        ")".repeat(levels)
    );
    let shared = |leaf: Value| (0..levels).fold(leaf, |inner, _| Value::tuple([inner.clone(), inner]));
    let given = shared(Value::object::<&str>([]));
    assert_eq!(apply(&ty, &given), shared(Value::object([("a", Value::from(1))])));
    // The same parts with other marks.
    let marked = Value::tuple([given.clone(), given.with_mark(Mark::new("secret"))]);
    let applied = apply(&format!("list({ty})"), &marked);
    let marked: Vec<bool> = applied
        .elements()
        .expect("a list")
        .iter()
        .map(Value::is_marked)
        .collect();
    assert_eq!(marked, [false, true]);
}

#[test]
fn defaults_that_are_built_are_those_that_are_read() {
    let read = |text| {
        type_constraint(&*expression(text))
            .value
            .defaults
            .expect("defaults")
    };
    let port = || Defaults::of_attributes([("port", Value::from(Number::parse("80").expect("digits")))]);
    let none: [(&str, Value); 0] = [];
    let nested = read("map(object({ a = object({ port = optional(number, 80) }) }))");
    assert_eq!(
        nested,
        Defaults::of_elements(Defaults::of_attributes(none)).inside("a", port())
    );
    let tuple = read("tuple([string, object({ port = optional(number, 80) })])");
    assert_eq!(tuple, Defaults::of_positions([(1, port())]));
    let within =
        read("tuple([object({ port = optional(number, 80), a = object({ port = optional(number, 80) }) })])");
    assert_eq!(within, Defaults::of_positions([(0, port())]).inside("a", port()));
}
