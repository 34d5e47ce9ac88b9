//! The HCL 2 native syntax: lexer, parser, templates and evaluation.
//!
//! Source text becomes tokens ([`lexer`]), tokens become one compact tree ([`tree`]), and everything else
//! reads that tree.

pub mod lexer;
mod limits;
pub mod tree;

pub use limits::Limits;
