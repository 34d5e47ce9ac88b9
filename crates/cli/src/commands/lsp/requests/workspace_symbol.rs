//! `workspace/symbol`.

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;
impl Answer for lsp::WorkspaceSymbolRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let options = lsp::WorkspaceSymbolOptions {
            work_done_progress_options: lsp::WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
            ..lsp::WorkspaceSymbolOptions::default()
        };
        capabilities.workspace_symbol_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::WorkspaceSymbolParams) -> Option<lsp::WorkspaceSymbolResponse> {
    let declared = context.workspace.declarations(&params.query).into_iter();
    let symbols = declared.filter_map(|declaration| {
        let location = convert::location(context.encoding, &declaration.location)?;
        let directory = declaration.location.path().parent()?;
        let container = directory
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        Some(lsp::WorkspaceSymbol {
            location: lsp::WorkspaceSymbolLocation::Location(location),
            data: None,
            base_symbol_information: lsp::BaseSymbolInformation {
                name: declaration.name,
                kind: match declaration.block_type.as_str() {
                    "module" => lsp::SymbolKind::Module,
                    "variable" | "locals" => lsp::SymbolKind::Variable,
                    "output" => lsp::SymbolKind::Field,
                    _ => lsp::SymbolKind::Class,
                },
                tags: None,
                container_name: container,
            },
        })
    });
    Some(lsp::WorkspaceSymbolResponse::WorkspaceSymbolList(
        symbols.collect(),
    ))
}
