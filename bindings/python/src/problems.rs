//! Problems and their places.

use std::fmt::{self, Write};
use std::path::Path;

use hcl2::diagnostics::{
    Diagnostic, Diagnostics, Severity, Source, SourceId, SourceMap, Span, render::Plain,
};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::advice::for_python;
use crate::values::hash_of;

/// The call that creates an object again, for pickling.
pub(crate) type Call<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>);

/// Returns the call of an object's type with these attributes of it.
pub(crate) fn call_with<'py>(object: &Bound<'py, PyAny>, attributes: &[&str]) -> PyResult<Call<'py>> {
    let values: PyResult<Vec<_>> = attributes.iter().map(|name| object.getattr(*name)).collect();
    Ok((object.get_type(), PyTuple::new(object.py(), values?)?))
}

/// A place in a source.
#[pyclass(frozen, eq, hash, ord, get_all, module = "hcl2rs", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    /// The offset in bytes, from 0.
    byte: u32,
    /// The line, from 1.
    line: u32,
    /// The column in grapheme clusters, from 1.
    column: u32,
}

#[pymethods]
impl Position {
    #[new]
    fn new(line: u32, column: u32, byte: u32) -> Self {
        Self { byte, line, column }
    }

    fn __repr__(&self) -> String {
        let Self { byte, line, column } = self;
        format!("Position(line={line}, column={column}, byte={byte})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        call_with(slf.as_any(), &["line", "column", "byte"])
    }
}

/// A range in a source, with an exclusive end.
#[pyclass(frozen, eq, get_all, module = "hcl2rs", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    /// The name of the source.
    file: String,
    /// The first position.
    start: Position,
    /// The position after the last one.
    end: Position,
}

impl Range {
    /// Returns the span of the range in a source.
    pub(crate) fn span(&self, source: SourceId) -> Span {
        Span::new(source, self.start.byte, self.end.byte)
    }

    pub(crate) fn of(source: &Source, span: Span) -> Self {
        let position = |offset| {
            let position = source.position(offset);
            Position::new(position.line, position.column, position.byte)
        };
        Self {
            file: source.name().to_owned(),
            start: position(span.start),
            end: position(span.end),
        }
    }

    /// Returns the range of an object that no file has.
    pub(crate) fn nowhere() -> Self {
        let start = Position::new(1, 1, 0);
        Self::new(String::new(), start, start)
    }

    pub(crate) fn in_sources(sources: &SourceMap, span: Span) -> Option<Self> {
        sources.get(span.source).map(|source| Self::of(source, span))
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.start.line, self.start.column)
    }
}

#[pymethods]
impl Range {
    #[new]
    fn new(file: String, start: Position, end: Position) -> Self {
        Self { file, start, end }
    }

    fn __str__(&self) -> String {
        self.to_string()
    }

    fn __repr__(&self) -> String {
        let (start, end) = (self.start, self.end);
        format!(
            "<Range {} {}:{} to {}:{}>",
            self.file, start.line, start.column, end.line, end.column
        )
    }

    fn __hash__(&self) -> u64 {
        hash_of(self)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        call_with(slf.as_any(), &["file", "start", "end"])
    }
}

/// A change of a source that would fix a problem.
#[pyclass(frozen, eq, get_all, module = "hcl2rs", from_py_object)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Suggestion {
    /// The change in words.
    pub(crate) text: String,
    /// The new content of the range.
    pub(crate) replacement: String,
    /// The range to replace; empty for an insertion.
    pub(crate) range: Option<Range>,
}

#[pymethods]
impl Suggestion {
    #[new]
    fn new(text: String, replacement: String, range: Option<Range>) -> Self {
        Self {
            text,
            replacement,
            range,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Suggestion {}>", self.text)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        call_with(slf.as_any(), &["text", "replacement", "range"])
    }
}

/// A problem in a source.
#[pyclass(frozen, eq, get_all, module = "hcl2rs", name = "Diagnostic", from_py_object)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// `error` or `warning`.
    severity: String,
    /// The stable code, such as `hcl2::expr::unknown-variable`.
    code: String,
    /// The problem as a noun phrase.
    summary: String,
    /// What is wrong and how to fix it.
    detail: String,
    /// The tightest range that shows the problem.
    range: Option<Range>,
    /// A wider range around it.
    context: Option<Range>,
    /// Other places that belong to the problem, with their roles.
    labels: Vec<(String, Option<Range>)>,
    /// Changes that would fix the problem.
    suggestions: Vec<Suggestion>,
    /// The variables that the problem is about, such as `var.port`, with what is known of each, such as `is "http"`.
    facts: Vec<(String, String)>,
    /// The problem with the lines concerned, as text.
    rendered: String,
}

#[pymethods]
impl Problem {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each attribute")]
    fn new(
        severity: String,
        code: String,
        summary: String,
        detail: String,
        range: Option<Range>,
        context: Option<Range>,
        labels: Vec<(String, Option<Range>)>,
        suggestions: Vec<Suggestion>,
        facts: Vec<(String, String)>,
        rendered: String,
    ) -> Self {
        Self {
            severity,
            code,
            summary,
            detail,
            range,
            context,
            labels,
            suggestions,
            facts,
            rendered,
        }
    }

    fn __str__(&self) -> String {
        self.rendered.clone()
    }

    fn __repr__(&self) -> String {
        match &self.range {
            Some(range) => format!("<Diagnostic {} at {}>", self.code, range),
            None => format!("<Diagnostic {}>", self.code),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
        call_with(
            slf.as_any(),
            &[
                "severity",
                "code",
                "summary",
                "detail",
                "range",
                "context",
                "labels",
                "suggestions",
                "facts",
                "rendered",
            ],
        )
    }
}

/// Returns the problems as Python objects.
pub(crate) fn problems(diagnostics: &Diagnostics, sources: &SourceMap) -> Vec<Problem> {
    let problem = |diagnostic: &Diagnostic| {
        let diagnostic = &*for_python(diagnostic);
        let range = |span: Option<Span>| span.and_then(|span| Range::in_sources(sources, span));
        let labels = diagnostic.labels.iter();
        let suggestions = diagnostic.suggestions.iter();
        let facts = diagnostic.facts.iter();
        Problem {
            severity: match diagnostic.severity {
                Severity::Error => "error".to_owned(),
                Severity::Warning => "warning".to_owned(),
                Severity::Note => "note".to_owned(),
            },
            code: diagnostic.code.id().to_owned(),
            summary: diagnostic.summary.to_string(),
            detail: diagnostic.detail.to_string(),
            range: range(diagnostic.subject),
            context: range(diagnostic.context),
            labels: labels
                .map(|label| (label.text.clone(), range(Some(label.span))))
                .collect(),
            suggestions: suggestions
                .map(|suggestion| Suggestion {
                    text: suggestion.text.clone(),
                    replacement: suggestion.replacement.clone(),
                    range: range(Some(suggestion.span)),
                })
                .collect(),
            facts: facts
                .map(|fact| (fact.traversal.clone(), fact.statement.clone()))
                .collect(),
            rendered: Plain::default()
                .render(std::slice::from_ref(diagnostic), sources)
                .trim_end()
                .to_owned(),
        }
    };
    diagnostics.iter().map(problem).collect()
}

/// Returns the exception for these problems; `cause` is the exception of a Python function that was called.
pub(crate) fn exception(
    py: Python<'_>,
    diagnostics: &Diagnostics,
    sources: &SourceMap,
    cause: Option<PyErr>,
) -> PyErr {
    let created = || -> PyResult<PyErr> {
        let advised: Vec<Diagnostic> = diagnostics
            .iter()
            .map(|one| for_python(one).into_owned())
            .collect();
        let mut text = Plain::default().render(&advised, sources).trim_end().to_owned();
        if diagnostics.omitted() > 0 {
            let _ = write!(text, "\n({} more problems)", diagnostics.omitted());
        }
        if let Some(hint) = hint_of_path(sources) {
            let _ = write!(text, "\n{hint}");
        }
        let list = PyList::new(py, problems(diagnostics, sources))?;
        let make = py.import("hcl2rs._errors")?.getattr("error")?;
        let error = PyErr::from_value(make.call1((text, list))?);
        error.set_cause(py, cause);
        Ok(error)
    };
    created().unwrap_or_else(|error| error)
}

/// Returns the exception for an error of the facade.
pub(crate) fn exception_of(py: Python<'_>, error: &hcl2::Error) -> PyErr {
    let diagnostics: Diagnostics = error.iter().cloned().collect();
    exception(py, &diagnostics, error.sources(), None)
}

/// Returns what helps whoever passed the name of a file in place of its content.
fn hint_of_path(sources: &SourceMap) -> Option<String> {
    const LONGEST: usize = 4096;
    let source = sources
        .iter()
        .next()
        .filter(|source| source.name() == "<string>")?;
    let text = std::str::from_utf8(source.bytes()).ok()?;
    let is_path = text.len() <= LONGEST && !text.contains('\n') && Path::new(text).is_file();
    is_path.then(|| format!("The string is the name of a file: pass `pathlib.Path({text:?})` to read that."))
}
