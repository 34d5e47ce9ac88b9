//! A Terraform provider in Rust: what it takes between the wire format of [`hcl2_wire`] and the real Terraform.
//!
//! - [`Provider`] collects what a provider has: types that implement [`Resource`] and [`DataSource`], and
//!   [functions](hcl2_value::Function).
//! - [`Running`] serves it on a local port, to which Terraform attaches.
//! - [`sample`] is a provider with a resource for each thing that the wire format can carry.
//!
//! Messages are those of version 6 of the provider protocol. It is an example to start from and the means of testing the
//! wire format, not a framework: calls are answered one after the other on each connection, and a provider is attached to,
//! not installed.

mod convert;
mod handlers;
mod protocol;
mod provider;
pub mod sample;
mod server;

pub use provider::{Change, DataSource, Plan, Problem, Provider, Resource, State, with};
pub use server::Running;

/// The page for authors of providers, whose examples are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/providers.md")]
struct Page;
