//! Tests of decoding: values, ranges and codes.

mod described;
mod errors;
mod fields;
#[cfg(all(
    feature = "chrono",
    feature = "jiff",
    feature = "num-bigint",
    feature = "regex",
    feature = "rust_decimal",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
mod foreign;
mod function;
mod secrets;
#[cfg(feature = "serde")]
mod serde;
mod support;
mod texts;
mod typed;
mod values;
