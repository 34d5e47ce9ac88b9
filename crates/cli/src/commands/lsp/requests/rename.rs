//! `textDocument/rename`.

use gen_lsp_types as lsp;

use super::edits::workspace_edit;
use super::{Answer, Context, Refusal};
use crate::commands::lsp::transport::Fault;

impl Answer for lsp::RenameRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let options = lsp::RenameOptions {
            prepare_provider: Some(true),
            ..lsp::RenameOptions::default()
        };
        capabilities.rename_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        let Some((path, _, offset)) = context.place(&params.text_document_position_params) else {
            return Ok(None);
        };
        match context.workspace.rename(&path, offset, &params.new_name) {
            Ok(edits) if edits.is_empty() => Ok(None),
            Ok(edits) => Ok(Some(workspace_edit(context, edits))),
            Err((problems, _)) => Err(Refusal {
                code: Fault::REQUEST_FAILED,
                message: problems
                    .iter()
                    .next()
                    .map(|problem| problem.detail.to_string())
                    .unwrap_or_default(),
            }),
        }
    }
}
