//! The elements of sets: their order, membership, and merging.
//!
//! Sets keep their elements in a canonical order, so that equal sets are equal slices: primitives by value, compound
//! elements by a stable hash and then by structure. Null comes after known values. Values that are not wholly known
//! come after null, in the order in which they were given; among primitives they come before null.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::equality::stable_hash;
use super::node::Traits;
use super::order::{Rank, canonical_cmp, rank};
use super::prefetch::fetch;
use super::{Node, Parts, Repr, Value};

/// Sorts unmarked elements into the order of sets and removes duplicates. `hashes` are the hashes of all elements, or
/// empty. `wholly_known` promises that all elements are wholly known. Returns the elements with the hashes of
/// compound elements; primitive elements have none.
pub(super) fn sort_set(
    items: Vec<Value>,
    mut hashes: Vec<u64>,
    wholly_known: bool,
) -> (Vec<Value>, Box<[u64]>) {
    let (known, open): (Vec<Value>, Vec<Value>) = if wholly_known {
        (items, Vec::new())
    } else {
        hashes.clear();
        items.into_iter().partition(Value::is_wholly_known)
    };
    let primitive = known.iter().all(|item| !matches!(rank(item), Rank::Compound));
    let mut sorted = if primitive {
        (distinct(known), Box::default())
    } else {
        if hashes.is_empty() {
            push_hashes(&known, &mut hashes);
        }
        sort_compound(known, hashes)
    };
    // Hashes have the indices of their elements, so no element may move if there are hashes.
    let null = sorted.0.pop_if(|last| sorted.1.is_empty() && last.is_null());
    sorted.0.extend(open);
    sorted.0.extend(null);
    sorted
}

/// Appends the hashes of values.
pub(super) fn push_hashes(values: &[Value], hashes: &mut Vec<u64>) {
    hashes.extend(values.iter().map(stable_hash));
}

/// Works as [`sort_set`] for wholly known elements, of which some are compound and the others null.
fn sort_compound(mut known: Vec<Value>, hashes: Vec<u64>) -> (Vec<Value>, Box<[u64]>) {
    let null = known
        .iter()
        .position(Value::is_null)
        .map(|at| (known[at].clone(), hashes[at]));
    // Pairs of hash and position are sorted, because values are larger.
    let with_position = hashes
        .into_iter()
        .zip(0..)
        .filter(|(_, position)| !known[*position].is_null());
    let order = sorted_by_hash(with_position.collect());
    let duplicates = duplicates(&known, &order);
    let (mut items, mut hashes) = (Vec::with_capacity(known.len()), Vec::with_capacity(known.len()));
    for run in order.chunk_by(|a, b| a.0 == b.0) {
        let mut distinct_items = Vec::new();
        for (index, (hash, position)) in run.iter().enumerate() {
            if index > 0 && duplicates.get(*position) == Some(&true) {
                continue;
            }
            let item = std::mem::replace(&mut known[*position], Value::DYNAMIC);
            if index == 0 {
                items.push(item);
                hashes.push(*hash);
            } else {
                distinct_items.push(item);
            }
        }
        // Distinct elements with equal hashes practically only occur if somebody constructs them.
        if !distinct_items.is_empty()
            && let Some(first) = items.pop()
        {
            let hash = hashes.pop().unwrap_or_default();
            distinct_items.push(first);
            items.append(&mut distinct(distinct_items));
            hashes.resize(items.len(), hash);
        }
    }
    if let Some((null, hash)) = null {
        items.push(null);
        hashes.push(hash);
    }
    (items, hashes.into())
}

/// Sorts hashes with positions in linear time: the first bits, which are evenly distributed, assign each to a part,
/// and each part of a few elements is sorted.
fn sorted_by_hash(mut entries: Vec<(u64, usize)>) -> Vec<(u64, usize)> {
    const PART: usize = 32;
    let Some(bits) = (entries.len() / PART).checked_ilog2().filter(|bits| *bits > 0) else {
        entries.sort_unstable();
        return entries;
    };
    let part_of = |hash: u64| (hash >> (u64::BITS - bits)) as usize;
    let mut ends = vec![0; 1 << bits];
    for (hash, _) in &entries {
        ends[part_of(*hash)] += 1;
    }
    let mut start = 0;
    for end in &mut ends {
        start += std::mem::replace(end, start);
    }
    let mut sorted = vec![(0, 0); entries.len()];
    for entry in entries {
        // While a part is filled, its end is the position of its next entry.
        let end = &mut ends[part_of(entry.0)];
        sorted[*end] = entry;
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        sorted[start..end].sort_unstable();
        start = end;
    }
    sorted
}

/// Returns for each position whether its element equals the first one with the same hash; empty if all hashes differ.
/// `order` has the sorted hashes with positions.
///
/// Elements are compared in their original order, which is likely their order in memory.
fn duplicates(known: &[Value], order: &[(u64, usize)]) -> Vec<bool> {
    let mut firsts: Vec<usize> = Vec::new();
    for run in order.chunk_by(|a, b| a.0 == b.0) {
        let Some(((_, first), rest)) = run.split_first() else {
            continue;
        };
        if !rest.is_empty() && firsts.is_empty() {
            firsts.extend(0..known.len());
        }
        for (_, position) in rest {
            firsts[*position] = *first;
        }
    }
    let is_duplicate = |(position, first): (usize, &usize)| {
        position != *first && canonical_cmp(&known[position], &known[*first]).is_eq()
    };
    firsts.iter().enumerate().map(is_duplicate).collect()
}

/// Returns the distinct elements in canonical order.
fn distinct(mut items: Vec<Value>) -> Vec<Value> {
    if !items.iter().any(holds_capsule) {
        items.sort_by(canonical_cmp);
        items.dedup_by(|a, b| canonical_cmp(a, b).is_eq());
        return items;
    }
    // Sorting requires a total order, and the application's equality of capsules may not agree with any.
    let mut distinct: Vec<Value> = Vec::new();
    for item in items {
        if !distinct.iter().any(|have| canonical_cmp(have, &item).is_eq()) {
            let at = distinct.partition_point(|have| canonical_cmp(have, &item).is_lt());
            distinct.insert(at, item);
        }
    }
    distinct
}

fn holds_capsule(value: &Value) -> bool {
    if value.node().is_none() {
        return matches!(value.0, Repr::Capsule(_));
    }
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if matches!(value.0, Repr::Capsule(_)) {
            return true;
        }
        pending.extend(value.node().into_iter().flat_map(|node| &node.0.items));
    }
    false
}

impl Value {
    /// Returns whether a known, unmarked set has an element equal to `element`, which must be wholly known, unmarked,
    /// and of the element type. `None` if the value is not such a set.
    pub(crate) fn set_has(&self, element: &Self) -> Option<bool> {
        let Repr::Set(node) = &self.0 else { return None };
        let parts = &node.0;
        if parts.hashes.is_empty() {
            let Extent { known, null, .. } = Extent::of(parts);
            let same = |item: &Self| canonical_cmp(item, element);
            return Some(if element.is_null() {
                null.is_some()
            } else if rank(element) == Rank::Capsule {
                parts.items[..known].iter().any(|item| same(item).is_eq())
            } else {
                parts.items[..known].binary_search_by(same).is_ok()
            });
        }
        let hash = stable_hash(element);
        let wanted = (element.is_null(), hash);
        let (mut low, mut high) = (0, parts.hashes.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if (parts.items[middle].is_null(), parts.hashes[middle]) < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = (low..parts.hashes.len())
            .take_while(|index| (parts.items[*index].is_null(), parts.hashes[*index]) == wanted)
            .any(|index| canonical_cmp(&parts.items[index], element).is_eq());
        Some(found)
    }
}

/// The sets, of two, that have an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    /// The first only.
    First,
    /// The second only.
    Second,
    /// Both.
    Both,
}

impl Value {
    /// Returns the set of the elements of two known, unmarked sets of one type that `keep` accepts. Both are in
    /// canonical order, so each element is visited once. Elements that are not wholly known count as distinct. `None`
    /// if a value is not such a set.
    pub(crate) fn merged_with(&self, other: &Self, keep: impl Fn(Membership) -> bool) -> Option<Self> {
        let (Repr::Set(x), Repr::Set(y)) = (&self.0, &other.0) else {
            return None;
        };
        let (x, y) = (&*x.0, &*y.0);
        let (x_extent, y_extent) = (Extent::of(x), Extent::of(y));
        let (x_known, y_known) = (x_extent.known, y_extent.known);
        let (mut i, mut j) = (0, 0);
        let (mut items, mut hashes) = (Vec::new(), Vec::new());
        let mut fetched = (0, 0);
        while i < x_known || j < y_known {
            if i == fetched.0 {
                fetched.0 = fetch(&x.items, i);
            }
            if j == fetched.1 {
                fetched.1 = fetch(&y.items, j);
            }
            let order = match (i < x_known, j < y_known) {
                (true, true) => compare_at(x, i, y, j),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let (from, index, membership) = match order {
                Ordering::Less => (x, i, Membership::First),
                Ordering::Greater => (y, j, Membership::Second),
                Ordering::Equal => (x, i, Membership::Both),
            };
            if keep(membership) {
                let item = &from.items[index];
                hashes.extend(from.hashes.get(index));
                items.push(item.clone());
            }
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        let null = match (x_extent.null, y_extent.null) {
            (Some(at), Some(_)) => Some((&x.items[at], Membership::Both)),
            (Some(at), None) => Some((&x.items[at], Membership::First)),
            (None, Some(at)) => Some((&y.items[at], Membership::Second)),
            (None, None) => None,
        };
        let mut null = null
            .filter(|(_, membership)| keep(*membership))
            .map(|(null, _)| null.clone());
        if !hashes.is_empty()
            && let Some(null) = null.take()
        {
            hashes.push(stable_hash(&null));
            items.push(null);
        }
        for (parts, open, membership) in [
            (x, x_extent.open, Membership::First),
            (y, y_extent.open, Membership::Second),
        ] {
            if keep(membership) {
                items.extend(parts.items[open].iter().cloned());
            }
        }
        items.extend(null);
        let traits = Traits {
            wholly_known: x.wholly_known && y.wholly_known,
            contains_marks: false,
            depth: x.depth.max(y.depth).saturating_sub(1),
        };
        let traits = if traits.wholly_known {
            traits
        } else {
            Traits::of(&items)
        };
        let node = Node::with_traits(
            Some(self.ty().clone()),
            Arc::default(),
            items,
            hashes.into(),
            traits,
        );
        Some(Self(Repr::Set(node)))
    }
}

/// The positions of the elements of a set, as [`sort_set`] orders them.
struct Extent {
    /// The number of wholly known elements at the start, without null.
    known: usize,
    null: Option<usize>,
    /// The elements that are not wholly known.
    open: Range<usize>,
}

impl Extent {
    fn of(parts: &Parts) -> Self {
        let items = &parts.items;
        let null_before = |end: usize| end.checked_sub(1).filter(|last| items[*last].is_null());
        if parts.hashes.is_empty() {
            let null = null_before(items.len());
            let end = null.unwrap_or(items.len());
            let known = items[..end].partition_point(Value::is_wholly_known);
            Self {
                known,
                null,
                open: known..end,
            }
        } else {
            let hashed = parts.hashes.len();
            let null = null_before(hashed);
            Self {
                known: null.unwrap_or(hashed),
                null,
                open: hashed..items.len(),
            }
        }
    }
}

/// Compares known elements of two sets, other than null, as [`sort_set`] orders them.
fn compare_at(x: &Parts, i: usize, y: &Parts, j: usize) -> Ordering {
    let (a, b) = (&x.items[i], &y.items[j]);
    let hashes = match (x.hashes.get(i), y.hashes.get(j)) {
        (Some(a), Some(b)) => a.cmp(b),
        _ => Ordering::Equal,
    };
    hashes.then_with(|| canonical_cmp(a, b))
}
