//! Decoding bodies into Rust types.
//!
//! [`Decode`] is for bodies and blocks, [`DecodeAttribute`] for attributes, and [`DecodeLabel`] for labels.
//! [`DecodeBlocks`] determines how many blocks of a type are allowed, and [`DecodeVariant`] is a choice of block types.

mod attribute;
mod blocks;
mod body;
mod check;
mod choice;
mod collections;
mod declared;
mod decoder;
mod definition;
mod described;
mod file;
#[cfg(any(
    feature = "chrono",
    feature = "jiff",
    feature = "num-bigint",
    feature = "regex",
    feature = "rust_decimal",
    feature = "time",
    feature = "url",
    feature = "uuid"
))]
mod foreign;
mod label;
mod layout;
mod lazy;
mod misspelled;
mod object;
mod parsed;
mod place;
mod scalars;
mod sensitive;
mod spanned;
mod statics;
mod texts;
mod validate;
mod variants;

pub use attribute::{DecodeAttribute, Reading};
pub use blocks::{Blocks, DecodeBlocks};
pub use body::{Decode, DecodeRemain, Site};
pub use check::Check;
pub use choice::{choose, choose_keyword, choose_label};
pub use decoder::{Decoder, decode_block, decode_into};
pub use definition::{AttributeOptions, BlockOptions, BodyBuilder, Definitions};
pub use file::DecodeFile;
pub use label::DecodeLabel;
pub use lazy::{Lazy, Scope};
pub use object::{ObjectSource, decode_object};
pub use parsed::Parsed;
pub use place::Place;
#[cfg(feature = "serde")]
pub(crate) use place::key_text;
pub use sensitive::Sensitive;
pub use spanned::Spanned;
pub use statics::Keyword;
pub use validate::{validate_option, validate_struct};
pub use variants::{DecodeVariant, DecodeVariants};
