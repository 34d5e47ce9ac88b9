//! Shapes of object constructors: the part that is the same in every iteration of a `for`.

use std::collections::BTreeMap;
use std::sync::Arc;

use hcl2_value::{ObjectKeys, Str};

use crate::tree::{File, List, ObjectItem};

/// The keys of an object constructor whose keys are all names.
#[derive(Debug)]
pub(super) struct Shape {
    /// The names in order, shared by all objects of the constructor.
    pub(super) keys: ObjectKeys,
    /// The position in `keys` of each item's name, from 0.
    pub(super) positions: Box<[usize]>,
}

impl Shape {
    /// Returns the shape of a constructor with these items; `None` if a key is not a plain name, or repeats.
    fn of(file: &File, items: List<ObjectItem>) -> Option<Self> {
        let names = file
            .object_items(items)
            .iter()
            .map(|item| file.literal_key(item.key).map(Str::from));
        let names: Vec<Str> = names.collect::<Option<_>>()?;
        let keys = ObjectKeys::new(names.iter().cloned())?;
        let positions = names.iter().map(|name| keys.position(name));
        Some(Self {
            positions: positions.collect::<Option<_>>()?,
            keys,
        })
    }
}

/// The shapes that one evaluation has found so far.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// Whether a loop was entered. Before that an expression is evaluated once, and keeping its shape would only cost.
    looping: bool,
    /// The shapes by the first item of their constructors; `None` before the first one.
    #[expect(
        clippy::box_collection,
        reason = "dropping `None` is cheaper than dropping an empty map"
    )]
    found: Option<Box<BTreeMap<u32, Option<Arc<Shape>>>>>,
}

impl Shapes {
    /// Keeps shapes from now on.
    pub(super) fn enter_loop(&mut self) {
        self.looping = true;
    }

    /// Returns whether a loop was entered.
    #[inline]
    pub(super) fn in_loop(&self) -> bool {
        self.looping
    }

    /// Returns the shape of a constructor in a loop; `None` outside of one, or if it has no shape.
    pub(super) fn get(&mut self, file: &File, items: List<ObjectItem>) -> Option<Arc<Shape>> {
        // All empty lists may start at the same item.
        if !self.looping || items.is_empty() {
            return None;
        }
        let shape = self.found.get_or_insert_default().entry(items.start);
        shape
            .or_insert_with(|| Shape::of(file, items).map(Arc::new))
            .clone()
    }
}
