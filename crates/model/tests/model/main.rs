//! Tests of the model.

mod attributes;
mod blocks;
mod context;
mod errors;
mod facts;
mod problems;
mod resolver;
