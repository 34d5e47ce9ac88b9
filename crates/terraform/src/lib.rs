//! The Terraform language on top of HCL 2.
//!
//! - [`table`] says which blocks the language has, which arguments these have, and how each argument is written in either
//!   syntax.
//! - [`format_file`] writes files in the canonical style of Terraform.
//! - [`Converter`] converts files between the syntaxes, with [`ProviderSchemas`] where they are at hand.

mod convert;
mod format;
mod problems;
mod schema;
mod shape;
pub mod table;

pub use convert::{Conversion, Converter};
pub use format::format_file;
pub use schema::{BlockSchema, Nesting, ProviderSchemas};
