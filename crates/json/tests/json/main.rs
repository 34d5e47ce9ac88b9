//! Tests of the JSON syntax.

mod body;
mod errors;
mod expression;
mod format;
mod grammar;
mod laws;
mod limits;
mod owned;
mod problems;
mod tree;
mod write_body;
mod write_value;
mod wrong_token;
