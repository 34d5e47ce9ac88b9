//! `textDocument/linkedEditingRange`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
impl Answer for lsp::LinkedEditingRangeRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.linked_editing_range_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::LinkedEditingRangeParams) -> Option<lsp::LinkedEditingRanges> {
    let (path, document, offset) = context.place(&params.text_document_position_params)?;
    let spans = context.workspace.linked(&path, offset).into_iter();
    let ranges: Vec<lsp::Range> = spans
        .map(|span| context.encoding.range(document.source(), span))
        .collect();
    (!ranges.is_empty()).then_some(lsp::LinkedEditingRanges {
        ranges,
        word_pattern: None,
    })
}
