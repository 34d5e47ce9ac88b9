//! `textDocument/codeAction`.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::CodeActionRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let options = lsp::CodeActionOptions {
            code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
            ..lsp::CodeActionOptions::default()
        };
        capabilities.code_action_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(context: Context<'_>, params: &lsp::CodeActionParams) -> Option<Vec<lsp::CodeActionResponse>> {
    let kinds = params.context.only.as_deref();
    if kinds.is_some_and(|kinds| !kinds.contains(&lsp::CodeActionKind::QuickFix)) {
        return None;
    }
    let (path, document) = context.document(&params.text_document)?;
    let source = &context.workspace.file(&path)?.value;
    let span = context.encoding.span(document.source(), params.range);
    let fixes = context.workspace.fixes(&path, span).into_iter();
    let actions = fixes.map(|fix| {
        let edit = convert::edit(context.encoding, &fix.edit, source);
        let diagnostic = convert::diagnostic(
            context.encoding,
            &fix.diagnostic,
            source,
            context.workspace.sources(),
        );
        let changes = HashMap::from([(params.text_document.uri.clone(), vec![edit])]);
        lsp::CodeActionResponse::CodeAction(lsp::CodeAction {
            title: fix.title,
            kind: Some(lsp::CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic]),
            is_preferred: Some(fix.is_only),
            edit: Some(lsp::WorkspaceEdit {
                changes: Some(changes),
                ..lsp::WorkspaceEdit::default()
            }),
            ..lsp::CodeAction::default()
        })
    });
    Some(actions.collect())
}
