//! Providers without Terraform, by the harness.

mod checks;
mod life;
mod schema;
mod speed;
mod started;
