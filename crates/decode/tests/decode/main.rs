//! Tests of decoding: values, ranges and codes.

mod dynamic;
mod functions;
mod json;
mod read;
mod spec;
mod support;
mod types;
