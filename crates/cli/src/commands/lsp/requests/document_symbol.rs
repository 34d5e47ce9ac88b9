//! `textDocument/documentSymbol`.

use gen_lsp_types as lsp;
use hcl2::diagnostics::Source;
use hcl2_ide::{Symbol, SymbolKind};

use super::{Answer, Context, Refusal};
use crate::commands::lsp::position::Encoding;

impl Answer for lsp::DocumentSymbolRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.document_symbol_provider = Some(true.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::DocumentSymbolParams) -> Option<lsp::DocumentSymbolResponse> {
    let (path, document) = context.document(&params.text_document)?;
    let symbols = context.workspace.symbols(&path);
    let symbols = symbols
        .iter()
        .map(|symbol| converted(context.encoding, symbol, document.source()));
    Some(lsp::DocumentSymbolResponse::DocumentSymbolList(symbols.collect()))
}

fn converted(encoding: Encoding, symbol: &Symbol, source: &Source) -> lsp::DocumentSymbol {
    let children: Vec<_> = symbol
        .children
        .iter()
        .map(|child| converted(encoding, child, source))
        .collect();
    #[expect(deprecated, reason = "the struct has no default to fill the deprecated field")]
    lsp::DocumentSymbol {
        // The protocol forbids empty names.
        name: if symbol.name.is_empty() {
            "\"\"".to_owned()
        } else {
            symbol.name.clone()
        },
        detail: None,
        kind: match symbol.kind {
            SymbolKind::Block => lsp::SymbolKind::Class,
            SymbolKind::Array => lsp::SymbolKind::Array,
            _ => lsp::SymbolKind::Property,
        },
        tags: None,
        deprecated: None,
        range: encoding.range(source, symbol.span),
        selection_range: encoding.range(source, symbol.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}
