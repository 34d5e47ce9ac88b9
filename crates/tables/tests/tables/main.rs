//! Tests of the tables.

mod rows;
mod schema;
