//! The canonical order of values.

use std::cmp::Ordering;
use std::sync::Arc;

use super::prefetch::{BLOCK, fetch};
use super::{Repr, Value};
use crate::shared::EqualPairs;

/// A class of values that is ordered before or after others as a whole.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
pub(super) enum Rank {
    Bool,
    Number,
    String,
    Compound,
    Capsule,
    Null,
    Unknown,
}

/// Returns the rank of the value, without its marks.
pub(super) fn rank(value: &Value) -> Rank {
    match &value.0 {
        Repr::Bool(_) => Rank::Bool,
        Repr::Number(_) => Rank::Number,
        Repr::String(_) => Rank::String,
        Repr::List(_) | Repr::Set(_) | Repr::Map(_) | Repr::Tuple(_) | Repr::Object(_) => Rank::Compound,
        Repr::Capsule(_) => Rank::Capsule,
        Repr::Null(_) => Rank::Null,
        Repr::Unknown(_) | Repr::Refined(_) => Rank::Unknown,
        Repr::Marked(marked) => rank(&marked.value),
    }
}

/// Compares wholly known, unmarked values of one type by a total order, without recursion.
///
/// Sets keep zero and negative zero apart, which are equal numbers: negative zero comes first.
pub(crate) fn canonical_cmp(a: &Value, b: &Value) -> Ordering {
    let mut pending = Vec::new();
    let mut equal = EqualPairs::default();
    let mut order = shallow_cmp(a, b, &mut pending, &mut equal);
    while order.is_eq()
        && let Some((x, y)) = pending.pop()
    {
        let (Some((a, x_rest)), Some((b, y_rest))) = (x.split_first(), y.split_first()) else {
            continue;
        };
        if x.len() % BLOCK == 0 {
            fetch(x, 0);
            fetch(y, 0);
        }
        pending.push((x_rest, y_rest));
        order = shallow_cmp(a, b, &mut pending, &mut equal);
    }
    order
}

/// Compares two values without their parts, which are added to `pending` if they matter.
fn shallow_cmp<'a>(
    a: &'a Value,
    b: &'a Value,
    pending: &mut Vec<(&'a [Value], &'a [Value])>,
    equal: &mut EqualPairs,
) -> Ordering {
    match (&a.0, &b.0) {
        (Repr::Bool(x), Repr::Bool(y)) => x.cmp(y),
        // Equal numbers differ at most in the sign of zero.
        (Repr::Number(x), Repr::Number(y)) => x.cmp(y).then_with(|| y.is_negative().cmp(&x.is_negative())),
        (Repr::String(x), Repr::String(y)) => x.cmp(y),
        (Repr::Capsule(x), Repr::Capsule(y)) if x.1 == y.1 => Ordering::Equal,
        (Repr::Capsule(x), Repr::Capsule(y)) => Arc::as_ptr(x).cmp(&Arc::as_ptr(y)),
        (
            Repr::List(x) | Repr::Set(x) | Repr::Map(x) | Repr::Tuple(x) | Repr::Object(x),
            Repr::List(y) | Repr::Set(y) | Repr::Map(y) | Repr::Tuple(y) | Repr::Object(y),
        ) => {
            let (x, y) = (&x.0, &y.0);
            if Arc::ptr_eq(x, y) || !equal.is_new(x, y, x.items.len()) {
                return Ordering::Equal;
            }
            let keys = || {
                let same = Arc::ptr_eq(&x.keys, &y.keys);
                if same {
                    Ordering::Equal
                } else {
                    x.keys.cmp(&y.keys)
                }
            };
            let shape = x.items.len().cmp(&y.items.len());
            let shape = shape.then_with(|| x.hashes().cmp(y.hashes())).then_with(keys);
            if shape.is_eq() {
                pending.push((&x.items, &y.items));
            }
            shape
        }
        _ => rank(a).cmp(&rank(b)),
    }
}
