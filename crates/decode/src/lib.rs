//! HCL 2 bodies as Rust types, and Rust types as bodies.
//!
//! - [`Decode`] and [`Encode`] are the traits behind the derive macros; [`decode_into`] makes a Rust type of a body.
//! - [`to_json`] writes a value as the command prints it.

mod encode;
mod json;
#[cfg(feature = "serde")]
mod serde;
mod typed;

#[cfg(feature = "serde")]
pub use self::serde::*;
pub use encode::*;
pub use json::{JsonError, JsonOptions, to_json, write_json_string};
pub use typed::*;
