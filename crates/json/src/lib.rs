//! The HCL 2 JSON syntax.
//!
//! - [`parse`] reads a file as a [`Body`](hcl2_model::Body), [`parse_expression`] a text as an
//!   [`Expression`](hcl2_model::Expression).
//! - [`parse_tree`] reads any JSON text into a [`Tree`], which keeps the order of properties, duplicates, numbers as they
//!   are written, and the position of everything.
//! - [`parse_value`] reads any JSON text into a [`JsonValue`], which owns what it holds, and [`validate`] says whether a
//!   text is JSON, and makes nothing of it.
//! - [`write_body`] and [`write_value`] produce JSON that reads back as what it was made of, by a [`Writer`].
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::Source;
//! use hcl2_json::parse_tree;
//!
//! let source = Source::new("app.json", r#"{"port": 8080, "name": "web"}"#)?;
//! let tree = parse_tree(&source).0;
//! let names: Vec<_> = tree.root().properties().map(|property| property.name.text().unwrap_or_default()).collect();
//! assert_eq!(names, ["port", "name"]);
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

mod body;
mod escape;
mod expression;
mod file;
mod format;
mod lexer;
mod options;
mod owned;
mod parser;
mod problems;
mod scan;
mod template;
mod tree;
mod write;

pub use file::{parse, parse_expression, parse_tree, parse_value, validate};
pub use format::format_tree;
pub use hcl2_model::Limits;
pub use options::{Options, Profile};
pub use owned::{JsonNumber, JsonValue};
pub use tree::{Elements, Node, NodeId, NodeKind, Properties, Property, Tree};
pub use write::{BodyShape, WriteValueError, WriteValueErrorKind, Writer, write_body, write_value};
