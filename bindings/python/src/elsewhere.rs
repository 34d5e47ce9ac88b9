//! Names that other libraries and commands have for what a class does.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

/// A class, a name that it does not have, and what to write instead.
const NAMES: [(&str, &str, &str); 24] = [
    ("Block", "body", "block[name]` and `block.blocks(type)"),
    ("Block", "name", "labels"),
    ("Editor", "add", "append(address, source)"),
    ("Editor", "attributes", "keys()"),
    ("Editor", "blocks", "select(address)"),
    ("Editor", "delete", "remove(address)"),
    ("Editor", "dumps", "text"),
    ("Editor", "insert", "insert_before(address, source)"),
    ("Editor", "read", "open(path)"),
    ("Editor", "rename_traversal", "rename_reference(old, new)"),
    ("Editor", "update", "set(address, value)"),
    ("Editor", "write", "save(path)"),
    ("File", "body", "file[name]` and `file.blocks(type)"),
    ("File", "decode", "hcl2rs.decode(file, type)"),
    ("File", "dict", "to_dict()"),
    ("File", "json", "to_json()"),
    ("File", "variables", "references"),
    ("Module", "children", "calls"),
    ("Module", "data_sources", "resources"),
    ("Module", "evaluate", "eval(expression)"),
    ("Module", "modules", "calls"),
    ("Module", "providers", "required_providers"),
    ("Module", "validate", "check()"),
    ("Plan", "changes", "resources"),
];

/// Returns the error for a name that an object does not have, with what it calls the same thing.
///
/// Python adds its own suggestion, of a similar name, where the error is not caught.
pub(crate) fn unknown_name<T>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<T> {
    let class = object.get_type().name()?.to_string();
    let found = NAMES.iter().find(|(of, other, _)| *of == class && *other == name);
    let hint = found
        .map(|(.., here)| format!("; use `{here}`"))
        .unwrap_or_default();
    let message = format!("'{class}' object has no attribute '{name}'{hint}");
    Err(PyAttributeError::new_err(message))
}
