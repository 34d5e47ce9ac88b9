//! The syntax tree of the native syntax.
//!
//! A [`File`] owns everything: the source, its tokens, and flat vectors of nodes. Nodes are not boxed, so dropping a tree
//! takes a few deallocations, regardless of its depth. Small ids identify nodes, which hold byte offsets into
//! [`File::bytes`].
//!
//! # Walking a tree
//!
//! - [`File::root`] returns what was parsed: the id of a [`Body`] for a whole file, of an [`Expr`] otherwise.
//! - [`File`] has one method for each kind of node, which takes the node's id, as in `file.block(id)`, and one for each
//!   kind of list, as in `for item in file.items(body.items)`. Nodes are small and returned by value.
//! - [`File::expr_range`] returns the byte range of an expression. [`File::span`] turns any range into a
//!   [`Span`](hcl2_diagnostics::Span) for a diagnostic, through the position map if the source was decoded. [`File::slice`]
//!   and [`File::str`] return the source text of a range.
//! - [`File::text`] returns the decoded content of a string literal, a label or a name.
//! - [`File::walk`] visits all nodes below one, [`File::children`] returns those directly in it, and [`File::nodes_at`]
//!   those at a position, all of them as [`Node`]. [`File::node_range`] returns the range of a node.
//!
//! Depth is bounded in all directions but two: the left operands of [`Expr::Binary`] form a spine as long as the source
//! (walk it in a loop), and the steps of a traversal are a flat list. All other nesting is bounded by
//! [`Limits::nesting_depth`](crate::Limits::nesting_depth), so recursion over it is safe.
//!
//! # Concrete syntax
//!
//! The source is always recoverable: parentheses are nodes, the offsets of operators and brackets are kept or follow from
//! ranges, the first byte of a template distinguishes a quoted one from a heredoc, and [`File::tokens`] holds every token,
//! including comments and spaces.

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
