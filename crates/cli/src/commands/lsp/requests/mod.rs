//! The requests about documents: one file for each, and one table of all.

mod call_hierarchy;
mod code_action;
mod code_lens;
mod completion;
mod declaration;
mod definition;
mod diagnostic;
mod document_highlight;
mod document_link;
mod document_symbol;
mod edits;
mod folding_range;
mod formatting;
mod hover;
mod inlay_hint;
mod linked_editing_range;
mod on_type_formatting;
mod prepare_rename;
mod range_formatting;
mod references;
mod rename;
mod selection_range;
mod semantic_tokens;
mod semantic_tokens_delta;
mod signature_help;
mod type_definition;
mod workspace_diagnostic;
mod workspace_symbol;

use std::path::PathBuf;

use gen_lsp_types::{self as lsp, LspRequestMethod as Method, Request};
use hcl2_ide::{Document, Workspace};
use serde_json::Value;

use super::diagnostics::Open;
use super::position::Encoding;
use super::transport::Fault;
use super::uri::path_from_uri;

pub(super) use completion::CompletionSupport;
pub(super) use semantic_tokens::SentTokens;

/// A request that the server answers.
trait Answer: Request {
    /// Announces the request among the capabilities of the server.
    fn announce(capabilities: &mut lsp::ServerCapabilities);

    /// Returns the answer.
    ///
    /// # Errors
    ///
    /// If the request cannot be done, with the reason.
    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal>;
}

/// The requests that the server answers.
static ROUTES: &[Route] = &[
    Route::of::<lsp::CallHierarchyIncomingCallsRequest>(),
    Route::of::<lsp::CallHierarchyOutgoingCallsRequest>(),
    Route::of::<lsp::CallHierarchyPrepareRequest>(),
    Route::of::<lsp::CodeActionRequest>(),
    Route::of::<lsp::CodeLensRequest>(),
    Route::of::<lsp::CompletionRequest>(),
    Route::of::<lsp::DeclarationRequest>(),
    Route::of::<lsp::DefinitionRequest>(),
    Route::of::<lsp::DocumentDiagnosticRequest>(),
    Route::of::<lsp::DocumentFormattingRequest>(),
    Route::of::<lsp::DocumentHighlightRequest>(),
    Route::of::<lsp::DocumentLinkRequest>(),
    Route::of::<lsp::DocumentOnTypeFormattingRequest>(),
    Route::of::<lsp::DocumentRangeFormattingRequest>(),
    Route::of::<lsp::DocumentSymbolRequest>(),
    Route::of::<lsp::FoldingRangeRequest>(),
    Route::of::<lsp::HoverRequest>(),
    Route::of::<lsp::InlayHintRequest>(),
    Route::of::<lsp::LinkedEditingRangeRequest>(),
    Route::of::<lsp::PrepareRenameRequest>(),
    Route::of::<lsp::ReferencesRequest>(),
    Route::of::<lsp::RenameRequest>(),
    Route::of::<lsp::SelectionRangeRequest>(),
    Route::of::<lsp::SemanticTokensRequest>(),
    Route::of::<lsp::SemanticTokensDeltaRequest>(),
    Route::of::<lsp::SemanticTokensRangeRequest>(),
    Route::of::<lsp::SignatureHelpRequest>(),
    Route::of::<lsp::TypeDefinitionRequest>(),
    Route::of::<lsp::WorkspaceDiagnosticRequest>(),
    Route::of::<lsp::WorkspaceSymbolRequest>(),
];

/// A request, with its type erased.
struct Route {
    method: Method<'static>,
    announce: fn(&mut lsp::ServerCapabilities),
    answer: fn(Context<'_>, Value) -> Result<String, Refusal>,
}

impl Route {
    const fn of<R: Answer>() -> Self {
        Self {
            method: R::METHOD,
            announce: R::announce,
            answer: |context, params| {
                let malformed = |error: serde_json::Error| Refusal::malformed(&error);
                let params = serde_json::from_value(params).map_err(malformed)?;
                serde_json::to_string(&R::answer(context, params)?).map_err(malformed)
            },
        }
    }
}

/// Announces all requests.
pub(super) fn announce(capabilities: &mut lsp::ServerCapabilities) {
    ROUTES.iter().for_each(|route| (route.announce)(capabilities));
}

/// Returns whether a request may read all files of the folders, which takes a while the first time.
pub(super) fn reads_folders(method: &str) -> bool {
    matches!(
        Method::from(method),
        Method::WorkspaceSymbol | Method::CallHierarchyIncomingCalls | Method::CallHierarchyOutgoingCalls
    )
}

/// Answers a request; the answer is JSON.
pub(super) fn answer(context: Context<'_>, method: &str, params: Value) -> Result<String, Refusal> {
    let method = Method::from(method);
    let route = ROUTES.iter().find(|route| route.method == method);
    let route = route.ok_or_else(|| Refusal {
        code: Fault::METHOD_NOT_FOUND,
        message: format!("`{}` is not supported", method.as_str()),
    })?;
    (route.answer)(context, params)
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: i32,
    pub(super) message: String,
}

impl Refusal {
    /// Refuses parameters that do not fit the method.
    fn malformed(error: &serde_json::Error) -> Self {
        Self {
            code: Fault::INVALID_PARAMS,
            message: error.to_string(),
        }
    }
}

/// What requests are answered from.
#[derive(Clone, Copy)]
pub(super) struct Context<'w> {
    pub(super) workspace: &'w Workspace,
    pub(super) open: &'w Open,
    pub(super) encoding: Encoding,
    /// Whether the editor takes edits of documents with their versions.
    pub(super) has_versions: bool,
    /// Whether the editor creates and deletes files.
    pub(super) changes_files: bool,
    /// Whether the editor shows actions that cannot be chosen, and why.
    pub(super) shows_reasons: bool,
    /// The semantic tokens that the editor has.
    pub(super) tokens: &'w SentTokens,
    /// What the editor supports in completions.
    pub(super) completions: CompletionSupport,
}

impl<'w> Context<'w> {
    /// Returns an open document with its path.
    fn document(self, identifier: &lsp::TextDocumentIdentifier) -> Option<(PathBuf, &'w Document)> {
        let path = path_from_uri(&identifier.uri);
        let document = self.workspace.document(&path)?;
        Some((path, document))
    }

    /// Returns an open document with its path, and the offset of a position in it.
    fn place(self, params: &lsp::TextDocumentPositionParams) -> Option<(PathBuf, &'w Document, u32)> {
        let (path, document) = self.document(&params.text_document)?;
        let offset = self.encoding.offset(document.source(), params.position);
        Some((path, document, offset))
    }
}
