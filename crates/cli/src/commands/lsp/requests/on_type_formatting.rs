//! `textDocument/onTypeFormatting`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::DocumentOnTypeFormattingRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_on_type_formatting_provider = Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: "}".to_owned(),
            more_trigger_character: Some(vec!["\n".to_owned()]),
        });
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DocumentOnTypeFormattingParams) -> Option<Vec<lsp::TextEdit>> {
    let (path, document) = context.document(&params.text_document)?;
    let offset = context.encoding.offset(document.source(), params.position);
    let edits = context.workspace.format_typed(&path, offset, &params.ch)?;
    let edits = edits
        .iter()
        .map(|edit| convert::edit(context.encoding, edit, document.source()));
    Some(edits.collect())
}
