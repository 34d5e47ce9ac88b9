//! Tests of decoder specifications: values, ranges and codes.

mod decode;
mod laws;
mod limits;
mod read;
mod support;
