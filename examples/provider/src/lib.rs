//! A Terraform provider in Rust: everything between the wire format of [`hcl2_wire`] and the real Terraform.
//!
//! - [`Provider`] collects the parts of a provider: types that implement [`Resource`] and [`DataSource`], and
//!   [functions](hcl2_value::Function).
//! - [`Running`] serves it on a local port, to which Terraform attaches.
//! - [`sample`] is a provider with a resource for each feature of the wire format.
//!
//! Messages are those of version 6 of the provider protocol. The crate is an example to start from and a test of the wire
//! format, not a framework: each connection answers one call at a time, and Terraform attaches to a provider instead of
//! installing it.

mod convert;
mod handlers;
mod protocol;
mod provider;
pub mod sample;
mod server;

pub use provider::{Change, DataSource, Plan, Problem, Provider, Resource, State, with};
pub use server::Running;

/// The guide to writing providers, whose examples are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/providers.md")]
struct Page;
