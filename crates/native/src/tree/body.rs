//! Structural nodes: bodies, attributes, blocks.

use super::table::{Pack, bits, fits};
use super::{AttributeId, BlockId, BodyId, ErrorId, ExprId, List, Text, TextRange};

/// The content of a file or of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The range of the body: the whole source for a file, from brace to brace for a block, and the attribute for a block
    /// on one line. A missing item is reported at its `end`.
    pub range: TextRange,
    /// The attributes and blocks, in source order.
    pub items: List<Item>,
}

/// One item of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// `name = value`.
    Attribute(AttributeId),
    /// A duplicate definition of an attribute, reported by the parser; the first one counts.
    Duplicate(AttributeId),
    /// `type labels { ... }`.
    Block(BlockId),
    /// Source text that is not an item, reported by the parser; [`File::error`](super::File::error) returns its range.
    Error(ErrorId),
}

/// The definition of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: TextRange,
    /// Offset of the equals sign.
    pub equals: u32,
    /// Offset after the definition, not including its line ending.
    pub end: u32,
    /// The value.
    pub value: ExprId,
}

impl Attribute {
    /// Returns the range of the whole definition.
    #[must_use]
    pub const fn range(&self) -> TextRange {
        TextRange::new(self.name.start, self.end)
    }

    /// Returns the range of the equals sign.
    #[must_use]
    pub const fn equals_range(&self) -> TextRange {
        TextRange::new(self.equals, self.equals + 1)
    }
}

/// An attribute as it is stored: its start, the index of its value, and from the lowest bit on the lengths of its name, of
/// the spaces before its equals sign, and of all of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedAttribute {
    start: u32,
    value: u32,
    lengths: u32,
}

const _: () = assert!(size_of::<PackedAttribute>() == 12);

/// Bits of the first two lengths. The third one has the rest, and is never 0.
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
    /// The opening brace, or the block type if the brace is missing, which the parser reported.
    pub open_brace: TextRange,
    /// The closing brace, or the token or type in its place if it is missing.
    pub close_brace: TextRange,
    /// The content; empty if the header is invalid.
    pub body: BodyId,
    /// Whether the header ends with an opening brace.
    pub has_body: bool,
}

impl Block {
    /// Returns the range of the header without its brace: from the type to the last of `labels`, the labels of the block.
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
    /// The label as written, including its quotes, if any.
    pub range: TextRange,
    /// Its content.
    pub text: Text,
}
