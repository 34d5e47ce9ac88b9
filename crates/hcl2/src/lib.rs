//! HCL 2 for Rust: one information model, two syntaxes, exact values, precise diagnostics.
//!
//! Most programs start with a [`Loader`]: it reads files of either syntax, and gives a [`Document`] whose body is
//! taken apart with a [`model::BodySchema`] or decoded as a whole with a decoder specification. Problems come as
//! one [`Error`] that holds every diagnostic and prints with the lines that it is about.
//!
//! # Examples
//!
//! ```
//! use hcl2::{Loader, model::BodySchema};
//!
//! let text = r#"
//! port    = 8000 + offset
//! greeting = "hello, ${upper(name)}"
//! "#;
//! let loader = Loader::new().variable("offset", 80).variable("name", "you").standard_functions();
//! let document = loader.load_str("app.hcl", text)?;
//! let values = document.evaluate(&BodySchema::new().required("port").optional("greeting"))?;
//! assert_eq!(values.get("port").unwrap().as_number().unwrap().to_string(), "8080");
//! # Ok::<(), hcl2::Error>(())
//! ```
//!
//! The layers below are crates of their own, re-exported here: [`value`], [`model`], [`native`], [`json`],
//! [`decode`], [`functions`] and [`diagnostics`].

mod document;
mod error;
mod loader;
mod read;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

pub use hcl2_decode as decode;
pub use hcl2_diagnostics as diagnostics;
#[cfg(feature = "functions")]
pub use hcl2_functions as functions;
pub use hcl2_json as json;
pub use hcl2_model as model;
pub use hcl2_native as native;
pub use hcl2_value as value;
#[cfg(feature = "wire")]
pub use hcl2_wire as wire;

pub use document::Document;
pub use error::Error;
pub use loader::Loader;
pub use read::{Parsed, Syntax, expression, parse};

/// The standard functions, with `try`, `can` and `convert`, as a table for an evaluation context.
#[cfg(feature = "functions")]
#[must_use]
pub fn standard_functions() -> model::FunctionTable {
    let mut table: model::FunctionTable = functions::standard().into_iter().collect();
    table.insert("try", decode::try_function());
    table.insert("can", decode::can_function());
    table.insert("convert", decode::convert_function());
    table
}
