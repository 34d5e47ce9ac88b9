//! `textDocument/hover`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::HoverRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.hover_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::HoverParams) -> Option<lsp::Hover> {
    let (path, document, offset) = context.place(&params.text_document_position_params)?;
    let hover = context.workspace.hover(&path, offset)?;
    Some(lsp::Hover {
        contents: lsp::Contents::MarkupContent(convert::markdown(hover.text)),
        range: Some(context.encoding.range(document.source(), hover.span)),
    })
}
