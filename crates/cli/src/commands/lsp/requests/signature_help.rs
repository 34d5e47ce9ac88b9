//! `textDocument/signatureHelp`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::SignatureHelpRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let triggers = |characters: &[&str]| Some(characters.iter().map(|text| (*text).to_owned()).collect());
        capabilities.signature_help_provider = Some(lsp::SignatureHelpOptions {
            trigger_characters: triggers(&["(", ","]),
            retrigger_characters: triggers(&[")"]),
            ..lsp::SignatureHelpOptions::default()
        });
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::SignatureHelpParams) -> Option<lsp::SignatureHelp> {
    let (path, _, offset) = context.place(&params.text_document_position_params)?;
    let found = context.workspace.signature(&path, offset)?;
    let parameters = found
        .parameters
        .into_iter()
        .map(|label| lsp::ParameterInformation {
            label: lsp::ParameterInformationLabel::String(label),
            documentation: None,
        });
    let active = found.active.map(lsp::ActiveParameter::Int);
    let signature = lsp::SignatureInformation {
        label: found.label,
        documentation: found
            .documentation
            .map(|text| lsp::Documentation::MarkupContent(convert::markdown(text))),
        parameters: Some(parameters.collect()),
        active_parameter: active,
    };
    Some(lsp::SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: active,
    })
}
