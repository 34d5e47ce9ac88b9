//! The C interface of hcl2: text in UTF-8 goes in, and text and JSON come out.
//!
//! It has no logic of the language. [`ffi`] has the exported functions and all unsafe code; everything else is safe.

mod calls;
pub mod ffi;
mod module;
mod result;
