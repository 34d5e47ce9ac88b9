//! Template nodes.

use super::table::{Pack, bits, fits};
use super::{ExprId, ForDirectiveId, IfDirectiveId, List, Text, TextRange, Variable};

/// One part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Literal {
        /// What it was written as; strip markers do not shorten it.
        range: TextRange,
        /// The content, after escapes, strip markers and heredoc indentation.
        text: Text,
        /// Number of this constant in its file, from 0.
        slot: u32,
    },
    /// `${ ... }`.
    Interpolation {
        /// From the `${` to the `}`.
        range: TextRange,
        /// The expression.
        expr: ExprId,
    },
    /// `%{ if ... }` up to its `%{ endif }`.
    If(IfDirectiveId),
    /// `%{ for ... }` up to its `%{ endfor }`.
    For(ForDirectiveId),
    /// A directive out of place, reported at parse.
    Error(TextRange),
}

/// `%{ if condition } ... %{ else } ... %{ endif }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfDirective {
    /// The opening directive.
    pub open: TextRange,
    /// The condition.
    pub condition: ExprId,
    /// The parts for true.
    pub if_true: List<Part>,
    /// The `else` with its parts.
    pub if_false: Option<ElseClause>,
    /// The `endif`.
    pub close: TextRange,
}

/// `%{ else } ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElseClause {
    /// The directive.
    pub range: TextRange,
    /// The parts for false.
    pub parts: List<Part>,
}

/// `%{ for k, v in collection } ... %{ endfor }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForDirective {
    /// The opening directive.
    pub open: TextRange,
    /// The variable for keys, where two are named.
    pub key_variable: Option<Variable>,
    /// The variable for values.
    pub value_variable: Variable,
    /// What is iterated over.
    pub collection: ExprId,
    /// The parts repeated.
    pub parts: List<Part>,
    /// The `endfor`.
    pub close: TextRange,
}

/// A part as it is stored, which is as it is written where it is a literal: where it starts, its slot or the index of what
/// it holds, and from the lowest bit on its kind and its length.
#[derive(Clone, Copy, Debug)]
pub struct PackedPart {
    start: u32,
    value: u32,
    head: u32,
}

const _: () = assert!(size_of::<PackedPart>() == 12);

/// Bits of the kind.
const KIND: u32 = 3;

const ELSEWHERE: u32 = 0;
const LITERAL: u32 = 1;
const INTERPOLATION: u32 = 2;
const IF: u32 = 3;
const FOR: u32 = 4;
const ERROR: u32 = 5;

impl Pack for Part {
    type Packed = PackedPart;

    #[inline]
    fn pack(self) -> Option<PackedPart> {
        let (kind, range, value) = match self {
            Self::Literal { range, text, slot } if text == Text::source(range) => (LITERAL, range, slot),
            Self::Literal { .. } => return None,
            Self::Interpolation { range, expr } => (INTERPOLATION, range, expr.index() as u32),
            Self::If(id) => (IF, TextRange::empty(0), id.index() as u32),
            Self::For(id) => (FOR, TextRange::empty(0), id.index() as u32),
            Self::Error(range) => (ERROR, range, 0),
        };
        fits(range.len(), u32::BITS - KIND).then_some(PackedPart {
            start: range.start,
            value,
            head: kind | range.len() << KIND,
        })
    }

    #[inline]
    fn elsewhere(index: u32) -> PackedPart {
        PackedPart {
            start: 0,
            value: index,
            head: ELSEWHERE,
        }
    }

    #[inline]
    fn unpack(packed: PackedPart) -> Result<Self, u32> {
        let PackedPart { start, value, head } = packed;
        let range = TextRange::new(start, start + (head >> KIND));
        let index = value as usize;
        Ok(match bits(head, 0, KIND) {
            LITERAL => Self::Literal {
                range,
                text: Text::source(range),
                slot: value,
            },
            INTERPOLATION => Self::Interpolation {
                range,
                expr: ExprId::new(index),
            },
            IF => Self::If(IfDirectiveId::new(index)),
            FOR => Self::For(ForDirectiveId::new(index)),
            ERROR => Self::Error(range),
            _ => return Err(value),
        })
    }
}
