//! Messages of the editor, and the answers to them.

use std::sync::{Arc, OnceLock};

use hcl2::functions::NoHost;
use hcl2::model::FunctionTable;
use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest,
    Formatting, GotoDefinition, HoverRequest, References, Request as _, SelectionRangeRequest,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CompletionOptions,
    CompletionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams,
    DocumentSymbolParams, DocumentSymbolResponse, FoldingRangeParams, FoldingRangeProviderCapability,
    GotoDefinitionParams, GotoDefinitionResponse, HoverParams, HoverProviderCapability, InitializeParams,
    InitializeResult, OneOf, PublishDiagnosticsParams, ReferenceParams, SelectionRangeParams,
    SelectionRangeProviderCapability, ServerCapabilities, ServerInfo, TextDocumentPositionParams,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri,
};
use serde_json::{Value, json};

use super::document::{Document, path_of, uri_of};
use super::position::Encoding;
use super::project::Project;
use super::{completion, cursor, hover, outline, problems};
use crate::commands::fmt::format_one;

/// Answers an editor until it says that it is done.
pub(super) fn serve(connection: &Connection, project: Project) -> Result<(), ProtocolError> {
    let (id, parameters) = connection.initialize_start()?;
    let client: InitializeParams = serde_json::from_value(parameters).unwrap_or_default();
    let encoding = Encoding::offered_by(&client.capabilities);
    let snippets = client
        .capabilities
        .text_document
        .and_then(|document| document.completion?.completion_item?.snippet_support)
        .unwrap_or_default();
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "hcl2".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    connection.initialize_finish(id, json!(result))?;
    let mut server = Server {
        connection,
        project,
        encoding,
        snippets,
        reported: Vec::new(),
    };
    while let Ok(message) = connection.receiver.recv() {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                server.settle();
                let response = server.answer(request);
                server.send(response);
            }
            Message::Notification(notification) => server.note(notification),
            Message::Response(_) => {}
        }
        // While a person types, messages come faster than a check of everything may take.
        if connection.receiver.is_empty() {
            server.settle();
        }
    }
    Ok(())
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// The functions that expressions can call, for what is said of them.
pub(super) fn functions() -> &'static FunctionTable {
    static FUNCTIONS: OnceLock<FunctionTable> = OnceLock::new();
    FUNCTIONS.get_or_init(|| hcl2::terraform_functions(&(Arc::new(NoHost) as _)))
}

struct Server<'c> {
    connection: &'c Connection,
    project: Project,
    encoding: Encoding,
    /// Whether the editor knows texts with places to fill in.
    snippets: bool,
    /// The files of which the editor has been told problems.
    reported: Vec<Uri>,
}

/// Why there is no answer.
enum Refusal {
    /// No such request is known.
    Unknown,
    /// The request is not what its name says.
    Malformed(String),
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed(error.to_string())
    }
}

impl Server<'_> {
    fn send(&self, message: impl Into<Message>) {
        // Where nobody listens any more the loop ends with the next message.
        let _ = self.connection.sender.send(message.into());
    }

    /// Takes note of what happened in the editor.
    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        self.project.is_stale |= match method.as_str() {
            DidOpenTextDocument::METHOD => self.opened(params),
            DidChangeTextDocument::METHOD => self.changed(params),
            DidCloseTextDocument::METHOD => self.closed(params),
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => true,
            _ => false,
        };
    }

    fn opened(&mut self, params: Value) -> bool {
        let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(params) else {
            return false;
        };
        let path = path_of(&params.text_document.uri);
        match Document::open(params.text_document) {
            Ok(document) => self.project.documents.insert(path, document).is_none(),
            // A text of four gigabytes is none that somebody edits.
            Err(_) => false,
        }
    }

    fn changed(&mut self, params: Value) -> bool {
        let Ok(params) = serde_json::from_value::<DidChangeTextDocumentParams>(params) else {
            return false;
        };
        let identifier = params.text_document;
        let document = self.project.documents.get_mut(&path_of(&identifier.uri));
        document.is_some_and(|document| {
            document
                .change(identifier.version, params.content_changes, self.encoding)
                .is_ok()
        })
    }

    fn closed(&mut self, params: Value) -> bool {
        let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(params) else {
            return false;
        };
        let path = path_of(&params.text_document.uri);
        self.project.documents.remove(&path).is_some()
    }

    /// Checks everything, where something has changed, and tells the editor the problems.
    fn settle(&mut self) {
        if !self.project.is_stale {
            return;
        }
        self.project.check();
        let mut reported = Vec::new();
        let mut told = Vec::new();
        for (path, (source, found)) in &self.project.checked.problems {
            let document = self.project.documents.get(path);
            let uri = document
                .map(|document| document.uri.clone())
                .or_else(|| uri_of(path));
            let Some(uri) = uri else { continue };
            if found.is_empty() && document.is_none() {
                continue;
            }
            let sources = &self.project.checked.sources;
            let shown = found
                .iter()
                .map(|problem| problems::shown(problem, source, sources, self.encoding));
            let version = document.map(|document| document.version);
            told.push(PublishDiagnosticsParams::new(
                uri.clone(),
                shown.collect(),
                version,
            ));
            reported.push(uri);
        }
        // What was said of other files does not hold any more.
        for uri in std::mem::replace(&mut self.reported, reported) {
            if !self.reported.contains(&uri) {
                told.push(PublishDiagnosticsParams::new(uri, Vec::new(), None));
            }
        }
        for params in told {
            self.send(Notification::new(PublishDiagnostics::METHOD.to_owned(), params));
        }
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match self.answer_to(&method, params) {
            Ok(result) => Response::new_ok(id, result),
            Err(Refusal::Unknown) => {
                let message = format!("`{method}` is not supported");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, message)
            }
            Err(Refusal::Malformed(message)) => {
                Response::new_err(id, ErrorCode::InvalidParams as i32, message)
            }
        }
    }

    fn answer_to(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        Ok(match method {
            Formatting::METHOD => {
                let params: DocumentFormattingParams = serde_json::from_value(params)?;
                json!(
                    self.document(&params.text_document.uri)
                        .and_then(|document| self.format(document))
                )
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = serde_json::from_value(params)?;
                let document = self.document(&params.text_document.uri);
                let symbols = document.map(|document| outline::symbols(document, self.encoding));
                json!(symbols.map(DocumentSymbolResponse::Nested))
            }
            FoldingRangeRequest::METHOD => {
                let params: FoldingRangeParams = serde_json::from_value(params)?;
                json!(self.document(&params.text_document.uri).map(outline::folds))
            }
            SelectionRangeRequest::METHOD => {
                let params: SelectionRangeParams = serde_json::from_value(params)?;
                let around = |document| {
                    let around = |position| outline::around(document, position, self.encoding);
                    params.positions.iter().copied().map(around).collect::<Vec<_>>()
                };
                json!(self.document(&params.text_document.uri).map(around))
            }
            CodeActionRequest::METHOD => {
                let params: CodeActionParams = serde_json::from_value(params)?;
                json!(self.corrections(&params))
            }
            HoverRequest::METHOD => {
                let params: HoverParams = serde_json::from_value(params)?;
                let place = self.place(&params.text_document_position_params);
                json!(place.and_then(|(document, offset)| {
                    hover::hover(&self.project, document, offset, self.encoding)
                }))
            }
            Completion::METHOD => {
                let params: CompletionParams = serde_json::from_value(params)?;
                json!(
                    self.place(&params.text_document_position)
                        .map(|(document, offset)| {
                            completion::completions(
                                &self.project,
                                document,
                                offset,
                                self.encoding,
                                self.snippets,
                            )
                        })
                )
            }
            GotoDefinition::METHOD => {
                let params: GotoDefinitionParams = serde_json::from_value(params)?;
                let place = self.place(&params.text_document_position_params);
                let declaration = place.and_then(|(document, offset)| {
                    cursor::declaration(&self.project, document, offset, self.encoding)
                });
                json!(declaration.map(GotoDefinitionResponse::Scalar))
            }
            References::METHOD => {
                let params: ReferenceParams = serde_json::from_value(params)?;
                let declared = params.context.include_declaration;
                json!(
                    self.place(&params.text_document_position)
                        .map(|(document, offset)| {
                            cursor::uses(&self.project, document, offset, declared, self.encoding)
                        })
                )
            }
            DocumentHighlightRequest::METHOD => {
                let params: DocumentHighlightParams = serde_json::from_value(params)?;
                json!(
                    self.place(&params.text_document_position_params)
                        .map(|(document, offset)| {
                            let uses = cursor::uses(&self.project, document, offset, true, self.encoding);
                            let here = uses.into_iter().filter(|location| location.uri == document.uri);
                            let shown = here.map(|location| DocumentHighlight {
                                range: location.range,
                                kind: Some(DocumentHighlightKind::TEXT),
                            });
                            shown.collect::<Vec<_>>()
                        })
                )
            }
            _ => return Err(Refusal::Unknown),
        })
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.project.documents.get(&path_of(uri))
    }

    fn place(&self, place: &TextDocumentPositionParams) -> Option<(&Document, u32)> {
        let document = self.document(&place.text_document.uri)?;
        Some((document, self.encoding.offset(&document.source, place.position)))
    }

    /// What makes the text canonical, line by line; nothing where it has errors.
    fn format(&self, document: &Document) -> Option<Vec<TextEdit>> {
        let formatted = format_one(&document.source, document.syntax, Default::default()).ok()?;
        let text = document.text();
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.split_inclusive('\n').scan(0, |end, line| {
                *end += line.len();
                Some(*end)
            }))
            .collect();
        let lines: Vec<&str> = formatted.split_inclusive('\n').collect();
        let difference = similar::TextDiff::from_lines(text, formatted.as_str());
        let changes = difference
            .ops()
            .iter()
            .filter(|op| op.tag() != similar::DiffTag::Equal);
        let edits = changes.map(|op| {
            let (old, new) = (op.old_range(), op.new_range());
            let at = |line: usize| {
                let offset = starts.get(line).copied().unwrap_or(text.len());
                self.encoding.position(&document.source, offset as u32)
            };
            let text = lines.get(new).unwrap_or_default().concat();
            TextEdit::new(lsp_types::Range::new(at(old.start), at(old.end)), text)
        });
        Some(edits.collect())
    }

    fn corrections(&self, params: &CodeActionParams) -> Option<Vec<lsp_types::CodeActionOrCommand>> {
        let wanted = params.context.only.as_deref();
        if wanted.is_some_and(|wanted| !wanted.contains(&CodeActionKind::QUICKFIX)) {
            return None;
        }
        let document = self.document(&params.text_document.uri)?;
        let (source, found) = self.project.checked.problems.get(document.path())?;
        let sources = &self.project.checked.sources;
        Some(problems::corrections(
            found,
            source,
            sources,
            &document.uri,
            params.range,
            self.encoding,
        ))
    }
}
