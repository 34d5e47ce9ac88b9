//! The order in which sets are iterated.
//!
//! Primitive elements have the order of their values. All others are written as keys, which are compared as bytes:
//! `[…]` for lists and sets, `<…>` for tuples and objects, `{…}` for maps, with `;` after each part. Unknown elements come
//! after known ones, and null is last. Elements with equal keys, whose numbers agree in ten digits, stay in the order in
//! which they were given. The reference has this order, and plans show it.
//!
//! The order is computed on first iteration. Building, merging and comparing sets does not need it.

use std::cmp::Ordering;
use std::ops::Range;

use super::key::{compare_leaves, compare_quoted, first_byte, write_leaf, write_quoted};
use super::node::SetParts;
use super::{Node, Parts, Repr, Value};
use crate::Str;
use crate::shared::EqualPairs;

/// Length of a key in bytes that is written in full. Longer elements are compared part by part if their keys begin
/// alike, so that no key is longer than what is stored.
const MAX_KEY: usize = 256;

impl Node {
    /// Returns the parts in iteration order.
    pub(super) fn in_order(&self) -> &[Value] {
        let has_order = |set: &SetParts| set.ordered.get().is_some();
        match &self.0.set {
            Some(set) if self.0.items.len() > 1 => {
                if !has_order(set) {
                    self.settle(
                        |node| node.0.set.as_deref().is_some_and(has_order),
                        |_, node| {
                            node.in_order();
                        },
                    );
                }
                set.ordered.get_or_init(|| ordered(&self.0, set))
            }
            _ => &self.0.items,
        }
    }
}

/// The place of an element in the order.
struct Place {
    rank: Rank,
    /// The key, in a buffer of all keys.
    key: Range<usize>,
    /// Whether the key is written in full.
    is_full: bool,
    /// The position at which the element was given, or its index.
    position: usize,
    index: usize,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum Rank {
    Known,
    Unknown,
    Null,
}

/// Returns the elements of a set in iteration order.
fn ordered(parts: &Parts, set: &SetParts) -> Vec<Value> {
    let mut keys = Vec::new();
    let place = |(index, item): (usize, &Value)| {
        let rank = if item.is_null() {
            Rank::Null
        } else if item.is_known() {
            Rank::Known
        } else {
            Rank::Unknown
        };
        let start = keys.len();
        let is_full = rank != Rank::Known || write_key(item, &mut keys, start + MAX_KEY);
        Place {
            rank,
            key: start..keys.len(),
            is_full,
            position: set.positions.get(index).copied().unwrap_or(index),
            index,
        }
    };
    let mut places: Vec<Place> = parts.items.iter().enumerate().map(place).collect();
    places.sort_unstable_by(|a, b| {
        let order = a.rank.cmp(&b.rank);
        let order = order.then_with(|| keys[a.key.clone()].cmp(&keys[b.key.clone()]));
        let order = order.then_with(|| {
            if a.is_full || b.is_full {
                Ordering::Equal
            } else {
                compare(&parts.items[a.index], &parts.items[b.index])
            }
        });
        order.then(a.position.cmp(&b.position))
    });
    places
        .iter()
        .map(|place| parts.items[place.index].clone())
        .collect()
}

/// A compound value whose key is being written.
struct Frame<'a> {
    node: &'a Node,
    items: std::slice::Iter<'a, Value>,
    /// The keys of the elements of a map.
    keys: Option<std::slice::Iter<'a, Str>>,
    brackets: (u8, u8),
}

impl<'a> Frame<'a> {
    fn of(value: &'a Value) -> Option<Self> {
        let value = value.bare();
        let node = value.node()?;
        let brackets = match &value.0 {
            Repr::Map(_) => (b'{', b'}'),
            Repr::Tuple(_) | Repr::Object(_) => (b'<', b'>'),
            _ => (b'[', b']'),
        };
        Some(Self {
            node,
            items: node.in_order().iter(),
            keys: matches!(value.0, Repr::Map(_)).then(|| node.0.keys.iter()),
            brackets,
        })
    }

    /// Returns the key and the value of the next part.
    fn next(&mut self) -> Option<(Option<&'a Str>, &'a Value)> {
        let key = self.keys.as_mut().and_then(Iterator::next);
        self.items.next().map(|item| (key, item))
    }
}

/// Appends the key of an element up to the length `end`. Returns whether that is the whole key.
fn write_key(element: &Value, keys: &mut Vec<u8>, end: usize) -> bool {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut value = Some(element);
    while keys.len() <= end {
        if let Some(part) = value.take() {
            match Frame::of(part) {
                Some(frame) => {
                    keys.push(frame.brackets.0);
                    frames.push(frame);
                    continue;
                }
                None => write_leaf(part, keys, end),
            }
        } else if let Some(frame) = frames.last_mut() {
            if let Some((key, part)) = frame.next() {
                if let Some(key) = key {
                    write_quoted(key, keys, end);
                    keys.push(b':');
                }
                value = Some(part);
                continue;
            }
            keys.push(frame.brackets.1);
            frames.pop();
        } else {
            return true;
        }
        if !frames.is_empty() {
            keys.push(b';');
        }
    }
    keys.truncate(end);
    false
}

/// Compares the keys of two elements of one type without writing them.
fn compare(a: &Value, b: &Value) -> Ordering {
    let mut frames: Vec<(Frame<'_>, Frame<'_>)> = Vec::new();
    let mut equal = EqualPairs::default();
    let mut pair = Some((a, b));
    loop {
        let order = if let Some((a, b)) = pair.take() {
            match (Frame::of(a), Frame::of(b)) {
                (Some(x), Some(y)) => {
                    let (p, q) = (&x.node.0, &y.node.0);
                    let order = x.brackets.cmp(&y.brackets);
                    if order.is_eq() && !std::sync::Arc::ptr_eq(p, q) && equal.is_new(p, q, p.items.len()) {
                        frames.push((x, y));
                    }
                    order
                }
                (Some(x), None) => x.brackets.0.cmp(&first_byte(b)),
                (None, Some(y)) => first_byte(a).cmp(&y.brackets.0),
                (None, None) => compare_leaves(a, b),
            }
        } else if let Some((x, y)) = frames.last_mut() {
            match (x.next(), y.next()) {
                (Some((key, a)), Some((other, b))) => {
                    pair = Some((a, b));
                    match (key, other) {
                        (Some(key), Some(other)) => compare_quoted(key, other),
                        _ => Ordering::Equal,
                    }
                }
                (Some((key, a)), None) => start(key, a).cmp(&y.brackets.1),
                (None, Some((key, b))) => x.brackets.1.cmp(&start(key, b)),
                (None, None) => {
                    frames.pop();
                    Ordering::Equal
                }
            }
        } else {
            return Ordering::Equal;
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Returns the first byte of a part of a key.
fn start(key: Option<&Str>, part: &Value) -> u8 {
    match (key, Frame::of(part)) {
        (Some(_), _) => b'"',
        (None, Some(frame)) => frame.brackets.0,
        (None, None) => first_byte(part),
    }
}
