//! One function for each request.

use std::collections::HashMap;
use std::path::PathBuf;

use gen_lsp_types::{self as lsp, LspRequestMethod as Method, Request};
use hcl2::diagnostics::Span;
use hcl2_ide::{Document, Workspace};
use serde_json::Value;

use super::convert::{self, CompletionSupport};
use super::position::Encoding;
use super::uri::path_from_uri;

/// The largest number of nested ranges around a position.
const MAX_SELECTIONS: usize = 64;

/// Why a request has no answer.
pub(super) enum Refusal {
    /// The method is not supported.
    Unsupported,
    /// The parameters do not fit the method.
    Malformed(String),
}

/// Answers requests about documents.
#[derive(Clone, Copy)]
pub(super) struct Answers<'w> {
    pub(super) workspace: &'w Workspace,
    pub(super) encoding: Encoding,
    /// What the editor supports in completions.
    pub(super) completions: CompletionSupport,
}

impl<'w> Answers<'w> {
    pub(super) fn answer(self, method: &str, params: Value) -> Result<Value, Refusal> {
        match Method::from(method) {
            Method::TextDocumentCodeAction => {
                reply::<lsp::CodeActionRequest>(params, |params| self.code_actions(&params))
            }
            Method::TextDocumentCompletion => {
                reply::<lsp::CompletionRequest>(params, |params| self.completion(&params))
            }
            Method::TextDocumentDefinition => {
                reply::<lsp::DefinitionRequest>(params, |params| self.definition(&params))
            }
            Method::TextDocumentDocumentHighlight => {
                reply::<lsp::DocumentHighlightRequest>(params, |params| self.highlights(&params))
            }
            Method::TextDocumentDocumentSymbol => {
                reply::<lsp::DocumentSymbolRequest>(params, |params| self.symbols(&params))
            }
            Method::TextDocumentFoldingRange => {
                reply::<lsp::FoldingRangeRequest>(params, |params| self.folds(&params))
            }
            Method::TextDocumentFormatting => {
                reply::<lsp::DocumentFormattingRequest>(params, |params| self.formatting(&params))
            }
            Method::TextDocumentHover => reply::<lsp::HoverRequest>(params, |params| self.hover(&params)),
            Method::TextDocumentReferences => {
                reply::<lsp::ReferencesRequest>(params, |params| self.references(&params))
            }
            Method::TextDocumentSelectionRange => {
                reply::<lsp::SelectionRangeRequest>(params, |params| self.selections(&params))
            }
            _ => Err(Refusal::Unsupported),
        }
    }

    fn code_actions(self, params: &lsp::CodeActionParams) -> Option<Vec<lsp::CodeActionResponse>> {
        let kinds = params.context.only.as_deref();
        if kinds.is_some_and(|kinds| !kinds.contains(&lsp::CodeActionKind::QuickFix)) {
            return None;
        }
        let (path, document) = self.document(&params.text_document)?;
        let source = &self.workspace.file(&path)?.value;
        let span = self.encoding.span(document.source(), params.range);
        let fixes = self.workspace.fixes(&path, span).into_iter();
        let actions = fixes.map(|fix| {
            let edit = convert::edit(self.encoding, &fix.edit, source);
            let diagnostic =
                convert::diagnostic(self.encoding, &fix.diagnostic, source, self.workspace.sources());
            let changes = HashMap::from([(params.text_document.uri.clone(), vec![edit])]);
            lsp::CodeActionResponse::CodeAction(lsp::CodeAction {
                title: fix.title,
                kind: Some(lsp::CodeActionKind::QuickFix),
                diagnostics: Some(vec![diagnostic]),
                is_preferred: Some(fix.is_only),
                edit: Some(lsp::WorkspaceEdit {
                    changes: Some(changes),
                    ..lsp::WorkspaceEdit::default()
                }),
                ..lsp::CodeAction::default()
            })
        });
        Some(actions.collect())
    }

    fn completion(self, params: &lsp::CompletionParams) -> Option<lsp::CompletionResponse> {
        let (path, document, offset) = self.place(&params.text_document_position_params)?;
        let completions = self.workspace.completions(&path, offset);
        let items = completions.map_or_else(Vec::new, |completions| {
            let range = |span| self.encoding.range(document.source(), span);
            let (insert, replace) = (range(completions.inserts), range(completions.replaces));
            let items = completions.items.into_iter();
            items
                .map(|item| convert::completion(item, insert, replace, self.completions))
                .collect()
        });
        Some(lsp::CompletionResponse::CompletionItemList(items))
    }

    fn definition(self, params: &lsp::DefinitionParams) -> Option<lsp::DefinitionResponse> {
        let (path, _, offset) = self.place(&params.text_document_position_params)?;
        let location = self.workspace.definition(&path, offset)?;
        let location = convert::location(self.encoding, &location)?;
        Some(lsp::DefinitionResponse::Definition(lsp::Definition::Location(
            location,
        )))
    }

    fn highlights(self, params: &lsp::DocumentHighlightParams) -> Option<Vec<lsp::DocumentHighlight>> {
        let (path, document, offset) = self.place(&params.text_document_position_params)?;
        let spans = self.workspace.highlights(&path, offset).into_iter();
        let highlight = |span: Span| {
            let range = self.encoding.range(document.source(), span);
            lsp::DocumentHighlight::new(range, Some(lsp::DocumentHighlightKind::Text))
        };
        Some(spans.map(highlight).collect())
    }

    fn symbols(self, params: &lsp::DocumentSymbolParams) -> Option<lsp::DocumentSymbolResponse> {
        let (path, document) = self.document(&params.text_document)?;
        let symbols = self.workspace.symbols(&path);
        let symbols = symbols
            .iter()
            .map(|symbol| convert::symbol(self.encoding, symbol, document.source()));
        Some(lsp::DocumentSymbolResponse::DocumentSymbolList(symbols.collect()))
    }

    fn folds(self, params: &lsp::FoldingRangeParams) -> Option<Vec<lsp::FoldingRange>> {
        let (path, document) = self.document(&params.text_document)?;
        let folds = self.workspace.folds(&path);
        let folds = folds.iter().map(|fold| convert::fold(fold, document.source()));
        Some(folds.collect())
    }

    fn formatting(self, params: &lsp::DocumentFormattingParams) -> Option<Vec<lsp::TextEdit>> {
        let (path, document) = self.document(&params.text_document)?;
        let edits = self.workspace.format(&path)?;
        let edits = edits
            .iter()
            .map(|edit| convert::edit(self.encoding, edit, document.source()));
        Some(edits.collect())
    }

    fn hover(self, params: &lsp::HoverParams) -> Option<lsp::Hover> {
        let (path, document, offset) = self.place(&params.text_document_position_params)?;
        let hover = self.workspace.hover(&path, offset)?;
        Some(lsp::Hover {
            contents: lsp::Contents::MarkupContent(convert::markdown(hover.text)),
            range: Some(self.encoding.range(document.source(), hover.span)),
        })
    }

    fn references(self, params: &lsp::ReferenceParams) -> Option<Vec<lsp::Location>> {
        let (path, _, offset) = self.place(&params.text_document_position_params)?;
        let with_declaration = params.context.include_declaration;
        let locations = self.workspace.references(&path, offset, with_declaration);
        let locations = locations
            .iter()
            .filter_map(|location| convert::location(self.encoding, location));
        Some(locations.collect())
    }

    fn selections(self, params: &lsp::SelectionRangeParams) -> Option<Vec<lsp::SelectionRange>> {
        let (path, document) = self.document(&params.text_document)?;
        let source = document.source();
        let selection = |position: &lsp::Position| {
            let offset = self.encoding.offset(source, *position);
            let spans = self.workspace.selections(&path, offset);
            // Of deeply nested text only the innermost ranges: an answer must not exceed the stack of either side.
            let outer = spans.len().saturating_sub(MAX_SELECTIONS);
            let nested = spans.into_iter().skip(outer).fold(None, |parent, span| {
                let range = self.encoding.range(source, span);
                Some(lsp::SelectionRange::new(range, parent.map(Box::new)))
            });
            let at_position = || lsp::SelectionRange::new(lsp::Range::new(*position, *position), None);
            nested.unwrap_or_else(at_position)
        };
        Some(params.positions.iter().map(selection).collect())
    }

    fn document(self, identifier: &lsp::TextDocumentIdentifier) -> Option<(PathBuf, &'w Document)> {
        let path = path_from_uri(&identifier.uri);
        let document = self.workspace.document(&path)?;
        Some((path, document))
    }

    fn place(self, params: &lsp::TextDocumentPositionParams) -> Option<(PathBuf, &'w Document, u32)> {
        let (path, document) = self.document(&params.text_document)?;
        let offset = self.encoding.offset(document.source(), params.position);
        Some((path, document, offset))
    }
}

/// Answers a request with typed parameters by `answer`.
fn reply<R: Request>(params: Value, answer: impl FnOnce(R::Params) -> R::Result) -> Result<Value, Refusal> {
    let malformed = |error: serde_json::Error| Refusal::Malformed(error.to_string());
    let params = serde_json::from_value(params).map_err(malformed)?;
    serde_json::to_value(answer(params)).map_err(malformed)
}
