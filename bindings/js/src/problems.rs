//! Problems and their places as JavaScript objects.

use std::fmt::Write;

use hcl2::diagnostics::{Diagnostic, Diagnostics, Severity, Source, SourceMap, Span, render::Plain};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::advice::for_javascript;

/// Creates an object with these properties.
pub(crate) fn object<const N: usize>(properties: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        // A new object takes any property.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// Creates an array of objects.
pub(crate) fn array(items: impl IntoIterator<Item = JsValue>) -> JsValue {
    items.into_iter().collect::<Array>().into()
}

/// Returns a place in a source: in lines and columns, UTF-16 code units, and bytes.
fn position(source: &Source, byte: u32) -> JsValue {
    let position = source.position(byte);
    let before = &source.bytes()[..(byte as usize).min(source.bytes().len())];
    let offset = if before.is_ascii() {
        before.len()
    } else {
        String::from_utf8_lossy(before).encode_utf16().count()
    };
    object([
        ("line", position.line.into()),
        ("column", position.column.into()),
        (
            "character",
            source.line_index().utf16_column(source.bytes(), byte).into(),
        ),
        ("offset", (offset as f64).into()),
        ("byte", position.byte.into()),
    ])
}

/// Returns the range of a span in its source.
pub(crate) fn range(source: &Source, span: Span) -> JsValue {
    object([
        ("file", source.name().into()),
        ("start", position(source, span.start)),
        ("end", position(source, span.end)),
    ])
}

/// Returns the range of a span, or `undefined` if its source is not known.
pub(crate) fn range_in(sources: &SourceMap, span: Option<Span>) -> JsValue {
    let found = span.and_then(|span| Some((sources.get(span.source)?, span)));
    found.map_or(JsValue::UNDEFINED, |(source, span)| range(source, span))
}

/// Returns problems as objects, which `lib/errors.js` makes diagnostics of.
pub(crate) fn problems(diagnostics: &Diagnostics, sources: &SourceMap) -> JsValue {
    array(diagnostics.iter().map(|one| problem(one, sources)))
}

fn problem(diagnostic: &Diagnostic, sources: &SourceMap) -> JsValue {
    let diagnostic = &*for_javascript(diagnostic);
    let labels = diagnostic.labels.iter().map(|label| {
        let range = range_in(sources, Some(label.span));
        object([("text", label.text.as_str().into()), ("range", range)])
    });
    let suggestions = diagnostic.suggestions.iter().map(|suggestion| {
        object([
            ("text", suggestion.text.as_str().into()),
            ("replacement", suggestion.replacement.as_str().into()),
            ("range", range_in(sources, Some(suggestion.span))),
        ])
    });
    let facts = diagnostic.facts.iter().map(|fact| {
        object([
            ("traversal", fact.traversal.as_str().into()),
            ("statement", fact.statement.as_str().into()),
        ])
    });
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let rendered = Plain::default().render(std::slice::from_ref(diagnostic), sources);
    object([
        ("severity", severity.into()),
        ("code", diagnostic.code.id().into()),
        ("summary", (&*diagnostic.summary).into()),
        ("detail", (&*diagnostic.detail).into()),
        ("range", range_in(sources, diagnostic.subject)),
        ("context", range_in(sources, diagnostic.context)),
        ("labels", array(labels)),
        ("suggestions", array(suggestions)),
        ("facts", array(facts)),
        ("rendered", rendered.trim_end().into()),
    ])
}

/// Returns what is thrown for problems: `lib/runtime.js` makes an `HclError` of it. `cause` is what a JavaScript function threw.
pub(crate) fn failure(diagnostics: &Diagnostics, sources: &SourceMap, cause: Option<JsValue>) -> JsValue {
    let advised: Vec<Diagnostic> = diagnostics
        .iter()
        .map(|one| for_javascript(one).into_owned())
        .collect();
    let mut text = Plain::default().render(&advised, sources).trim_end().to_owned();
    if diagnostics.omitted() > 0 {
        let _ = write!(text, "\n({} more problems)", diagnostics.omitted());
    }
    object([
        ("failure", "problems".into()),
        ("message", text.into()),
        ("diagnostics", problems(diagnostics, sources)),
        ("cause", cause.unwrap_or_default()),
    ])
}

/// Returns what is thrown for an error of the facade.
pub(crate) fn failure_of(error: &hcl2::Error) -> JsValue {
    let diagnostics: Diagnostics = error.iter().cloned().collect();
    failure(&diagnostics, error.sources(), None)
}

/// Returns what is thrown for an argument that is refused: a `TypeError`, or a `RangeError` with the kind `range`.
#[cfg(feature = "base")]
pub(crate) fn refused(kind: &str, message: impl Into<String>) -> JsValue {
    object([("failure", kind.into()), ("message", message.into().into())])
}

/// Creates a source.
pub(crate) fn source(name: &str, bytes: Vec<u8>) -> Result<Source, JsValue> {
    Source::new(name, bytes).map_err(|error| failure_of(&error.into()))
}
