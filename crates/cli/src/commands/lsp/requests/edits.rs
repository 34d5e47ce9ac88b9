//! Edits of several files, as far as the editor takes them.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use gen_lsp_types as lsp;
use hcl2_ide::{Action, FileEdits};

use super::super::convert;
use super::super::uri::uri_from_path;
use super::Context;

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
            .map(|own| convert::edit(context.encoding, own, &file.source))
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
