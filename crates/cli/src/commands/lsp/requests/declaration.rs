//! `textDocument/declaration`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::DeclarationRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.declaration_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DeclarationParams) -> Option<lsp::DeclarationResponse> {
    let (path, _, offset) = context.place(&params.text_document_position_params)?;
    let location = context.workspace.definition(&path, offset)?;
    let location = convert::location(context.encoding, &location)?;
    Some(lsp::DeclarationResponse::Declaration(lsp::Declaration::Location(
        location,
    )))
}
