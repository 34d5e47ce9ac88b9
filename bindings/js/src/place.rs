//! Where an expression is written.

use std::sync::Arc;

use hcl2::ExpressionRef;
use hcl2::diagnostics::{Diagnostics, Outcome, Source, SourceMap, Span};
use hcl2::native::tree::TextRange;
use hcl2::native::{NativeExpression, parse_file};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problems::{failure, refused, source};
use crate::syntax::expression_at;

#[wasm_bindgen]
extern "C" {
    /// Where an expression is written, which `lib/document.js` describes.
    pub type Place;

    /// Returns `"expression"` if the text is one and all of its file, `"attribute"` if it is an attribute of a file in native
    /// syntax, or `"json"` if it is a value of a file in JSON syntax.
    #[wasm_bindgen(method, getter)]
    fn kind(this: &Place) -> String;

    /// Returns the text.
    #[wasm_bindgen(method, getter)]
    fn bytes(this: &Place) -> Vec<u8>;

    /// Returns the name of the file.
    #[wasm_bindgen(method, getter)]
    fn name(this: &Place) -> String;

    /// Returns the offset of the expression in the attribute.
    #[wasm_bindgen(method, getter)]
    fn start(this: &Place) -> u32;

    /// Returns the offset of its end.
    #[wasm_bindgen(method, getter)]
    fn end(this: &Place) -> u32;

    /// Returns the offset of the attribute or value in the file.
    #[wasm_bindgen(method, getter)]
    fn offset(this: &Place) -> u32;

    /// Returns the text of the file, which only problems need.
    #[wasm_bindgen(method)]
    fn whole(this: &Place) -> Vec<u8>;
}

impl Place {
    /// Returns the text as a source.
    pub(crate) fn source(&self) -> Result<Source, JsValue> {
        source(&self.name(), self.bytes())
    }

    /// Returns what is thrown for problems of the text, with their places in the file.
    pub(crate) fn failure(&self, diagnostics: &Diagnostics, cause: Option<JsValue>) -> JsValue {
        let whole = match source(&self.name(), self.whole()) {
            Ok(whole) => whole,
            Err(error) => return error,
        };
        let offset = self.offset();
        let moved = |span: Span| Span::new(whole.id(), span.start + offset, span.end + offset);
        let moved = diagnostics.clone().map(|mut one| {
            one.subject = one.subject.map(moved);
            one.context = one.context.map(moved);
            for label in &mut one.labels {
                label.span = moved(label.span);
            }
            for suggestion in &mut one.suggestions {
                suggestion.span = moved(suggestion.span);
            }
            one
        });
        failure(&moved, &SourceMap::from(whole), cause)
    }
}

/// Finds the expression at a place.
pub(crate) fn locate(place: &Place) -> Result<ExpressionRef, JsValue> {
    let source = place.source()?;
    match place.kind().as_str() {
        "attribute" => {
            let file = parse_file(&source).value;
            let range = TextRange::new(place.start(), place.end());
            let id = expression_at(&file, range)
                .ok_or_else(|| refused("type", "the file has no such expression"))?;
            Ok(Arc::new(NativeExpression::new(file, id)))
        }
        "json" => parsed(place, hcl2::json::parse_expression(&source)),
        _ => parsed(place, hcl2::ParseOptions::new().parse_expression(&source)),
    }
}

/// Returns what was parsed at a place.
fn parsed(place: &Place, parsed: Outcome<ExpressionRef>) -> Result<ExpressionRef, JsValue> {
    match parsed.has_errors() {
        true => Err(place.failure(&parsed.diagnostics, None)),
        false => Ok(parsed.value),
    }
}
