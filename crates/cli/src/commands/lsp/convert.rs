//! Types of `hcl2-ide` as types of the protocol.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;
use hcl2::diagnostics::{Diagnostic, Severity, Source, SourceMap};
use hcl2_ide::{Action, Edit, FileEdits, Location};

use super::position::Encoding;
use super::requests::Context;
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

/// Converts the edits of files, with the versions of those that are open if the editor takes them. Files whose paths are not
/// UTF-8 are left out.
pub(super) fn workspace_edit(
    context: Context<'_>,
    files: BTreeMap<PathBuf, FileEdits>,
) -> lsp::WorkspaceEdit {
    let files = files.into_iter().filter_map(|(path, file)| {
        let open = context.open.get(&path);
        let uri = open
            .map(|(uri, _)| uri.clone())
            .or_else(|| uri_from_path(&path))?;
        let edits = file.edits.iter();
        let edits: Vec<lsp::TextEdit> = edits
            .map(|own| edit(context.encoding, own, &file.source))
            .collect();
        Some((uri, open.map(|(_, version)| *version), edits))
    });
    if !context.has_versions {
        let changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> =
            files.map(|(uri, _, edits)| (uri, edits)).collect();
        return lsp::WorkspaceEdit {
            changes: Some(changes),
            ..lsp::WorkspaceEdit::default()
        };
    }
    let changes = files.map(|(uri, version, edits)| {
        let identifier = lsp::TextDocumentIdentifier::new(uri);
        let document = lsp::OptionalVersionedTextDocumentIdentifier::new(version, identifier);
        lsp::TextDocumentEdit::new(document, edits.into_iter().map(Into::into).collect()).into()
    });
    lsp::WorkspaceEdit {
        document_changes: Some(changes.collect()),
        ..lsp::WorkspaceEdit::default()
    }
}

/// Converts the edits of an action: files are created before others change, and deleted last.
pub(super) fn action_edit(context: Context<'_>, action: Action) -> lsp::WorkspaceEdit {
    let mut edit = workspace_edit(context, action.edits);
    let mut changes: Vec<lsp::DocumentChange> = Vec::new();
    for (path, text) in action.created {
        let Some(uri) = uri_from_path(&path) else { continue };
        let create = lsp::CreateFile {
            uri: uri.clone(),
            options: None,
            annotation_id: None,
        };
        changes.push(create.into());
        let start = lsp::Position::new(0, 0);
        let insertion = lsp::TextEdit::new(lsp::Range::new(start, start), text);
        let document =
            lsp::OptionalVersionedTextDocumentIdentifier::new(None, lsp::TextDocumentIdentifier::new(uri));
        changes.push(lsp::TextDocumentEdit::new(document, vec![insertion.into()]).into());
    }
    changes.extend(edit.document_changes.take().unwrap_or_default());
    for path in action.deleted {
        if let Some(uri) = uri_from_path(&path) {
            let delete = lsp::DeleteFile {
                uri,
                options: None,
                annotation_id: None,
            };
            changes.push(delete.into());
        }
    }
    edit.document_changes = Some(changes).filter(|changes| !changes.is_empty());
    edit
}

/// Converts a location; `None` if its path is not UTF-8.
pub(super) fn location(encoding: Encoding, location: &Location) -> Option<lsp::Location> {
    let range = encoding.range(&location.source, location.span);
    Some(lsp::Location::new(uri_from_path(location.path())?, range))
}

pub(super) fn markdown(text: String) -> lsp::MarkupContent {
    lsp::MarkupContent::new(lsp::MarkupKind::Markdown, text)
}
