//! Tests of the wire format.

mod any_bytes;
mod blocks;
mod explain;
mod implied;
mod json;
mod laws;
mod maps;
mod msgpack;
mod notation;
mod optional;
mod precision;
mod raw;
mod schema;
mod support;
mod untyped;
