//! Bodies, expressions, schemas and evaluation contexts of HCL 2, independent of any syntax.
//!
//! Both syntaxes parse a file into a [`Body`] of [`Expression`]s. Decoders and tools work on these two traits, whatever
//! the syntax. A [`BodySchema`] describes which attributes and blocks are read from a body; an expression is evaluated
//! in an [`EvalContext`], or analysed without evaluating it.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::{SourceId, Span};
//! use hcl2_model::{BodySchema, ConstantExpression, EvalContext, Expression};
//! use hcl2_value::Value;
//!
//! let schema = BodySchema::new().required("port").block("listen", ["protocol"]);
//! assert!(schema.attribute_named("port").is_some());
//!
//! let context: EvalContext<'_> = [("region", "eu-1")].into_iter().collect();
//! let expression = ConstantExpression {
//!     value: Value::from(80),
//!     span: Span::empty(SourceId::default(), 0),
//! };
//! assert_eq!(expression.evaluate(Some(&context)).into_result(), Ok(Value::from(80)));
//! ```

mod body;
mod expression;
mod limits;
mod merged;
mod name;
pub mod problems;
mod schema;
mod syntax;

pub use hcl2_value::{Escaped, Quoted};

pub use body::{Attribute, Attributes, Block, Body, BodyContent, BodyRef, Label, PartialContent};
pub use expression::{
    Argument, Branches, Callable, Comparison, ConstantExpression, EvalContext, Expression, ExpressionRef,
    FunctionReference, FunctionTable, LazyCall, LazyFunction, LoopVariable, ResolveError, Resolver, Rules,
    StaticCall, Traversal, TraversalStep,
};
#[doc(hidden)]
pub use expression::{TakenBranches, attribute_of, element_of, state_facts};
pub use limits::Limits;
pub use merged::{MergePolicy, merge_bodies};
pub use name::Name;
pub use schema::{AttributeSchema, BlockHeaderSchema, BodySchema, SchemaError};
pub use syntax::{Syntax, UnknownSyntax};
