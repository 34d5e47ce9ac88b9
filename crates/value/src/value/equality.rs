//! Equality of representation and hashes of values.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::order::{Rank, rank};
use super::{Node, Repr, SHALLOW, Value};
use crate::shared::EqualPairs;
use crate::types::StableHasher;

/// Returns a hash of the structure that is equal for equal values, and in every run. Each stored part is hashed once.
pub(crate) fn stable_hash(value: &Value) -> u64 {
    if let Some(node) = value.bare().node() {
        return node_hash(node);
    }
    let mut hasher = StableHasher::new(0);
    hash_leaf(value, &mut hasher);
    hasher.finish()
}

/// Returns the hash of a compound value and its parts.
fn node_hash(node: &Node) -> u64 {
    if let Some(hash) = node.0.hash.get() {
        return hash;
    }
    if node.0.depth >= SHALLOW {
        node.settle(
            |node| node.0.hash.get().is_some(),
            |_, node| {
                hash_parts(node);
            },
        );
    }
    hash_parts(node)
}

/// Computes the hash of a compound value from those of its parts, by recursion if these have none yet.
fn hash_parts(node: &Node) -> u64 {
    let parts = &*node.0;
    let mut hasher = StableHasher::new(Rank::Compound as u64);
    hasher.write_usize(parts.items.len());
    for key in &*parts.keys {
        key.hash(&mut hasher);
    }
    for item in node.in_equal_order() {
        let item = item.bare();
        match item.node() {
            Some(node) => hasher.write_u64(node_hash(node)),
            None => hash_leaf(item, &mut hasher),
        }
    }
    parts.hash.set(hasher.finish())
}

/// Hashes a value without parts.
fn hash_leaf(value: &Value, hasher: &mut StableHasher) {
    let value = value.bare();
    hasher.write_u64(rank(value) as u64);
    match &value.0 {
        Repr::Bool(truth) => truth.hash(hasher),
        Repr::Number(number) => number.hash(hasher),
        Repr::String(text) => text.hash(hasher),
        _ => {}
    }
}

impl Node {
    /// Returns the parts in an order that is the same for equal values. Sets keep elements with unknown parts in the
    /// order in which they were given, so these are put in the order of iteration.
    fn in_equal_order(&self) -> &[Value] {
        if self.0.wholly_known {
            &self.0.items
        } else {
            self.in_order()
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![];
        let mut equal = EqualPairs::default();
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
                    if !Arc::ptr_eq(x, y) && equal.is_new(x, y, 1) {
                        pending.push((&x.value, &y.value));
                    }
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
                    let (p, q) = (&x.0, &y.0);
                    if Arc::ptr_eq(p, q) || !equal.is_new(p, q, p.items.len()) {
                        true
                    } else {
                        let shape = p.items.len() == q.items.len()
                            && (Arc::ptr_eq(&p.keys, &q.keys) || p.keys == q.keys);
                        if shape {
                            pending.extend(x.in_equal_order().iter().zip(y.in_equal_order()));
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
