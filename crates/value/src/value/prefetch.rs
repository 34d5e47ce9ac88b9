//! Prefetching of elements of sets.
//!
//! A set is made, merged and compared by looking at one element after another, and each look follows a pointer. The
//! targets lie apart in memory, so each is a cache miss, and the comparison that follows has to wait for it. Reading
//! a little of each element of a block first lets the processor load all of them at the same time. The values read
//! are not needed, so [`black_box`] keeps the compiler from removing the reads; safe Rust has no prefetch.

use std::hint::black_box;

use super::Value;

/// Elements that are fetched at a time: few enough to be still in the cache when they are compared.
pub(super) const BLOCK: usize = 64;

/// Reads a little of each value of the block that begins at `start`. Returns the index after the block.
pub(super) fn fetch(items: &[Value], start: usize) -> usize {
    let end = items.len().min(start + BLOCK);
    let nodes = || items[start..end].iter().filter_map(Value::node);
    let depth = nodes().map(|node| node.0.depth).max();
    let known = nodes().filter(|node| node.0.items.first().is_some_and(Value::is_known));
    let long = nodes().filter(|node| node.0.keys.first().is_some_and(|key| key.len() > 8));
    black_box((depth, known.count(), long.count()));
    end
}
