//! Excerpts of a file in pieces.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Address, AddressStep};
use super::outline::{Part, Parts, PartsKind};
use super::pieces::{Group, Named, Piece, Sequence, cut};

/// A file with the pieces that an edit needs, and no others.
pub(super) struct Excerpt {
    pub(super) text: String,
    /// The starts of the segments: the text of a piece, and what is after the pieces in it.
    pub(super) starts: Vec<u32>,
    /// Whether a piece is left out before a segment.
    pub(super) follow_gaps: Vec<bool>,
    /// The piece of the file.
    pub(super) level: Level,
}

/// The pieces in an excerpt, with what is in them.
#[derive(Default)]
pub(super) struct Level(Vec<(usize, Content)>);

/// What an excerpt has of a piece.
enum Content {
    /// Its source.
    Whole,
    /// Its source with something in place of its long value.
    WithoutLeaf(&'static str),
    /// The pieces in it, after and before other source.
    Pieces(Level),
}

impl Content {
    /// Returns the number of segments.
    fn len(&self) -> usize {
        match self {
            Self::Whole => 1,
            Self::WithoutLeaf(_) => 3,
            Self::Pieces(level) => level.len() + 2,
        }
    }
}

/// What an address needs of a sequence.
#[derive(Clone, Copy)]
struct Search {
    /// The number of the address.
    address: usize,
    /// The number of steps that lead to the sequence; `None` if all of it is needed.
    from: Option<usize>,
}

/// The steps of addresses, whose positions become those in the excerpt.
type Steps = Vec<Vec<AddressStep>>;

/// The pieces of a sequence that are needed, by position, each with the searches that go on in it.
type Needed = BTreeMap<usize, Vec<Search>>;

/// A position in an address, and how many of the parts that it counts each piece before has.
struct Counted {
    address: usize,
    step: usize,
    before: Vec<(usize, usize)>,
}

impl Excerpt {
    /// Creates the excerpt for edits that look for what is at these addresses, and returns the addresses in it.
    pub(super) fn new(whole: &Piece, addresses: &[Address]) -> (Self, Vec<Address>) {
        let mut excerpt = Self {
            text: String::new(),
            starts: Vec::new(),
            follow_gaps: Vec::new(),
            level: Level::default(),
        };
        let mut steps: Steps = addresses.iter().map(|address| address.steps.clone()).collect();
        let searches: Vec<Search> = (0..steps.len())
            .map(|address| Search {
                address,
                from: Some(0),
            })
            .collect();
        let content = excerpt.add(whole, false, Some(&searches), &mut steps);
        excerpt.level = Level(vec![(0, content)]);
        (excerpt, steps.into_iter().map(Address::new).collect())
    }

    /// Adds a piece for searches; without any, it is only beside the pieces that are needed.
    fn add(
        &mut self,
        piece: &Piece,
        follows_gap: bool,
        searches: Option<&[Search]>,
        steps: &mut Steps,
    ) -> Content {
        self.segment(&piece.text, follows_gap);
        if let Some((leaf, stand_in)) = &piece.leaf {
            if searches.is_some() {
                self.text.push_str(leaf);
                self.text.push_str(&piece.after);
                return Content::Whole;
            }
            self.segment(stand_in, true);
            self.segment(&piece.after, true);
            return Content::WithoutLeaf(stand_in);
        }
        let Some(inner) = &piece.inner else {
            return Content::Whole;
        };
        let level = self.add_sequence(inner, searches.unwrap_or_default(), steps);
        self.segment(&piece.after, false);
        Content::Pieces(level)
    }

    fn segment(&mut self, text: &str, follows_gap: bool) {
        self.starts.push(self.text.len() as u32);
        self.follow_gaps.push(follows_gap);
        self.text.push_str(text);
    }

    fn add_sequence(&mut self, sequence: &Sequence, searches: &[Search], steps: &mut Steps) -> Level {
        let (mut needed, mut counted) = (Needed::new(), Vec::new());
        for search in searches {
            let found = search.from.map_or(Some(()), |from| {
                sequence.reach(
                    search.address,
                    from,
                    &steps[search.address],
                    &mut needed,
                    &mut counted,
                )
            });
            if search.from.is_none() || found.is_none() {
                let whole = Search {
                    from: None,
                    ..*search
                };
                (0..sequence.order.len())
                    .for_each(|position| needed.entry(position).or_default().push(whole));
            }
        }
        let mut included: BTreeSet<usize> = needed.keys().copied().collect();
        sequence.add_neighbours(&mut included);
        for Counted {
            address,
            step,
            before,
        } in counted
        {
            let left_out = before.iter().filter(|(position, _)| !included.contains(position));
            let count: usize = left_out.map(|(_, count)| count).sum();
            if let Some(AddressStep::Index(index)) = steps[address].get_mut(step) {
                *index -= count;
            }
        }
        let mut level = Level::default();
        let mut next = 0;
        for position in included {
            let id = sequence.order[position];
            let Some(piece) = sequence.piece(id) else { continue };
            let searches = needed.get(&position).map(Vec::as_slice);
            level
                .0
                .push((id, self.add(piece, position != next, searches, steps)));
            next = position + 1;
        }
        level
    }
}

impl Sequence {
    /// Adds the pieces that steps from a step on lead to. Returns `None` if all may be needed.
    fn reach(
        &self,
        address: usize,
        from: usize,
        steps: &[AddressStep],
        needed: &mut Needed,
        counted: &mut Vec<Counted>,
    ) -> Option<()> {
        let whole = Search { address, from: None };
        let inside = |from: usize| Search {
            address,
            from: Some(from),
        };
        match (steps.get(from), self.kind) {
            (None, _) => {}
            (Some(AddressStep::Index(0)), PartsKind::Properties) => {
                return self.reach(address, from + 1, steps, needed, counted);
            }
            (Some(AddressStep::Index(_)), PartsKind::Properties | PartsKind::Body) => {}
            (Some(AddressStep::Index(index)), _) => {
                let counts = self.pieces().map(|piece| (piece.position, piece.parts.len()));
                let position = at(*index, counts, (address, from), counted);
                needed.entry(position?).or_default().push(inside(from + 1));
            }
            (Some(AddressStep::Name(_)), PartsKind::Elements | PartsKind::List) => return None,
            (Some(AddressStep::Name(_)), _) => {
                let names: Vec<&str> = steps[from..].iter().map_while(name).collect();
                // The first part with the name shows how many labels a new block has.
                let alike = self.in_order(self.group(&names[..1], false));
                if let Some((position, _)) = alike.first() {
                    needed.entry(*position).or_default();
                }
                let end = from + names.len();
                for length in 1..=names.len() {
                    let found = self.in_order(self.group(&names[..length], true));
                    let search = match found.as_slice() {
                        [_] => inside(from + length),
                        _ => whole,
                    };
                    if from + length < end || !matches!(steps.get(end), Some(AddressStep::Index(_))) {
                        found
                            .iter()
                            .for_each(|(position, _)| needed.entry(*position).or_default().push(search));
                    }
                }
                let found = self.in_order(self.group(&names, false));
                match steps.get(end) {
                    Some(AddressStep::Index(index))
                        if self.kind == PartsKind::Body && !self.has_attribute(&names) =>
                    {
                        let is_complete = self
                            .group(&names, true)
                            .map_or(0, |group| group.values().sum::<usize>())
                            == found.iter().map(|(_, count)| count).sum::<usize>();
                        let search = if is_complete { inside(end + 1) } else { whole };
                        let position = at(*index, found.into_iter(), (address, end), counted);
                        if let Some(position) = position {
                            needed.entry(position).or_default().push(search);
                        }
                    }
                    Some(AddressStep::Index(_)) => {
                        found
                            .iter()
                            .for_each(|(position, _)| needed.entry(*position).or_default().push(inside(end)));
                    }
                    None => found.iter().for_each(|(position, _)| {
                        needed.entry(*position).or_default();
                    }),
                    Some(_) => {
                        found
                            .iter()
                            .for_each(|(position, _)| needed.entry(*position).or_default().push(whole));
                    }
                }
            }
            (Some(_), _) => return None,
        }
        Some(())
    }

    /// Returns whether a body has an attribute with these names.
    fn has_attribute(&self, names: &[&str]) -> bool {
        let pieces = self.group(names, true).into_iter().flatten();
        let mut parts = pieces
            .filter_map(|(id, _)| self.piece(*id))
            .flat_map(|piece| &piece.parts);
        parts.any(|part| part.is_attribute && part.names == names)
    }

    /// Returns the pieces of a group in source order.
    fn in_order(&self, group: Option<&Group>) -> Vec<(usize, usize)> {
        let group = group.into_iter().flatten();
        let position = |(id, count): (&usize, &usize)| Some((self.piece(*id)?.position, *count));
        let mut found: Vec<(usize, usize)> = group.filter_map(position).collect();
        found.sort_unstable();
        found
    }

    /// Adds what edits look at besides: what is beside the pieces, and the ends of the sequence.
    fn add_neighbours(&self, included: &mut BTreeSet<usize>) {
        let has_parts = |position: usize| {
            let piece = self.order.get(position).and_then(|id| self.piece(*id));
            piece.is_none_or(|piece| !piece.parts.is_empty())
        };
        if self.kind == PartsKind::Body {
            let is_last = |piece: &&Piece| piece.parts.iter().any(|part| part.is_attribute);
            included.extend(self.pieces().rev().find(is_last).map(|piece| piece.position));
        }
        for position in included.clone() {
            for before in (0..position).rev() {
                included.insert(before);
                if has_parts(before) {
                    break;
                }
            }
            for after in position + 1..self.order.len() {
                included.insert(after);
                if has_parts(after) {
                    break;
                }
            }
        }
        let mut parts = 0;
        for piece in self.pieces() {
            included.insert(piece.position);
            parts += piece.parts.len();
            if parts > 1 {
                break;
            }
        }
        for piece in self.pieces().rev() {
            included.insert(piece.position);
            if !piece.parts.is_empty() {
                break;
            }
        }
    }
}

/// Returns the piece with the part at an index, and notes how many of the counted parts are before it.
fn at(
    index: usize,
    counts: impl Iterator<Item = (usize, usize)>,
    (address, step): (usize, usize),
    counted: &mut Vec<Counted>,
) -> Option<usize> {
    let (mut before, mut sum) = (Vec::new(), 0);
    for (position, count) in counts {
        if sum + count > index {
            counted.push(Counted {
                address,
                step,
                before,
            });
            return Some(position);
        }
        before.push((position, count));
        sum += count;
    }
    None
}

fn name(step: &AddressStep) -> Option<&str> {
    match step {
        AddressStep::Name(name) => Some(name),
        _ => None,
    }
}

/// An edited excerpt.
pub(super) struct Change<'t> {
    pub(super) text: &'t str,
    /// The starts of the segments, and the end of the last.
    pub(super) starts: &'t [u32],
    pub(super) piece_bytes: u32,
}

impl Change<'_> {
    fn start(&self, segment: usize) -> u32 {
        self.starts
            .get(segment)
            .copied()
            .unwrap_or(self.text.len() as u32)
    }

    fn slice(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns whether the whole file is made of the same pieces as before, each with parts of its own.
    pub(super) fn fits(&self, level: &Level, outline: &Parts) -> bool {
        match level.0.first() {
            Some((_, Content::Pieces(level))) => self.fits_inner(level, 0, outline),
            _ => false,
        }
    }

    /// Returns whether the parts of a piece whose text is the segment fit.
    fn fits_inner(&self, level: &Level, segment: usize, outline: &Parts) -> bool {
        let end = segment + 1 + level.len();
        let mut next = segment + 1;
        let is_inside = outline.open == self.start(next) && outline.close == self.start(end);
        is_inside
            && level.0.iter().all(|(_, content)| {
                let segment = next;
                next += content.len();
                let (start, end) = (self.start(segment), self.start(next));
                let parts = within(&outline.parts, start, end);
                let ends_inside = || parts.last().is_none_or(|part| part.range.end <= end);
                match (content, parts) {
                    (Content::Whole, _) => ends_inside(),
                    (Content::WithoutLeaf(stand_in), parts) => {
                        let (open, close) = self.leaf(segment);
                        ends_inside()
                            && self.slice(open, close) == *stand_in
                            && around(parts, open, close).is_some()
                    }
                    (Content::Pieces(level), [part]) => part
                        .inner
                        .as_ref()
                        .is_some_and(|inner| self.fits_inner(level, segment, inner)),
                    (Content::Pieces(_), _) => false,
                }
            })
    }

    /// Returns where the stand-in of a long value is in the piece that starts with a segment.
    fn leaf(&self, segment: usize) -> (u32, u32) {
        (self.start(segment + 1), self.start(segment + 2))
    }

    /// Replaces the pieces that differ.
    pub(super) fn make(&self, whole: &mut Piece, level: &Level, outline: &Parts) {
        if let (Some(sequence), Some((_, Content::Pieces(level)))) = (&mut whole.inner, level.0.first()) {
            self.make_inner(sequence, level, 1, outline);
        }
    }

    fn make_inner(&self, sequence: &mut Sequence, level: &Level, segment: usize, outline: &Parts) {
        let mut next = segment;
        for (id, content) in &level.0 {
            let segment = next;
            next += content.len();
            let (start, end) = (self.start(segment), self.start(next));
            let parts = within(&outline.parts, start, end);
            let Some(piece) = sequence.piece_mut(*id) else {
                continue;
            };
            let is_same = match content {
                Content::Whole => piece.has_text(self.slice(start, end)),
                Content::WithoutLeaf(_) => {
                    let (open, close) = self.leaf(segment);
                    piece.text == self.slice(start, open) && piece.after == self.slice(close, end)
                }
                Content::Pieces(_) => false,
            };
            match (content, parts, &mut piece.inner) {
                (
                    Content::Pieces(level),
                    [
                        Part {
                            inner: Some(parts), ..
                        },
                    ],
                    Some(inner),
                ) => {
                    self.slice(start, parts.open).clone_into(&mut piece.text);
                    self.slice(parts.close, end).clone_into(&mut piece.after);
                    self.make_inner(inner, level, segment + 1, parts);
                }
                (Content::WithoutLeaf(_), _, _) => {
                    if !is_same {
                        let leaf = piece.leaf.take();
                        let (open, close) = self.leaf(segment);
                        let pieces = self.around_leaf(leaf, parts, (start, end), (open, close));
                        sequence.replace(*id, pieces);
                    }
                    continue;
                }
                _ if is_same => continue,
                _ => {
                    let pieces = cut(self.text, parts, (start, end), self.piece_bytes);
                    sequence.replace(*id, pieces);
                    continue;
                }
            }
            if let [part] = parts {
                sequence.rename(*id, Named::of(part));
            }
        }
    }
}

impl Change<'_> {
    /// Cuts a range of the source with these parts into pieces, with a long value between `open` and `close`.
    fn around_leaf(
        &self,
        leaf: Option<(String, &'static str)>,
        parts: &[Part],
        (start, end): (u32, u32),
        (open, close): (u32, u32),
    ) -> Vec<Piece> {
        // The change fits only if a part is around the value.
        let at = around(parts, open, close).unwrap_or_default();
        let cut_at = |index: usize| parts.get(index).map(|part| part.cut);
        let from = cut_at(at).filter(|_| at > 0).unwrap_or(start);
        let to = cut_at(at + 1).unwrap_or(end);
        let (before, rest) = parts.split_at(at.min(parts.len()));
        let (own, after) = rest.split_at(rest.len().min(1));
        let mut pieces = cut(self.text, before, (start, from), self.piece_bytes);
        pieces.push(Piece {
            text: self.slice(from, open).to_owned(),
            leaf,
            after: self.slice(close, to).to_owned(),
            parts: own.iter().map(Named::of).collect(),
            ..Piece::default()
        });
        pieces.extend(cut(self.text, after, (to, end), self.piece_bytes));
        pieces
    }
}

impl Level {
    /// Returns the number of segments.
    fn len(&self) -> usize {
        self.0.iter().map(|(_, content)| content.len()).sum()
    }
}

/// Returns the position of the part around a range.
fn around(parts: &[Part], open: u32, close: u32) -> Option<usize> {
    let is_around = |part: &Part| part.range.start <= open && close <= part.range.end;
    parts.iter().position(is_around)
}

/// Returns the parts that start in a range.
fn within(parts: &[Part], start: u32, end: u32) -> &[Part] {
    let first = parts.partition_point(|part| part.range.start < start);
    let last = parts.partition_point(|part| part.range.start < end);
    &parts[first..last.max(first)]
}
