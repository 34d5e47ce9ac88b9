//! Problems of decoding, which Python finds.

use hcl2::diagnostics::{Diagnostic, Diagnostics, codes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::file::Body;
use crate::problems::{Problem, Range, Suggestion, problems};

/// Returns a problem of decoding, with the lines concerned.
#[pyfunction]
pub(crate) fn _problem(
    body: &Bound<'_, Body>,
    code: &str,
    summary: String,
    detail: String,
    range: &Range,
    suggestions: Vec<Suggestion>,
) -> PyResult<Problem> {
    let body = body.get();
    let Some(code) = codes::all().find(|known| known.id() == code) else {
        return Err(PyValueError::new_err(format!("unknown code {code}")));
    };
    let span = |range: &Range| range.span(body.span.source);
    let mut diagnostic = Diagnostic::error(code, summary)
        .with_detail(detail)
        .with_subject(span(range));
    for suggestion in suggestions {
        let place = suggestion.range.as_ref().unwrap_or(range);
        diagnostic = diagnostic.with_suggestion(span(place), suggestion.replacement, suggestion.text);
    }
    let diagnostics: Diagnostics = [diagnostic].into_iter().collect();
    let mut found = problems(&diagnostics, &body.shared.sources());
    found.pop().ok_or_else(|| PyValueError::new_err("no problem"))
}
