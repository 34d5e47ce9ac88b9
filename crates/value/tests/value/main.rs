//! Tests of values.

mod bridges;
mod builder;
mod capsules;
mod choices;
mod conversion;
mod deep;
mod functions;
mod idioms;
mod laws;
mod operations;
mod refinements;
mod set_order;
mod shared;
mod support;
mod types;
mod values;
