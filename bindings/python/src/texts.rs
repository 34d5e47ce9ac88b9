//! Formatting, comparing and converting.

use hcl2::Syntax;
use hcl2::diagnostics::Source;
use hcl2::model::BodyRef;
use hcl2::native::{Style, parse_file};
use hcl2::terraform::Converter;
use pyo3::prelude::*;

use crate::file::File;
use crate::problems::{exception, exception_of};
use crate::records::Change;
use crate::source::{content_of, syntax_of};

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
    let compared = py.detach(|| hcl2::native::compare(&bodies[0], &bodies[1]));
    for (problems, side) in [
        (&compared.problems_before, before),
        (&compared.problems_after, after),
    ] {
        if problems.has_errors() {
            return Err(exception(py, problems, &side.shared.sources(), None));
        }
    }
    let changes = compared.changes.into_iter().map(|change| Change {
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
