//! Types of `hcl2-ide` as types of the protocol.

use std::path::Path;

use gen_lsp_types as lsp;
use hcl2::diagnostics::{Diagnostic, Severity, Source, SourceMap};
use hcl2_ide::{Edit, Location};

use super::position::Encoding;
use super::uri::uri_from_path;

/// Converts a diagnostic of `source`; its labels may point into other sources.
pub(super) fn diagnostic(
    encoding: Encoding,
    problem: &Diagnostic,
    source: &Source,
    sources: &SourceMap,
) -> lsp::Diagnostic {
    let mut message = problem.summary.to_string();
    if !problem.detail.is_empty() {
        message.push('\n');
        message.push_str(&problem.detail);
    }
    let related = problem.labels.iter().filter_map(|label| {
        let target = if label.span.source == source.id() {
            source
        } else {
            sources.get(label.span.source)?
        };
        let uri = uri_from_path(Path::new(target.name()))?;
        Some(lsp::DiagnosticRelatedInformation {
            location: lsp::Location::new(uri, encoding.range(target, label.span)),
            message: label.text.clone(),
        })
    });
    let related: Vec<_> = related.collect();
    lsp::Diagnostic {
        range: problem
            .subject
            .map_or_else(lsp::Range::default, |subject| encoding.range(source, subject)),
        severity: Some(match problem.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
            Severity::Note => lsp::DiagnosticSeverity::Information,
        }),
        code: Some(lsp::Code::String(problem.code.id().to_owned())),
        code_description: None,
        source: Some("hcl2".to_owned()),
        message: lsp::Message::String(message),
        tags: None,
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

pub(super) fn edit(encoding: Encoding, edit: &Edit, source: &Source) -> lsp::TextEdit {
    lsp::TextEdit::new(encoding.range(source, edit.span), edit.text.clone())
}

/// Converts a location; `None` if its path is not UTF-8.
pub(super) fn location(encoding: Encoding, location: &Location) -> Option<lsp::Location> {
    let range = encoding.range(&location.source, location.span);
    Some(lsp::Location::new(uri_from_path(location.path())?, range))
}

pub(super) fn markdown(text: String) -> lsp::MarkupContent {
    lsp::MarkupContent::new(lsp::MarkupKind::Markdown, text)
}
