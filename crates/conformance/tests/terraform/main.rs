//! Modules, their plans and their tests, compared with Terraform, and laws of plans.

mod plan_laws;
mod plans;
mod tests;
