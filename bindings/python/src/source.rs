//! Where configuration comes from.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source, SourceMap, Span};
use hcl2::model::{BodyRef, Limits};
use hcl2::native::tree::{BodyId, File as Tree};
use hcl2::project::{Disk, Files, MAX_FILE_BYTES, unreadable_file};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::problems::{Range, exception_of};
use crate::values::bytes_name;

/// A body in its syntax.
#[derive(Clone)]
pub(crate) enum Content {
    Native(Arc<Tree>, BodyId),
    /// With the steps that lead to it, unless it is that of the file.
    Json(BodyRef, Option<Arc<Place>>),
}

/// Where a part of a file in JSON syntax was found.
pub(crate) struct Place {
    /// The place of the part around it, unless that is the file.
    around: Option<Arc<Self>>,
    step: Step,
}

/// A step to a part of a file in JSON syntax.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub(crate) enum Step {
    /// A block: its type, its number of labels, and its index among those.
    Block(String, usize, usize),
    /// An attribute by its name.
    Attribute(String),
    /// A pair by its index, and whether it is the key.
    Pair(usize, bool),
    /// An element by its index.
    Element(usize),
}

impl Place {
    pub(crate) fn new(around: Option<&Arc<Self>>, step: Step) -> Arc<Self> {
        let around = around.map(Arc::clone);
        Arc::new(Self { around, step })
    }

    /// Returns the steps from the file.
    fn steps(&self) -> Vec<Step> {
        let mut places = vec![self];
        while let Some(around) = places.last().and_then(|place| place.around.as_deref()) {
            places.push(around);
        }
        places.iter().rev().map(|place| place.step.clone()).collect()
    }
}

/// What the parts of a file share.
pub(crate) struct Shared {
    pub(crate) source: Source,
    /// The body of the file.
    pub(crate) root: Content,
    pub(crate) syntax: Syntax,
    pub(crate) limits: Limits,
    pub(crate) warnings: Diagnostics,
    /// A weak reference to the file while it is pickled, so that parts that are pickled together share it.
    pub(crate) pickled: Mutex<Option<Py<PyAny>>>,
}

impl Shared {
    pub(crate) fn sources(&self) -> SourceMap {
        SourceMap::from(self.source.clone())
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::of(&self.source, span)
    }
}

/// The call that finds a part of a file, for pickling.
pub(crate) type PartCall<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// Returns the call that finds a part of a file in native syntax again.
pub(crate) fn part_call<'py>(
    part: &Bound<'py, PyAny>,
    kind: &'static str,
    span: Span,
) -> PyResult<PartCall<'py>> {
    let module = part.py().import("hcl2rs._hcl2rs")?;
    let file = module.getattr("_file_of")?.call1((part,))?;
    let arguments = (file, kind, span.start, span.end).into_pyobject(part.py())?;
    Ok((module.getattr("_part")?, arguments))
}

/// Returns the call that finds a part of a file in JSON syntax again.
pub(crate) fn json_call<'py>(
    part: &Bound<'py, PyAny>,
    kind: &'static str,
    place: &Place,
) -> PyResult<PartCall<'py>> {
    let module = part.py().import("hcl2rs._hcl2rs")?;
    let file = module.getattr("_file_of")?.call1((part,))?;
    let arguments = (file, kind, place.steps()).into_pyobject(part.py())?;
    Ok((module.getattr("_json_part")?, arguments))
}

/// Returns the bytes of a `str` or of `bytes`, or else reads the file at a path; and the name of the source.
pub(crate) fn content_of(object: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Option<String>)> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok((text.to_cow()?.into_owned().into_bytes(), None));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok((bytes.as_bytes().to_vec(), None));
    }
    if bytes_name(object).is_some() {
        let bytes = object.py().get_type::<PyBytes>().call1((object,))?;
        return Ok((bytes.extract()?, None));
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
    let bytes = py.detach(|| Disk.read(&path, MAX_FILE_BYTES));
    let bytes = bytes.map_err(|error| read_error(py, &error, &path))?;
    Ok((bytes, Some(path.display().to_string())))
}

/// Returns the exception for a file that cannot be read.
pub(crate) fn read_error(py: Python<'_>, error: &std::io::Error, path: &Path) -> PyErr {
    if error.kind() == std::io::ErrorKind::InvalidData {
        exception_of(py, &hcl2::Error::from(unreadable_file(path, error)))
    } else {
        os_error(py, error, path)
    }
}

/// Returns the exception of an error of the system, which has its number and the path, as the ones of Python have.
pub(crate) fn os_error(py: Python<'_>, error: &std::io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default().to_owned();
    let path = path.as_os_str();
    // On Windows, Python finds the number of POSIX by that of the system, which is the fourth argument.
    let created = match cfg!(windows) {
        true => py.get_type::<PyOSError>().call1((0, text, path, number)),
        false => py.get_type::<PyOSError>().call1((number, text, path)),
    };
    created.map_or_else(|error| error, PyErr::from_value)
}

/// Returns an error unless there is a directory at a path.
pub(crate) fn require_directory(py: Python<'_>, path: &Path) -> PyResult<()> {
    let listed = std::fs::read_dir(path);
    listed.map(|_| ()).map_err(|error| os_error(py, &error, path))
}

/// Returns the syntax that is asked for, or that the name of a file implies.
pub(crate) fn syntax_of(syntax: Option<&str>, name: &str) -> PyResult<Syntax> {
    match syntax {
        Some("native") => Ok(Syntax::Native),
        Some("json") => Ok(Syntax::Json),
        Some(other) => Err(PyValueError::new_err(format!(
            "syntax must be 'native' or 'json', not {other:?}"
        ))),
        None => Ok(implied_syntax(name)),
    }
}

/// Returns the syntax that the name of a file implies.
pub(crate) fn implied_syntax(name: &str) -> Syntax {
    if name.ends_with(".json") {
        Syntax::Json
    } else {
        Syntax::Native
    }
}
