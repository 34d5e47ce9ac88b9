//! `textDocument/codeAction`.

use std::collections::HashMap;

use gen_lsp_types as lsp;
use hcl2_ide::ActionKind;

use super::edits::action_edit;
use super::{Answer, Context, Refusal};
use crate::commands::lsp::convert;

impl Answer for lsp::CodeActionRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let options = lsp::CodeActionOptions {
            code_action_kinds: Some(
                [
                    ActionKind::QuickFix,
                    ActionKind::Extract,
                    ActionKind::Inline,
                    ActionKind::Move,
                    ActionKind::Rewrite,
                ]
                .map(kind)
                .to_vec(),
            ),
            ..lsp::CodeActionOptions::default()
        };
        capabilities.code_action_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

/// Returns the kind of an action in the protocol.
fn kind(kind: ActionKind) -> lsp::CodeActionKind {
    match kind {
        ActionKind::QuickFix => lsp::CodeActionKind::QuickFix,
        ActionKind::Extract => lsp::CodeActionKind::RefactorExtract,
        ActionKind::Inline => lsp::CodeActionKind::RefactorInline,
        ActionKind::Move => lsp::CodeActionKind::RefactorMove,
        ActionKind::Rewrite => lsp::CodeActionKind::RefactorRewrite,
    }
}

/// Returns whether the editor asks for actions of a kind: for all, for it, or for all kinds that it is one of.
fn is_asked(context: &lsp::CodeActionContext, kind: &lsp::CodeActionKind) -> bool {
    let is_around = |asked: &lsp::CodeActionKind| {
        let is_refactoring = matches!(
            kind,
            lsp::CodeActionKind::RefactorExtract
                | lsp::CodeActionKind::RefactorInline
                | lsp::CodeActionKind::RefactorMove
                | lsp::CodeActionKind::RefactorRewrite
        );
        asked == kind || is_refactoring && *asked == lsp::CodeActionKind::Refactor
    };
    let only = context.only.as_deref();
    only.is_none_or(|only| only.iter().any(is_around))
}

fn answer(context: Context<'_>, params: &lsp::CodeActionParams) -> Option<Vec<lsp::CodeActionResponse>> {
    let mut actions = Vec::new();
    if is_asked(&params.context, &lsp::CodeActionKind::QuickFix) {
        actions.extend(fixes(context, params)?);
    }
    let (path, document) = context.document(&params.text_document)?;
    let span = context.encoding.span(document.source(), params.range);
    for action in context.workspace.actions(&path, span) {
        let kind = kind(action.kind);
        let changes_files = !action.created.is_empty() || !action.deleted.is_empty();
        if !is_asked(&params.context, &kind) || changes_files && !context.changes_files {
            continue;
        }
        if let Some(reason) = &action.refused {
            let is_shown = context.shows_reasons && context.changes_files;
            actions.extend(is_shown.then(|| refused(action.title.clone(), kind, reason.clone())));
        } else {
            actions.push(lsp::CodeActionResponse::CodeAction(lsp::CodeAction {
                title: action.title.clone(),
                kind: Some(kind),
                edit: Some(action_edit(context, action)),
                ..lsp::CodeAction::default()
            }));
        }
    }
    Some(actions)
}

/// Returns an action that cannot be chosen.
fn refused(title: String, kind: lsp::CodeActionKind, reason: String) -> lsp::CodeActionResponse {
    lsp::CodeActionResponse::CodeAction(lsp::CodeAction {
        title,
        kind: Some(kind),
        disabled: Some(lsp::CodeActionDisabled { reason }),
        ..lsp::CodeAction::default()
    })
}

/// Returns the fixes of the problems at a range.
fn fixes(context: Context<'_>, params: &lsp::CodeActionParams) -> Option<Vec<lsp::CodeActionResponse>> {
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
