//! `textDocument/formatting`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::DocumentFormattingRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_formatting_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DocumentFormattingParams) -> Option<Vec<lsp::TextEdit>> {
    let (path, document) = context.document(&params.text_document)?;
    let edits = context.workspace.format(&path)?;
    let edits = edits
        .iter()
        .map(|edit| convert::edit(context.encoding, edit, document.source()));
    Some(edits.collect())
}
