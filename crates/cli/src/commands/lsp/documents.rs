//! What the editor says of its documents.

use gen_lsp_types::{self as lsp, TextDocumentContentChangeEvent as Change};
use hcl2::Syntax;
use hcl2_ide::{Document, Workspace};

use super::diagnostics::Open;
use super::position::Encoding;
use super::uri::path_from_uri;

/// Opens a document.
pub(super) fn open(workspace: &mut Workspace, open: &mut Open, params: lsp::DidOpenTextDocumentParams) {
    let item = params.text_document;
    let path = path_from_uri(&item.uri);
    let syntax = match item.language_id.as_str() {
        "json" | "jsonc" => Syntax::Json,
        _ => Syntax::from_path(&path),
    };
    if let Ok(document) = Document::new(&path, item.text, syntax) {
        workspace.open(document);
        open.insert(path, (item.uri, item.version));
    }
}

/// Applies changes, each to the result of the one before.
pub(super) fn change(
    (workspace, encoding): (&mut Workspace, Encoding),
    open: &mut Open,
    params: lsp::DidChangeTextDocumentParams,
) {
    let identifier = params.text_document;
    let path = path_from_uri(&identifier.text_document_identifier.uri);
    let Some(document) = workspace.document_mut(&path) else {
        return;
    };
    for change in params.content_changes {
        let changed = match change {
            Change::TextDocumentContentChangePartial(change) => {
                let span = encoding.span(document.source(), change.range);
                document.replace(span.start..span.end, &change.text)
            }
            Change::TextDocumentContentChangeWholeDocument(change) => document.set_text(change.text),
        };
        if changed.is_err() {
            return;
        }
    }
    if let Some((_, version)) = open.get_mut(&path) {
        *version = identifier.version;
    }
}

/// Closes a document.
pub(super) fn close(workspace: &mut Workspace, open: &mut Open, params: &lsp::DidCloseTextDocumentParams) {
    let path = path_from_uri(&params.text_document.uri);
    workspace.close(&path);
    open.remove(&path);
}
