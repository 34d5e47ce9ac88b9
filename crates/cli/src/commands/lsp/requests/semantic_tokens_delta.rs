//! `textDocument/semanticTokens/full/delta`.

use gen_lsp_types as lsp;

use super::semantic_tokens::tokens;
use super::{Answer, Context, Refusal};

/// How many numbers describe a token.
const NUMBERS: usize = 5;

impl Answer for lsp::SemanticTokensDeltaRequest {
    /// Returns nothing: it is announced with the tokens of whole documents.
    fn announce(_: &mut lsp::ServerCapabilities) {}

    fn answer(context: Context<'_>, params: Self::Params) -> Result<Self::Result, Refusal> {
        Ok(answer(context, &params))
    }
}

fn answer(
    context: Context<'_>,
    params: &lsp::SemanticTokensDeltaParams,
) -> Option<lsp::SemanticTokensDeltaResponse> {
    let (path, _) = context.document(&params.text_document)?;
    let tokens = tokens(context, &params.text_document, None)?;
    let (id, before) = context.tokens.replace(context, &path, &tokens.data);
    Some(match before {
        Some((known, before)) if known == params.previous_result_id => {
            let edits = edit(&before, &tokens.data).into_iter().collect();
            lsp::SemanticTokensDelta::new(Some(id), edits).into()
        }
        _ => lsp::SemanticTokens {
            result_id: Some(id),
            ..tokens
        }
        .into(),
    })
}

/// Returns the change between the common start and the common end of two lists of tokens; `None` if they are equal. The places
/// of tokens are relative to those before, so those behind a change are the same.
fn edit(before: &[lsp::SemanticToken], after: &[lsp::SemanticToken]) -> Option<lsp::SemanticTokensEdit> {
    let same = |(one, other): &(&lsp::SemanticToken, &lsp::SemanticToken)| one == other;
    let start = before.iter().zip(after).take_while(same).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(same)
        .count();
    let (removed, inserted) = (before.len() - end, &after[..after.len() - end]);
    if removed == 0 && inserted.is_empty() {
        return None;
    }
    let numbers = inserted.iter().flat_map(|token| {
        [
            token.delta_line,
            token.delta_start,
            token.length,
            token.token_type,
            token.token_modifiers_bitset,
        ]
    });
    let data: Vec<u32> = numbers.collect();
    let data = Some(data).filter(|data| !data.is_empty());
    Some(lsp::SemanticTokensEdit::new(
        (start * NUMBERS) as u32,
        (removed * NUMBERS) as u32,
        data,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(number: u32) -> lsp::SemanticToken {
        lsp::SemanticToken {
            delta_line: number,
            ..lsp::SemanticToken::default()
        }
    }

    #[test]
    fn the_edit_turns_one_list_into_the_other() {
        let lists: [&[u32]; 8] = [
            &[],
            &[1],
            &[1, 1],
            &[1, 2],
            &[1, 2, 1],
            &[2, 1],
            &[1, 3, 2, 1],
            &[4, 1, 2],
        ];
        for before in lists {
            for after in lists {
                let tokens = |numbers: &[u32]| -> Vec<lsp::SemanticToken> {
                    numbers.iter().map(|number| token(*number)).collect()
                };
                let mut data: Vec<u32> = before.iter().flat_map(|number| [*number, 0, 0, 0, 0]).collect();
                if let Some(edit) = edit(&tokens(before), &tokens(after)) {
                    let start = edit.start as usize;
                    let removed = start..start + edit.delete_count as usize;
                    data.splice(removed, edit.data.unwrap_or_default());
                }
                let expected: Vec<u32> = after.iter().flat_map(|number| [*number, 0, 0, 0, 0]).collect();
                assert_eq!(data, expected, "{before:?} {after:?}");
            }
        }
    }
}
