//! Bodies as Rust types: the traits behind `#[derive(Decode)]`, and what decodes by them.
//!
//! [`Decode`] is for what a body or a block becomes, [`DecodeAttribute`] for what an attribute becomes, and
//! [`DecodeLabel`] for what a label becomes. [`DecodeBlocks`] says how many blocks there may be, and [`DecodeVariant`]
//! is for a choice of block types. [`decode_into`] does it all for a body.

mod attribute;
mod blocks;
mod body;
mod choice;
mod collections;
mod decoder;
mod definition;
mod document;
mod json_schema;
mod label;
mod object;
mod place;
mod scalars;
mod spanned;
mod statics;
mod value;
mod variants;

pub use attribute::{DecodeAttribute, Reading};
pub use blocks::{Blocks, DecodeBlocks};
pub use body::{Decode, DecodeRemain, Site};
pub use choice::{choose, choose_keyword, choose_label};
pub use decoder::{Check, Decoder, decode_into};
pub use definition::{
    AttributeDefinition, AttributeKind, AttributeOptions, BlockDefinition, BlockOptions, BodyBuilder,
    BodyDefinition, Definitions, LabelDefinition, Rest, Schema, VariantDefinition,
};
pub use document::SchemaDocumentError;
pub use label::DecodeLabel;
pub use object::decode_object;
pub use place::Place;
pub use spanned::Spanned;
pub use statics::Keyword;
pub use value::{ValueError, ValueProblem, decode_value, encode_value};
pub use variants::{DecodeVariant, DecodeVariants};

/// What derived code names besides this crate.
#[doc(hidden)]
pub mod derived {
    pub use hcl2_diagnostics::Span;
    pub use hcl2_model::{Block, BodyRef, ExpressionRef, Label, Name};
    pub use hcl2_value::{Type, Value};
}
