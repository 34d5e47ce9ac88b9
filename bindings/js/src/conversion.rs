//! Conversion of Terraform files between the syntaxes.

use hcl2::terraform::Converter;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problems::{failure, source};

/// Converts a Terraform file to the other syntax.
///
/// # Errors
///
/// The problems of the file, and of what the other syntax cannot express.
#[wasm_bindgen]
pub fn convert(bytes: Vec<u8>, name: &str, to_json: bool) -> Result<String, JsValue> {
    let source = source(name, bytes)?;
    let converter = Converter::new();
    let converted = match to_json {
        true => converter.to_json(&source),
        false => converter.to_native(&source),
    };
    match converted.into_result() {
        Ok(text) => Ok(text.unwrap_or_default()),
        Err(diagnostics) => Err(failure(&diagnostics, &source.into(), None)),
    }
}
