//! The shared part of compound values, with the traits of their items.

use std::sync::{Arc, OnceLock};

use super::lazy_hash::LazyHash;
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
    /// Additional data of sets of compound values.
    pub(super) set: Option<Box<SetParts>>,
    pub(super) hash: LazyHash,
    pub(crate) wholly_known: bool,
    pub(crate) contains_marks: bool,
    /// Levels of nesting, or more; at most `u32::MAX`.
    pub(super) depth: u32,
    /// The parts at all levels, counted each time they occur, or more; at most `u32::MAX`.
    pub(super) size: u32,
}

/// The part of a set of compound values that other values do not have.
pub(super) struct SetParts {
    /// The hashes of the wholly known elements and null, by index. Empty if no such element is compound.
    pub(super) hashes: Vec<u64>,
    /// The positions at which the elements were given, by index; if empty, the indices.
    pub(super) positions: Vec<usize>,
    /// The number of elements that were given. All positions are below it.
    pub(super) given: usize,
    /// The elements in iteration order, computed on first use.
    pub(super) ordered: OnceLock<Vec<Value>>,
}

impl SetParts {
    /// Returns the parts of a set whose elements have these hashes and positions.
    pub(super) fn new(hashes: Vec<u64>, positions: Vec<usize>, given: usize) -> Box<Self> {
        Box::new(Self {
            hashes,
            positions,
            given,
            ordered: OnceLock::new(),
        })
    }
}

impl Parts {
    /// Returns the hashes of the elements of a set of compound values, by index. Elements that are not wholly known
    /// have none; nor have those of other values.
    pub(super) fn hashes(&self) -> &[u64] {
        self.set.as_ref().map_or(&[], |set| &set.hashes)
    }
}

impl Node {
    pub(super) fn new(ty: Option<Type>, keys: Arc<[Str]>, items: Vec<Value>) -> Self {
        let traits = Traits::of(&items);
        Self::with_traits(ty, keys, items, None, traits)
    }

    /// Creates a node of items whose traits are known. Reading each item again would cost as much as the rest if they
    /// lie far apart in memory.
    pub(super) fn with_traits(
        ty: Option<Type>,
        keys: Arc<[Str]>,
        items: Vec<Value>,
        set: Option<Box<SetParts>>,
        traits: Traits,
    ) -> Self {
        let own = u32::try_from(items.len()).unwrap_or(u32::MAX);
        Self(Arc::new(Parts {
            ty: LazyType::new(ty),
            keys,
            items,
            set,
            hash: LazyHash::default(),
            wholly_known: traits.wholly_known,
            contains_marks: traits.contains_marks,
            depth: traits.depth.saturating_add(1),
            size: traits.size.saturating_add(own),
        }))
    }
}

impl Node {
    /// Returns `true` only if the parts are of these types. Visits at most `steps` parts and subtracts those that it
    /// visits. If there are more, or they are too deep, no steps are left.
    pub(super) fn parts_are_surely_of(&self, types: &[Type], steps: &mut usize) -> bool {
        let items = &self.0.items;
        if items.len() != types.len() {
            return false;
        }
        if self.0.depth >= SHALLOW || items.len() >= *steps {
            *steps = 0;
            return false;
        }
        *steps -= items.len();
        let mut parts = items.iter().zip(types);
        parts.all(|(item, ty)| match item.primitive_is_of(ty) {
            Some(is) => is,
            None => item.is_surely_within_steps(ty, steps),
        })
    }
}

/// The traits of the items of a compound value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) wholly_known: bool,
    pub(super) contains_marks: bool,
    /// Depth of the deepest item, or more.
    pub(super) depth: u32,
    /// The parts of all items, counted each time they occur, or more, and the steps of reading their numbers.
    pub(super) size: u32,
}

impl Traits {
    /// The traits of no items.
    pub(super) const NONE: Self = Self {
        wholly_known: true,
        contains_marks: false,
        depth: 0,
        size: 0,
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
            Repr::Number(number) => self.size = self.size.saturating_add(number.reading_steps() as u32),
            Repr::Bool(_) | Repr::String(_) | Repr::Null(_) | Repr::Capsule(_) => {}
            Repr::Unknown(_) | Repr::Refined(_) => self.wholly_known = false,
            Repr::List(node) | Repr::Set(node) | Repr::Map(node) | Repr::Tuple(node) | Repr::Object(node) => {
                self.wholly_known &= node.0.wholly_known;
                self.contains_marks |= node.0.contains_marks;
                self.depth = self.depth.max(node.0.depth);
                self.size = self.size.saturating_add(node.0.size);
            }
            Repr::Marked(_) => {
                self.wholly_known &= item.is_wholly_known();
                self.contains_marks = true;
                self.depth = self.depth.max(item.depth());
                self.size = self.size.saturating_add(item.part_count());
            }
        }
    }

    /// Returns the traits of the items of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            wholly_known: self.wholly_known && other.wholly_known,
            contains_marks: self.contains_marks || other.contains_marks,
            depth: self.depth.max(other.depth),
            size: self.size.saturating_add(other.size),
        }
    }
}

impl Parts {
    /// Removes the elements of a set in iteration order, which are clones of its items.
    fn take_ordered(&mut self) -> Vec<Value> {
        let ordered = self.set.as_mut().and_then(|set| set.ordered.take());
        ordered.unwrap_or_default()
    }
}

impl Drop for Parts {
    /// Frees nested values in a loop, so that depth cannot overflow the stack.
    fn drop(&mut self) {
        if self.depth < SHALLOW {
            return;
        }
        let mut pending = std::mem::take(&mut self.items);
        pending.append(&mut self.take_ordered());
        while let Some(value) = pending.pop() {
            match value.0 {
                Repr::List(mut node)
                | Repr::Set(mut node)
                | Repr::Map(mut node)
                | Repr::Tuple(mut node)
                | Repr::Object(mut node) => {
                    if let Some(parts) = Arc::get_mut(&mut node.0) {
                        pending.append(&mut parts.items);
                        pending.append(&mut parts.take_ordered());
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
