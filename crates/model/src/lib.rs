//! Bodies, expressions, schemas and evaluation contexts of HCL 2, independent of any syntax.
//!
//! Both syntaxes parse a file into a [`Body`] of [`Expression`]s. Decoders and tools work on these two traits, whatever
//! the syntax. A [`BodySchema`] describes which attributes and blocks are read from a body; an expression is evaluated
//! in an [`EvalContext`], or analysed without evaluating it.

mod body;
mod expression;
mod limits;
mod merged;
mod name;
pub mod problems;
mod quoted;
mod schema;
mod syntax;

pub use body::{Attribute, Attributes, Block, Body, BodyContent, BodyRef, Label, PartialContent};
pub use expression::{
    Argument, Callable, ConstantExpression, EvalContext, Expression, ExpressionRef, FunctionReference,
    FunctionTable, LazyCall, LazyFunction, ResolveError, Resolver, StaticCall, Traversal, TraversalStep,
    attribute_of, element_of,
};
pub use limits::Limits;
pub use merged::{MergePolicy, merge_bodies, merge_bodies_with};
pub use name::Name;
pub use quoted::{Escaped, Quoted};
pub use schema::{AttributeSchema, BlockSchema, BodySchema, SchemaError};
pub use syntax::{Syntax, UnknownSyntax};
