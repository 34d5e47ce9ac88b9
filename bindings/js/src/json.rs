//! Files in JSON syntax. Each question is about a slice of a file, one value, so that questions about all parts of a file take
//! time that is linear in its length.

use std::collections::HashMap;

use hcl2::Syntax;
use hcl2::diagnostics::{Source, SourceMap, Span};
use hcl2::json::{NodeKind, parse_tree};
use hcl2::model::{BodyRef, BodySchema};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::place::{Place, locate};
use crate::problems::{array, object, source};

fn offsets(span: Span) -> [JsValue; 2] {
    [span.start.into(), span.end.into()]
}

/// Reads the value at a place as a body: null is an empty one.
fn body(place: &Place, source: &Source) -> Result<BodyRef, JsValue> {
    let parsed = hcl2::ParseOptions::new().parse(source, Syntax::Json);
    match parsed.has_errors() && source.bytes() != b"null" {
        true => Err(place.failure(&parsed.diagnostics, None)),
        false => Ok(parsed.value),
    }
}

/// Parses a file in JSON syntax, and returns its problems.
///
/// # Errors
///
/// The problem of a source that is too large.
#[wasm_bindgen(js_name = jsonCheck)]
pub fn json_check(bytes: Vec<u8>, name: &str) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let parsed = hcl2::ParseOptions::new().parse(&source, Syntax::Json);
    let sources = SourceMap::from(source);
    Ok(crate::problems::problems(&parsed.diagnostics, &sources))
}

/// Returns the attributes of a body: arrays of a name, and the offsets in the body of the attribute, its name and its
/// expression.
///
/// # Errors
///
/// The problems of the body.
#[wasm_bindgen(js_name = jsonAttributes)]
pub fn json_attributes(place: &Place) -> Result<JsValue, JsValue> {
    let source = place.source()?;
    let attributes = body(place, &source)?.attributes().value;
    Ok(array(attributes.iter().map(|attribute| {
        let spans = [attribute.span, attribute.name_span, attribute.expression.span()];
        let name = JsValue::from(attribute.name.as_str());
        let all = std::iter::once(name).chain(spans.into_iter().flat_map(offsets));
        array(all)
    })))
}

/// Returns the blocks of a type with a number of labels: arrays of the labels, and the offsets in the body of the header and the
/// content.
///
/// # Errors
///
/// The problems of the body, and of its blocks.
#[wasm_bindgen(js_name = jsonBlocks)]
pub fn json_blocks(place: &Place, block_type: &str, label_count: usize) -> Result<JsValue, JsValue> {
    let source = place.source()?;
    let names = (0..label_count).map(|index| format!("label {index}"));
    let schema = BodySchema::new().block(block_type, names);
    let found = body(place, &source)?.partial_content(&schema);
    if found.has_errors() {
        return Err(place.failure(&found.diagnostics, None));
    }
    let contents = contents(&source);
    Ok(array(found.value.content.blocks.iter().map(|block| {
        let labels = block.labels.iter();
        let labels = array(labels.map(|label| (&*label.text).into()));
        let end = block.body.missing_item_span();
        let content = contents.get(&end.start).copied().unwrap_or(end);
        let spans = [block.header_span, content];
        array(std::iter::once(labels).chain(spans.into_iter().flat_map(offsets)))
    })))
}

/// Returns the ranges of all values by where the body that one is expects another item.
fn contents(source: &Source) -> HashMap<u32, Span> {
    let tree = parse_tree(source).value;
    let of_node = |node: hcl2::json::Node<'_>| {
        let closing = node.close_span().filter(|_| node.kind() == NodeKind::Object);
        (closing.unwrap_or_else(|| node.open_span()).start, node.span())
    };
    tree.nodes().map(of_node).collect()
}

/// Returns what an expression consists of: the offsets in it of the elements of a list, those of the keys and values of an
/// object, and of its references; and the names of the functions that it calls.
///
/// # Errors
///
/// The problems of the expression.
#[wasm_bindgen(js_name = jsonExpression)]
pub fn json_expression(place: &Place) -> Result<JsValue, JsValue> {
    let expression = locate(place)?;
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
