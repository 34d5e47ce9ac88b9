//! The WebAssembly module of the npm package.
//!
//! It converts between JavaScript objects and the types of the facade, and has no logic of the language. It keeps nothing
//! between calls: if a lack of memory or anything else stops one, JavaScript goes on with a new instance.

mod advice;
#[cfg(feature = "base")]
pub mod ast;
#[cfg(feature = "full")]
pub mod conversion;
#[cfg(feature = "base")]
pub mod evaluate;
#[cfg(feature = "full")]
pub mod files;
#[cfg(feature = "base")]
pub mod json;
#[cfg(feature = "full")]
pub mod modules;
mod nodes;
#[cfg(feature = "base")]
pub mod place;
#[cfg(feature = "full")]
pub mod plans;
mod problems;
pub mod syntax;
#[cfg(feature = "base")]
pub mod texts;
#[cfg(feature = "base")]
pub mod values;

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic an exception with its message.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Returns the version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the memory of the instance.
#[wasm_bindgen(js_name = instanceMemory)]
pub fn instance_memory() -> wasm_bindgen::JsValue {
    wasm_bindgen::memory()
}
