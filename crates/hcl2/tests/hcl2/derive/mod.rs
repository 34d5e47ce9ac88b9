//! Decoding into derived types through the facade, from both syntaxes.

mod everything;
mod problems;
#[cfg(feature = "serde")]
mod serde;
mod support;
mod variants;
mod written;
