//! Rendering of diagnostics for people, scripts and code scanning services.
//!
//! [`Plain`] renders text without colours for people, and [`concise`] a line each. [`github`], [`junit`], `json`,
//! `terraform_json`, `hcldec_json` and `sarif` render for programs; those without a link require the feature `json` or
//! `sarif`. Each takes a list of diagnostics and the sources that they point into, and
//! none fails: a span that exceeds its source is cut, and invalid UTF-8 is shown as U+FFFD. Whatever a source or a
//! message contains, their output cannot drive a terminal. The functions whose names start with `write` need no
//! memory for the whole output.

mod display;
mod excerpt;
#[cfg(feature = "json")]
mod json;
mod junit;
mod line;
mod plain;
#[cfg(any(feature = "json", feature = "sarif"))]
mod safe;
#[cfg(feature = "sarif")]
mod sarif;
mod text;

#[cfg(feature = "json")]
pub use json::{hcldec_json, json, terraform_json, write_json, write_terraform_json};
pub use junit::junit;
pub use line::{concise, github};
pub use plain::Plain;
#[cfg(feature = "sarif")]
pub use sarif::{sarif, write_sarif};
