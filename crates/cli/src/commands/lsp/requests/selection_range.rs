//! `textDocument/selectionRange`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};

/// The largest number of nested ranges around a position.
const MAX_SELECTIONS: usize = 64;

impl Answer for lsp::SelectionRangeRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.selection_range_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::SelectionRangeParams) -> Option<Vec<lsp::SelectionRange>> {
    let (path, document) = context.document(&params.text_document)?;
    let source = document.source();
    let selection = |position: &lsp::Position| {
        let offset = context.encoding.offset(source, *position);
        let spans = context.workspace.selections(&path, offset);
        // Of deeply nested text only the innermost ranges: an answer must not exceed the stack of either side.
        let outer = spans.len().saturating_sub(MAX_SELECTIONS);
        let nested = spans.into_iter().skip(outer).fold(None, |parent, span| {
            let range = context.encoding.range(source, span);
            Some(lsp::SelectionRange::new(range, parent.map(Box::new)))
        });
        let at_position = || lsp::SelectionRange::new(lsp::Range::new(*position, *position), None);
        nested.unwrap_or_else(at_position)
    };
    Some(params.positions.iter().map(selection).collect())
}
