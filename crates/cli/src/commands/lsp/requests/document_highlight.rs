//! `textDocument/documentHighlight`.

use gen_lsp_types as lsp;
use hcl2::diagnostics::Span;

use super::{Answer, Context, Refusal};

impl Answer for lsp::DocumentHighlightRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_highlight_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(
    context: Context<'_>,
    params: &lsp::DocumentHighlightParams,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let (path, document, offset) = context.place(&params.text_document_position_params)?;
    let spans = context.workspace.highlights(&path, offset).into_iter();
    let highlight = |span: Span| {
        let range = context.encoding.range(document.source(), span);
        lsp::DocumentHighlight::new(range, Some(lsp::DocumentHighlightKind::Text))
    };
    Some(spans.map(highlight).collect())
}
