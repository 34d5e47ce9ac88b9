//! `textDocument/documentLink`.

use gen_lsp_types as lsp;
use hcl2_ide::LinkTarget;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::uri::uri_from_path;
impl Answer for lsp::DocumentLinkRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_link_provider = Some(lsp::DocumentLinkOptions::default());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DocumentLinkParams) -> Option<Vec<lsp::DocumentLink>> {
    let (path, document) = context.document(&params.text_document)?;
    let links = context.workspace.links(&path).into_iter();
    let links = links.filter_map(|link| {
        let target = match link.target {
            LinkTarget::File(path) => uri_from_path(&path)?,
            LinkTarget::Page(page) => lsp::Uri::from(page),
        };
        Some(lsp::DocumentLink {
            range: context.encoding.range(document.source(), link.span),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    });
    Some(links.collect())
}
