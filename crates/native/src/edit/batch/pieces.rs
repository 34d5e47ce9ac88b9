//! A file in pieces.

use std::collections::{BTreeMap, HashMap};

use super::outline::{Leaf, Part, Parts, PartsKind};

/// A run of parts that is parsed together, or one part that is in pieces itself.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// The source; up to the first part of `inner` or to the long value if there is one.
    pub(super) text: String,
    /// The parts of the only part.
    pub(super) inner: Option<Sequence>,
    /// The long value of the only part if it has no parts, and what stands for it.
    pub(super) leaf: Option<(String, &'static str)>,
    /// The source after the last part of `inner`, or after the long value.
    pub(super) after: String,
    pub(super) parts: Vec<Named>,
    /// The position among the pieces of the sequence.
    pub(super) position: usize,
}

/// What addresses say about a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) names: Vec<String>,
    pub(super) is_attribute: bool,
}

impl Named {
    pub(super) fn of(part: &Part) -> Self {
        Self {
            names: part.names.clone(),
            is_attribute: part.is_attribute,
        }
    }
}

/// The parts of a body, an object or a list, in pieces.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) kind: PartsKind,
    /// The pieces by their numbers; a removed one is empty.
    pieces: Vec<Piece>,
    /// The pieces in source order.
    pub(super) order: Vec<usize>,
    /// The number of parts with these names in each piece.
    complete: HashMap<String, Group>,
    /// The number of parts whose names begin with these in each piece.
    beginning: HashMap<String, Group>,
}

/// The number of parts of some kind in each piece.
pub(super) type Group = BTreeMap<usize, usize>;

/// A part or a value with more bytes than this number of pieces is cut itself.
pub(super) const INNER_PIECES: u32 = 4;

impl Piece {
    /// Cuts a file.
    pub(super) fn whole(text: &str, parts: &Parts, piece_bytes: u32) -> Self {
        Self {
            text: slice(text, 0, parts.open),
            inner: Some(Sequence::new(text, parts, piece_bytes)),
            after: slice(text, parts.close, text.len() as u32),
            parts: vec![Named::default()],
            ..Self::default()
        }
    }

    fn plain(text: String, parts: Vec<Named>) -> Self {
        Self {
            text,
            parts,
            ..Self::default()
        }
    }

    /// Returns whether the source is `text`, if it has no inner parts.
    pub(super) fn has_text(&self, text: &str) -> bool {
        let leaf = self.leaf.as_ref().map_or("", |(leaf, _)| leaf);
        let rest = text.strip_prefix(self.text.as_str());
        rest.and_then(|rest| rest.strip_prefix(leaf)) == Some(self.after.as_str())
    }

    /// Writes the source.
    pub(super) fn write(&self, out: &mut String) {
        out.push_str(&self.text);
        if let Some((leaf, _)) = &self.leaf {
            out.push_str(leaf);
        }
        if let Some(inner) = &self.inner {
            inner.pieces().for_each(|piece| piece.write(out));
        }
        out.push_str(&self.after);
    }
}

/// Cuts a range of the source with these parts into pieces.
pub(super) fn cut(text: &str, parts: &[Part], range: (u32, u32), piece_bytes: u32) -> Vec<Piece> {
    let (mut start, to) = range;
    let (mut pieces, mut run) = (Vec::new(), Vec::new());
    let is_long = |bytes: u32| bytes > piece_bytes.saturating_mul(INNER_PIECES);
    for (index, part) in parts.iter().enumerate() {
        let inner = part.inner.as_ref();
        let inner = inner.filter(|inner| is_divisible(inner) && is_long(inner.close - inner.open));
        let leaf = part.leaf.filter(|leaf| is_long(leaf.range.len()));
        let is_apart = inner.is_some() || leaf.is_some();
        let begin = if index == 0 { start } else { part.cut };
        if !run.is_empty() && (begin - start >= piece_bytes || is_apart) {
            pieces.push(Piece::plain(slice(text, start, begin), std::mem::take(&mut run)));
            start = begin;
        }
        run.push(Named::of(part));
        if !is_apart {
            continue;
        }
        let end = parts.get(index + 1).map_or(to, |next| next.cut);
        let of_leaf = |leaf: Leaf| (leaf.range.start, leaf.range.end);
        let place = inner.map(|inner| (inner.open, inner.close));
        if let Some((open, close)) = place.or_else(|| leaf.map(of_leaf)) {
            pieces.push(Piece {
                text: slice(text, start, open),
                inner: inner.map(|inner| Sequence::new(text, inner, piece_bytes)),
                leaf: leaf.map(|leaf| (slice(text, open, close), leaf.stand_in)),
                after: slice(text, close, end),
                parts: std::mem::take(&mut run),
                position: 0,
            });
        }
        start = end;
    }
    if start < to {
        pieces.push(Piece::plain(slice(text, start, to), run));
    }
    pieces
}

/// Returns whether parts, or those in the only part, are more than one.
fn is_divisible(parts: &Parts) -> bool {
    match parts.parts.as_slice() {
        [] => false,
        [part] => part.leaf.is_some() || part.inner.as_ref().is_some_and(is_divisible),
        _ => true,
    }
}

impl Sequence {
    fn new(text: &str, parts: &Parts, piece_bytes: u32) -> Self {
        let mut sequence = Self {
            kind: parts.kind,
            pieces: Vec::new(),
            order: Vec::new(),
            complete: HashMap::new(),
            beginning: HashMap::new(),
        };
        let pieces = cut(text, &parts.parts, (parts.open, parts.close), piece_bytes);
        sequence.insert(0, pieces.into_iter());
        sequence
    }

    /// Returns the pieces in source order.
    pub(super) fn pieces(&self) -> impl DoubleEndedIterator<Item = &Piece> {
        self.order.iter().filter_map(|id| self.pieces.get(*id))
    }

    pub(super) fn piece(&self, id: usize) -> Option<&Piece> {
        self.pieces.get(id)
    }

    pub(super) fn piece_mut(&mut self, id: usize) -> Option<&mut Piece> {
        self.pieces.get_mut(id)
    }

    /// Returns the number of parts in the pieces with these names, or with names that begin with them.
    pub(super) fn group(&self, names: &[&str], is_complete: bool) -> Option<&Group> {
        let groups = if is_complete {
            &self.complete
        } else {
            &self.beginning
        };
        groups.get(&key(names))
    }

    /// Replaces a piece.
    pub(super) fn replace(&mut self, id: usize, pieces: Vec<Piece>) {
        let Some(old) = self.pieces.get_mut(id).map(std::mem::take) else {
            return;
        };
        self.count(id, &old.parts, false);
        let mut pieces = pieces.into_iter();
        if let Some(first) = pieces.next() {
            self.count(id, &first.parts, true);
            let position = old.position;
            self.pieces[id] = Piece { position, ..first };
        } else {
            self.order.remove(old.position);
            self.number_from(old.position);
        }
        if pieces.len() > 0 {
            self.insert(old.position + 1, pieces);
        }
    }

    /// Renames the part of a piece that is in pieces.
    pub(super) fn rename(&mut self, id: usize, named: Named) {
        let Some(piece) = self.pieces.get_mut(id) else {
            return;
        };
        if piece.parts.first() != Some(&named) {
            let old = std::mem::replace(&mut piece.parts, vec![named.clone()]);
            self.count(id, &old, false);
            self.count(id, &[named], true);
        }
    }

    /// Inserts pieces at a position.
    fn insert(&mut self, position: usize, pieces: impl Iterator<Item = Piece>) {
        let first = self.pieces.len();
        for piece in pieces {
            self.count(self.pieces.len(), &piece.parts, true);
            self.pieces.push(piece);
        }
        self.order.splice(position..position, first..self.pieces.len());
        self.number_from(position);
    }

    /// Numbers the pieces from a position on.
    fn number_from(&mut self, position: usize) {
        for (position, id) in self.order.iter().enumerate().skip(position) {
            if let Some(piece) = self.pieces.get_mut(*id) {
                piece.position = position;
            }
        }
    }

    /// Counts parts of a piece in, or out.
    fn count(&mut self, id: usize, parts: &[Named], is_in: bool) {
        let change = |groups: &mut HashMap<String, Group>, names: &[String]| {
            let group = groups.entry(key(names)).or_default();
            let count = group.entry(id).or_default();
            *count = if is_in {
                *count + 1
            } else {
                count.saturating_sub(1)
            };
            if *count == 0 {
                group.remove(&id);
            }
        };
        for part in parts {
            change(&mut self.complete, &part.names);
            for length in 1..=part.names.len() {
                change(&mut self.beginning, &part.names[..length]);
            }
        }
    }
}

/// Returns the key of names in a map.
fn key(names: &[impl AsRef<str>]) -> String {
    let mut key = String::new();
    for name in names {
        key.push_str(name.as_ref());
        key.push('\0');
    }
    key
}

fn slice(text: &str, start: u32, end: u32) -> String {
    text.get(start as usize..end as usize)
        .unwrap_or_default()
        .to_owned()
}
