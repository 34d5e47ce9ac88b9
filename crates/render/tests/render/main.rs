//! Files of other products, rendered from memory.

mod bake;
mod bake_problems;
mod language;
mod support;
mod terragrunt;
