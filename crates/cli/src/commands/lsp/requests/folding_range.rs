//! `textDocument/foldingRange`.

use gen_lsp_types as lsp;
use hcl2::diagnostics::Source;
use hcl2_ide::{Fold, FoldKind};

use super::{Answer, Context, Refusal};

impl Answer for lsp::FoldingRangeRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.folding_range_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::FoldingRangeParams) -> Option<Vec<lsp::FoldingRange>> {
    let (path, document) = context.document(&params.text_document)?;
    let folds = context.workspace.folds(&path);
    let folds = folds.iter().map(|fold| converted(fold, document.source()));
    Some(folds.collect())
}

fn converted(fold: &Fold, source: &Source) -> lsp::FoldingRange {
    let lines = source.line_index();
    lsp::FoldingRange {
        start_line: lines.line_of(fold.span.start) - 1,
        end_line: lines.line_of(fold.span.end) - 1,
        kind: match fold.kind {
            FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
            _ => None,
        },
        ..lsp::FoldingRange::default()
    }
}
