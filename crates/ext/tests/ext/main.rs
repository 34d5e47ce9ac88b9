//! Tests of the extensions: values, ranges and codes.

mod budget;
mod dynamic;
mod functions;
mod laws;
mod support;
mod transform;
mod types;
