//! Files as dictionaries, in the forms of other libraries.

mod bc;
mod comments;
mod go;
mod heredoc;
mod plain;
mod seven;
mod source;
mod text;
mod write;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use hcl2::diagnostics::{Source, SourceMap};
use hcl2::native::parse_file;
use hcl2::native::tree::{BinaryOperator, Block, BodyId, Expr, ExprId, File};
use hcl2::{PlainOptions, to_plain_json};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::problems::{exception, exception_of};
use crate::source::content_of;

pub(crate) use source::SourceOptions;
pub(crate) use write::_source_text;

/// Parses a source, without holding the interpreter.
fn parsed(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Arc<File>> {
    let py = object.py();
    let (bytes, found) = content_of(object)?;
    let name = found.unwrap_or_else(|| name.to_owned());
    let source = Source::new(name, bytes).map_err(|error| exception_of(py, &error.into()))?;
    let outcome = py.detach(|| parse_file(&source));
    if outcome.has_errors() {
        let sources = SourceMap::from(source);
        return Err(exception(py, &outcome.diagnostics, &sources, None));
    }
    Ok(outcome.value)
}

/// The Python strings of names, which occur often.
struct Names<'f, 'py> {
    py: Python<'py>,
    known: RefCell<HashMap<&'f str, Bound<'py, PyString>, RandomState>>,
}

/// A file has about one new name for this many bytes.
const BYTES_OF_A_NAME: usize = 96;
/// The most names that there is room for from the start.
const MAX_NAMES: usize = 1 << 10;

impl<'f, 'py> Names<'f, 'py> {
    fn new(py: Python<'py>, file: &File) -> Self {
        let capacity = (file.bytes().len() / BYTES_OF_A_NAME).min(MAX_NAMES);
        let known = HashMap::with_capacity_and_hasher(capacity, RandomState::default());
        Self {
            py,
            known: RefCell::new(known),
        }
    }

    fn get(&self, name: &'f str) -> Bound<'py, PyString> {
        let mut known = self.known.borrow_mut();
        let found = known.entry(name);
        found.or_insert_with(|| PyString::new(self.py, name)).clone()
    }
}

/// Returns the Python string of an expression in `${...}`. `scratch` is memory for its text.
fn interpolation<'py>(py: Python<'py>, text: &str, scratch: &RefCell<String>) -> Bound<'py, PyString> {
    let mut scratch = scratch.borrow_mut();
    scratch.clear();
    scratch.extend(["${", text, "}"]);
    PyString::new(py, &scratch)
}

/// Returns the dictionary of a file from that of its body.
fn of_root<'py>(
    py: Python<'py>,
    file: &File,
    body: impl FnOnce(BodyId) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    file.root().body().map_or_else(|| Ok(PyDict::new(py)), body)
}

/// Adds the lines of a block to its dictionary.
fn add_lines(file: &File, block: &Block, dict: &Bound<'_, PyDict>) -> PyResult<()> {
    let (py, lines) = (dict.py(), file.source().line_index());
    let (start, end) = (block.block_type.start, block.close_brace.start);
    dict.set_item(intern!(py, "__start_line__"), lines.line_of(start))?;
    dict.set_item(intern!(py, "__end_line__"), lines.line_of(end))
}

/// Returns the first operand of a binary operation, and the other ones with their operators, the last one first. The left
/// operands may form a spine of any length.
fn operands(file: &File, operation: ExprId) -> (ExprId, Vec<(BinaryOperator, ExprId)>) {
    let mut others = Vec::new();
    let mut first = operation;
    while let Expr::Binary {
        operator,
        left,
        right,
        ..
    } = file.expr(first)
    {
        others.push((operator, right));
        first = left;
    }
    (first, others)
}

fn same_name(name: &Bound<'_, PyString>) -> PyErr {
    PyValueError::new_err(format!("both an attribute and a block are named {name}"))
}

/// Returns a file as a dictionary in which values are source text, as python-hcl2 has it.
#[pyfunction]
#[pyo3(signature = (source, options))]
pub(crate) fn _source_dict<'py>(
    source: &Bound<'py, PyAny>,
    options: SourceOptions,
) -> PyResult<Bound<'py, PyDict>> {
    let file = parsed(source, "<string>")?;
    source::Walk::new(source.py(), &file, options).file()
}

/// Returns a file as a dictionary as version 7 of python-hcl2 has it.
#[pyfunction]
pub(crate) fn _seven_dict<'py>(source: &Bound<'py, PyAny>, with_meta: bool) -> PyResult<Bound<'py, PyDict>> {
    let file = parsed(source, "<string>")?;
    seven::file(source.py(), &file, with_meta)
}

/// Returns a file as a dictionary in which each attribute is a list, as bc-python-hcl2 has it.
#[pyfunction]
pub(crate) fn _bc_dict<'py>(source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let file = parsed(source, "<string>")?;
    bc::file(source.py(), &file)
}

/// Returns a file as a dictionary in which blocks are nested by their labels, as pygohcl has it.
#[pyfunction]
pub(crate) fn _go_dict<'py>(source: &Bound<'py, PyAny>, keep: bool) -> PyResult<Bound<'py, PyDict>> {
    let file = parsed(source, "<string>")?;
    go::file(source.py(), &file, keep)
}

/// Returns a file as JSON, as hcl2json writes it.
#[pyfunction]
pub(crate) fn _plain_json(
    source: &Bound<'_, PyAny>,
    simplify: bool,
    comments: bool,
    ranges: bool,
) -> PyResult<String> {
    let file = parsed(source, "<string>")?;
    json_of(source.py(), &file, plain_options(simplify, comments, ranges))
}

/// Returns a file as a dictionary that is equal to its JSON, which `decode` reads.
#[pyfunction]
pub(crate) fn _plain_dict<'py>(
    source: &Bound<'py, PyAny>,
    simplify: bool,
    comments: bool,
    ranges: bool,
    decode: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let file = parsed(source, "<string>")?;
    let mut options = plain_options(simplify, comments, ranges);
    if options == PlainOptions::default()
        && let Some(dict) = plain::file(&file, decode)?
    {
        return Ok(dict.into_any());
    }
    options.compact = true;
    decode.call1((json_of(source.py(), &file, options)?,))
}

pub(crate) fn plain_options(simplify: bool, comments: bool, ranges: bool) -> PlainOptions {
    let mut options = PlainOptions::default();
    options.simplify = simplify;
    options.comments = comments;
    options.ranges = ranges;
    options
}

pub(crate) fn json_of(py: Python<'_>, file: &Arc<File>, options: PlainOptions) -> PyResult<String> {
    let written = py.detach(|| to_plain_json(file, options));
    written.map_err(|problems| exception(py, &problems, &SourceMap::from(file.source().clone()), None))
}
