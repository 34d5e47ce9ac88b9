//! Tests of decoding: values, ranges and codes.

mod function;
mod support;
mod texts;
mod typed;
