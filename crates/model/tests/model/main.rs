//! Tests of the model.

mod context;
mod errors;
mod facts;
mod problems;
mod resolver;
