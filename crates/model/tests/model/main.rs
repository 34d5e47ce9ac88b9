//! Tests of the model.

mod context;
mod facts;
mod problems;
mod resolver;
