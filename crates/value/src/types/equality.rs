//! Equality of types.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Repr, Type};
use crate::shared::EqualPairs;

impl Type {
    /// Returns whether both types share their parts in memory, which makes them equal.
    pub(crate) fn is_same_as(&self, other: &Self) -> bool {
        match (self.node(), other.node()) {
            (Some(a), Some(b)) => Arc::ptr_eq(&a.0, &b.0),
            _ => false,
        }
    }

    /// Returns whether the kinds are equal, and the lengths of tuples and the attribute names of objects.
    pub(super) fn same_shape(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Dynamic, Repr::Dynamic)
            | (Repr::Bool, Repr::Bool)
            | (Repr::Number, Repr::Number)
            | (Repr::String, Repr::String)
            | (Repr::List(_), Repr::List(_))
            | (Repr::Set(_), Repr::Set(_))
            | (Repr::Map(_), Repr::Map(_)) => true,
            (Repr::Tuple(a), Repr::Tuple(b)) => a.0.types.len() == b.0.types.len(),
            (Repr::Object(a), Repr::Object(b)) => a.0.names == b.0.names && a.0.optional == b.0.optional,
            (Repr::Capsule(a), Repr::Capsule(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialEq for Type {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::String, Repr::String)
            | (Repr::Number, Repr::Number)
            | (Repr::Bool, Repr::Bool)
            | (Repr::Dynamic, Repr::Dynamic) => true,
            (Repr::String | Repr::Number | Repr::Bool | Repr::Dynamic, _)
            | (_, Repr::String | Repr::Number | Repr::Bool | Repr::Dynamic) => false,
            _ => self.has_parts_of(other),
        }
    }
}

impl Type {
    /// Returns whether both are the same kind with the same parts.
    fn has_parts_of(&self, other: &Self) -> bool {
        let mut pending = vec![];
        let mut equal = EqualPairs::default();
        let (mut a, mut b) = (self, other);
        loop {
            if !a.same_shape(b) {
                return false;
            }
            if let (Some(x), Some(y)) = (a.node(), b.node())
                && !Arc::ptr_eq(&x.0, &y.0)
                && equal.is_new(&x.0, &y.0, x.0.types.len())
            {
                if x.0.hash != y.0.hash {
                    return false;
                }
                for (x, y) in x.0.types.iter().zip(&y.0.types) {
                    match (x.node(), y.node()) {
                        (Some(_), Some(_)) => pending.push((x, y)),
                        // Types without parts are compared at once, so flat objects are compared without allocation.
                        _ if !x.same_shape(y) => return false,
                        _ => {}
                    }
                }
            }
            match pending.pop() {
                Some(pair) => (a, b) = pair,
                None => return true,
            }
        }
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.structural_hash());
    }
}
