//! A Terraform provider with a resource for each feature of the wire format: [`sample`].
//!
//! It uses [`hcl2_provider`] with values, where most providers use structs; its tests run the real Terraform.

pub mod sample;

/// The guide to writing providers, whose examples are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/providers.md")]
struct Page;
