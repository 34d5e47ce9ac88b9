//! The parameters of the function that is being called at an offset.

use std::path::Path;

use hcl2_native::lexer::{Token, TokenKind};
use hcl2_native::tree::{File, TextRange};

use crate::functions::{self, Signature};
use crate::workspace::Workspace;

/// The largest number of tokens between an offset and the call that it is in.
const MAX_TOKENS: usize = 10_000;

impl Workspace {
    /// Returns the parameters of the function whose arguments are around an offset.
    #[must_use]
    pub fn signature(&self, path: &Path, offset: u32) -> Option<Signature> {
        let tree = self.document(path)?.tree()?;
        let (name, argument) = call_around(tree, offset)?;
        let mut signature = functions::signature_of(tree.str(name))?;
        let last = signature.parameters.len().checked_sub(1);
        let is_variadic = signature
            .parameters
            .last()
            .is_some_and(|last| last.ends_with("..."));
        signature.active = last.and_then(|last| {
            let active = if is_variadic { argument.min(last) } else { argument };
            (active <= last).then_some(active as u32)
        });
        Some(signature)
    }
}

/// Returns the name of the function whose arguments are around an offset, and how many arguments end before it. The call
/// need not be closed.
fn call_around(tree: &File, offset: u32) -> Option<(TextRange, usize)> {
    let tokens = tree.tokens();
    let end = tokens.index_at(offset.checked_sub(1)?);
    let before = (0..=end).rev().take(MAX_TOKENS);
    let mut before = before.filter_map(|index| tokens.get(index)).peekable();
    let (mut depth, mut arguments) = (0_usize, 0);
    while let Some(Token { kind, range }) = before.next() {
        if range.start >= offset {
            continue;
        }
        match kind {
            TokenKind::CloseParen
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::CloseQuote
            | TokenKind::CloseHeredoc
            | TokenKind::CloseSequence => depth += 1,
            // Inside of a string, an object or a list, what is before it counts.
            TokenKind::OpenQuote | TokenKind::OpenHeredoc => depth = depth.saturating_sub(1),
            TokenKind::OpenBracket
            | TokenKind::OpenBrace
            | TokenKind::OpenInterpolation
            | TokenKind::OpenDirective => {
                if depth == 0 {
                    arguments = 0;
                }
                depth = depth.saturating_sub(1);
            }
            TokenKind::OpenParen if depth == 0 => {
                let name = |token: &Token| token.kind == TokenKind::Identifier;
                let Some(last) = before.next_if(name) else {
                    // Parentheses around an expression.
                    arguments = 0;
                    continue;
                };
                let mut start = last.range.start;
                while before
                    .next_if(|token| token.kind == TokenKind::DoubleColon)
                    .is_some()
                {
                    start = before.next_if(name)?.range.start;
                }
                let name = TextRange {
                    start,
                    end: last.range.end,
                };
                return Some((name, arguments));
            }
            TokenKind::OpenParen => depth -= 1,
            TokenKind::Comma if depth == 0 => arguments += 1,
            _ => {}
        }
    }
    None
}
