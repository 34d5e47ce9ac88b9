//! Sorting the items of bodies.

use super::Lines;
use crate::tree::{BodyId, File, Item, Node, TextRange};

/// Returns the range of an item that is sorted, and the names that it is sorted by; `None` for an item that stays.
type SortKey = fn(&File, Item) -> Option<(TextRange, Vec<String>)>;

/// An item's bytes at another place.
pub(crate) type Moved = (TextRange, Vec<u8>);

/// Returns every body of a file.
pub(crate) fn all_bodies(file: &File) -> Vec<BodyId> {
    let bodies = file.nodes_in(file.root_node()).filter_map(|node| match node {
        Node::Body(body) => Some(body),
        _ => None,
    });
    bodies.collect()
}

/// Returns what sorts the attributes of bodies by name. Each stays among blocks where an attribute was.
pub(crate) fn sorted_attributes(file: &File, bodies: &[BodyId]) -> Vec<Moved> {
    sorted(file, bodies, attribute_key)
}

/// Returns what sorts the blocks of bodies by type and labels. Each stays among attributes where a block was.
pub(crate) fn sorted_blocks(file: &File, bodies: &[BodyId]) -> Vec<Moved> {
    sorted(file, bodies, block_key)
}

fn sorted(file: &File, bodies: &[BodyId], key: SortKey) -> Vec<Moved> {
    let lines = Lines::of(file);
    let of_body = |body: &BodyId| {
        let items = file.items(file.body(*body).items).iter();
        let keyed = items.filter_map(|item| key(file, *item).map(|(range, key)| (key, range)));
        reordered(file, &lines, keyed.collect())
    };
    bodies.iter().flat_map(of_body).collect()
}

/// Returns what brings items into the order of their keys. Each takes the lines of one of them, and the comments right above
/// it come along.
pub(crate) fn reordered<K: Ord>(file: &File, lines: &Lines, items: Vec<(K, TextRange)>) -> Vec<Moved> {
    let mut units: Vec<(K, TextRange)> = items
        .into_iter()
        .map(|(key, range)| {
            let whole = lines.range(&lines.belonging_to(range));
            let mut text = file.slice(whole);
            while let [rest @ .., b'\n' | b'\r'] = text {
                text = rest;
            }
            (key, TextRange::new(whole.start, whole.start + text.len() as u32))
        })
        .collect();
    let places: Vec<TextRange> = units.iter().map(|(_, range)| *range).collect();
    units.sort_by(|a, b| a.0.cmp(&b.0));
    let moved = places.into_iter().zip(units);
    let moved = moved.filter(|(place, (_, range))| place != range);
    moved
        .map(|(place, (_, range))| (place, file.slice(range).to_vec()))
        .collect()
}

fn attribute_key(file: &File, item: Item) -> Option<(TextRange, Vec<String>)> {
    let Item::Attribute(attribute) = item else {
        return None;
    };
    let attribute = file.attribute(attribute);
    Some((attribute.range(), vec![file.str(attribute.name).to_owned()]))
}

fn block_key(file: &File, item: Item) -> Option<(TextRange, Vec<String>)> {
    let Item::Block(block) = item else { return None };
    let names = file.item_names(item).into_iter();
    Some((file.block_range(block), names.map(str::to_owned).collect()))
}
