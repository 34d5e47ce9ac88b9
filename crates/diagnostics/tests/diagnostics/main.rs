//! Tests of diagnostics.

mod laws;
mod lines;
mod machine;
mod miette;
mod notes;
mod outcome;
mod plain;
