//! Files of other products, rendered from memory.

mod bake;
mod bake_problems;
mod language;
mod nomad;
mod packer;
mod support;
mod terragrunt;
