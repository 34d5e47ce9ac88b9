//! The shared part of compound values, with the traits of their items.

use std::sync::Arc;

use super::lazy_type::LazyType;
use super::{Repr, SHALLOW, Value};
use crate::{Str, Type};

/// The shared part of a compound value.
#[derive(Clone)]
pub(crate) struct Node(pub(crate) Arc<Parts>);

pub(crate) struct Parts {
    /// The type of the whole value. That of tuples and objects is computed when first needed.
    pub(super) ty: LazyType,
    /// Keys or attribute names in order; empty for lists, sets and tuples.
    pub(crate) keys: Arc<[Str]>,
    pub(crate) items: Vec<Value>,
    /// The hashes of the elements of a set of compound values, by index; otherwise empty.
    pub(crate) hashes: Box<[u64]>,
    pub(crate) wholly_known: bool,
    pub(crate) contains_marks: bool,
    /// Levels of nesting, or more; at most `u32::MAX`.
    pub(super) depth: u32,
}

impl Node {
    pub(super) fn new(ty: Option<Type>, keys: Arc<[Str]>, items: Vec<Value>) -> Self {
        let traits = Traits::of(&items);
        Self::with_traits(ty, keys, items, Box::default(), traits)
    }

    /// Creates a node of items whose traits are known. Reading each item again would cost as much as the rest if they
    /// lie far apart in memory.
    pub(super) fn with_traits(
        ty: Option<Type>,
        keys: Arc<[Str]>,
        items: Vec<Value>,
        hashes: Box<[u64]>,
        traits: Traits,
    ) -> Self {
        Self(Arc::new(Parts {
            ty: LazyType::new(ty),
            keys,
            items,
            hashes,
            wholly_known: traits.wholly_known,
            contains_marks: traits.contains_marks,
            depth: traits.depth.saturating_add(1),
        }))
    }
}

impl Node {
    pub(super) fn parts_are_surely_of(&self, types: &[Type]) -> bool {
        self.0.depth < SHALLOW
            && self.0.items.len() == types.len()
            && self
                .0
                .items
                .iter()
                .zip(types)
                .all(|(item, ty)| item.is_surely_of(ty))
    }
}

/// The traits of the items of a compound value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) wholly_known: bool,
    pub(super) contains_marks: bool,
    /// Depth of the deepest item, or more.
    pub(super) depth: u32,
}

impl Traits {
    /// The traits of no items.
    pub(super) const NONE: Self = Self {
        wholly_known: true,
        contains_marks: false,
        depth: 0,
    };

    pub(super) fn of(items: &[Value]) -> Self {
        let mut traits = Self::NONE;
        for item in items {
            traits.add(item);
        }
        traits
    }

    /// Adds the traits of an item.
    #[inline]
    pub(super) fn add(&mut self, item: &Value) {
        match &item.0 {
            Repr::Number(_) | Repr::Bool(_) | Repr::String(_) | Repr::Null(_) | Repr::Capsule(_) => {}
            Repr::Unknown(_) | Repr::Refined(_) => self.wholly_known = false,
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                self.wholly_known &= node.0.wholly_known;
                self.contains_marks |= node.0.contains_marks;
                self.depth = self.depth.max(node.0.depth);
            }
            Repr::Marked(_) => {
                self.wholly_known &= item.is_wholly_known();
                self.contains_marks = true;
                self.depth = self.depth.max(item.depth());
            }
        }
    }

    /// Returns the traits of the items of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            wholly_known: self.wholly_known && other.wholly_known,
            contains_marks: self.contains_marks || other.contains_marks,
            depth: self.depth.max(other.depth),
        }
    }
}

impl Drop for Parts {
    /// Frees nested values in a loop, so that depth cannot overflow the stack.
    fn drop(&mut self) {
        if self.depth < SHALLOW {
            return;
        }
        let mut pending = std::mem::take(&mut self.items);
        while let Some(value) = pending.pop() {
            match value.0 {
                Repr::List(mut node)
                | Repr::Set(mut node)
                | Repr::Map(mut node)
                | Repr::Tuple(mut node)
                | Repr::Object(mut node) => {
                    if let Some(parts) = Arc::get_mut(&mut node.0) {
                        pending.append(&mut parts.items);
                    }
                }
                Repr::Marked(mut marked) => {
                    if let Some(marked) = Arc::get_mut(&mut marked) {
                        pending.push(std::mem::replace(&mut marked.value, Value::from(false)));
                    }
                }
                _ => {}
            }
        }
    }
}
