//! The elements of sets: their order, membership, and merging.
//!
//! Sets keep their elements in a canonical order, so that equal sets are equal slices: primitives by value, compound
//! elements by a stable hash and then by structure. Null comes after known values. Values that are not wholly known
//! come after null, in the order in which they were given; among primitives they come before null. For primitives this
//! is the order of iteration; compound elements are iterated in [another](super::iteration).

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use super::equality::stable_hash;
use super::node::{SetParts, Traits};
use super::order::{Rank, canonical_cmp, rank};
use super::prefetch::fetch;
use super::{Node, Parts, Repr, Value};

/// Elements in canonical order.
pub(super) struct Sorted {
    pub(super) items: Vec<Value>,
    /// The hashes of wholly known elements, by index. Empty if none of them is compound.
    hashes: Vec<u64>,
    /// The positions at which the elements were given, by index. Empty if no wholly known element is compound.
    positions: Vec<usize>,
    /// The number of elements that were given.
    given: usize,
}

impl Sorted {
    /// Returns the elements with the additional data of sets of compound elements. `depth` is the depth of the deepest
    /// element.
    pub(super) fn into_parts(self, depth: u32) -> (Vec<Value>, Option<Box<SetParts>>) {
        let set = (depth > 0).then(|| SetParts::new(self.hashes, self.positions, self.given));
        (self.items, set)
    }
}

/// Sorts unmarked elements into the order of sets and removes duplicates. `hashes` are the hashes of all elements, or
/// empty. `wholly_known` promises that all elements are wholly known.
pub(super) fn sort_set(items: Vec<Value>, mut hashes: Vec<u64>, wholly_known: bool) -> Sorted {
    let given = items.len();
    let (mut known, mut open) = (items, Vec::new());
    // The positions of the known elements and of the others; of the known ones only if there are others.
    let (mut known_positions, mut open_positions) = (Vec::new(), Vec::new());
    if !wholly_known {
        hashes.clear();
        for (position, item) in std::mem::take(&mut known).into_iter().enumerate() {
            let (items, positions) = if item.is_wholly_known() {
                (&mut known, &mut known_positions)
            } else {
                (&mut open, &mut open_positions)
            };
            items.push(item);
            positions.push(position);
        }
    }
    let primitive = known.iter().all(|item| !matches!(rank(item), Rank::Compound));
    let mut sorted = if primitive {
        Sorted {
            items: distinct(known, |item| item),
            hashes: Vec::new(),
            positions: Vec::new(),
            given,
        }
    } else {
        if hashes.is_empty() {
            push_hashes(&known, &mut hashes);
        }
        sort_compound(known, hashes)
    };
    if primitive {
        // Hashes have the indices of their elements, so no element may move if there are hashes.
        let null = sorted.items.pop_if(|last| last.is_null());
        sorted.items.extend(open);
        sorted.items.extend(null);
    } else {
        for position in &mut sorted.positions {
            *position = known_positions.get(*position).copied().unwrap_or(*position);
        }
        sorted.items.extend(open);
        sorted.positions.extend(open_positions);
        sorted.given = given;
    }
    sorted
}

/// Appends the hashes of values.
pub(super) fn push_hashes(values: &[Value], hashes: &mut Vec<u64>) {
    hashes.extend(values.iter().map(stable_hash));
}

/// Works as [`sort_set`] for wholly known elements, of which some are compound and the others null.
fn sort_compound(mut known: Vec<Value>, hashes: Vec<u64>) -> Sorted {
    let null = known
        .iter()
        .position(Value::is_null)
        .map(|at| (known[at].clone(), hashes[at], at));
    // Pairs of hash and position are sorted, because values are larger.
    let with_position = hashes
        .into_iter()
        .zip(0..)
        .filter(|(_, position)| !known[*position].is_null());
    let order = sorted_by_hash(with_position.collect());
    let duplicates = duplicates(&known, &order);
    let (mut items, mut hashes) = (Vec::with_capacity(known.len()), Vec::with_capacity(known.len()));
    let mut positions = Vec::with_capacity(known.len());
    for run in order.chunk_by(|a, b| a.0 == b.0) {
        let is_new = |(index, (_, position)): &(usize, &(u64, usize))| {
            *index == 0 || duplicates.get(*position) != Some(&true)
        };
        let mut found: Vec<(Value, usize)> = Vec::new();
        for (index, (hash, position)) in run.iter().enumerate().filter(is_new) {
            let item = std::mem::replace(&mut known[*position], Value::DYNAMIC);
            if index == 0 {
                items.push(item);
                hashes.push(*hash);
                positions.push(*position);
            } else {
                found.push((item, *position));
            }
        }
        // Distinct elements with equal hashes are rare: they have numbers that differ after many digits.
        if !found.is_empty()
            && let (Some(first), Some(position), Some(hash)) = (items.pop(), positions.pop(), hashes.pop())
        {
            found.insert(0, (first, position));
            for (item, position) in distinct(found, |(item, _)| item) {
                items.push(item);
                hashes.push(hash);
                positions.push(position);
            }
        }
    }
    if let Some((null, hash, position)) = null {
        items.push(null);
        hashes.push(hash);
        positions.push(position);
    }
    Sorted {
        given: known.len(),
        items,
        hashes,
        positions,
    }
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

/// Returns the items with distinct elements in the canonical order of these. Of equal ones, the first is kept.
fn distinct<T>(mut items: Vec<T>, element: impl Fn(&T) -> &Value) -> Vec<T> {
    let compare = |a: &T, b: &T| canonical_cmp(element(a), element(b));
    if !items.iter().any(|item| holds_capsule(element(item))) {
        items.sort_by(compare);
        items.dedup_by(|later, first| compare(later, first).is_eq());
        return items;
    }
    // Sorting requires a total order, and the application's equality of capsules may not agree with any.
    let mut distinct: Vec<T> = Vec::new();
    for item in items {
        if !distinct.iter().any(|have| compare(have, &item).is_eq()) {
            let at = distinct.partition_point(|have| compare(have, &item).is_lt());
            distinct.insert(at, item);
        }
    }
    distinct
}

fn holds_capsule(value: &Value) -> bool {
    value.has_stored_leaf(|part| matches!(part.0, Repr::Capsule(_)))
}

impl Value {
    /// Returns whether a known, unmarked set has an element equal to `element`, which must be wholly known, unmarked,
    /// and of the element type. `None` if the value is not such a set.
    pub(crate) fn set_has(&self, element: &Self) -> Option<bool> {
        let Repr::Set(node) = &self.0 else { return None };
        let parts = &node.0;
        if parts.hashes().is_empty() {
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
        let hashes = parts.hashes();
        let hash = stable_hash(element);
        let wanted = (element.is_null(), hash);
        let (mut low, mut high) = (0, hashes.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if (parts.items[middle].is_null(), hashes[middle]) < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = (low..hashes.len())
            .take_while(|index| (parts.items[*index].is_null(), hashes[*index]) == wanted)
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
        let mut positions = Positions::of(x, y);
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
                hashes.extend(from.hashes().get(index));
                positions.push(from, index, membership);
                items.push(item.clone());
            }
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        let null = match (x_extent.null, y_extent.null) {
            (Some(at), Some(_)) => Some((x, at, Membership::Both)),
            (Some(at), None) => Some((x, at, Membership::First)),
            (None, Some(at)) => Some((y, at, Membership::Second)),
            (None, None) => None,
        };
        let mut null = null.filter(|(_, _, membership)| keep(*membership));
        if !hashes.is_empty()
            && let Some((parts, at, membership)) = null.take()
        {
            hashes.push(stable_hash(&parts.items[at]));
            items.push(parts.items[at].clone());
            positions.push(parts, at, membership);
        }
        for (parts, open, membership) in [
            (x, x_extent.open, Membership::First),
            (y, y_extent.open, Membership::Second),
        ] {
            if keep(membership) {
                for index in open {
                    items.push(parts.items[index].clone());
                    positions.push(parts, index, membership);
                }
            }
        }
        if let Some((parts, at, membership)) = null {
            items.push(parts.items[at].clone());
            positions.push(parts, at, membership);
        }
        let traits = Traits {
            wholly_known: x.wholly_known && y.wholly_known,
            contains_marks: false,
            depth: x.depth.max(y.depth).saturating_sub(1),
            size: x.size.saturating_add(y.size),
        };
        let traits = if traits.wholly_known {
            traits
        } else {
            Traits::of(&items)
        };
        let set = positions.into_parts(hashes);
        let node = Node::with_traits(Some(self.ty().clone()), Arc::default(), items, set, traits);
        Some(Self(Repr::Set(node)))
    }
}

/// The positions of elements of two sets: those of the second come after those of the first. Primitive elements need
/// none.
struct Positions {
    found: Vec<usize>,
    /// The number of elements given for the first set.
    first: usize,
    /// The number of elements given for both; `None` if all elements are primitive.
    both: Option<usize>,
}

impl Positions {
    fn of(x: &Parts, y: &Parts) -> Self {
        let given = |parts: &Parts| parts.set.as_ref().map_or(parts.items.len(), |set| set.given);
        let (first, second) = (given(x), given(y));
        Self {
            found: Vec::new(),
            first,
            both: (x.set.is_some() || y.set.is_some()).then(|| first.saturating_add(second)),
        }
    }

    fn push(&mut self, parts: &Parts, index: usize, membership: Membership) {
        if self.both.is_some() {
            let position = parts.set.as_ref().and_then(|set| set.positions.get(index));
            let position = position.copied().unwrap_or(index);
            let before = match membership {
                Membership::First | Membership::Both => 0,
                Membership::Second => self.first,
            };
            self.found.push(before.saturating_add(position));
        }
    }

    fn into_parts(self, hashes: Vec<u64>) -> Option<Box<SetParts>> {
        self.both.map(|given| SetParts::new(hashes, self.found, given))
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
        if parts.hashes().is_empty() {
            let null = null_before(items.len());
            let end = null.unwrap_or(items.len());
            let known = items[..end].partition_point(Value::is_wholly_known);
            Self {
                known,
                null,
                open: known..end,
            }
        } else {
            let hashed = parts.hashes().len();
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
    let hashes = match (x.hashes().get(i), y.hashes().get(j)) {
        (Some(a), Some(b)) => a.cmp(b),
        _ => Ordering::Equal,
    };
    hashes.then_with(|| canonical_cmp(a, b))
}
