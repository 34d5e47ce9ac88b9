//! Tests of decoder specifications: values, ranges and codes.

mod decode;
mod laws;
mod read;
mod support;
