//! Tests of decoding: values, ranges and codes.

mod function;
#[cfg(feature = "serde")]
mod serde;
mod support;
mod texts;
mod typed;
