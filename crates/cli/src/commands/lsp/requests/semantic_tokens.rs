//! `textDocument/semanticTokens/full` and `textDocument/semanticTokens/range`, and the tokens that the editor has.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use gen_lsp_types as lsp;
use hcl2::diagnostics::{Source, Span};
use hcl2_ide::SemanticKind;

use super::{Answer, Context, Refusal};

impl Answer for lsp::SemanticTokensRequest {
    fn announce(capabilities: &mut lsp::ServerCapabilities) {
        let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let options = lsp::SemanticTokensOptions {
            legend: lsp::SemanticTokensLegend {
                token_types: strings(TYPES),
                token_modifiers: strings(&["declaration"]),
            },
            range: Some(true.into()),
            full: Some(lsp::SemanticTokensFullDelta { delta: Some(true) }.into()),
            ..lsp::SemanticTokensOptions::default()
        };
        capabilities.semantic_tokens_provider = Some(options.into());
    }

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(whole(context, &params.text_document))
    }
}

impl Answer for lsp::SemanticTokensRangeRequest {
    /// Returns nothing: it is announced with the tokens of whole documents.
    fn announce(_: &mut lsp::ServerCapabilities) {}

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(tokens(context, &params.text_document, Some(params.range)))
    }
}

/// The tokens that the editor has of each open document.
#[derive(Default)]
pub(in super::super) struct SentTokens(Mutex<Sent>);

#[derive(Default)]
struct Sent {
    /// The number of the last answer.
    last: u64,
    documents: HashMap<PathBuf, (String, Vec<lsp::SemanticToken>)>,
}

impl SentTokens {
    /// Keeps the tokens of a document, and returns their identity with those before them.
    pub(super) fn replace(
        &self,
        context: Context<'_>,
        path: &Path,
        tokens: &[lsp::SemanticToken],
    ) -> (String, Option<(String, Vec<lsp::SemanticToken>)>) {
        let mut sent = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        sent.documents.retain(|path, _| context.open.contains_key(path));
        sent.last += 1;
        let id = sent.last.to_string();
        let before = sent
            .documents
            .insert(path.to_owned(), (id.clone(), tokens.to_vec()));
        (id, before)
    }
}

/// Returns the tokens of a document as a whole, whose identity the editor can name later.
fn whole(context: Context<'_>, document: &lsp::TextDocumentIdentifier) -> Option<lsp::SemanticTokens> {
    let (path, _) = context.document(document)?;
    let tokens = tokens(context, document, None)?;
    let (id, _) = context.tokens.replace(context, &path, &tokens.data);
    Some(lsp::SemanticTokens {
        result_id: Some(id),
        ..tokens
    })
}

/// The types of tokens, in the order of their numbers.
const TYPES: &[&str] = &[
    "type",
    "enumMember",
    "property",
    "variable",
    "parameter",
    "function",
    "keyword",
    "number",
    "string",
    "comment",
];

/// Returns the tokens of a document, or of a range of it.
pub(super) fn tokens(
    context: Context<'_>,
    document: &lsp::TextDocumentIdentifier,
    range: Option<lsp::Range>,
) -> Option<lsp::SemanticTokens> {
    let (path, document) = context.document(document)?;
    let source = document.source();
    let range = range.map_or(source.span(), |range| context.encoding.span(source, range));
    let mut data = Vec::new();
    let mut last = lsp::Position::new(0, 0);
    let tokens = context.workspace.semantic_tokens(&path).into_iter();
    for token in tokens.filter(|token| token.span.start < range.end && range.start < token.span.end) {
        let kind = number(token.kind);
        // Most editors know no tokens of several lines.
        for span in lines(source, token.span) {
            let place = context.encoding.range(source, span);
            let start = place.start;
            let delta_line = start.line - last.line;
            data.push(lsp::SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 {
                    start.character - last.character
                } else {
                    start.character
                },
                length: place.end.character.saturating_sub(start.character),
                token_type: kind,
                token_modifiers_bitset: u32::from(token.is_declaration),
            });
            last = start;
        }
    }
    Some(lsp::SemanticTokens {
        result_id: None,
        data,
    })
}

/// Returns the parts of a range on its lines, without line endings.
fn lines(source: &Source, span: Span) -> impl Iterator<Item = Span> {
    let text = source.slice(span);
    let mut start = span.start;
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(move |line| {
        let end = line.len()
            - line
                .iter()
                .rev()
                .take_while(|byte| b"\r\n".contains(byte))
                .count();
        let part = source.span_of(start, start + end as u32);
        start += line.len() as u32;
        part
    });
    lines
        .filter(|part| part.start < part.end)
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns the number of the type of tokens.
fn number(kind: SemanticKind) -> u32 {
    match kind {
        SemanticKind::BlockType => 0,
        SemanticKind::Label => 1,
        SemanticKind::Property => 2,
        SemanticKind::Parameter => 4,
        SemanticKind::Function => 5,
        SemanticKind::Keyword => 6,
        SemanticKind::Number => 7,
        SemanticKind::String => 8,
        SemanticKind::Comment => 9,
        _ => 3,
    }
}
