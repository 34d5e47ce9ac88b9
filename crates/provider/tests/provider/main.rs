//! Providers without Terraform, by the harness.
#![expect(clippy::unwrap_used, reason = "all of it is a test")]

mod calls;
mod checks;
mod client;
mod identity;
mod life;
mod page;
mod schema;
mod speed;
mod started;
