//! The HCL 2 JSON syntax.
//!
//! - [`parse`] reads a file as a [`Body`](model::Body), [`parse_expression`] a value as an
//!   [`Expression`](model::Expression).
//! - [`parse_tree`] reads any JSON text into a [`Tree`], which keeps the order of properties, duplicates, numbers as they
//!   are written, and the position of everything.
//! - [`parse_value`] reads any JSON text into a [`JsonValue`], which owns its parts, and [`validate`] checks that the
//!   source is JSON without making anything of it.
//! - [`write_body`] and [`write_value`] produce JSON that reads back as what it was made of. A [`Writer`] produces any
//!   other JSON text.
//!
//! The types in the signatures are those of [`diagnostics`], [`model`] and [`value`], which are re-exported.
//!
//! # Examples
//!
//! ```
//! use hcl2_json::diagnostics::Source;
//! use hcl2_json::parse_tree;
//!
//! let source = Source::new("app.json", r#"{"port": 8080, "name": "web"}"#)?;
//! let tree = parse_tree(&source).value;
//! let names: Vec<_> = tree.root().properties().map(|property| property.name.text().unwrap_or_default()).collect();
//! assert_eq!(names, ["port", "name"]);
//! # Ok::<(), hcl2_json::diagnostics::SourceTooLarge>(())
//! ```

mod body;
mod expression;
mod file;
mod format;
mod lexer;
mod options;
mod owned;
mod parse;
mod parser;
mod problems;
mod template;
mod tree;
mod write;

pub use hcl2_diagnostics as diagnostics;
pub use hcl2_json_text::{Escapes, Writer, is_number};
pub use hcl2_model as model;
pub use hcl2_native::tree::PositionMap;
pub use hcl2_value as value;

pub use format::format_tree;
pub use hcl2_model::Limits;
pub use options::{Options, Profile};
pub use owned::{JsonNumber, JsonValue};
pub use parse::{parse, parse_expression, parse_tree, parse_value, validate};
pub use tree::{Elements, Node, NodeId, NodeKind, Properties, Property, Tree};
pub use write::{BodyShape, WriteValueError, WriteValueErrorKind, write_body, write_expression, write_value};
