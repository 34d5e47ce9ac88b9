//! Parsing files.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use hcl2::Syntax;
use hcl2::diagnostics::Source;
use hcl2::model::Limits;
use hcl2::native::Input;
use hcl2::project::{Disk, Files, MAX_FILE_BYTES};
use pyo3::prelude::*;

use crate::file::{Body, File};
use crate::problems::exception_of;
use crate::source::{Content, Shared, content_of, implied_syntax, read_error, syntax_of};

/// Parses bytes as the body of a file.
fn parsed(bytes: Vec<u8>, name: &str, syntax: Syntax, limits: Limits) -> Result<Body, hcl2::Error> {
    let source = Source::new(name, bytes)?;
    let (content, diagnostics) = match syntax {
        Syntax::Json => {
            let parsed = hcl2::ParseOptions::new().parse(&source, Syntax::Json);
            (Content::Json(parsed.value, None), parsed.diagnostics)
        }
        _ => {
            let parsed = hcl2::native::parse_file(Input::whole(&source).with_limits(limits));
            let content = match parsed.value.root().body() {
                Some(body) => Content::Native(parsed.value, body),
                None => Content::Json(hcl2::model::merge_bodies(Vec::new()), None),
            };
            (content, parsed.diagnostics)
        }
    };
    if diagnostics.has_errors() {
        return Err(hcl2::Error::new(diagnostics).with_sources(source));
    }
    let span = source.span();
    let shared = Arc::new(Shared {
        source,
        root: content.clone(),
        syntax,
        limits,
        warnings: diagnostics,
        pickled: Mutex::new(None),
    });
    Ok(Body {
        shared,
        content,
        span,
    })
}

/// Creates the object of a parsed file.
fn file<'py>(py: Python<'py>, parsed: Result<Body, hcl2::Error>) -> PyResult<Bound<'py, File>> {
    let body = parsed.map_err(|error| exception_of(py, &error))?;
    Bound::new(py, PyClassInitializer::from(body).add_subclass(File))
}

/// Parses bytes as a file, without holding the interpreter.
fn parse_bytes<'py>(
    py: Python<'py>,
    bytes: Vec<u8>,
    name: &str,
    syntax: Syntax,
    limits: Limits,
) -> PyResult<Bound<'py, File>> {
    let parsed = py.detach(|| parsed(bytes, name, syntax, limits));
    file(py, parsed)
}

/// Parses the files at paths, without holding the interpreter meanwhile. Each becomes a file or an exception.
#[pyfunction]
pub(crate) fn _parse_files<'py>(py: Python<'py>, paths: Vec<PathBuf>) -> Vec<Bound<'py, PyAny>> {
    let read = py.detach(|| -> Vec<_> {
        let read = paths.iter().map(|path| {
            let name = path.display().to_string();
            let syntax = implied_syntax(&name);
            let bytes = Disk.read(path, MAX_FILE_BYTES);
            bytes.map(|bytes| parsed(bytes, &name, syntax, Limits::default()))
        });
        read.collect()
    });
    let objects = read.into_iter().zip(&paths).map(|(read, path)| {
        let read = read.map_err(|error| read_error(py, &error, path));
        let file = read.and_then(|parsed| file(py, parsed));
        file.map_or_else(
            |error| error.into_value(py).into_bound(py).into_any(),
            Bound::into_any,
        )
    });
    objects.collect()
}

/// Parses a `str`, `bytes`, the file at a path, or an open file.
///
/// A name that ends in `.json` selects the JSON syntax, unless `syntax` is given. Raises `HclError` with every problem.
#[pyfunction]
#[pyo3(signature = (source, *, name = None, syntax = None))]
pub(crate) fn parse<'py>(
    source: &Bound<'py, PyAny>,
    name: Option<String>,
    syntax: Option<&str>,
) -> PyResult<Bound<'py, File>> {
    let (bytes, found) = content_of(source)?;
    let name = name.or(found).unwrap_or_else(|| "<string>".to_owned());
    let syntax = syntax_of(syntax, &name)?;
    parse_bytes(source.py(), bytes, &name, syntax, Limits::default())
}

/// Parses a file that was pickled.
#[pyfunction]
pub(crate) fn _reparse<'py>(
    py: Python<'py>,
    bytes: Vec<u8>,
    name: &str,
    is_json: bool,
) -> PyResult<Bound<'py, File>> {
    let syntax = if is_json { Syntax::Json } else { Syntax::Native };
    parse_bytes(py, bytes, name, syntax, Limits::default())
}
