//! Providers without Terraform, by the harness.
#![expect(clippy::unwrap_used, reason = "all of it is a test")]

mod calls;
mod checks;
mod client;
mod docs;
mod identity;
mod life;
mod malformed;
mod page;
mod same;
mod schema;
mod speed;
mod started;
