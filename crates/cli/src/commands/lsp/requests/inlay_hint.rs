//! `textDocument/inlayHint`.

use gen_lsp_types as lsp;
use hcl2_ide::HintKind;

use super::{Answer, Context, Refusal};
impl Answer for lsp::InlayHintRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.inlay_hint_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::InlayHintParams) -> Option<Vec<lsp::InlayHint>> {
    let (path, document) = context.document(&params.text_document)?;
    let source = document.source();
    let range = context.encoding.span(source, params.range);
    let hints = context.workspace.hints(&path, range).into_iter();
    let hints = hints.map(|hint| {
        let is_type = hint.kind == HintKind::Type;
        let tooltip = (hint.kind == HintKind::Value)
            .then(|| lsp::Tooltip::String("The value with the defaults of the variables.".to_owned()));
        lsp::InlayHint {
            position: context.encoding.position(source, hint.offset),
            label: lsp::Label::String(hint.text),
            kind: is_type.then_some(lsp::InlayHintKind::Type),
            text_edits: None,
            tooltip,
            padding_left: Some(!is_type),
            padding_right: None,
            data: None,
        }
    });
    Some(hints.collect())
}
