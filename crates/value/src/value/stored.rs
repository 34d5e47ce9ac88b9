//! Visits of stored parts, each once, without recursion.

use super::{Node, Repr, SHALLOW, Value};
use crate::shared::{Key, Visited, address, is_shared};

impl Value {
    /// Returns the identity in memory of a compound value, marked or not, if it may be stored once and used in several
    /// places.
    pub(crate) fn shared_key(&self) -> Option<Key> {
        let node = self.bare().node()?;
        let (outer, is_shared_outside) = match &self.0 {
            Repr::Marked(marked) => (address(marked), is_shared(marked)),
            _ => (0, false),
        };
        (is_shared_outside || is_shared(&node.0)).then(|| (address(&node.0), outer))
    }

    /// Returns the number of parts directly inside the value, marked or not.
    pub(crate) fn width(&self) -> usize {
        self.bare().element_count().unwrap_or(0)
    }

    /// Returns whether a compound value has not been visited. All other values have no parts to visit.
    pub(super) fn is_first(&self, visited: &mut Visited) -> bool {
        self.bare().node().is_some() && visited.is_first(self.width(), || self.shared_key())
    }
}

impl Node {
    /// Applies `find` to the deep parts below this one from the inside out, each once. Parts for which `is_done` returns
    /// `true` are skipped.
    ///
    /// With the results of deep parts in place, `find` may use recursion.
    pub(super) fn settle(&self, is_done: impl Fn(&Self) -> bool, find: impl Fn(&Value, &Self)) {
        enum Step<'a> {
            Enter(&'a Value),
            Leave(&'a Value, &'a Node),
        }
        let mut visited = Visited::default();
        let mut steps: Vec<Step<'_>> = self.0.items.iter().map(Step::Enter).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(part) => {
                    if let Some(node) = part.bare().node()
                        && node.0.depth >= SHALLOW
                        && !is_done(node)
                        && part.is_first(&mut visited)
                    {
                        steps.push(Step::Leave(part.bare(), node));
                        steps.extend(node.0.items.iter().map(Step::Enter));
                    }
                }
                Step::Leave(part, node) if !is_done(node) => find(part, node),
                Step::Leave(..) => {}
            }
        }
    }
}

impl Value {
    /// Returns whether `test` accepts a stored part that has no parts of its own.
    pub(crate) fn has_stored_leaf(&self, test: impl Fn(&Self) -> bool) -> bool {
        let mut visited = Visited::default();
        let mut pending = vec![self];
        while let Some(value) = pending.pop() {
            match value.bare().node() {
                Some(node) if value.is_first(&mut visited) => pending.extend(&node.0.items),
                Some(_) => {}
                None if test(value.bare()) => return true,
                None => {}
            }
        }
        false
    }
}
