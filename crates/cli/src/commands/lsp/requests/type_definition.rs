//! `textDocument/typeDefinition`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::TypeDefinitionRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.type_definition_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::TypeDefinitionParams) -> Option<lsp::TypeDefinitionResponse> {
    let (path, _, offset) = context.place(&params.text_document_position_params)?;
    let location = context.workspace.type_definition(&path, offset)?;
    let location = convert::location(context.encoding, &location)?;
    Some(lsp::TypeDefinitionResponse::Definition(
        lsp::Definition::Location(location),
    ))
}
