//! The HCL 2 native syntax: lexer, parser, templates, evaluation and formatting.
//!
//! The [`lexer`] splits source text into tokens, the parser makes one compact [`tree`] of them, and everything else reads
//! that tree. The crates that signatures refer to are available as [`diagnostics`], [`model`] and [`value`].
//!
//! # Examples
//!
//! ```
//! use hcl2_native::diagnostics::Source;
//! use hcl2_native::model::{EvalContext, Expression};
//! use hcl2_native::value::Value;
//! use hcl2_native::{NativeExpression, parse_expression};
//!
//! let source = Source::new("<expression>", "\"${name}-${1 + n}\"")?;
//! let file = parse_expression(&source).into_result().expect("the source is valid");
//! let root = file.root().expr().expect("the source is an expression");
//! let expression = NativeExpression::new(file, root);
//!
//! let context: EvalContext<'_> = [("name", Value::from("web")), ("n", Value::from(1))].into_iter().collect();
//! assert_eq!(expression.evaluate(Some(&context)).value, Value::from("web-2"));
//! # Ok::<(), hcl2_native::diagnostics::SourceTooLarge>(())
//! ```

mod body;
mod compare;
mod duplicates;
pub mod edit;
mod eval;
mod format;
pub mod lexer;
mod literal;
mod parser;
mod range;
mod residual;
mod rewrite;
mod template_text;
pub mod tree;

pub use {hcl2_diagnostics as diagnostics, hcl2_model as model, hcl2_value as value};

pub use body::NativeBody;
pub use compare::{Change, CompareOptions, Comparison, compare};
pub use eval::NativeExpression;
pub use format::{Style, format, format_expression, format_file};
pub use hcl2_model::Limits;
pub use literal::literal;
pub use parser::{Input, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal};
pub use template_text::escape_template;
