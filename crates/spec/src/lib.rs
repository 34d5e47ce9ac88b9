//! Decoder specifications: data that describes the content of a body and the value to make of it.
//!
//! [`Spec`] is a specification. [`Spec::decode`] turns a body into a value, and [`SpecFile`] reads a specification that
//! is written in HCL itself, in the format of `hcldec`.

mod decode;
mod document;
mod dynamic;
mod file;
mod shape;
mod spec;
mod variables;

pub use decode::Partial;
pub use document::SpecDocumentError;
pub use file::SpecFile;
pub use spec::{Sequence, Spec, parts};
