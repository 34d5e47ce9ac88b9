//! Where configuration comes from.

use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source, SourceMap, Span};
use hcl2::files::{MAX_FILE_BYTES, read_file, unreadable_file};
use hcl2::model::Limits;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::problems::{Range, exception_of};

/// What the parts of a file share.
pub(crate) struct Shared {
    pub(crate) source: Source,
    pub(crate) syntax: Syntax,
    pub(crate) limits: Limits,
    pub(crate) warnings: Diagnostics,
}

impl Shared {
    pub(crate) fn sources(&self) -> SourceMap {
        SourceMap::from(self.source.clone())
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::of(&self.source, span)
    }
}

/// Returns the bytes of a `str` or of `bytes`, or else reads the file at a path; and the name of the source.
pub(crate) fn content_of(object: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Option<String>)> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok((text.to_cow()?.into_owned().into_bytes(), None));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok((bytes.as_bytes().to_vec(), None));
    }
    if object.hasattr("read")? {
        let name = object
            .getattr("name")
            .ok()
            .and_then(|name| name.extract::<String>().ok());
        let (bytes, _) = content_of(&object.call_method0("read")?)?;
        return Ok((bytes, name));
    }
    let Ok(path) = object.extract::<PathBuf>() else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected str, bytes, a path or a file, not {kind}"
        )));
    };
    let py = object.py();
    let bytes = py.detach(|| read_file(&path, MAX_FILE_BYTES));
    let bytes = bytes.map_err(|error| {
        if error.kind() == std::io::ErrorKind::InvalidData {
            exception_of(py, &hcl2::Error::from(unreadable_file(&path, &error)))
        } else {
            PyErr::from(error)
        }
    })?;
    Ok((bytes, Some(path.display().to_string())))
}

/// Returns the syntax that is asked for, or that the name of a file implies.
pub(crate) fn syntax_of(syntax: Option<&str>, name: &str) -> PyResult<Syntax> {
    match syntax {
        Some("native") => Ok(Syntax::Native),
        Some("json") => Ok(Syntax::Json),
        Some(other) => Err(PyValueError::new_err(format!(
            "syntax must be 'native' or 'json', not {other:?}"
        ))),
        None if name.ends_with(".json") => Ok(Syntax::Json),
        None => Ok(Syntax::Native),
    }
}
