//! Generators of types and values.

use hcl2_value::{Number, Type, Value};
use proptest::prelude::*;

/// Any type without dynamic parts, up to three levels deep.
pub(crate) fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![Just(Type::STRING), Just(Type::NUMBER), Just(Type::BOOL)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            prop::collection::vec(inner.clone(), 0..3).prop_map(Type::tuple),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(Type::object),
        ]
    })
}

/// Any known value of a type, nulls included.
pub(crate) fn values(ty: &Type) -> BoxedStrategy<Value> {
    use hcl2_value::TypeKind;

    let known = match ty.kind() {
        TypeKind::String => prop_oneof!["[a-c]{0,2}", "-?[0-9]{1,2}", Just("true".to_owned())]
            .prop_map(Value::from)
            .boxed(),
        TypeKind::Number => prop_oneof![
            (-20_i64..20).prop_map(Value::from),
            (-99_i64..99).prop_map(tenths)
        ]
        .boxed(),
        TypeKind::List(element) => {
            let element = element.clone();
            prop::collection::vec(values(&element), 0..3)
                .prop_map(move |items| Value::list(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Set(element) => {
            let element = element.clone();
            prop::collection::vec(values(&element), 0..3)
                .prop_map(move |items| Value::set(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Map(element) => {
            let element = element.clone();
            prop::collection::btree_map("[abc]", values(&element), 0..3)
                .prop_map(move |items| Value::map(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Tuple(types) => types
            .iter()
            .map(values)
            .collect::<Vec<_>>()
            .prop_map(Value::tuple)
            .boxed(),
        TypeKind::Object(object) => {
            let names: Vec<_> = object.names().to_vec();
            let fields: Vec<_> = object.types().iter().map(values).collect();
            fields
                .prop_map(move |fields| Value::object(names.iter().cloned().zip(fields)))
                .boxed()
        }
        TypeKind::Bool | TypeKind::Dynamic | TypeKind::Capsule(_) => {
            any::<bool>().prop_map(Value::from).boxed()
        }
    };
    let null = Value::null(ty.clone());
    prop_oneof![8 => known, 1 => Just(null)].boxed()
}

/// Any type with a value of it.
pub(crate) fn typed_values() -> impl Strategy<Value = Value> {
    types().prop_flat_map(|ty| values(&ty))
}

fn tenths(count: i64) -> Value {
    let quotient = Number::from(count).div(&Number::from(10));
    Value::from(quotient.expect("ten is not zero"))
}
