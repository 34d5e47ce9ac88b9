//! Where an expression is written.

use std::sync::Arc;

use hcl2::ExpressionRef;
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, Span};
use hcl2::native::tree::TextRange;
use hcl2::native::{NativeExpression, parse_file};
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json::{Found, part};
use crate::problems::{failure, refused, source};
use crate::syntax::expression_at;

#[wasm_bindgen]
extern "C" {
    /// Where an expression is written, which `lib/document.js` describes.
    pub type Place;

    /// Returns `"expression"` if the text is one, `"attribute"` if it is an attribute of a file in native syntax, or `"json"` if
    /// it is a file in JSON syntax.
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

    /// Returns the offset of the attribute in the file.
    #[wasm_bindgen(method, getter)]
    fn offset(this: &Place) -> u32;

    /// Returns the steps to the expression in a file in JSON syntax.
    #[wasm_bindgen(method, getter)]
    fn steps(this: &Place) -> Array;

    /// Returns the text of the file, which only problems need.
    #[wasm_bindgen(method)]
    fn whole(this: &Place) -> Vec<u8>;
}

/// An expression with the source that its spans point into.
pub(crate) struct Located {
    pub(crate) expression: ExpressionRef,
    source: Source,
}

/// Finds the expression at a place.
pub(crate) fn locate(place: &Place) -> Result<Located, JsValue> {
    let source = source(&place.name(), place.bytes())?;
    let expression: ExpressionRef = match place.kind().as_str() {
        "attribute" => {
            let file = parse_file(&source).value;
            let range = TextRange::new(place.start(), place.end());
            let id = expression_at(&file, range)
                .ok_or_else(|| refused("type", "the file has no such expression"))?;
            Arc::new(NativeExpression::new(file, id))
        }
        "json" => match part(&source, &place.steps())? {
            Found::Expression(expression) => expression,
            Found::Body(_) => return Err(refused("type", "the file has no such expression")),
        },
        _ => {
            let parsed = hcl2::parse_expression(&source);
            if parsed.has_errors() {
                return Err(failure(&parsed.diagnostics, &source.into(), None));
            }
            parsed.value
        }
    };
    Ok(Located { expression, source })
}

impl Located {
    /// Returns what is thrown for problems of the expression, with their places in the file.
    pub(crate) fn failure(self, diagnostics: &Diagnostics, place: &Place, cause: Option<JsValue>) -> JsValue {
        if place.kind() != "attribute" {
            return failure(diagnostics, &SourceMap::from(self.source), cause);
        }
        let whole = match source(&place.name(), place.whole()) {
            Ok(whole) => whole,
            Err(error) => return error,
        };
        let offset = place.offset();
        let moved = |span: Span| Span::new(whole.id(), span.start + offset, span.end + offset);
        let moved: Diagnostics = diagnostics
            .iter()
            .map(|one| {
                let mut one: Diagnostic = one.clone();
                one.subject = one.subject.map(moved);
                one.context = one.context.map(moved);
                for label in &mut one.labels {
                    label.span = moved(label.span);
                }
                for suggestion in &mut one.suggestions {
                    suggestion.span = moved(suggestion.span);
                }
                one
            })
            .collect();
        failure(&moved, &SourceMap::from(whole), cause)
    }
}
