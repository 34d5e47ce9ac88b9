//! Assertions that the tests of several crates share.
//!
//! - [`assert_linear`] compares the time of work on inputs of sizes `n` and `4 * n`.
//! - [`native_source`] makes sources from the grammar of the native syntax, and [`broken`] breaks them.
//! - [`processor_time`] and [`assert_soon`] measure work in the processor time of the thread.
//! - [`REPOSITORY`] has files of every kind, right and wrong.
//! - [`check_law`] checks a property on generated cases and that enough of them reach what the property is about.
//!
//! Not published: only tests depend on it.

mod corpus;
mod grammar;
mod law;
mod linear;
mod processor;

pub use corpus::REPOSITORY;
pub use grammar::{broken, native_source};
pub use law::{check_law, fixed_cases};
pub use linear::assert_linear;
pub use processor::{assert_soon, processor_time};
