//! The registry of diagnostic codes, one module for each area.

use crate::Code;

pub mod body;
pub mod command;
pub mod decode;
pub mod edit;
pub mod encode;
pub mod expr;
pub mod json;
pub mod plan;
pub mod policy;
pub mod rename;
pub mod render;
pub mod source;
pub mod syntax;
pub mod terraform;

/// Returns all codes, area by area.
pub fn all() -> impl Iterator<Item = Code> {
    [
        source::ALL,
        syntax::ALL,
        expr::ALL,
        json::ALL,
        body::ALL,
        decode::ALL,
        encode::ALL,
        edit::ALL,
        rename::ALL,
        terraform::ALL,
        plan::ALL,
        render::ALL,
        policy::ALL,
        command::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}
