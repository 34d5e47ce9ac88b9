//! Skipping tokens.

use super::super::Parser;
use crate::lexer::{Token, TokenKind};

impl Parser<'_> {
    /// Skips past the closing bracket `end` of the current nesting level, or to the end of the source or of the quoted
    /// template around it. Returns the token at which it stopped.
    pub(in crate::parser) fn recover(&mut self, end: TokenKind) -> Token {
        self.recovery.active = true;
        let mut nesting = 0u32;
        loop {
            if self.cursor.kind == TokenKind::BrokenQuote {
                return self.read();
            }
            if let Some(token) = self.at_margin() {
                return token;
            }
            if nesting == 0 && self.swallowed(end) {
                return Token {
                    kind: TokenKind::QuotedLiteral,
                    range: self.last_range(),
                };
            }
            let token = self.read();
            if token.kind == end {
                if nesting == 0 {
                    return token;
                }
                nesting -= 1;
            } else if token.kind == TokenKind::End {
                return token;
            } else if closer_of(token.kind) == Some(end) {
                nesting += 1;
            }
        }
    }

    /// Returns whether the last token read is the end of an unclosed string and holds any closing bracket as text.
    pub(in crate::parser) fn has_swallowed(&self) -> bool {
        let closers = [
            TokenKind::CloseBrace,
            TokenKind::CloseBracket,
            TokenKind::CloseParen,
        ];
        closers.into_iter().any(|closer| self.swallowed(closer))
    }

    /// Returns whether the last token read is the end of an unclosed string and holds the bracket `end` as text.
    fn swallowed(&self, end: TokenKind) -> bool {
        let bracket = match end {
            TokenKind::CloseBrace | TokenKind::CloseSequence => b'}',
            TokenKind::CloseBracket => b']',
            TokenKind::CloseParen => b')',
            _ => return false,
        };
        let Some(last) = self.cursor.last else {
            return false;
        };
        let kinds = self.cursor.kinds();
        kinds.get(last + 1) == Some(&TokenKind::BrokenQuote)
            && kinds[last] == TokenKind::QuotedLiteral
            && self.bytes[self.range_at(last).as_range()].contains(&bracket)
    }

    /// Skips past the next `(` and its `)`. Where brackets match, does so only if the `(` comes before any other bracket.
    pub(in crate::parser) fn recover_over_parens(&mut self) {
        self.recovery.active = true;
        let is_balanced = self.is_balanced();
        let ends = |kind| match kind {
            TokenKind::OpenParen | TokenKind::End | TokenKind::BrokenQuote => true,
            TokenKind::Newline => is_balanced,
            _ => is_balanced && (is_closer(kind) || closer_of(kind).is_some()),
        };
        while !ends(self.cursor.kind) {
            self.read();
        }
        if self.cursor.kind == TokenKind::OpenParen {
            self.read();
            self.recover(TokenKind::CloseParen);
        } else if !is_balanced {
            self.recover(TokenKind::CloseParen);
        }
    }

    /// Skips past the line ending of the current item of a body, over all brackets that it opens. Where brackets match,
    /// stops before the `}` of the block around the item if that comes first.
    pub(in crate::parser) fn recover_after_item(&mut self) {
        let inside = self.is_balanced();
        self.skip_line(inside);
    }

    /// Skips past the line ending of the current item. `inside` a block, stops before the `}` of the block if that comes
    /// first.
    pub(in crate::parser) fn skip_line(&mut self, inside: bool) {
        self.recovery.active = true;
        // The closers of the brackets that are open.
        let mut open: Vec<TokenKind> = Vec::new();
        loop {
            if inside && self.cursor.kind == TokenKind::CloseBrace && open.is_empty() {
                return;
            }
            let token = self.read();
            if token.kind == TokenKind::Newline
                && self.cursor.kinds()[self.cursor.last.unwrap_or(0)] == TokenKind::BrokenQuote
            {
                let quote = open.iter().rposition(|closer| *closer == TokenKind::CloseHeredoc);
                let above = quote.map_or(0, |index| index + 1);
                let quote = open[above..]
                    .iter()
                    .position(|closer| *closer == TokenKind::CloseQuote);
                open.truncate(quote.map_or(open.len(), |index| above + index));
            }
            match token.kind {
                TokenKind::Newline if open.is_empty() => return,
                TokenKind::End => return,
                kind => match closer_of(kind) {
                    Some(closer) => open.push(closer),
                    None if is_closer(kind) => while open.pop().is_some_and(|closer| closer != kind) {},
                    None => {}
                },
            }
        }
    }
}

/// Returns the kind of token that closes `kind`, if that opens anything.
pub(super) fn closer_of(kind: TokenKind) -> Option<TokenKind> {
    Some(match kind {
        TokenKind::OpenBrace => TokenKind::CloseBrace,
        TokenKind::OpenBracket => TokenKind::CloseBracket,
        TokenKind::OpenParen => TokenKind::CloseParen,
        TokenKind::OpenQuote => TokenKind::CloseQuote,
        TokenKind::OpenHeredoc => TokenKind::CloseHeredoc,
        TokenKind::OpenInterpolation | TokenKind::OpenDirective => TokenKind::CloseSequence,
        _ => return None,
    })
}

/// Returns whether a token of `kind` closes anything.
pub(super) fn is_closer(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::CloseBrace
            | TokenKind::CloseBracket
            | TokenKind::CloseParen
            | TokenKind::CloseQuote
            | TokenKind::CloseHeredoc
            | TokenKind::CloseSequence
    )
}
