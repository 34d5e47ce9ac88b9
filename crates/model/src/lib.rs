//! Bodies, expressions, schemas and evaluation contexts of HCL 2, independent of any syntax.
//!
//! Both syntaxes present what they parsed as a [`Body`] of [`Expression`]s, and everything above them (decoders,
//! the facade, tools) is written once against these two traits. A body gives up its content only against a
//! [`BodySchema`]; an expression is evaluated in an [`EvalContext`] or analysed statically.

mod access;
mod body;
mod context;
mod expression;
mod limits;
mod merged;
mod name;
pub mod problems;
mod quoted;
mod resolver;
mod schema;
mod syntax;
mod traversal;

pub use access::{attribute_of, element_of};
pub use body::{Attribute, Attributes, Block, Body, BodyContent, BodyRef, Label, PartialContent};
pub use context::{Argument, Callable, EvalContext, FunctionTable, LazyCall, LazyFunction};
pub use expression::{ConstantExpression, Expression, ExpressionRef, FunctionReference, StaticCall};
pub use limits::Limits;
pub use merged::{MergePolicy, merge_bodies, merge_bodies_with};
pub use name::Name;
pub use quoted::{Escaped, Quoted};
pub use resolver::{ResolveError, Resolver};
pub use schema::{AttributeSchema, BlockSchema, BodySchema, SchemaError};
pub use syntax::{Syntax, UnknownSyntax};
pub use traversal::{Traversal, TraversalStep};
