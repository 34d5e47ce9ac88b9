//! Tests of decoding: values, ranges and codes.

mod support;
mod typed;
