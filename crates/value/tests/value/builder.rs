//! Values of a known type, built from their parts.

use hcl2_value::strategies::{marked, placeholders_for, values};
use hcl2_value::{Type, Value, ValueBuilder, ValueKind};
use proptest::prelude::*;

/// Builds a value of a type from parts. A map takes the keys of `like`.
fn build(ty: &Type, parts: &[Value], like: &Value) -> Result<Value, Vec<Value>> {
    let mut builder = ValueBuilder::with_capacity(ty, 2);
    assert!(builder.is_empty());
    for part in parts {
        builder.push(part.clone());
    }
    assert_eq!(builder.len(), parts.len());
    match like.kind() {
        ValueKind::Map(fields) => builder.build_map(fields.keys()),
        _ => builder.build(),
    }
}

fn parts(value: &Value) -> Option<&[Value]> {
    value.elements().or_else(|| Some(value.fields()?.values()))
}

#[test]
fn open_types_and_types_of_other_kinds_return_the_parts() {
    let number = [Value::from(1)];
    let optional = Type::object_with_optional([("a", Type::NUMBER, true)]);
    for ty in [
        Type::list(Type::DYNAMIC),
        Type::DYNAMIC,
        Type::NUMBER,
        Type::map(Type::NUMBER),
        Type::list(Type::STRING),
        Type::set(Type::set(Type::NUMBER)),
        Type::tuple([]),
        Type::tuple([Type::NUMBER, Type::NUMBER]),
        Type::object([("a", Type::BOOL)]),
        optional,
    ] {
        assert_eq!(build(&ty, &number, &Value::DYNAMIC), Err(number.to_vec()), "{ty}");
    }
    let numbers = Type::list(Type::NUMBER);
    let list = ValueBuilder::with_capacity(&numbers, 0);
    assert_eq!(list.build_map(&["a".into()].into()), Err(Vec::new()));
}

#[test]
fn one_part_of_another_type_is_refused_at_any_position() {
    let ty = Type::list(Type::NUMBER);
    for parts in [["x", "1"], ["1", "x"]] {
        let parts = parts.map(|text| {
            Value::from(text)
                .convert(&Type::NUMBER)
                .unwrap_or(Value::from(text))
        });
        assert_eq!(build(&ty, &parts, &Value::DYNAMIC), Err(parts.to_vec()));
    }
}

#[test]
fn maps_need_as_many_keys_as_parts_in_order() {
    let ty = Type::map(Type::NUMBER);
    let numbers = [Value::from(1), Value::from(2)];
    for keys in [&["a"][..], &["b", "a"], &["a", "a"], &["a", "b", "c"]] {
        let mut builder = ValueBuilder::with_capacity(&ty, 2);
        numbers.iter().for_each(|number| builder.push(number.clone()));
        let keys = keys.iter().map(|key| (*key).into()).collect();
        assert_eq!(builder.build_map(&keys), Err(numbers.to_vec()), "{keys:?}");
    }
}

#[test]
fn maps_need_a_map_type_and_elements_of_its_element_type() {
    let keys = ["a", "b"].map(Into::into).into();
    let (numbers, mixed) = (
        [Value::from(1), Value::from(2)],
        [Value::from(1), Value::from("x")],
    );
    let object = Type::object([("a", Type::NUMBER), ("b", Type::NUMBER)]);
    for (ty, parts) in [
        (Type::list(Type::NUMBER), &numbers),
        (Type::set(Type::NUMBER), &numbers),
        (object, &numbers),
        (Type::map(Type::NUMBER), &mixed),
        (Type::map(Type::STRING), &numbers),
        (Type::map(Type::DYNAMIC), &numbers),
    ] {
        let mut builder = ValueBuilder::with_capacity(&ty, 2);
        builder.extend(parts.iter().cloned());
        assert_eq!(builder.build_map(&keys), Err(parts.to_vec()), "{ty}");
    }
}

proptest! {
    #[test]
    fn value_is_built_from_its_parts(
        value in values().prop_flat_map(|value| {
            prop_oneof![Just(value.clone()), placeholders_for(&value), marked(&value)]
        }),
    ) {
        if let Some(parts) = parts(&value) {
            let built = build(value.ty(), parts, &value);
            let again = built.as_ref().map_err(Vec::len);
            prop_assert_eq!(again, Ok(&value));
            let built = built.unwrap_or(Value::DYNAMIC);
            prop_assert_eq!(built.ty(), value.ty());
            prop_assert_eq!(built.is_wholly_known(), value.is_wholly_known());
            prop_assert_eq!(built.contains_marked(), value.contains_marked());
            prop_assert_eq!(built.equals(&value), value.equals(&value));
            for part in parts.iter().filter(|_| value.ty().is_set()) {
                prop_assert_eq!(built.has_element(part), value.has_element(part));
            }
        }
    }

    #[test]
    fn part_of_another_type_returns_all_parts(value in values(), which in any::<prop::sample::Index>()) {
        let own = parts(&value).unwrap_or_default();
        if !own.is_empty() {
            let mut others = own.to_vec();
            let other = &mut others[which.index(own.len())];
            *other = Value::tuple([other.clone(), Value::from(true)]);
            prop_assert_eq!(build(value.ty(), &others, &value), Err(others));
        }
    }
}
