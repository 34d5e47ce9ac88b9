//! The syntax tree of one native-syntax text.
//!
//! A [`File`] owns everything: the text, its tokens, and flat vectors of nodes. Nothing is boxed, so dropping a
//! tree is a handful of deallocations however deep it is. Nodes are named by small ids and hold byte offsets
//! into [`File::bytes`].
//!
//! # Walking a tree
//!
//! - [`File::root`] returns what was parsed: the id of a [`Body`] for a whole file, of an [`Expr`] otherwise.
//! - [`File`] has one method for each kind of node, which takes the node's id, as in `file.block(id)`, and one for each
//!   kind of list, as in `for item in file.items(body.items)`. Nodes are small and returned by value.
//! - [`File::expr_range`] returns the byte range of an expression. [`File::span`] turns any range into a
//!   [`Span`](hcl2_diagnostics::Span) for a diagnostic, through the position map if the source was decoded. [`File::slice`]
//!   and [`File::str`] return the source text of a range.
//! - [`File::text`] gives the decoded content of a string literal, a label or a name.
//! - [`File::walk`] goes over every node below one, [`File::children`] gives those directly in it, and
//!   [`File::nodes_at`] those at a position, all of them as [`Node`]; [`File::node_range`] leads back.
//!
//! Depth is bounded in every direction but two: the left operands of [`Expr::Binary`] form a spine as long as the
//! text (walk it in a loop), and the steps of a traversal are a flat list. Every other way down is bounded by
//! [`Limits::nesting_depth`](crate::Limits::nesting_depth), so recursion over it is safe.
//!
//! # Concrete syntax
//!
//! What the text looked like is always recoverable: parentheses are nodes, offsets of operators and brackets are
//! kept or follow from ranges, the first byte of a template tells a quoted one from a heredoc, and
//! [`File::tokens`] holds every token, comments and spaces included.

mod body;
mod builder;
mod expr;
mod file;
mod ids;
mod node;
mod packed;
mod position_map;
mod steps;
mod table;
mod template;
mod text;

pub use crate::range::TextRange;
pub use body::{Attribute, Block, Body, Item, Label};
pub use expr::{
    BinaryOperator, Call, Conditional, Expr, ForExpr, Key, ObjectItem, Step, UnaryOperator, Variable,
};
pub use file::{File, Root};
pub use ids::{
    AttributeId, BlockId, BodyId, CallId, ConditionalId, ErrorId, ExprId, ForDirectiveId, ForExprId,
    IfDirectiveId, List,
};
pub use node::{Event, Node, Walk};
pub use position_map::PositionMap;
pub use steps::Steps;
pub use template::{ElseClause, ForDirective, IfDirective, Part};
pub use text::Text;

pub(crate) use builder::Builder;
pub(crate) use file::Lexing;
