//! HCL 2 bodies as Rust types, and Rust types as bodies.
//!
//! [`Decode`] and [`Encode`] are the traits behind the derive macros. [`decode_into`] decodes a body into a Rust type;
//! [`decode_value`] and [`encode_value`] convert between values and Rust types.
//!
//! The modules are for types that implement the traits themselves, and for tools:
//!
//! - [`attribute`], [`block`] and [`body`] have the traits for the parts of a body, and the types in their signatures;
//! - [`encode`] has their counterparts for encoding;
//! - [`schema`] has the schema of a derived type, as data, as a document and as JSON Schema;
//! - `serde`, behind the feature of this name, converts between values and the types of serde.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//!
//! use hcl2_decode::decode_into;
//! use hcl2_diagnostics::Source;
//! use hcl2_model::BodyRef;
//! use hcl2_native::NativeBody;
//!
//! #[derive(hcl2_derive::Decode, Debug, PartialEq)]
//! #[hcl(crate = hcl2_decode)]
//! struct Config {
//!     port: u16,
//! }
//!
//! let source = Source::new("app.hcl", "port = 80\n")?;
//! let file = hcl2_native::parse_file(&source).into_result().expect("the source is valid");
//! let root = file.root().body().expect("the source is a file");
//! let body: BodyRef = Arc::new(NativeBody::new(file, root));
//! assert_eq!(decode_into::<Config>(&body, None).into_result(), Ok(Some(Config { port: 80 })));
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

pub mod encode;
pub mod function;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde;
mod typed;
mod value;

pub use encode::Encode;
pub use function::function;
pub use hcl2_wire::json::{JsonError, JsonOptions, value_to_json};
pub use typed::{Check, Decode, Decoder, Keyword, Lazy, Sensitive, Spanned, decode_block, decode_into};
pub use value::{ValueError, ValueProblem, decode_value, encode_value};

/// Types that attributes are decoded to.
pub mod attribute {
    pub use crate::typed::{DecodeAttribute, Place, Reading};
}

/// Types that blocks and their labels are decoded to.
pub mod block {
    pub use crate::typed::{Blocks, DecodeBlocks, DecodeLabel, DecodeVariant, DecodeVariants};
}

/// What implementations of [`Decode`] use: the description of a body, and its content.
pub mod body {
    pub use crate::typed::{
        AttributeOptions, BlockOptions, BodyBuilder, DecodeRemain, Definitions, Scope, Site,
    };
}

/// Types that files are decoded to.
pub mod file {
    pub use crate::typed::DecodeFile;
}

/// The names that derived code uses.
#[doc(hidden)]
pub mod derived {
    pub use hcl2_diagnostics::Span;
    pub use hcl2_model::{Block, BodyRef, ExpressionRef, Label, Name};
    pub use hcl2_value::{Type, Value};

    pub use crate::attribute::{DecodeAttribute, Place, Reading};
    pub use crate::block::{DecodeBlocks, DecodeLabel, DecodeVariant, DecodeVariants};
    pub use crate::body::{AttributeOptions, BlockOptions, BodyBuilder, DecodeRemain, Definitions, Site};
    pub use crate::encode::{
        EncodeAttribute, EncodeBlocks, EncodeError, EncodeLabel, EncodeRemain, EncodeVariant, EncodeVariants,
        Encoded, EncodedBody,
    };
    pub use crate::schema::AttributeKind;
    pub use crate::typed::{
        ObjectSource, Parsed, choose, choose_keyword, choose_label, decode_object, validate_option,
        validate_struct,
    };
    pub use crate::{Decode, Decoder, Encode, Keyword};
}
