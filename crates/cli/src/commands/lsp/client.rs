//! What the editor says of itself.

use gen_lsp_types as lsp;
use serde_json::Value;

use super::configuration::{Editor, folders_of};
use super::position::Encoding;
use super::requests::CompletionSupport;

/// What the editor says of itself when it starts the server.
#[derive(Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    pub(super) completions: CompletionSupport,
    pub(super) editor: Editor,
    /// Whether it takes edits of documents with their versions.
    pub(super) has_versions: bool,
    /// Whether it creates and deletes files on request.
    pub(super) changes_files: bool,
    /// Whether it shows actions that cannot be chosen, and why.
    pub(super) shows_reasons: bool,
    /// Whether it asks for the diagnostics of each document, so that they are not published.
    pub(super) pulls_diagnostics: bool,
    /// Whether it asks again for the diagnostics of all documents where the server says so.
    pub(super) refreshes_diagnostics: bool,
    /// The process that ends with the editor.
    pub(super) process: Option<i32>,
}

impl Client {
    /// Returns what the parameters of `initialize` say, and the options in them.
    pub(super) fn of(params: Value) -> (Self, Value) {
        let folders = folders_of(&params);
        let params: lsp::InitializeParams = serde_json::from_value(params).unwrap_or_default();
        let capabilities = params.capabilities;
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let operations = edits.and_then(|edits| edits.resource_operations.as_deref());
        let has = |operation| operations.is_some_and(|own| own.contains(&operation));
        let diagnostics = workspace.and_then(|workspace| workspace.diagnostics.as_ref());
        let client = Self {
            encoding: Encoding::from_client(&capabilities),
            editor: Editor::of(&capabilities, folders),
            has_versions: edits.is_some_and(|edits| edits.document_changes == Some(true)),
            changes_files: edits.is_some_and(|edits| edits.document_changes == Some(true))
                && has(lsp::ResourceOperationKind::Create)
                && has(lsp::ResourceOperationKind::Delete),
            shows_reasons: document
                .and_then(|document| document.code_action.as_ref())
                .is_some_and(|actions| actions.disabled_support == Some(true)),
            pulls_diagnostics: document.is_some_and(|document| document.diagnostic.is_some()),
            refreshes_diagnostics: diagnostics
                .is_some_and(|diagnostics| diagnostics.refresh_support == Some(true)),
            process: params.process_id,
            completions: CompletionSupport::from_client(capabilities),
        };
        (client, params.initialization_options.unwrap_or_default())
    }

    /// Returns whether the process of the editor has ended.
    pub(super) fn is_gone(&self) -> bool {
        #[cfg(unix)]
        let process = self.process.and_then(rustix::process::Pid::from_raw);
        #[cfg(unix)]
        return process.is_some_and(|process| {
            rustix::process::test_kill_process(process) == Err(rustix::io::Errno::SRCH)
        });
        // Elsewhere, the input ends with the editor.
        #[cfg(not(unix))]
        false
    }
}
