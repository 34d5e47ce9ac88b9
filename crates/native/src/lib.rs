//! The HCL 2 native syntax: lexer, parser, templates and evaluation.
//!
//! Source text becomes tokens ([`lexer`]), tokens become one compact tree ([`tree`]), and everything else
//! reads that tree.

pub mod lexer;
mod limits;
mod parser;
pub mod tree;

pub use limits::Limits;
pub use parser::{
    Input, Parsed, TraversalKind, parse_expression, parse_file, parse_template, parse_traversal,
};
