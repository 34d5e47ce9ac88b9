//! Diagnostics as text: for people, for scripts and for code scanning services.
//!
//! [`Plain`] is for people and has no colour; `json`, `hcldec_json` and `sarif`, each behind the feature of
//! its name, are for programs. All of them take a list of diagnostics and the sources these point into, and
//! none fails: a span that does not fit its source is cut to it, and bytes that are not UTF-8 are shown as
//! U+FFFD.

mod display;
mod excerpt;
#[cfg(feature = "json")]
mod json;
mod plain;
#[cfg(feature = "sarif")]
mod sarif;
mod text;

#[cfg(feature = "json")]
pub use json::{hcldec_json, json};
pub use plain::Plain;
#[cfg(feature = "sarif")]
pub use sarif::sarif;
