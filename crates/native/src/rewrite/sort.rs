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
    let mut splices = Vec::new();
    let lines = Lines::of(file);
    for body in bodies {
        let mut units = Vec::new();
        for item in file.items(file.body(*body).items) {
            let Some((range, key)) = key(file, *item) else {
                continue;
            };
            let whole = lines.range(&lines.belonging_to(range));
            let mut text = file.slice(whole);
            while let [rest @ .., b'\n' | b'\r'] = text {
                text = rest;
            }
            let range = TextRange::new(whole.start, whole.start + text.len() as u32);
            units.push((key, range, text.to_vec()));
        }
        let places: Vec<TextRange> = units.iter().map(|(_, range, _)| *range).collect();
        units.sort_by(|a, b| a.0.cmp(&b.0));
        let moved = places
            .into_iter()
            .zip(units)
            .filter(|(place, (_, range, _))| place != range);
        splices.extend(moved.map(|(place, (_, _, text))| (place, text)));
    }
    splices
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
    let labels = file.labels(file.block(block).labels);
    let names = std::iter::once(file.str(file.block(block).block_type))
        .chain(labels.iter().map(|label| file.text(label.text)));
    Some((file.block_range(block), names.map(str::to_owned).collect()))
}
