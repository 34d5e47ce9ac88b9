//! `textDocument/references`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::ReferencesRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.references_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::ReferenceParams) -> Option<Vec<lsp::Location>> {
    let (path, _, offset) = context.place(&params.text_document_position_params)?;
    let with_declaration = params.context.include_declaration;
    let locations = context.workspace.references(&path, offset, with_declaration);
    let locations = locations
        .iter()
        .filter_map(|location| convert::location(context.encoding, location));
    Some(locations.collect())
}
