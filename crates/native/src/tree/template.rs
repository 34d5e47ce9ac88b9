//! Template nodes.

use super::{ExprId, ForDirectiveId, IfDirectiveId, List, Text, TextRange, Variable};

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Literal {
        /// Its range in the source, which strip markers do not shorten.
        range: TextRange,
        /// The content, after escapes, strip markers and heredoc indentation.
        text: Text,
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
    /// A misplaced directive, reported by the parser.
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
    /// The variable for keys, if there are two.
    pub key_variable: Option<Variable>,
    /// The variable for values.
    pub value_variable: Variable,
    /// The collection.
    pub collection: ExprId,
    /// The repeated parts.
    pub parts: List<Part>,
    /// The `endfor`.
    pub close: TextRange,
}
