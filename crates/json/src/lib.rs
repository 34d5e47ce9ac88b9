//! The HCL 2 JSON syntax.
//!
//! [`parse_tree`] reads a JSON text into a [`Tree`], which keeps the order of properties, duplicates, numbers as they
//! are written, and the position of everything.

mod escape;
mod lexer;
mod parser;
mod problems;
mod tree;

pub use escape::EscapeMap;
pub use parser::{MAX_DEPTH, parse_tree};
pub use tree::{Elements, Node, NodeId, NodeKind, Properties, Property, Tree};
