//! Decoder specifications: data that says what a body must contain and which value to make of it.
//!
//! [`Spec`] is a specification; [`decode`] makes a value of a body by it, and [`read_spec`] reads one that is written in
//! HCL.

mod decode;
mod document;
mod dynamic;
mod read;
mod shape;
mod spec;
mod type_expression;
mod variables;

pub use decode::{decode, decode_partial, source_range};
pub use document::SpecDocumentError;
pub use dynamic::{dynamic_variables, expansion_variables};
pub use read::{SpecFile, read_spec, spec_functions};
pub use spec::{
    AttributeSpec, BlockAttributesSpec, BlockSpec, BlocksSpec, DefaultSpec, Keyed, LabelSpec,
    LabelledBlocksSpec, Sequence, Spec, TransformSpec, Transformation,
};
pub use variables::variables;
