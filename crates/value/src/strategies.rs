//! Generators of types and values for property tests with `proptest`.
//!
//! - [`types`] and [`values`] make types and wholly known values, nulls included;
//! - [`placeholders_for`] makes partly unknown values that may turn out to be a given value;
//! - [`covers`] returns whether one value may turn out to be another. Together they state the law of unknown values:
//!   the result for unknown operands covers the result for every known value that they may become.
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

/// Generates any type without dynamic parts and optional attributes, up to three levels deep.
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

/// Generates any wholly known, unmarked value of any of the [`types`], including nulls.
pub fn values() -> impl Strategy<Value = Value> {
    types().prop_flat_map(|ty| values_of(&ty))
}

/// Generates any wholly known, unmarked value of a type, including null. For the dynamic pseudo-type and capsule
/// types it generates only null.
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

/// Generates short strings, including numbers, booleans and strings that are not normalized.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,2}",
        "-?[0-9]{1,2}",
        Just("true".to_owned()),
        "[ae]\u{301}[b\n]?",
    ]
}

/// Generates small whole numbers and tenths of every precision, and the infinities.
fn numbers() -> impl Strategy<Value = Number> {
    let tenth = |count: i64| Number::from(count).div(&Number::from(10)).unwrap_or_default();
    let parsed = |count: i64| Number::parse(&format!("{count}e-1")).unwrap_or_default();
    let double = |count: i64| Number::try_from(count as f64 / 10.0).unwrap_or_default();
    prop_oneof![
        8 => (-20_i64..20).prop_map(Number::from),
        3 => (-99_i64..99).prop_map(tenth),
        3 => (-99_i64..99).prop_map(parsed),
        3 => (-99_i64..99).prop_map(double),
        1 => Just(Number::INFINITY),
        1 => Just(Number::NEG_INFINITY),
    ]
}

/// Generates the value with the mark `m` on some of its parts.
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

/// Generates values that may turn out to be `value`, which must be wholly known and unmarked. Some parts or the whole
/// value are unknown, with refinements that the value satisfies.
///
/// This function recurses, so it must only be used for values made by a test.
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
        // In a collection these take its element type, which the next case covers.
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

/// Returns an unknown value with the chosen properties of `value`: not null, a lower bound, an upper bound, and tight
/// bounds.
fn refined_for(value: &Value, [not_null, lower, upper, tight]: [bool; 4]) -> Value {
    let open = Value::unknown(value.ty().clone());
    if value.is_null() || !not_null {
        return open;
    }
    // No number is beyond an infinity, so an infinite bound must include it.
    let tight = tight || value.as_number().is_some_and(Number::is_infinite);
    let slack = i64::from(!tight);
    let mut refined = open.clone().refine().not_null();
    if let Some(number) = value.as_number() {
        // A sum with zero may have another precision, and so not be equal.
        let at = |offset: i64| match number.add(&Number::from(offset)) {
            Ok(sum) if offset != 0 => sum,
            _ => number.clone(),
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

/// Returns whether `open` may turn out to be `value`. They must be equal where `open` is known. Where it is unknown,
/// `value` must have its type and satisfy its refinement. Marks do not matter.
///
/// This function recurses, so it must only be used for values made by a test. Elements of sets are matched one by
/// one, which is necessary but not sufficient if several of them are unknown.
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
