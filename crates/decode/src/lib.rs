//! Decoder specifications, type expressions and dynamic blocks for HCL 2.
//!
//! - [`to_json`] writes the result as the command prints it.
//! - A [`Spec`] is data that says what a body must have in it; [`decode`] makes a value of a body by it, and
//!   [`read_spec`] reads one that is written in HCL.
//! - [`Decode`] and [`Encode`] are the traits behind the derive macros; [`decode_into`] makes a Rust type of a body.
//! - [`expand_dynamic_blocks`] replaces blocks of the type `dynamic` by those that they stand for.
//! - [`transform_bodies`] lets an application change bodies before they are read.
//! - [`type_constraint`] and [`concrete_type`] read types as configuration authors write them.
//! - [`try_function`], [`can_function`] and [`convert_function`] are functions of expressions, and
//!   [`user_functions`] reads those that a configuration defines.

mod dynamic;
mod encode;
mod functions;
mod json;
mod problems;
#[cfg(feature = "serde")]
mod serde;
mod spec;
mod transform;
mod typed;
mod types;

#[cfg(feature = "serde")]
pub use self::serde::*;
pub use dynamic::{DynamicBlocks, ForEach, dynamic_variables, expand_dynamic_blocks, expansion_variables};
pub use encode::*;
pub use functions::{can_function, convert_function, try_function, user_functions};
pub use json::{JsonError, JsonOptions, to_json, write_json_string};
pub use spec::{
    AttributeSpec, BlockAttributesSpec, BlockSpec, BlocksSpec, DefaultSpec, Keyed, LabelSpec,
    LabelledBlocksSpec, Sequence, Spec, SpecDocumentError, SpecFile, TransformSpec, Transformation, decode,
    decode_partial, read_spec, source_range, spec_functions, variables,
};
pub use transform::transform_bodies;
pub use typed::*;
pub use types::{Defaults, concrete_type, plain_type_constraint, type_constraint};
