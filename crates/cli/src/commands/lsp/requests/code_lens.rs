//! `textDocument/codeLens`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
impl Answer for lsp::CodeLensRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.code_lens_provider = Some(lsp::CodeLensOptions::default());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::CodeLensParams) -> Option<Vec<lsp::CodeLens>> {
    let (path, document) = context.document(&params.text_document)?;
    let lenses = context.workspace.lenses(&path).into_iter();
    let lenses = lenses.map(|lens| lsp::CodeLens {
        range: context.encoding.range(document.source(), lens.span),
        // An empty command is shown and does nothing.
        command: Some(lsp::Command {
            title: lens.text,
            tooltip: None,
            command: String::new(),
            arguments: None,
        }),
        data: None,
    });
    Some(lenses.collect())
}
