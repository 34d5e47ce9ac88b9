//! Problems that both syntaxes report, in the same words.
//!
//! Each syntax passes its own code where the registry has one for each.

use std::borrow::Cow;

use hcl2_diagnostics::{Code, Diagnostic, Span, codes};

use crate::SchemaError;

/// Reports that a body lacks a required attribute, at the place where it belongs.
pub fn missing_attribute(name: &str, missing_item_span: Span) -> Diagnostic {
    Diagnostic::error(codes::body::MISSING_ATTRIBUTE, "Missing required attribute")
        .with_detail(format!(
            "The attribute `{name}` is required, but not set in this body."
        ))
        .with_subject(missing_item_span)
}

/// Reports a schema that expects a name twice, at the place for a missing item.
pub fn contradictory_schema(error: &SchemaError, missing_item_span: Span) -> Diagnostic {
    Diagnostic::error(codes::body::CONTRADICTORY_SCHEMA, "Contradictory schema")
        .with_detail(format!(
            "The application expects `{}` in this body more than once. This is a mistake in the application, not in the \
             file.",
            error.name
        ))
        .with_subject(missing_item_span)
}

/// Reports that the attribute at `name_span` was already set at `first`.
pub fn duplicate_attribute(code: Code, name: &str, name_span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(code, "Duplicate attribute")
        .with_detail(format!(
            "The attribute `{name}` is already set. Remove one of the definitions."
        ))
        .with_subject(name_span)
        .with_label(first, "first set here")
}

/// Reports that a string lacks its closing quote before `end`, such as "the end of the line".
pub fn unclosed_string(code: Code, end: &str, subject: Span) -> Diagnostic {
    Diagnostic::error(code, "Unclosed string")
        .with_detail(format!("Expected the closing quote of this string before {end}."))
        .with_subject(subject)
}

/// Reports a trailing comma; `detail` names what commas separate.
pub fn trailing_comma(code: Code, detail: impl Into<Cow<'static, str>>, comma: Span) -> Diagnostic {
    Diagnostic::error(code, "Trailing comma")
        .with_detail(detail)
        .with_subject(comma)
        .with_fix(comma, "", "remove the comma")
}

/// Reports an invalid number; `detail` says what is wrong with it.
pub fn invalid_number(code: Code, detail: impl Into<Cow<'static, str>>, subject: Span) -> Diagnostic {
    Diagnostic::error(code, "Invalid number")
        .with_detail(detail)
        .with_subject(subject)
}

/// Reports that the source nests more than `limit` levels deep.
pub fn too_deep(code: Code, limit: u32, subject: Span) -> Diagnostic {
    Diagnostic::error(code, "Nested too deeply")
        .with_detail(format!(
            "The source is nested more than {limit} levels deep here. Move the inner parts out, and refer to them by name."
        ))
        .with_subject(subject)
}

/// Reports that a source ends `bytes` bytes after its start, past the `limit`.
pub fn too_large(code: Code, bytes: u32, limit: u32, subject: Span) -> Diagnostic {
    Diagnostic::error(code, "Source too large")
        .with_detail(format!("The source has {bytes} bytes; the limit is {limit}."))
        .with_subject(subject)
}

/// Reports, at the first problem that is not listed, that there are more than `limit` problems.
pub fn too_many_problems(code: Code, limit: u32, subject: Span) -> Diagnostic {
    Diagnostic::error(code, "Too many problems")
        .with_detail(format!(
            "Only the first {limit} problems are listed. Fix them, then check again."
        ))
        .with_subject(subject)
}
