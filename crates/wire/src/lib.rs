//! The Terraform object wire format: values of the HCL 2 information model as Terraform and its providers exchange them.
//!
//! - [`notation`] writes types as JSON, and reads them back.
//! - [`msgpack`] encodes and decodes values as MessagePack, unknown values and their refinements included.
//! - [`json`] encodes and decodes values as JSON, which has no unknown values.
//! - [`schema`] describes blocks, and derives the types of their values.
//!
//! Both formats are driven by a type constraint that the two ends agree on beforehand: the same bytes mean different
//! values under different constraints. Where a constraint has the dynamic pseudo-type, the type is sent with the value.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::{Type, Value};
//! use hcl2_wire::{msgpack, notation};
//!
//! let ty = notation::read(br#"["object",{"id":"string","ports":["list","number"]}]"#)?;
//! let ports = Value::tuple([Value::from(80), Value::from(443)]);
//! let value = Value::object([("id", Value::unknown(Type::STRING)), ("ports", ports)]);
//!
//! let bytes = msgpack::encode(&value, &ty)?;
//! assert_eq!(bytes, b"\x82\xa2id\xd4\0\0\xa5ports\x92\x50\xcd\x01\xbb");
//!
//! let decoded = msgpack::decode(&bytes, &ty)?;
//! assert_eq!(decoded.ty(), &ty);
//! assert!(!decoded.get("id").unwrap().is_known());
//! # Ok::<(), hcl2_wire::WireError>(())
//! ```
//!
//! # Limits
//!
//! Types and values are nested at most [`MAX_DEPTH`] levels deep, and a number has at most [`Number::MAX_DIGITS`] digits.
//! An encoded value has at most [`MAX_ENCODED_BYTES`], unless the caller sets another limit.
//! A message implies at most [`MAX_IMPLIED`] parts without spelling them out.
//! Memory grows with the length of a message, never with a length that it merely announces.
//!
//! [`Number::MAX_DIGITS`]: hcl2_value::Number::MAX_DIGITS

mod collect;
mod error;
pub mod json;
pub mod msgpack;
pub mod notation;
mod reader;
pub mod schema;

pub use error::{WireError, WireErrorKind};

/// Maximum nesting depth of types and values, in both directions.
pub const MAX_DEPTH: u32 = 128;

/// Maximum length of an encoded value or type in bytes, unless another is given. A value that shares its parts may have a much
/// longer encoding than it takes in memory.
pub const MAX_ENCODED_BYTES: u64 = 256 << 20;

/// Maximum number of parts that a decoded message may imply without spelling them out: attributes that an object omits
/// in JSON, and elements of unknown lists whose length a refinement fixes.
pub const MAX_IMPLIED: usize = 1 << 22;

/// The page on the wire format, whose examples run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/wire.md")]
struct Page;
