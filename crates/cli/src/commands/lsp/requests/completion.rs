//! `textDocument/completion`.

use gen_lsp_types as lsp;
use hcl2_ide::{Completion, CompletionKind};

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::CompletionRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        capabilities.completion_provider = Some(lsp::CompletionOptions {
            trigger_characters: Some([".", "\"", "/"].map(str::to_owned).to_vec()),
            ..lsp::CompletionOptions::default()
        });
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::CompletionParams) -> Option<lsp::CompletionResponse> {
    let (path, document, offset) = context.place(&params.text_document_position_params)?;
    let completions = context.workspace.completions(&path, offset);
    let items = completions.map_or_else(Vec::new, |completions| {
        let range = |span| context.encoding.range(document.source(), span);
        let (insert, replace) = (range(completions.inserts), range(completions.replaces));
        let items = completions.items.into_iter();
        items
            .map(|item| self::item(item, insert, replace, context.completions))
            .collect()
    });
    Some(lsp::CompletionResponse::CompletionItemList(items))
}

/// What an editor supports in completions.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::commands::lsp) struct CompletionSupport {
    snippets: bool,
    /// Whether the user chooses whether the rest of a name stays.
    insert_or_replace: bool,
}

impl CompletionSupport {
    pub(in crate::commands::lsp) fn from_client(client: lsp::ClientCapabilities) -> Self {
        let document = client.text_document.unwrap_or_default();
        let item = document
            .completion
            .and_then(|completion| completion.completion_item)
            .unwrap_or_default();
        Self {
            snippets: item.snippet_support.unwrap_or_default(),
            insert_or_replace: item.insert_replace_support.unwrap_or_default(),
        }
    }
}

/// Converts a completion that replaces a name, or the part of it before the cursor.
fn item(
    completion: Completion,
    insert: lsp::Range,
    replace: lsp::Range,
    support: CompletionSupport,
) -> lsp::CompletionItem {
    let snippet = completion.snippet.filter(|_| support.snippets);
    let insert_text_format = snippet.is_some().then_some(lsp::InsertTextFormat::Snippet);
    let text = snippet.unwrap_or(completion.text);
    lsp::CompletionItem {
        label: completion.label,
        kind: Some(match completion.kind {
            CompletionKind::Argument => lsp::CompletionItemKind::Property,
            CompletionKind::Block | CompletionKind::ResourceType => lsp::CompletionItemKind::Class,
            CompletionKind::Field => lsp::CompletionItemKind::Field,
            CompletionKind::File => lsp::CompletionItemKind::File,
            CompletionKind::Function => lsp::CompletionItemKind::Function,
            CompletionKind::Keyword => lsp::CompletionItemKind::Keyword,
            CompletionKind::Module => lsp::CompletionItemKind::Module,
            CompletionKind::Variable => lsp::CompletionItemKind::Variable,
            _ => lsp::CompletionItemKind::Value,
        }),
        detail: completion.detail,
        documentation: completion
            .documentation
            .map(|text| lsp::Documentation::MarkupContent(convert::markdown(text))),
        sort_text: completion.sort_key,
        tags: completion
            .is_deprecated
            .then(|| vec![lsp::CompletionItemTag::Deprecated]),
        insert_text_format,
        text_edit: Some(match support.insert_or_replace {
            true => lsp::CompletionItemTextEdit::InsertReplaceEdit(lsp::InsertReplaceEdit::new(
                text, insert, replace,
            )),
            false => lsp::CompletionItemTextEdit::TextEdit(lsp::TextEdit::new(replace, text)),
        }),
        ..lsp::CompletionItem::default()
    }
}
