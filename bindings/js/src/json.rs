//! Files in JSON syntax, whose parts are found again for each question.

use hcl2::Syntax;
use hcl2::diagnostics::{Source, SourceMap, Span};
use hcl2::model::{BodyRef, BodySchema, ExpressionRef};
use js_sys::Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::problems::{array, failure, object, refused, source};

/// A part of a file.
pub(crate) enum Found {
    Body(BodyRef),
    Expression(ExpressionRef),
}

/// Finds the part of a file that steps lead to: arrays of `"block"`, type, number of labels and index; `"attribute"` and name;
/// `"pair"`, index, and whether it is the key; or `"element"` and index.
pub(crate) fn part(source: &Source, steps: &Array) -> Result<Found, JsValue> {
    let parsed = hcl2::parse_source(source, Syntax::Json);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &source.clone().into(), None));
    }
    let mut found = Found::Body(parsed.value);
    for step in steps.iter() {
        let step = step.unchecked_into::<Array>();
        found = next(found, &step, source)?.ok_or_else(|| refused("type", "the file has no such part"))?;
    }
    Ok(found)
}

fn next(found: Found, step: &Array, source: &Source) -> Result<Option<Found>, JsValue> {
    let text = |at| step.get(at).as_string().unwrap_or_default();
    let index = |at| step.get(at).as_f64().unwrap_or_default() as usize;
    Ok(match (found, text(0).as_str()) {
        (Found::Body(body), "block") => {
            let mut blocks = blocks(&body, &text(1), index(2), source)?.into_iter();
            blocks.nth(index(3)).map(|block| Found::Body(block.body))
        }
        (Found::Body(body), "attribute") => {
            let name = text(1);
            let attributes = body.attributes().value;
            let mut attributes = attributes.iter();
            let found = attributes.find(|attribute| attribute.name.as_str() == name);
            found.map(|attribute| Found::Expression(attribute.expression.clone()))
        }
        (Found::Expression(expression), "element") => {
            let elements = expression.static_list().unwrap_or_default();
            elements.into_iter().nth(index(1)).map(Found::Expression)
        }
        (Found::Expression(expression), "pair") => {
            let pair = expression
                .static_map()
                .unwrap_or_default()
                .into_iter()
                .nth(index(1));
            let is_key = step.get(2).is_truthy();
            pair.map(|(key, value)| Found::Expression(if is_key { key } else { value }))
        }
        _ => None,
    })
}

fn blocks(
    body: &BodyRef,
    block_type: &str,
    label_count: usize,
    source: &Source,
) -> Result<Vec<hcl2::model::Block>, JsValue> {
    let names = (0..label_count).map(|index| format!("label {index}"));
    let content = body.partial_content(&BodySchema::new().block(block_type, names));
    if content.has_errors() {
        return Err(failure(&content.diagnostics, &source.clone().into(), None));
    }
    Ok(content.value.content.blocks)
}

fn offsets(span: Span) -> [JsValue; 2] {
    [span.start.into(), span.end.into()]
}

/// Parses a file in JSON syntax, and returns its problems.
///
/// # Errors
///
/// The problem of a source that is too large.
#[wasm_bindgen(js_name = jsonCheck)]
pub fn json_check(bytes: Vec<u8>, name: &str) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let parsed = hcl2::parse_source(&source, Syntax::Json);
    let sources = SourceMap::from(source);
    Ok(crate::problems::problems(&parsed.diagnostics, &sources))
}

/// Returns the attributes of a body: arrays of a name, and the offsets of the attribute, its name and its expression.
///
/// # Errors
///
/// The problems of the file.
#[wasm_bindgen(js_name = jsonAttributes)]
pub fn json_attributes(bytes: Vec<u8>, name: &str, steps: &Array) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let Found::Body(body) = part(&source, steps)? else {
        return Err(refused("type", "the file has no such body"));
    };
    let attributes = body.attributes().value;
    Ok(array(attributes.iter().map(|attribute| {
        let spans = [attribute.span, attribute.name_span, attribute.expression.span()];
        let name = JsValue::from(attribute.name.as_str());
        let all = std::iter::once(name).chain(spans.into_iter().flat_map(offsets));
        array(all)
    })))
}

/// Returns the blocks of a type with a number of labels: arrays of the labels, and the offsets of the header.
///
/// # Errors
///
/// The problems of the file, and of its blocks.
#[wasm_bindgen(js_name = jsonBlocks)]
pub fn json_blocks(
    bytes: Vec<u8>,
    name: &str,
    steps: &Array,
    block_type: &str,
    label_count: usize,
) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let Found::Body(body) = part(&source, steps)? else {
        return Err(refused("type", "the file has no such body"));
    };
    let blocks = blocks(&body, block_type, label_count, &source)?;
    Ok(array(blocks.iter().map(|block| {
        let labels = block.labels.iter();
        let labels = array(labels.map(|label| (&*label.text).into()));
        array(std::iter::once(labels).chain(offsets(block.header_span)))
    })))
}

/// Returns what an expression consists of: the offsets of the elements of a list, those of the keys and values of an object, and
/// of its references; and the names of the functions that it calls.
///
/// # Errors
///
/// The problems of the file.
#[wasm_bindgen(js_name = jsonExpression)]
pub fn json_expression(bytes: Vec<u8>, name: &str, steps: &Array) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let Found::Expression(expression) = part(&source, steps)? else {
        return Err(refused("type", "the file has no such expression"));
    };
    let elements = expression.static_list().map(|elements| {
        let spans = elements.iter().map(|element| element.span());
        array(spans.flat_map(offsets))
    });
    let pairs = expression.static_map().map(|pairs| {
        let spans = pairs.iter().flat_map(|(key, value)| [key.span(), value.span()]);
        array(spans.flat_map(offsets))
    });
    let references = expression.variables();
    let references = references.iter().filter_map(hcl2::model::Traversal::span);
    let functions = expression.functions().into_iter();
    Ok(object([
        ("elements", elements.unwrap_or_default()),
        ("pairs", pairs.unwrap_or_default()),
        ("references", array(references.flat_map(offsets))),
        (
            "functions",
            array(functions.map(|function| function.name.as_str().into())),
        ),
    ]))
}
