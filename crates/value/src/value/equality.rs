//! Equality of representation and hashes of values.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::order::rank;
use super::{Repr, SHALLOW, Value};
use crate::types::StableHasher;

/// Returns a hash of the structure that is equal for equal values, and in every run.
pub(crate) fn stable_hash(value: &Value) -> u64 {
    let mut hasher = StableHasher::new(0);
    if value.depth() < SHALLOW {
        hash_shallow(value, &mut hasher);
    } else {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            pending.extend(hash_but_parts(value, &mut hasher).iter().rev());
        }
    }
    hasher.finish()
}

/// Hashes a value with its parts, in order, by recursion, which needs no allocation.
fn hash_shallow(value: &Value, hasher: &mut StableHasher) {
    for part in hash_but_parts(value, hasher) {
        hash_shallow(part, hasher);
    }
}

/// Hashes a value without its parts, and returns these.
fn hash_but_parts<'a>(value: &'a Value, hasher: &mut StableHasher) -> &'a [Value] {
    hasher.write_u64(rank(value) as u64);
    match &value.0 {
        Repr::Bool(truth) => truth.hash(hasher),
        Repr::Number(number) => number.hash(hasher),
        Repr::String(text) => text.hash(hasher),
        Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
            hasher.write_usize(node.0.items.len());
            for key in &*node.0.keys {
                key.hash(hasher);
            }
            return &node.0.items;
        }
        Repr::Marked(marked) => return std::slice::from_ref(&marked.value),
        Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_) | Repr::Capsule(_) => {}
    }
    &[]
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![];
        let (mut a, mut b) = (self, other);
        loop {
            let same = match (&a.0, &b.0) {
                (Repr::Bool(x), Repr::Bool(y)) => x == y,
                (Repr::Number(x), Repr::Number(y)) => x == y,
                (Repr::String(x), Repr::String(y)) => x == y,
                (Repr::Null(x), Repr::Null(y)) | (Repr::Unknown(x), Repr::Unknown(y)) => x == y,
                (Repr::Refined(x), Repr::Refined(y)) => x.ty == y.ty && x.refinement == y.refinement,
                (Repr::Capsule(x), Repr::Capsule(y)) => x.1 == y.1,
                (Repr::Marked(x), Repr::Marked(y)) => {
                    pending.push((&x.value, &y.value));
                    x.marks == y.marks
                }
                (Repr::List(x), Repr::List(y))
                | (Repr::Set(x), Repr::Set(y))
                | (Repr::Map(x), Repr::Map(y))
                    if x.0.items.is_empty() && y.0.items.is_empty() =>
                {
                    a.ty() == b.ty()
                }
                (Repr::List(x), Repr::List(y))
                | (Repr::Set(x), Repr::Set(y))
                | (Repr::Map(x), Repr::Map(y))
                | (Repr::Tuple(x), Repr::Tuple(y))
                | (Repr::Object(x), Repr::Object(y)) => {
                    let (x, y) = (&x.0, &y.0);
                    if Arc::ptr_eq(x, y) {
                        true
                    } else {
                        let shape = x.items.len() == y.items.len()
                            && (Arc::ptr_eq(&x.keys, &y.keys) || x.keys == y.keys);
                        if shape {
                            pending.extend(x.items.iter().zip(&y.items));
                        }
                        shape
                    }
                }
                _ => false,
            };
            if !same {
                return false;
            }
            match pending.pop() {
                Some(pair) => (a, b) = pair,
                None => return true,
            }
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(stable_hash(self));
    }
}
