//! Work on parts that several wholes share.
//!
//! A value such as `[x, x]` stores `x` once. Nested forty times it has a trillion parts, of which forty are stored, so
//! each stored part is visited once, however often it is reached.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

/// Number of parts that are visited before shared parts are remembered. Most values have fewer, and a visit costs less
/// than remembering it.
const FREE: usize = 1024;

/// Returns the address of a part, which identifies it while it is borrowed.
pub(crate) fn address<T>(part: &Arc<T>) -> usize {
    Arc::as_ptr(part) as usize
}

/// Returns whether a part may be reached in more than one way. A part that is stored once can only be reached again
/// through a part around it that is shared.
pub(crate) fn is_shared<T>(part: &Arc<T>) -> bool {
    Arc::strong_count(part) > 1
}

/// Pairs of parts that are equal unless the comparison has already failed.
#[derive(Default)]
pub(crate) struct EqualPairs {
    visited: usize,
    /// For each part that is not the first of its class, another part of the same class.
    classes: Option<HashMap<usize, usize>>,
}

impl EqualPairs {
    /// Returns whether the parts of a pair must be compared; `width` is the number of these parts.
    ///
    /// Equality is transitive. All pairs together therefore take time linear in the number of stored parts, not of
    /// their pairs.
    #[inline]
    pub(crate) fn is_new<T>(&mut self, a: &Arc<T>, b: &Arc<T>, width: usize) -> bool {
        self.visited += width + 1;
        self.visited <= FREE || !(is_shared(a) || is_shared(b)) || self.join(address(a), address(b))
    }

    /// Joins the classes of two parts. Returns whether they were different.
    #[inline(never)]
    fn join(&mut self, a: usize, b: usize) -> bool {
        let classes = self.classes.get_or_insert_default();
        let (a, b) = (class_of(classes, a), class_of(classes, b));
        if a != b {
            classes.insert(a, b);
        }
        a != b
    }
}

/// Returns the first part of the class, and shortens the way to it.
fn class_of(classes: &mut HashMap<usize, usize>, part: usize) -> usize {
    let mut part = part;
    while let Some(&next) = classes.get(&part) {
        if let Some(&further) = classes.get(&next) {
            classes.insert(part, further);
        }
        part = next;
    }
    part
}

/// The identity of a stored part.
pub(crate) type Key = (usize, usize);

/// Shared parts, or pairs of parts, that have been visited.
pub(crate) struct Visited {
    /// Number of parts that are visited before shared parts are remembered.
    free: usize,
    visited: usize,
    parts: Option<HashSet<Key>>,
}

impl Visited {
    /// Creates an empty set that remembers shared parts after `free` visits.
    pub(crate) fn after(free: usize) -> Self {
        Self {
            free,
            visited: 0,
            parts: None,
        }
    }

    /// Returns whether a part is visited for the first time; `width` is the number of its own parts. `key` returns `None`
    /// for a part that is not shared.
    #[inline]
    pub(crate) fn is_first(&mut self, width: usize, key: impl FnOnce() -> Option<Key>) -> bool {
        self.visited = self.visited.saturating_add(width + 1);
        self.visited <= self.free || key().is_none_or(|key| self.parts.get_or_insert_default().insert(key))
    }

    /// Returns whether a pair of parts is visited for the first time; `width` is the number of their parts.
    #[inline]
    pub(crate) fn is_first_pair<T>(&mut self, a: &Arc<T>, b: &Arc<T>, width: usize) -> bool {
        self.is_first(width, || {
            (is_shared(a) || is_shared(b)).then(|| (address(a), address(b)))
        })
    }
}

impl Default for Visited {
    fn default() -> Self {
        Self::after(FREE)
    }
}

/// Results for shared parts.
pub(crate) struct Memo<K, R> {
    /// Number of parts that are visited before results are kept.
    free: usize,
    visited: usize,
    results: Option<HashMap<K, R>>,
}

impl<K: Eq + Hash, R: Clone> Memo<K, R> {
    /// Creates an empty memo that keeps results after `free` visits.
    pub(crate) fn after(free: usize) -> Self {
        Self {
            free,
            visited: 0,
            results: None,
        }
    }

    /// Returns the key of a part whose result is kept; `width` is the number of its parts. `key` returns `None` for a
    /// part that is not shared.
    #[inline]
    pub(crate) fn key(&mut self, width: usize, key: impl FnOnce() -> Option<K>) -> Option<K> {
        self.visited = self.visited.saturating_add(width + 1);
        if self.visited <= self.free { None } else { key() }
    }

    /// Returns the result that was kept for a part.
    #[inline]
    pub(crate) fn get(&self, key: Option<&K>) -> Option<R> {
        self.results.as_ref()?.get(key?).cloned()
    }

    /// Keeps the result for a part that has a key.
    #[inline]
    pub(crate) fn keep(&mut self, key: Option<K>, result: &R) {
        if let Some(key) = key {
            self.results.get_or_insert_default().insert(key, result.clone());
        }
    }
}

impl<K: Eq + Hash, R: Clone> Default for Memo<K, R> {
    fn default() -> Self {
        Self::after(FREE)
    }
}
