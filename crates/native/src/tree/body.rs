//! Structural nodes: bodies, attributes, blocks.

use super::table::{Pack, bits, fits};
use super::{AttributeId, BlockId, BodyId, ErrorId, ExprId, List, Text, TextRange};

/// The content of a file or of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// What the body covers: the whole text for a file, the braces with all between them for a block, the one
    /// attribute for a block written on one line. `end` is where a missing item would be reported.
    pub range: TextRange,
    /// The attributes and blocks, in source order.
    pub items: List<Item>,
}

/// One item of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// `name = value`.
    Attribute(AttributeId),
    /// A second definition of an attribute of the same body, reported at parse; the first one counts.
    Duplicate(AttributeId),
    /// `type labels { ... }`.
    Block(BlockId),
    /// Text that is no item, reported at parse; the range, to index the file for, covers what was skipped.
    Error(ErrorId),
}

/// The definition of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: TextRange,
    /// Offset of the equals sign.
    pub equals: u32,
    /// Offset after the definition, not counting its line ending.
    pub end: u32,
    /// The value.
    pub value: ExprId,
}

impl Attribute {
    /// The whole definition.
    #[must_use]
    pub const fn range(&self) -> TextRange {
        TextRange::new(self.name.start, self.end)
    }

    /// The equals sign.
    #[must_use]
    pub const fn equals_range(&self) -> TextRange {
        TextRange::new(self.equals, self.equals + 1)
    }
}

/// An attribute as it is stored: where it starts, the index of its value, and from the lowest bit on the lengths of its
/// name, of what stands before its equals sign, and of all of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedAttribute {
    start: u32,
    value: u32,
    lengths: u32,
}

const _: () = assert!(size_of::<PackedAttribute>() == 12);

/// Bits of the first two lengths; the third has the rest, and is never 0.
const NAME: u32 = 8;
const BEFORE_EQUALS: u32 = 8;

impl Pack for Attribute {
    type Packed = PackedAttribute;

    #[inline]
    fn pack(self) -> Option<PackedAttribute> {
        let start = self.name.start;
        let name = self.name.len();
        let before_equals = self.equals.checked_sub(self.name.end)?;
        let length = self.end.checked_sub(start)?;
        let fit = fits(name, NAME)
            && fits(before_equals, BEFORE_EQUALS)
            && fits(length, u32::BITS - NAME - BEFORE_EQUALS)
            && length > 0;
        fit.then_some(PackedAttribute {
            start,
            value: self.value.index() as u32,
            lengths: name | before_equals << NAME | length << (NAME + BEFORE_EQUALS),
        })
    }

    #[inline]
    fn elsewhere(index: u32) -> PackedAttribute {
        PackedAttribute {
            start: index,
            value: 0,
            lengths: 0,
        }
    }

    #[inline]
    fn unpack(packed: PackedAttribute) -> Result<Self, u32> {
        let PackedAttribute {
            start,
            value,
            lengths,
        } = packed;
        if lengths == 0 {
            return Err(start);
        }
        let name = TextRange::new(start, start + bits(lengths, 0, NAME));
        Ok(Self {
            name,
            equals: name.end + bits(lengths, NAME, BEFORE_EQUALS),
            end: start + (lengths >> (NAME + BEFORE_EQUALS)),
            value: ExprId::new(value as usize),
        })
    }
}

/// A block with its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The block type.
    pub block_type: TextRange,
    /// The labels, in source order.
    pub labels: List<Label>,
    /// The opening brace; the block type where there is none, which was reported at parse.
    pub open_brace: TextRange,
    /// The closing brace; where there is none, the token or type that stands in for it.
    pub close_brace: TextRange,
    /// The content; empty where the header was malformed.
    pub body: BodyId,
    /// Whether the header led to an opening brace.
    pub has_body: bool,
}

impl Block {
    /// The header with the opening brace left out: from the type to the last of `labels`, which are the block's.
    #[must_use]
    pub fn header_range(&self, labels: &[Label]) -> TextRange {
        labels
            .last()
            .map_or(self.block_type, |label| self.block_type.to(label.range))
    }
}

/// A block label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label as written, quotes included; an identifier has none.
    pub range: TextRange,
    /// Its content.
    pub text: Text,
}
