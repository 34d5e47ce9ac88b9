//! Tests of decoding: values, ranges and codes.

mod dynamic;
mod functions;
mod json;
mod laws;
mod read;
mod spec;
mod support;
mod transform;
mod typed;
mod types;
