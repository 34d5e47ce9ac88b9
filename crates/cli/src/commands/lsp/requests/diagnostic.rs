//! `textDocument/diagnostic`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::diagnostics::{converted, identity};

impl Answer for lsp::DocumentDiagnosticRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let options = lsp::DiagnosticOptions {
            identifier: Some("hcl2".to_owned()),
            inter_file_dependencies: true,
            workspace_diagnostics: true,
            ..lsp::DiagnosticOptions::default()
        };
        capabilities.diagnostic_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let found = context.document(&params.text_document);
        let file = found.and_then(|(path, _)| context.workspace.file(&path));
        let items = file.map(|file| converted(context.workspace, file, context.encoding));
        let items = items.unwrap_or_default();
        let result_id = identity(&items);
        if params.previous_result_id.as_ref() == Some(&result_id) {
            let unchanged_document_diagnostic_report = lsp::UnchangedDocumentDiagnosticReport { result_id };
            return Ok(lsp::RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report,
            }
            .into());
        }
        let full_document_diagnostic_report = lsp::FullDocumentDiagnosticReport {
            result_id: Some(result_id),
            items,
        };
        Ok(lsp::RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report,
        }
        .into())
    }
}
