//! Tests of decoding: values, ranges and codes.

mod json;
mod support;
mod typed;
