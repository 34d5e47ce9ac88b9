//! The exchange of messages with the editor.

use std::collections::HashMap;
use std::path::PathBuf;

use gen_lsp_types::{
    self as lsp, LspNotificationMethod as Method, Notification as _, PublishDiagnosticsNotification,
    TextDocumentContentChangeEvent as Change,
};
use hcl2::Syntax;
use hcl2_ide::{Document, Workspace};
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::convert;
use super::position::Encoding;
use super::requests::{Answers, Refusal};
use super::uri::{path_from_uri, uri_from_path};

/// Serves an editor until it ends the session.
pub(super) fn serve(connection: &Connection, workspace: Workspace) -> Result<(), ProtocolError> {
    let (id, parameters) = connection.initialize_start()?;
    let client: lsp::InitializeParams = serde_json::from_value(parameters).unwrap_or_default();
    let encoding = Encoding::from_client(&client.capabilities);
    let snippets = client
        .capabilities
        .text_document
        .and_then(|document| document.completion?.completion_item?.snippet_support)
        .unwrap_or_default();
    let result = lsp::InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(lsp::ServerInfo {
            name: "hcl2".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, json!(result))?;
    let mut server = Server {
        connection,
        workspace,
        encoding,
        snippets,
        open: HashMap::new(),
        reported: Vec::new(),
    };
    while let Ok(message) = connection.receiver.recv() {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                server.publish();
                let response = server.answer(request);
                server.send(response);
            }
            Message::Notification(notification) => server.handle(notification),
            Message::Response(_) => {}
        }
        // Typing sends notifications faster than modules can be checked.
        if connection.receiver.is_empty() {
            server.publish();
        }
    }
    Ok(())
}

fn capabilities(encoding: Encoding) -> lsp::ServerCapabilities {
    lsp::ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(lsp::TextDocumentSyncKind::Incremental.into()),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..lsp::CompletionOptions::default()
        }),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        code_action_provider: Some(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
                ..lsp::CodeActionOptions::default()
            }
            .into(),
        ),
        ..lsp::ServerCapabilities::default()
    }
}

struct Server<'c> {
    connection: &'c Connection,
    workspace: Workspace,
    encoding: Encoding,
    snippets: bool,
    /// The URI and version of each open document.
    open: HashMap<PathBuf, (lsp::Uri, i32)>,
    /// The files whose diagnostics the editor shows.
    reported: Vec<lsp::Uri>,
}

impl Server<'_> {
    fn send(&self, message: impl Into<Message>) {
        // If the editor is gone, the loop ends with the next message.
        let _ = self.connection.sender.send(message.into());
    }

    /// Handles a notification; those with invalid parameters are ignored.
    fn handle(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match Method::from(method.as_str()) {
            Method::TextDocumentDidOpen => parsed(params, |params| self.open(params)),
            Method::TextDocumentDidChange => parsed(params, |params| self.change(params)),
            Method::TextDocumentDidClose => parsed(params, |params| self.close(&params)),
            Method::TextDocumentDidSave | Method::WorkspaceDidChangeWatchedFiles => {
                self.workspace.invalidate();
            }
            _ => {}
        }
    }

    fn open(&mut self, params: lsp::DidOpenTextDocumentParams) {
        let item = params.text_document;
        let path = path_from_uri(&item.uri);
        let syntax = match item.language_id.as_str() {
            "json" | "jsonc" => Syntax::Json,
            _ => Syntax::from_path(&path),
        };
        if let Ok(document) = Document::new(&path, item.text, syntax) {
            self.workspace.open(document);
            self.open.insert(path, (item.uri, item.version));
        }
    }

    /// Applies changes, each to the result of the one before.
    fn change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let identifier = params.text_document;
        let path = path_from_uri(&identifier.text_document_identifier.uri);
        let Some(document) = self.workspace.document_mut(&path) else {
            return;
        };
        for change in params.content_changes {
            let changed = match change {
                Change::TextDocumentContentChangePartial(change) => {
                    let span = self.encoding.span(document.source(), change.range);
                    document.replace(span.start..span.end, &change.text)
                }
                Change::TextDocumentContentChangeWholeDocument(change) => document.set_text(change.text),
            };
            if changed.is_err() {
                return;
            }
        }
        if let Some((_, version)) = self.open.get_mut(&path) {
            *version = identifier.version;
        }
    }

    fn close(&mut self, params: &lsp::DidCloseTextDocumentParams) {
        let path = path_from_uri(&params.text_document.uri);
        self.workspace.close(&path);
        self.open.remove(&path);
    }

    /// Checks the workspace if it is stale, and publishes the diagnostics.
    fn publish(&mut self) {
        if !self.workspace.is_stale() {
            return;
        }
        self.workspace.check();
        let mut reported = Vec::new();
        let mut published = Vec::new();
        for (path, file) in self.workspace.files() {
            let open = self.open.get(path);
            if file.diagnostics.is_empty() && open.is_none() {
                continue;
            }
            let uri = open.map(|(uri, _)| uri.clone());
            let Some(uri) = uri.or_else(|| uri_from_path(path)) else {
                continue;
            };
            let sources = self.workspace.sources();
            let diagnostics = file.diagnostics.iter();
            let diagnostics =
                diagnostics.map(|problem| convert::diagnostic(self.encoding, problem, &file.value, sources));
            published.push(lsp::PublishDiagnosticsParams {
                uri: uri.clone(),
                version: open.map(|(_, version)| *version),
                diagnostics: diagnostics.collect(),
            });
            reported.push(uri);
        }
        // Diagnostics of all other files are outdated.
        for uri in std::mem::replace(&mut self.reported, reported) {
            if !self.reported.contains(&uri) {
                published.push(lsp::PublishDiagnosticsParams {
                    uri,
                    version: None,
                    diagnostics: Vec::new(),
                });
            }
        }
        let method = PublishDiagnosticsNotification::METHOD.as_str();
        for params in published {
            self.send(Notification::new(method.to_owned(), params));
        }
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answers = Answers {
            workspace: &self.workspace,
            encoding: self.encoding,
            snippets: self.snippets,
        };
        match answers.answer(&method, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(Refusal::Unsupported) => {
                let message = format!("`{method}` is not supported");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
            Err(Refusal::Malformed(message)) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, message)
            }
        }
    }
}

/// Passes typed parameters of a notification on, if they are valid.
fn parsed<P: DeserializeOwned>(params: Value, handle: impl FnOnce(P)) {
    if let Ok(params) = serde_json::from_value(params) {
        handle(params);
    }
}
