//! Generators of types and values for property tests with `proptest`.
//!
//! - [`types`] and [`values`] make types and wholly known values, nulls included;
//! - [`placeholders_for`] makes values of which parts are unknown and that may turn out to be a given value;
//! - [`covers`] says whether one value may turn out to be another: together they state the law that makes unknown
//!   values sound, that the result for unknown operands covers the result for every known instance.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::strategies::{covers, placeholders_for, values};
//! use proptest::prelude::*;
//!
//! proptest!(|((value, open) in values().prop_flat_map(|value| {
//!     let open = placeholders_for(&value);
//!     (Just(value), open)
//! }))| {
//!     prop_assert!(covers(&open, &value));
//! });
//! ```

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use crate::{Mark, Number, Refiner, Type, TypeKind, Value, ValueKind};

/// Any type without dynamic parts and optional attributes, up to three levels deep.
pub fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![Just(Type::STRING), Just(Type::NUMBER), Just(Type::BOOL)];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..3).prop_map(Type::tuple),
            btree_map("[abc]", inner, 0..3).prop_map(Type::object),
        ]
    })
}

/// Any wholly known, unmarked value of any of the [`types`], nulls included.
pub fn values() -> impl Strategy<Value = Value> {
    types().prop_flat_map(|ty| values_of(&ty))
}

/// Any wholly known, unmarked value of a type, nulls included; for the dynamic pseudo-type and capsule types nulls
/// only.
pub fn values_of(ty: &Type) -> BoxedStrategy<Value> {
    let null = Just(Value::null(ty.clone()));
    let element = ty.element_type().map(values_of);
    let known = match (ty.kind(), element) {
        (TypeKind::String, _) => texts().prop_map(Value::from).boxed(),
        (TypeKind::Number, _) => numbers().prop_map(Value::from).boxed(),
        (TypeKind::Bool, _) => any::<bool>().prop_map(Value::from).boxed(),
        (TypeKind::List(_), Some(element)) => {
            let ty = ty.clone();
            vec(element, 0..3)
                .prop_map(move |items| Value::list_of(ty.clone(), items))
                .boxed()
        }
        (TypeKind::Set(_), Some(element)) => {
            let ty = ty.clone();
            vec(element, 0..3)
                .prop_map(move |items| Value::set_of(ty.clone(), items))
                .boxed()
        }
        (TypeKind::Map(_), Some(element)) => {
            let ty = ty.clone();
            btree_map("[abc]", element, 0..3)
                .prop_map(move |fields| {
                    let (keys, items): (Vec<_>, Vec<_>) = fields.into_iter().unzip();
                    let keys = keys.into_iter().map(crate::Str::from).collect();
                    Value::map_of(ty.clone(), keys, items)
                })
                .boxed()
        }
        (TypeKind::Tuple(types), _) => {
            let elements: Vec<_> = types.iter().map(values_of).collect();
            elements.prop_map(Value::tuple).boxed()
        }
        (TypeKind::Object(object), _) => {
            let names = object.names().clone();
            let attributes: Vec<_> = object.types().iter().map(values_of).collect();
            attributes
                .prop_map(move |items| Value::object(names.iter().cloned().zip(items)))
                .boxed()
        }
        _ => return null.boxed(),
    };
    prop_oneof![8 => known, 1 => null].boxed()
}

/// Short texts, among them numbers, booleans and text that is not normalised.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,2}",
        "-?[0-9]{1,2}",
        Just("true".to_owned()),
        "[ae]\u{301}[b\n]?",
    ]
}

/// Small whole numbers, tenths and the infinities.
fn numbers() -> impl Strategy<Value = Number> {
    let tenth = |count: i64| Number::from(count).div(&Number::from(10)).unwrap_or_default();
    prop_oneof![
        8 => (-20_i64..20).prop_map(Number::from),
        8 => (-99_i64..99).prop_map(tenth),
        1 => Just(Number::INFINITY),
        1 => Just(Number::NEG_INFINITY),
    ]
}

/// The value with a mark of the text `m` on some of its parts.
pub fn marked(value: &Value) -> BoxedStrategy<Value> {
    let value = value.clone();
    vec(any::<bool>(), 1..8)
        .prop_map(move |choices| {
            let mut turn = choices.iter().cycle();
            value.transform_known(|_, part| {
                if turn.next() == Some(&true) {
                    part.with_mark(Mark::new("m"))
                } else {
                    part
                }
            })
        })
        .boxed()
}

/// Values that may turn out to be `value`, which must be wholly known and unmarked: some parts, or all of it, are
/// unknown, with refinements that the value fulfils.
///
/// It recurses, and so is for values that a test has made.
pub fn placeholders_for(value: &Value) -> BoxedStrategy<Value> {
    let inner: Vec<_> = match value.kind() {
        ValueKind::List(items) | ValueKind::Tuple(items) | ValueKind::Set(items) => {
            items.iter().map(placeholders_for).collect()
        }
        ValueKind::Map(fields) | ValueKind::Object(fields) => {
            fields.values().iter().map(placeholders_for).collect()
        }
        _ => Vec::new(),
    };
    let (same, unknown) = (value.clone(), value.clone());
    let whole = any::<[bool; 4]>().prop_map(move |chosen| refined_for(&unknown, chosen));
    let dynamic = if value.is_null() || value.ty().is_set() {
        // As elements of a collection these take on its type, and are covered by the next case.
        Value::unknown(value.ty().clone())
    } else {
        Value::unknown_not_null(value.ty().clone())
    };
    let parts = inner.prop_map(move |items| {
        if items.is_empty() {
            same.clone()
        } else {
            same.with_items(items)
        }
    });
    prop_oneof![4 => parts, 2 => whole, 1 => Just(dynamic)].boxed()
}

/// An unknown value with those of the properties of `value` that are chosen: not null, a lower bound, an upper bound
/// and whether bounds are tight.
fn refined_for(value: &Value, [not_null, lower, upper, tight]: [bool; 4]) -> Value {
    let open = Value::unknown(value.ty().clone());
    if value.is_null() || !not_null {
        return open;
    }
    // Nothing is beyond an infinity, and so a bound that is one includes it.
    let tight = tight || value.as_number().is_some_and(Number::is_infinite);
    let slack = i64::from(!tight);
    let mut refined = open.clone().refine().not_null();
    if let Some(number) = value.as_number() {
        let at = |offset: i64| {
            number
                .add(&Number::from(offset))
                .unwrap_or_else(|_| number.clone())
        };
        if lower {
            refined = refined.and_then(|refiner| refiner.number_lower_bound(at(-slack), tight));
        }
        if upper {
            refined = refined.and_then(|refiner| refiner.number_upper_bound(at(slack), tight));
        }
    }
    if let Some(text) = value.as_str().filter(|_| lower) {
        let end = if tight {
            text.len()
        } else {
            text.char_indices().next_back().map_or(0, |(start, _)| start)
        };
        refined = refined.and_then(|refiner| refiner.string_prefix(&text[..end]));
    }
    if let Some((least, most)) = value.length_bounds() {
        if lower {
            refined = refined
                .and_then(|refiner| refiner.length_lower_bound(least.saturating_sub(u64::from(!tight))));
        }
        if let Some(most) = most.filter(|_| upper) {
            refined = refined.and_then(|refiner| refiner.length_upper_bound(most + u64::from(!tight)));
        }
    }
    refined.map_or(open, Refiner::build)
}

/// Whether `open` may turn out to be `value`: they are equal where `open` is known, and where it is not, `value` has
/// its type and fulfils its refinements. Marks do not matter.
///
/// It recurses, and so is for values that a test has made. Elements of a set are matched one by one, which is a
/// necessary condition and, where there are several unknown ones, not a sufficient one.
#[must_use]
pub fn covers(open: &Value, value: &Value) -> bool {
    let (open, value) = (open.bare(), value.bare());
    match (open.kind(), value.kind()) {
        (ValueKind::Unknown, ValueKind::Unknown) if open.ty() == value.ty() => {
            let refined = |value: &Value| value.refinement().cloned();
            open.refinement().is_none() || refined(open) == refined(value)
        }
        (ValueKind::Unknown, _) => covers_by_type(open, value),
        (ValueKind::List(a), ValueKind::List(b)) | (ValueKind::Tuple(a), ValueKind::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(a, b))
        }
        (ValueKind::Map(a), ValueKind::Map(b)) | (ValueKind::Object(a), ValueKind::Object(b)) => {
            a.keys() == b.keys() && a.values().iter().zip(b.values()).all(|(a, b)| covers(a, b))
        }
        (ValueKind::Set(a), ValueKind::Set(b)) => {
            b.len() <= a.len()
                && a.iter().all(|a| b.iter().any(|b| covers(a, b)))
                && b.iter().all(|b| a.iter().any(|a| covers(a, b)))
        }
        (ValueKind::Null, ValueKind::Null) => value.ty().matches(open.ty()),
        _ => open == value,
    }
}

fn covers_by_type(open: &Value, value: &Value) -> bool {
    if !value.ty().matches(open.ty()) {
        return false;
    }
    let Some(refinement) = open.refinement() else {
        return true;
    };
    if refinement.is_not_null() && !value.is_definitely_not_null() {
        return false;
    }
    let within = |value: &Value| {
        let ((low, high), (least, most)) = (open.number_bounds(), value.number_bounds());
        let below =
            least.number < low.number || (least.number == low.number && least.inclusive && !low.inclusive);
        let above =
            most.number > high.number || (most.number == high.number && most.inclusive && !high.inclusive);
        !below && !above
    };
    let lengths = |value: &Value| {
        let Some((least, most)) = value.length_bounds() else {
            return true;
        };
        least >= refinement.length_min()
            && refinement
                .length_max()
                .is_none_or(|max| most.is_some_and(|most| most <= max))
    };
    value.is_null()
        || (value
            .as_str()
            .is_none_or(|text| text.starts_with(refinement.prefix()))
            && (value.as_number().is_none() || within(value))
            && lengths(value))
}
