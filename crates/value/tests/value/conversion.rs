//! The specification's rules of conversion and unification, and laws.

use hcl2_value::{Mark, Marks, Number, Safety, Type, Value, conversion, strategies, unify};
use proptest::prelude::*;

use crate::support;

#[track_caller]
fn converts(value: Value, ty: &Type, expected: Value) {
    assert_eq!(value.convert(ty), Ok(expected), "{value:?} to {ty}");
}

#[track_caller]
fn fails(value: Value, ty: &Type, path: &str, reason: &str) {
    let error = value.convert(ty).expect_err("no counterpart");
    assert_eq!(
        (error.path.to_string().as_str(), error.reason.as_str()),
        (path, reason)
    );
}

#[test]
fn nulls_lose_their_marks_in_converted_objects_and_sets_and_in_lists_of_collections() {
    let null = || Value::null(Type::STRING).with_mark(Mark::new("secret"));
    let object = || Value::object([("a", null()), ("b", Value::from("5"))]);
    let map = || Value::map(Type::STRING, [("a", null())]).expect("one type");
    let list = || Value::list(Type::STRING, [null(), Value::from("5")]).expect("one type");
    let is_marked = |value: Value, ty: &Type| value.convert(ty).expect("they convert").contains_marked();

    let numbers = Type::object([("a", Type::STRING), ("b", Type::NUMBER)]);
    for (value, ty) in [
        (list(), Type::set(Type::STRING)),
        (list(), Type::list(Type::NUMBER)),
        (Value::tuple([null(), Value::from(5)]), Type::set(Type::STRING)),
        (Value::tuple([null()]), Type::set(Type::DYNAMIC)),
        (map(), Type::object([("a", Type::STRING)])),
        (object(), numbers),
        (object(), Type::object([("a", Type::STRING)])),
    ] {
        assert!(!is_marked(value.clone(), &ty), "{value:?} to {ty}");
    }
    for (value, ty) in [
        (Value::tuple([null(), Value::from(5)]), Type::list(Type::STRING)),
        (
            Value::tuple([null(), Value::from(5)]),
            Type::tuple([Type::STRING, Type::STRING]),
        ),
        (list(), Type::list(Type::STRING)),
        (map(), Type::map(Type::NUMBER)),
        (object(), Type::map(Type::STRING)),
        (object(), object().ty().clone()),
        (null(), Type::NUMBER),
    ] {
        assert!(is_marked(value.clone(), &ty), "{value:?} to {ty}");
    }
    let mixed = Value::list(
        Type::STRING,
        [null(), Value::from("a").with_mark(Mark::new("other"))],
    );
    let set = mixed
        .expect("one type")
        .convert(&Type::set(Type::STRING))
        .expect("they convert");
    assert_eq!(set.marks(), Marks::from_iter([Mark::new("other")]));
}

#[test]
fn primitives_convert() {
    converts(Value::from(true), &Type::STRING, Value::from("true"));
    converts(Value::from("1"), &Type::BOOL, Value::from(true));
    converts(Value::from("0"), &Type::BOOL, Value::from(false));
    converts(Value::from(5), &Type::STRING, Value::from("5"));
    converts(
        Value::from("0.50"),
        &Type::NUMBER,
        Value::from(1).div(&Value::from(2)).expect("a quotient"),
    );
    fails(
        Value::from("True"),
        &Type::BOOL,
        "",
        "a bool is required; write \"true\" in lower case",
    );
    fails(Value::from("five"), &Type::NUMBER, "", "a number is required");
    fails(
        Value::from(true),
        &Type::NUMBER,
        "",
        "number is required, not bool",
    );
}

#[test]
fn null_and_unknown_values_take_the_element_type() {
    converts(Value::null(Type::BOOL), &Type::STRING, Value::null(Type::STRING));
    converts(Value::DYNAMIC, &Type::NUMBER, Value::unknown(Type::NUMBER));
    converts(
        Value::unknown_not_null(Type::BOOL),
        &Type::STRING,
        Value::unknown_not_null(Type::STRING),
    );
    let tuple = Value::unknown(Type::tuple([Type::NUMBER, Type::STRING]));
    let list = tuple
        .convert(&Type::list(Type::DYNAMIC))
        .expect("an unknown list");
    assert_eq!(list.ty(), &Type::list(Type::STRING));
    assert_eq!(list.length_bounds(), Some((2, Some(2))));
}

#[test]
fn dynamic_parts_of_the_target_take_the_type_of_the_source() {
    let (bool, number, any) = (Type::BOOL, Type::NUMBER, Type::DYNAMIC);
    let object = |ty: &Type| Type::object([("a", ty.clone())]);
    let tuple = |ty: &Type| Type::tuple([ty.clone()]);
    let mixed = Type::tuple([number.clone(), Type::STRING]);
    let fields = Type::object([("a", number.clone()), ("b", Type::STRING)]);
    let strings = Type::list(Type::STRING);
    for (from, to, expected) in [
        (bool.clone(), any.clone(), bool.clone()),
        (any.clone(), Type::list(any.clone()), Type::list(any.clone())),
        (
            Type::map(bool.clone()),
            Type::map(any.clone()),
            Type::map(bool.clone()),
        ),
        (fields, Type::map(any.clone()), Type::map(Type::STRING)),
        (
            Type::list(bool.clone()),
            Type::list(any.clone()),
            Type::list(bool.clone()),
        ),
        (
            Type::set(bool.clone()),
            Type::list(any.clone()),
            Type::list(bool.clone()),
        ),
        (
            Type::list(bool.clone()),
            Type::set(any.clone()),
            Type::set(bool.clone()),
        ),
        (
            Type::set(bool.clone()),
            Type::set(any.clone()),
            Type::set(bool.clone()),
        ),
        (mixed.clone(), Type::list(any.clone()), strings),
        (mixed, Type::set(any.clone()), Type::set(Type::STRING)),
        (tuple(&bool), tuple(&any), tuple(&bool)),
        (Type::map(bool.clone()), object(&any), object(&bool)),
        (object(&bool), object(&any), object(&bool)),
    ] {
        let unknown = Value::unknown(from.clone()).convert(&to);
        assert_eq!(unknown.map(|value| value.ty().clone()), Ok(expected.clone()));
        converts(Value::null(from), &to, Value::null(expected));
    }
}

#[test]
fn unknown_collections_keep_the_bounds_of_their_length() {
    let bool = || Type::BOOL;
    let bounded = |ty: Type| Value::unknown(ty).refine_length(2, Some(3));
    let bounds = |value: Value, ty: Type| value.convert(&ty).expect("a conversion").length_bounds();
    let pair = || Value::unknown(Type::tuple([Type::BOOL, Type::BOOL]));
    let object = Value::unknown(Type::object([("a", Type::BOOL), ("b", Type::BOOL)]));
    assert_eq!(bounds(object, Type::map(bool())), Some((2, Some(2))));
    assert_eq!(bounds(pair(), Type::list(bool())), Some((2, Some(2))));
    assert_eq!(
        bounds(bounded(Type::list(bool())), Type::list(Type::STRING)),
        Some((2, Some(3)))
    );
    assert_eq!(
        bounds(bounded(Type::set(bool())), Type::list(bool())),
        Some((2, Some(3)))
    );
    assert_eq!(
        bounds(bounded(Type::map(bool())), Type::map(Type::STRING)),
        Some((2, Some(3)))
    );
    // Elements that become equal are merged.
    assert_eq!(bounds(pair(), Type::set(bool())), Some((1, Some(2))));
    assert_eq!(
        bounds(bounded(Type::list(bool())), Type::set(bool())),
        Some((1, Some(3)))
    );
    assert_eq!(
        bounds(bounded(Type::set(bool())), Type::set(Type::STRING)),
        Some((1, Some(3)))
    );
    let empty = Value::unknown(Type::list(bool())).refine_length(0, Some(0));
    assert_eq!(bounds(empty, Type::set(bool())), Some((0, Some(0))));
}

#[test]
fn types_with_dynamic_parts_convert_to_a_limited_depth() {
    let nested = |levels: u32, inner: Type| (0..levels).fold(inner, |ty, _| Type::list(ty));
    let converts = |levels: u32| {
        let (from, to) = (nested(levels, Type::BOOL), nested(levels, Type::DYNAMIC));
        conversion(&from, &to, Safety::Safe).is_some()
    };
    assert!(converts(128));
    assert!(!converts(129));
}

#[test]
fn collections_and_structures_convert() {
    let pair = Value::tuple([Value::from(2), Value::from("1")]);
    let strings = |items: [&str; 2]| items.map(Value::from);
    converts(
        pair.clone(),
        &Type::list(Type::STRING),
        Value::list(Type::STRING, strings(["2", "1"])).expect("one type"),
    );
    converts(
        pair.clone(),
        &Type::set(Type::STRING),
        Value::set(Type::STRING, strings(["1", "2"])).expect("one type"),
    );
    converts(
        pair.clone(),
        &Type::list(Type::DYNAMIC),
        Value::list(Type::STRING, strings(["2", "1"])).expect("one type"),
    );
    fails(
        pair,
        &Type::list(Type::BOOL),
        "[0]",
        "bool is required, not number",
    );
    let object = Value::object([("a", Value::from(1)), ("b", Value::from(true))]);
    let map = Value::map(
        Type::STRING,
        [("a", Value::from("1")), ("b", Value::from("true"))],
    )
    .expect("one type");
    converts(object.clone(), &Type::map(Type::STRING), map.clone());
    converts(
        map,
        &Type::object([("a", Type::NUMBER), ("b", Type::BOOL)]),
        object,
    );
}

#[test]
fn objects_fill_optional_attributes_and_drop_others() {
    let constraint = Type::object_with_optional([("a", Type::STRING, false), ("b", Type::NUMBER, true)]);
    let given = Value::object([("a", Value::from(1)), ("c", Value::from(true))]);
    converts(
        given,
        &constraint,
        Value::object([("a", Value::from("1")), ("b", Value::null(Type::NUMBER))]),
    );
    fails(
        Value::object([("b", Value::from(1))]),
        &constraint,
        "",
        "the attribute `a` must be set",
    );
}

#[test]
fn errors_have_the_path_to_the_first_part_at_fault() {
    let value = Value::object([(
        "servers",
        Value::tuple([Value::object([("port", Value::from("http"))])]),
    )]);
    let ty = Type::object([("servers", Type::list(Type::object([("port", Type::NUMBER)])))]);
    fails(value, &ty, ".servers[0].port", "a number is required");
    let value = Value::object([("a", Value::object([("b", Value::tuple([]))]))]);
    let ty = Type::object([("a", Type::object([("b", Type::STRING)]))]);
    fails(value, &ty, ".a.b", "string is required, not tuple");
}

#[test]
fn unification_follows_the_reference() {
    let object = |ty: Type| Type::object([("a", ty)]);
    for (types, safe) in [
        (vec![Type::NUMBER, Type::STRING], Some(Type::STRING)),
        (vec![Type::NUMBER, Type::BOOL], None),
        (
            vec![Type::list(Type::NUMBER), Type::list(Type::STRING)],
            Some(Type::list(Type::STRING)),
        ),
        (
            vec![object(Type::NUMBER), object(Type::STRING)],
            Some(object(Type::STRING)),
        ),
        (
            vec![Type::tuple([Type::NUMBER]), Type::tuple([Type::STRING])],
            Some(Type::tuple([Type::STRING])),
        ),
        (
            vec![Type::list(Type::NUMBER), Type::set(Type::NUMBER)],
            Some(Type::list(Type::NUMBER)),
        ),
        (vec![Type::DYNAMIC, Type::DYNAMIC], Some(Type::DYNAMIC)),
        (vec![], None),
    ] {
        assert_eq!(unify(&types, Safety::Safe), safe, "{types:?}");
    }
    // Each converts to a map of sets of strings, and that to a map of lists of numbers, but no bool converts to a number.
    let objects = [object(Type::tuple([Type::BOOL])), object(Type::set(Type::STRING))];
    let types = [&objects[..], &[Type::map(Type::list(Type::NUMBER))]].concat();
    let unified = unify(&types, Safety::Unsafe);
    assert_eq!(unified.as_ref(), objects.get(1));
}

#[test]
fn structural_types_with_more_general_parts_are_preferred() {
    for of in [
        |ty| Type::object([("a", ty)]),
        |ty| Type::tuple([Type::BOOL, ty]),
        |ty| Type::tuple([ty, Type::BOOL]),
    ] {
        let types = [
            Type::list(of(Type::NUMBER)),
            Type::list(of(Type::STRING)),
            Type::set(of(Type::NUMBER)),
        ];
        let unified = unify(&types, Safety::Unsafe);
        assert_eq!(unified.as_ref(), types.get(1));
    }
}

#[test]
fn deviations_of_the_reference_are_followed() {
    fails(
        Value::null(Type::BOOL),
        &Type::NUMBER,
        "",
        "number is required, not bool",
    );
    for (text, number) in [
        ("1e3", Value::from(1000)),
        ("1p3", Value::from(8)),
        (".5", Value::try_from(0.5).expect("a number")),
        ("5.", Value::from(5)),
        ("+1", Value::from(1)),
        ("Inf", Value::from(Number::INFINITY)),
        ("inf", Value::from(Number::INFINITY)),
    ] {
        converts(Value::from(text), &Type::NUMBER, number);
    }
    let negative_zero = Value::from(0).neg().expect("a number");
    converts(negative_zero, &Type::STRING, Value::from("-0"));
    assert_eq!(
        Value::null(Type::STRING).equals(&Value::null(Type::list(Type::NUMBER))),
        Value::from(true)
    );
    let list = Value::from(vec![1]);
    fails(
        list,
        &Type::tuple([Type::NUMBER]),
        "",
        "tuple is required, not list of number",
    );
    let map = Value::map(Type::NUMBER, [("a", Value::from(1)), ("b", Value::from(2))]).expect("one type");
    let only_a = Type::object([("a", Type::NUMBER)]);
    converts(map, &only_a, Value::object([("a", Value::from(1))]));
    for (types, unified) in [
        (
            vec![Type::map(Type::NUMBER), only_a.clone()],
            Type::map(Type::NUMBER),
        ),
        (
            vec![Type::list(Type::NUMBER), Type::tuple([Type::STRING])],
            Type::list(Type::STRING),
        ),
        (
            vec![only_a.clone(), Type::object([("b", Type::STRING)])],
            Type::map(Type::STRING),
        ),
        (
            vec![Type::tuple([]), Type::tuple([Type::BOOL])],
            Type::list(Type::BOOL),
        ),
        (vec![Type::DYNAMIC, only_a], Type::DYNAMIC),
    ] {
        assert_eq!(unify(&types, Safety::Safe), Some(unified), "{types:?}");
    }
    let (tuple, set) = (Type::tuple([Type::BOOL]), Type::set(Type::BOOL));
    let (wide, narrow) = (
        Type::object([("a", Type::BOOL), ("b", Type::BOOL)]),
        Type::object([("a", Type::BOOL)]),
    );
    assert!(conversion(&wide, &narrow, Safety::Safe).is_some());
    assert!(conversion(&Type::tuple([Type::BOOL]), &Type::tuple([]), Safety::Unsafe).is_none());
    assert!(conversion(&tuple, &set, Safety::Safe).is_some());
    assert!(conversion(&Type::list(Type::BOOL), &set, Safety::Safe).is_none());
}

#[test]
fn null_map_loses_the_attributes_of_an_optional_object() {
    let inner = Type::object([("a", Type::BOOL)]);
    let target = |inner: Type| Type::object_with_optional([("b", Type::BOOL, false), ("name", inner, true)]);
    let strings = Type::map(Type::STRING);
    let reduced = Type::object([("b", Type::BOOL), ("name", Type::object([] as [(&str, Type); 0]))]);
    let whole = Type::object([("b", Type::BOOL), ("name", inner.clone())]);
    converts(
        Value::null(strings.clone()),
        &target(inner.clone()),
        Value::null(reduced.clone()),
    );
    converts(
        Value::null(Type::list(strings.clone())),
        &Type::list(target(inner.clone())),
        Value::null(Type::list(reduced)),
    );
    // An unknown map keeps the types of what it may become, and so does one that converts.
    converts(
        Value::unknown(strings.clone()),
        &target(inner.clone()),
        Value::unknown(whole.clone()),
    );
    let of_objects = Value::null(Type::object([("b", Type::BOOL)]));
    converts(of_objects, &target(inner.clone()), Value::null(whole.clone()));
    let elements = Value::list(
        strings.clone(),
        [
            Value::null(strings),
            Value::map(Type::STRING, [("b", Value::from("true"))]).expect("one type"),
        ],
    );
    let known = Value::object([("b", Value::from(true)), ("name", Value::null(inner.clone()))]);
    converts(
        elements.expect("one type"),
        &Type::list(target(inner)),
        Value::list(whole.clone(), [Value::null(whole), known]).expect("one type"),
    );
}

proptest! {
    #![proptest_config(support::cases(10_000))]

    #[test]
    fn conversion_to_its_own_type_is_the_identity(value in strategies::values()) {
        prop_assert_eq!(value.convert(value.ty()), Ok(value.clone()));
        prop_assert_eq!(value.convert(&Type::DYNAMIC), Ok(value));
    }

    #[test]
    fn converted_value_has_the_target_type(value in strategies::values(), ty in strategies::types()) {
        if let Ok(converted) = value.convert(&ty) {
            prop_assert_eq!(converted.ty(), &ty);
            prop_assert_eq!(converted.convert(&ty), Ok(converted.clone()));
        }
    }

    #[test]
    fn safe_conversions_never_fail_and_keep_values_apart(
        (from, a, b) in strategies::types().prop_flat_map(|ty| {
            (Just(ty.clone()), strategies::values_of(&ty), strategies::values_of(&ty))
        }),
        to in strategies::types(),
    ) {
        if conversion(&from, &to, Safety::Safe).is_some() {
            let (x, y) = (a.convert(&to).expect("safe"), b.convert(&to).expect("safe"));
            // As in the reference, two losses are safe: of attributes that the target lacks, and of equal
            // elements and their order if a tuple becomes a set.
            let (from, to_text) = (from.to_string(), to.to_string());
            let drops = (from.contains("object") && to_text.contains("object"))
                || (from.contains("tuple") && to_text.contains("set"));
            prop_assert!(drops || (a == b) == (x == y), "{a:?} {b:?} to {to}");
        }
    }

    #[test]
    fn all_types_convert_to_their_unified_type(types in prop::collection::vec(strategies::types(), 1..4)) {
        for safety in [Safety::Safe, Safety::Unsafe] {
            let unified = unify(&types, safety);
            let reversed: Vec<Type> = types.iter().rev().cloned().collect();
            prop_assert_eq!(unified.is_some(), unify(&reversed, safety).is_some());
            if let Some(unified) = unified {
                for ty in &types {
                    prop_assert!(*ty == unified || conversion(ty, &unified, safety).is_some(), "{ty} to {unified}");
                }
            }
        }
    }
}
