//! Generators of types and values, unknown values and refinements included.

pub(crate) mod check;
pub(crate) mod place;

use hcl2_value::{Number, Refiner, Type, TypeKind, Value};
use proptest::prelude::*;

/// Any type, with the dynamic pseudo-type where `dynamic`, up to four levels deep.
pub(crate) fn types(dynamic: bool) -> impl Strategy<Value = Type> {
    let any = if dynamic { Type::DYNAMIC } else { Type::STRING };
    let leaf = prop_oneof![
        Just(Type::STRING),
        Just(Type::NUMBER),
        Just(Type::BOOL),
        Just(any)
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Type::tuple),
            prop::collection::btree_map("[a-é<]{1,2}", inner, 0..4).prop_map(Type::object),
        ]
    })
}

/// Any value of a type without dynamic parts; with unknown parts where `unknown`.
pub(crate) fn values(ty: &Type, unknown: bool) -> BoxedStrategy<Value> {
    let known = match ty.kind() {
        TypeKind::String => "(\\PC|[\0-\u{1f}\u{2028}]){0,40}".prop_map(Value::from).boxed(),
        TypeKind::Number => numbers().prop_map(Value::from).boxed(),
        TypeKind::List(element) => {
            let element = element.clone();
            prop::collection::vec(values(&element, unknown), 0..4)
                .prop_map(move |items| Value::list(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Set(element) => {
            let element = element.clone();
            prop::collection::vec(values(&element, unknown), 0..4)
                .prop_map(move |items| Value::set(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Map(element) => {
            let element = element.clone();
            prop::collection::btree_map("\\PC{0,3}", values(&element, unknown), 0..4)
                .prop_map(move |items| Value::map(element.clone(), items).expect("one type"))
                .boxed()
        }
        TypeKind::Tuple(types) => {
            let items: Vec<_> = types.iter().map(|ty| values(ty, unknown)).collect();
            items.prop_map(Value::tuple).boxed()
        }
        TypeKind::Object(object) => {
            let names = object.names().to_vec();
            let fields: Vec<_> = object.types().iter().map(|ty| values(ty, unknown)).collect();
            fields
                .prop_map(move |fields| Value::object(names.iter().cloned().zip(fields)))
                .boxed()
        }
        TypeKind::Bool | TypeKind::Dynamic | TypeKind::Capsule(_) => {
            any::<bool>().prop_map(Value::from).boxed()
        }
    };
    let null = Just(Value::null(ty.clone()));
    if unknown {
        prop_oneof![8 => known, 1 => null, 2 => unknowns(ty)].boxed()
    } else {
        prop_oneof![8 => known, 1 => null].boxed()
    }
}

fn numbers() -> impl Strategy<Value = Number> {
    let parsed = |text: String| Number::parse(&text).expect("digits");
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        (-200_i64..70_000).prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        (-999_i64..999).prop_map(|eighths| Number::from(eighths).div(&Number::from(8)).expect("not zero")),
        "-?[1-9][0-9]{0,40}(\\.[0-9]{1,20})?".prop_map(parsed),
        // Powers of two and doubles have the decimals that are hardest to find.
        (0_i64..900, any::<bool>())
            .prop_map(move |(power, minus)| { parsed(format!("{}1p{power}", if minus { "-" } else { "" })) }),
        any::<f64>().prop_filter_map("finite", |double| Number::try_from(double.trunc() + 0.0).ok()),
    ]
}

/// Unknown values of a type with any refinements that it can have.
fn unknowns(ty: &Type) -> BoxedStrategy<Value> {
    let start = Value::unknown(ty.clone());
    let refined = match ty.kind() {
        TypeKind::String => "[a-z:é]{0,300}"
            .prop_map(|prefix| {
                let refiner = Value::unknown(Type::STRING).refine().string_prefix(&prefix);
                refiner.map(Refiner::build).expect("a string")
            })
            .boxed(),
        TypeKind::Number => (numbers(), 1_i64..9, any::<(bool, bool)>())
            .prop_map(|(lower, width, (first, second))| {
                let upper = lower.add(&Number::from(width)).expect("finite");
                let refiner = Value::unknown(Type::NUMBER)
                    .refine()
                    .number_lower_bound(lower, first);
                let refiner = refiner.and_then(|refiner| refiner.number_upper_bound(upper, second));
                refiner.map_or_else(|_| Value::unknown(Type::NUMBER), Refiner::build)
            })
            .boxed(),
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) => (0_u64..9, 1_u64..9)
            .prop_map(move |(least, width)| {
                let refiner = start.clone().refine().length_lower_bound(least);
                let refiner = refiner.and_then(|refiner| refiner.length_upper_bound(least + width));
                refiner.map(Refiner::build).expect("a collection")
            })
            .boxed(),
        _ => Just(start).boxed(),
    };
    (refined, any::<bool>())
        .prop_map(|(value, not_null)| if not_null { value.refine_not_null() } else { value })
        .boxed()
}
