//! Formatting, comparing, converting and editing.

use hcl2::Syntax;
use hcl2::diagnostics::Source;
use hcl2::edit::{Address, Comments, EditError, Fragment, NewItem, Position};
use hcl2::model::BodyRef;
use hcl2::native::edit::Editor as Document;
use hcl2::native::{Style, parse_file};
use hcl2::terraform::Converter;
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::file::File;
use crate::problems::{exception, exception_of};
use crate::records::Change;
use crate::source::{content_of, syntax_of};
use crate::values::from_python;

/// Formats a file in native syntax: in canonical layout, or with other indentation or without alignment.
///
/// Raises `HclError` if it does not parse.
#[pyfunction]
#[pyo3(signature = (source, *, indentation = 2, align = true, max_width = None, sort_attributes = false))]
pub(crate) fn fmt(
    source: &Bound<'_, PyAny>,
    indentation: u8,
    align: bool,
    max_width: Option<u32>,
    sort_attributes: bool,
) -> PyResult<String> {
    let py = source.py();
    let (bytes, name) = content_of(source)?;
    let style = Style::default()
        .with_indentation(indentation)
        .with_align(align)
        .with_max_width(max_width)
        .with_sort_attributes(sort_attributes);
    py.detach(|| -> Result<String, hcl2::Error> {
        let source = Source::new(name.unwrap_or_else(|| "<string>".to_owned()), bytes)?;
        let parsed = parse_file(&source);
        if parsed.has_errors() {
            return Err(hcl2::Error::new(parsed.diagnostics).with_sources(source));
        }
        Ok(String::from_utf8_lossy(&style.format(source.bytes())).into_owned())
    })
    .map_err(|error| exception_of(py, &error))
}

/// Compares two parsed files by what they mean: layout, comments and the order of attributes do not count.
#[pyfunction]
pub(crate) fn diff(
    py: Python<'_>,
    before: &Bound<'_, File>,
    after: &Bound<'_, File>,
) -> PyResult<Vec<Change>> {
    let sides = [before, after].map(|side| side.borrow());
    let [before, after] = sides.each_ref().map(|side| side.as_super());
    let bodies: [BodyRef; 2] = [before.model(), after.model()];
    let outcome = py.detach(|| hcl2::compare(&bodies[0], &bodies[1]));
    if outcome.has_errors() {
        return Err(exception(
            py,
            &outcome.diagnostics,
            &before.shared.sources(),
            None,
        ));
    }
    let changes = outcome.value.into_iter().map(|change| Change {
        address: change.address.to_string(),
        kind: match (change.before, change.after) {
            (None, _) => "added".to_owned(),
            (_, None) => "removed".to_owned(),
            _ => "changed".to_owned(),
        },
        before: change.before.map(|span| before.shared.range(span)),
        after: change.after.map(|span| after.shared.range(span)),
    });
    Ok(changes.collect())
}

/// Converts a Terraform file to the other syntax: `to` is `json` or `native`.
#[pyfunction]
#[pyo3(signature = (source, to, *, name = None))]
pub(crate) fn convert(source: &Bound<'_, PyAny>, to: &str, name: Option<String>) -> PyResult<String> {
    let py = source.py();
    let target = syntax_of(Some(to), "")?;
    let (bytes, found) = content_of(source)?;
    let default = if target == Syntax::Json {
        "main.tf"
    } else {
        "main.tf.json"
    };
    let name = name.or(found).unwrap_or_else(|| default.to_owned());
    py.detach(|| -> Result<String, hcl2::Error> {
        let source = Source::new(name, bytes)?;
        let converter = Converter::new();
        let converted = match target {
            Syntax::Json => converter.to_json(&source),
            _ => converter.to_native(&source),
        };
        match converted.into_result() {
            Ok(text) => Ok(text.unwrap_or_default()),
            Err(diagnostics) => Err(hcl2::Error::new(diagnostics).with_sources(source)),
        }
    })
    .map_err(|error| exception_of(py, &error))
}

/// Edits a file in native syntax. Everything that an edit does not name stays as it is, comments included.
#[pyclass(module = "hcl2rs")]
pub(crate) struct Editor {
    document: Document,
}

#[pymethods]
impl Editor {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (bytes, _) = content_of(source)?;
        let document = Document::parse(bytes).map_err(|error| edit_error(source.py(), error))?;
        Ok(Self { document })
    }

    /// Returns the current text.
    #[getter]
    fn text(&self) -> &str {
        self.document.text()
    }

    /// Returns the source text of everything at an address, such as `resource.aws_instance.*.tags`.
    fn select(&self, py: Python<'_>, address: &str) -> PyResult<Vec<(String, String)>> {
        let found = self.document.select(&parsed(py, address)?);
        let texts = found.iter().map(|selection| {
            let text = self.document.source_of(selection.node).to_owned();
            (selection.address.to_string(), text)
        });
        Ok(texts.collect())
    }

    /// Sets an attribute or an element to a value. With `create`, it is created if it is missing, as are the blocks around it.
    ///
    /// Raises `LookupError` if it is missing and not to be created.
    #[pyo3(signature = (address, value, *, create = false))]
    fn set(&mut self, address: &str, value: &Bound<'_, PyAny>, create: bool) -> PyResult<()> {
        let py = value.py();
        let fragment = Fragment::value(&from_python(value)?).map_err(|error| edit_error(py, error))?;
        self.put(py, address, &fragment, create)
    }

    /// Sets an attribute or an element to an expression in source text, as `set` does to a value.
    #[pyo3(signature = (address, expression, *, create = false))]
    fn set_expression(
        &mut self,
        py: Python<'_>,
        address: &str,
        expression: &str,
        create: bool,
    ) -> PyResult<()> {
        let fragment = Fragment::expression(expression).map_err(|error| edit_error(py, error))?;
        self.put(py, address, &fragment, create)
    }

    /// Inserts source text, an attribute or a block, at the end of the body at an address.
    #[pyo3(signature = (item, into = ""))]
    fn insert(&mut self, py: Python<'_>, item: &str, into: &str) -> PyResult<()> {
        let item = NewItem::raw(item).map_err(|error| edit_error(py, error))?;
        let position = Position::End(parsed(py, into)?);
        self.document
            .insert(&position, &item)
            .map_err(|error| edit_error(py, error))
    }

    /// Removes what is at an address.
    fn remove(&mut self, py: Python<'_>, address: &str) -> PyResult<()> {
        let address = parsed(py, address)?;
        self.document
            .remove(&address)
            .map_err(|error| edit_error(py, error))
    }

    /// Changes the last name of an address: that of an attribute, or the last label of a block, or its type.
    fn rename(&mut self, py: Python<'_>, address: &str, name: &str) -> PyResult<()> {
        let address = parsed(py, address)?;
        self.document
            .rename(&address, name)
            .map_err(|error| edit_error(py, error))
    }

    /// Renames a reference, such as `var.old`, wherever it occurs, and returns how often it did.
    fn rename_reference(&mut self, py: Python<'_>, old: &str, new: &str) -> PyResult<usize> {
        let new = Fragment::traversal(new).map_err(|error| edit_error(py, error))?;
        self.document
            .rename_traversal(old, &new)
            .map_err(|error| edit_error(py, error))
    }

    /// Sets the comments above an item, and the one beside it.
    #[pyo3(signature = (address, above, beside = None))]
    fn set_comments(
        &mut self,
        py: Python<'_>,
        address: &str,
        above: Vec<String>,
        beside: Option<String>,
    ) -> PyResult<()> {
        let address = parsed(py, address)?;
        let comments = Comments { above, beside };
        self.document
            .set_comments(&address, &comments)
            .map_err(|error| edit_error(py, error))
    }

    fn __str__(&self) -> &str {
        self.document.text()
    }

    fn __repr__(&self) -> String {
        format!("<Editor of {} bytes>", self.document.text().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&str,)) {
        (py.get_type::<Self>(), (self.document.text(),))
    }
}

impl Editor {
    fn put(&mut self, py: Python<'_>, address: &str, fragment: &Fragment, create: bool) -> PyResult<()> {
        let address = parsed(py, address)?;
        let edited = if create {
            self.document.create(&address, fragment)
        } else {
            self.document.set(&address, fragment)
        };
        edited.map_err(|error| match error {
            EditError::NotFound { .. } => {
                PyLookupError::new_err(format!("{error} (`create=True` creates it)"))
            }
            error => edit_error(py, error),
        })
    }
}

fn parsed(py: Python<'_>, address: &str) -> PyResult<Address> {
    address.parse().map_err(|error| edit_error(py, error))
}

/// Returns a `LookupError` if nothing is at an address, and a `ValueError` for any other refusal.
fn edit_error(py: Python<'_>, error: EditError) -> PyErr {
    match &error {
        EditError::NotFound { .. } => PyLookupError::new_err(error.to_string()),
        EditError::Broken(problems) => {
            exception(py, &problems.iter().cloned().collect(), problems.sources(), None)
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}
