//! Tests of decoding: values, ranges and codes.

#[path = "../../../spec/tests/spec/support.rs"]
mod support;
mod typed;
