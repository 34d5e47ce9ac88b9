//! `textDocument/rangeFormatting`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::DocumentRangeFormattingRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_range_formatting_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DocumentRangeFormattingParams) -> Option<Vec<lsp::TextEdit>> {
    let (path, document) = context.document(&params.text_document)?;
    let range = context.encoding.span(document.source(), params.range);
    let edits = context.workspace.format_range(&path, range)?;
    let edits = edits
        .iter()
        .map(|edit| convert::edit(context.encoding, edit, document.source()));
    Some(edits.collect())
}
