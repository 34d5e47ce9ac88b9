//! `workspace/diagnostic`.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::diagnostics::{converted, identity, uri_of};

impl Answer for lsp::WorkspaceDiagnosticRequest {
    /// Returns nothing: it is announced with the diagnostics of documents.
    fn announce(_: &mut lsp::ServerCapabilities) {}

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let known = params.previous_result_ids.into_iter();
        let mut known: HashMap<String, String> = known.map(|known| (known.uri.0, known.value)).collect();
        let mut items = Vec::new();
        for (path, file) in context.workspace.files() {
            let Some(uri) = uri_of(path, context.open) else {
                continue;
            };
            let version = context.open.get(path).map(|(_, version)| *version);
            let diagnostics = converted(context.workspace, file, context.encoding);
            let result_id = identity(&diagnostics);
            let before = known.remove(&uri.0);
            if before.as_ref() == Some(&result_id) {
                let unchanged_document_diagnostic_report =
                    lsp::UnchangedDocumentDiagnosticReport { result_id };
                let report = lsp::WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report,
                };
                items.push(report.into());
            } else if !diagnostics.is_empty() || before.is_some() || version.is_some() {
                items.push(full(uri, version, diagnostics));
            }
        }
        // Files that are not beside an open one any more have none.
        let gone = known.into_keys();
        items.extend(gone.map(|uri| full(lsp::Uri::from(uri), None, Vec::new())));
        Ok(lsp::WorkspaceDiagnosticReport { items })
    }
}

fn full(
    uri: lsp::Uri,
    version: Option<i32>,
    items: Vec<lsp::Diagnostic>,
) -> lsp::WorkspaceDocumentDiagnosticReport {
    let full_document_diagnostic_report = lsp::FullDocumentDiagnosticReport {
        result_id: Some(identity(&items)),
        items,
    };
    lsp::WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report,
    }
    .into()
}
