//! Objects, comparing, querying and editing.

use hcl2::diagnostics::SourceMap;
use hcl2::edit::{Comments, EditError, Fragment};
use hcl2::native::parse_file;
use hcl2::{Editor, PlainOptions, Syntax, to_plain_json};
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problems::{array, failure, failure_of, object, range, refused, source};
use crate::values::{Classes, from_js};

/// Returns a file in native syntax as JSON: attributes by name, blocks in lists below their types and labels.
///
/// # Errors
///
/// The problems of the file, and of parts without a JSON form.
#[wasm_bindgen(js_name = toJson)]
pub fn to_json(
    bytes: Vec<u8>,
    name: &str,
    simplify: bool,
    comments: bool,
    ranges: bool,
    compact: bool,
) -> Result<String, JsValue> {
    let source = source(name, bytes)?;
    let parsed = parse_file(&source);
    let sources = SourceMap::from(source);
    if parsed.has_errors() {
        return Err(failure(&parsed.diagnostics, &sources, None));
    }
    let mut options = PlainOptions::default();
    options.simplify = simplify;
    options.comments = comments;
    options.ranges = ranges;
    options.compact = compact;
    to_plain_json(&parsed.value, options).map_err(|problems| failure(&problems, &sources, None))
}

/// Compares two files by what they mean: layout, comments and the order of attributes do not count.
///
/// # Errors
///
/// The problems of the files.
#[wasm_bindgen]
pub fn diff(
    before: Vec<u8>,
    before_name: &str,
    before_json: bool,
    after: Vec<u8>,
    after_name: &str,
    after_json: bool,
) -> Result<JsValue, JsValue> {
    let syntax = |is_json| if is_json { Syntax::Json } else { Syntax::Native };
    let before = source(before_name, before)?;
    let after = source(after_name, after)?;
    let mut bodies = Vec::new();
    for (source, is_json) in [(&before, before_json), (&after, after_json)] {
        let parsed = hcl2::ParseOptions::new().parse(source, syntax(is_json));
        if parsed.has_errors() {
            return Err(failure(&parsed.diagnostics, &source.clone().into(), None));
        }
        bodies.push(parsed.value);
    }
    let compared = hcl2::native::compare(&bodies[0], &bodies[1]);
    for (problems, side) in [
        (&compared.problems_before, &before),
        (&compared.problems_after, &after),
    ] {
        if problems.has_errors() {
            return Err(failure(problems, &side.clone().into(), None));
        }
    }
    Ok(array(compared.changes.into_iter().map(|change| {
        let kind = match (change.before, change.after) {
            (None, _) => "added",
            (_, None) => "removed",
            _ => "changed",
        };
        let old = change.before.map(|span| range(&before, span));
        let new = change.after.map(|span| range(&after, span));
        object([
            ("address", change.address.to_string().into()),
            ("kind", kind.into()),
            ("before", old.unwrap_or_default()),
            ("after", new.unwrap_or_default()),
        ])
    })))
}

/// Returns the address and source of everything at an address, such as `resource.aws_instance.*.tags`.
///
/// # Errors
///
/// The problems of the file, or an invalid address.
#[wasm_bindgen]
pub fn select(bytes: Vec<u8>, name: &str, address: &str) -> Result<JsValue, JsValue> {
    let editor = Editor::named(name, bytes).map_err(edit_error)?;
    let found = editor.select(address).map_err(edit_error)?;
    let selections = found.into_iter().map(|address| {
        let text = address.to_string();
        let source = editor.get(&address).unwrap_or_default();
        array([text.into(), source.into()])
    });
    Ok(array(selections))
}

/// Changes a file: an operation with its arguments. Returns the text, and what the operation counts.
///
/// # Errors
///
/// The problems of the file before or after the change, or an argument that is refused.
#[wasm_bindgen]
pub fn edit(
    bytes: Vec<u8>,
    name: &str,
    operation: &str,
    arguments: &Array,
    classes: &Classes,
) -> Result<Array, JsValue> {
    let mut editor = Editor::named(name, bytes).map_err(edit_error)?;
    let text = |index| arguments.get(index).as_string().unwrap_or_default();
    let (first, second) = (text(0), text(1));
    let mut count = 0;
    match operation {
        "set" | "create" => {
            let value = from_js(&arguments.get(1), classes)?;
            let fragment = Fragment::value(&value).map_err(edit_error)?;
            match operation {
                "set" => editor.set(first.as_str(), fragment),
                _ => editor.create(first.as_str(), fragment),
            }
        }
        "setExpression" | "createExpression" => {
            let fragment = Fragment::expression(&second).map_err(edit_error)?;
            match operation {
                "setExpression" => editor.set(first.as_str(), fragment),
                _ => editor.create(first.as_str(), fragment),
            }
        }
        "insert" => editor.append(second.as_str(), first.as_str()),
        "remove" => editor.remove(first.as_str()),
        "rename" => editor.rename(first.as_str(), &second),
        "renameReference" => editor
            .rename_traversal(&first, &second)
            .map(|renamed| count = renamed),
        "setComments" => {
            let above = Array::from(&arguments.get(1));
            let comments = Comments {
                above: above.iter().filter_map(|line| line.as_string()).collect(),
                beside: arguments.get(2).as_string(),
            };
            editor.set_comments(first.as_str(), &comments)
        }
        other => return Err(refused("type", format!("unknown operation {other:?}"))),
    }
    .map_err(edit_error)?;
    Ok(Array::of2(&editor.text().into(), &(count as f64).into()))
}

/// Returns what is thrown for a refused edit: a failure of the kind `lookup` if nothing is at an address.
fn edit_error(error: EditError) -> JsValue {
    match &error {
        EditError::NotFound { .. } => refused("lookup", error.to_string()),
        EditError::Broken(problems) => failure_of(problems),
        _ => refused("edit", error.to_string()),
    }
}
