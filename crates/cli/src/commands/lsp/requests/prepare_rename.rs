//! `textDocument/prepareRename`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};

impl Answer for lsp::PrepareRenameRequest {
    fn announce(_: &mut lsp::ServerCapabilities) {
        // The request itself announces it.
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::PrepareRenameParams) -> Option<lsp::PrepareRenameResult> {
    let (path, document, offset) = context.place(&params.text_document_position_params)?;
    let (span, name) = context.workspace.prepare_rename(&path, offset)?;
    let range = context.encoding.range(document.source(), span);
    Some(lsp::PrepareRenamePlaceholder::new(range, name).into())
}
