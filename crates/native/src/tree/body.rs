//! Structural nodes: bodies, attributes, blocks.

use super::{AttributeId, BlockId, BodyId, ExprId, List, Text, TextRange};

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
    /// Text that is no item, reported at parse; the range covers what was skipped.
    Error(TextRange),
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
