//! Parsing and formatting of the native syntax.

use hcl2::diagnostics::SourceMap;
use hcl2::native::lexer::TokenKind;
use hcl2::native::tree::{ExprId, File, Node, TextRange};
use hcl2::native::{Style, parse_file};
use js_sys::{Array, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::nodes::Table;
use crate::problems::{array, failure, problems, source};

/// Parses a file. Returns the table of its nodes, the strings that the table refers to, the offsets of the comments, and the
/// warnings.
///
/// # Errors
///
/// The problems, if one is an error.
#[wasm_bindgen]
pub fn parse(bytes: Vec<u8>, name: &str) -> Result<Array, JsValue> {
    let source = source(name, bytes)?;
    let parsed = parse_file(&source);
    let sources = SourceMap::from(source);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &sources, None));
    }
    let table = Table::new(&parsed.value);
    let mut comments = Vec::new();
    for token in parsed.value.tokens().iter() {
        if token.kind == TokenKind::Comment {
            comments.extend([token.range.start, token.range.end]);
        }
    }
    Ok(Array::of4(
        &Uint32Array::from(table.rows.as_slice()),
        &array(table.strings.iter().map(JsValue::from)),
        &Uint32Array::from(comments.as_slice()),
        &problems(&parsed.diagnostics, &sources),
    ))
}

/// Parses a file, and returns its problems.
///
/// # Errors
///
/// The problem of a source that is too large.
#[wasm_bindgen]
pub fn check(bytes: Vec<u8>, name: &str) -> Result<JsValue, JsValue> {
    let source = source(name, bytes)?;
    let parsed = parse_file(&source);
    Ok(problems(&parsed.diagnostics, &SourceMap::from(source)))
}

/// Formats a file.
///
/// # Errors
///
/// The problems of parsing it.
#[wasm_bindgen]
pub fn format(
    bytes: Vec<u8>,
    name: &str,
    indentation: u8,
    align: bool,
    max_width: Option<u32>,
    sort_attributes: bool,
) -> Result<String, JsValue> {
    let source = source(name, bytes)?;
    let parsed = parse_file(&source);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &SourceMap::from(source), None));
    }
    let style = Style::default()
        .with_indentation(indentation)
        .with_align(align)
        .with_max_width(max_width)
        .with_sort_attributes(sort_attributes);
    Ok(String::from_utf8_lossy(&style.format(source.bytes())).into_owned())
}

/// Returns the offsets of the references to variables in an expression, and the names of the functions that it calls. The
/// expression has a range in the text of its attribute.
///
/// # Errors
///
/// The problem of a source that is too large.
#[wasm_bindgen]
pub fn uses(attribute: Vec<u8>, start: u32, end: u32) -> Result<Array, JsValue> {
    let file = parse_file(&source("", attribute)?).value;
    let Some(id) = expression_at(&file, TextRange::new(start, end)) else {
        return Ok(Array::of2(&Uint32Array::new_with_length(0), &Array::new()));
    };
    let ranges = file.variable_ranges(Node::Expr(id)).into_iter();
    let offsets: Vec<u32> = ranges.flat_map(|range| [range.start, range.end]).collect();
    let functions = file.functions(Node::Expr(id)).into_iter();
    let names = array(functions.map(|function| function.name.as_str().into()));
    Ok(Array::of2(&Uint32Array::from(offsets.as_slice()), &names))
}

/// Returns the expression with this range.
pub(crate) fn expression_at(file: &File, range: TextRange) -> Option<ExprId> {
    let nodes = file.nodes_at(range.start);
    nodes.into_iter().find_map(|node| match node {
        Node::Expr(id) if file.expr_range(id) == range => Some(id),
        _ => None,
    })
}

/// Returns the number of grapheme clusters in a string without line endings.
///
/// # Errors
///
/// The problem of a source that is too large.
#[wasm_bindgen]
pub fn width(line: Vec<u8>) -> Result<u32, JsValue> {
    let end = line.len() as u32;
    Ok(source("", line)?.position(end).column - 1)
}
