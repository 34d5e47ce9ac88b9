//! Extensions of HCL 2 that applications offer to the authors of configurations.
//!
//! - [`dynamic`] replaces `dynamic` blocks with the blocks that they generate.
//! - [`functions`] provides `try`, `can` and `convert`, which receive expressions, and reads the functions that a
//!   configuration defines.
//! - [`types`] reads type expressions such as `list(string)`, with the defaults of optional attributes.
//! - [`transform_bodies`] lets an application change bodies before they are read.

pub mod dynamic;
pub mod functions;
mod transform;
pub mod types;

pub use transform::transform_bodies;
