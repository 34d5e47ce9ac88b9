//! Problems, and what corrects them.

use std::collections::HashMap;

use hcl2::diagnostics::{Diagnostic, Severity, Source, SourceMap};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location, NumberOrString, Range, TextEdit, Uri, WorkspaceEdit,
};

use super::document::uri_of;
use super::position::Encoding;

/// A problem of a source as editors show it.
pub(super) fn shown(
    problem: &Diagnostic,
    source: &Source,
    sources: &SourceMap,
    encoding: Encoding,
) -> lsp_types::Diagnostic {
    let mut message = problem.summary.to_string();
    for text in [&*problem.detail].into_iter().filter(|text| !text.is_empty()) {
        message.push('\n');
        message.push_str(text);
    }
    let related = problem.labels.iter().filter_map(|label| {
        let target = if label.span.source == source.id() {
            source
        } else {
            sources.get(label.span.source)?
        };
        let uri = uri_of(target.name().as_ref())?;
        Some(DiagnosticRelatedInformation {
            location: Location::new(uri, encoding.range(target, label.span)),
            message: label.text.clone(),
        })
    });
    let related: Vec<_> = related.collect();
    lsp_types::Diagnostic {
        range: problem
            .subject
            .map_or_else(Range::default, |subject| encoding.range(source, subject)),
        severity: Some(match problem.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(problem.code.id().to_owned())),
        source: Some("hcl2".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// What corrects the problems of a source that touch a range.
pub(super) fn corrections(
    problems: &[Diagnostic],
    source: &Source,
    sources: &SourceMap,
    uri: &Uri,
    range: Range,
    encoding: Encoding,
) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for problem in problems {
        let is_here = problem.subject.is_some_and(|subject| {
            let subject = encoding.range(source, subject);
            subject.start <= range.end && range.start <= subject.end
        });
        for suggestion in problem.suggestions.iter().filter(|_| is_here) {
            let edit = TextEdit::new(
                encoding.range(source, suggestion.span),
                suggestion.replacement.clone(),
            );
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: suggestion.text.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![shown(problem, source, sources, encoding)]),
                is_preferred: Some(problem.suggestions.len() == 1),
                edit: Some(WorkspaceEdit::new(HashMap::from([(uri.clone(), vec![edit])]))),
                ..CodeAction::default()
            }));
        }
    }
    actions
}
