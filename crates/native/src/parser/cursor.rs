//! The current token, and ways to skip.

use std::sync::OnceLock;

use super::{Parser, Seen};
use crate::lexer::{TokenKind, Tokens};
use crate::tree::TextRange;

/// How many bytes of the text become tokens at once: so few that these are still near when they are parsed.
pub(super) const PIECE: usize = 8192;

/// How many tokens that were parsed are kept at least, so that letting go of them costs little.
const KEPT: usize = 2048;

impl Parser<'_> {
    /// Finds the current token from `self.next` on.
    #[inline]
    pub(super) fn seek(&mut self) {
        let kinds = &self.lexer.tokens.kinds;
        // Whether a space is next cannot be foretold, so it is counted rather than asked.
        let index = self.next + usize::from(kinds.get(self.next) == Some(&TokenKind::Space));
        if let Some(kind) = kinds.get(index).copied()
            && !kind.may_be_skipped()
            && index < self.end
        {
            self.kind = kind;
            self.index = index;
        } else {
            self.seek_from(index);
        }
    }

    /// Finds the current token from `index` on, where what stands there may have to be skipped.
    fn seek_from(&mut self, mut index: usize) {
        self.kind = loop {
            let Some(kind) = self.lexer.tokens.kinds.get(index).copied() else {
                if self.lexer.is_finished() {
                    break TokenKind::End;
                }
                self.lex_more();
                continue;
            };
            if !kind.may_be_skipped() {
                break kind;
            }
            if let Some(kind) = self.line_ending(kind, index) {
                break kind;
            }
            index += 1;
        };
        if index >= self.end {
            index = self.end;
            self.kind = TokenKind::End;
        }
        self.index = index;
    }

    /// What the token at `index`, of a kind that may be skipped, counts as here, unless it is skipped indeed.
    #[inline]
    fn line_ending(&self, kind: TokenKind, index: usize) -> Option<TokenKind> {
        let counts = match kind {
            // Outside of the template that it ends, it is the line ending that it holds.
            TokenKind::BrokenQuote if self.quotes > 0 => return Some(kind),
            TokenKind::BrokenQuote | TokenKind::Newline => self.newlines,
            // A comment up to the end of its line ends the line, too.
            TokenKind::Comment => self.newlines && self.bytes[self.range_at(index).end as usize - 1] == b'\n',
            _ => false,
        };
        counts.then_some(TokenKind::Newline)
    }

    /// Makes tokens of the next piece of the text.
    #[cold]
    fn lex_more(&mut self) {
        self.lexer.advance(PIECE);
        if self.lexer.tokens.suspicious {
            self.report_tokens();
        }
    }

    /// Lets go of the tokens before the last one read, where these are many: between the items of a file nothing looks
    /// back. Once there is a problem they stay, as what mends it looks around.
    pub(super) fn forget_tokens(&mut self) {
        let tokens = &mut self.lexer.tokens;
        if let Some(last) = self.last
            && last >= KEPT.max(tokens.len() / 2)
            && !self.tokens_told
        {
            tokens.kinds.drain(..last);
            tokens.starts.drain(..last);
            self.index -= last;
            self.next -= last;
            self.last = Some(0);
            self.forgetful = true;
        }
    }

    /// All tokens of the text, where they are still there.
    pub(super) fn take_tokens(&mut self) -> OnceLock<Tokens> {
        let tokens = OnceLock::new();
        if !self.forgetful {
            self.lexer.finish();
            tokens.get_or_init(|| std::mem::take(&mut self.lexer.tokens));
        }
        tokens
    }

    /// The range of the token at `index`.
    #[inline]
    pub(super) fn range_at(&self, index: usize) -> TextRange {
        let starts = &self.lexer.tokens.starts;
        let end = starts.get(index + 1).copied();
        TextRange::new(starts[index], end.unwrap_or(self.lexer.position()))
    }

    /// The range of the current token.
    #[inline]
    pub(super) fn range(&self) -> TextRange {
        let range = self.range_at(self.index);
        if self.kind == TokenKind::End {
            // The text may be read up to some token only.
            return TextRange::empty(range.start);
        }
        range
    }

    /// The range of the last token read; of the current one where none was.
    pub(super) fn last_range(&self) -> TextRange {
        let index = self.last.unwrap_or(self.index);
        let range = self.range_at(index);
        if index == self.end {
            // It may be a token that only counts as the end.
            return TextRange::empty(range.start);
        }
        range
    }

    /// The current token.
    #[inline]
    pub(super) fn peek(&self) -> Seen {
        Seen {
            kind: self.kind,
            range: self.range(),
        }
    }

    /// The range of the current token; nothing, where that ends the quoted template around.
    pub(super) fn range_inside(&self) -> TextRange {
        let range = self.range();
        if self.kind == TokenKind::BrokenQuote {
            return TextRange::empty(range.start);
        }
        range
    }

    /// Reads the current token and goes on to the next one; the end, be it that of the text or of a quoted template
    /// that lacks its quote, is never passed.
    #[inline]
    pub(super) fn read(&mut self) -> Seen {
        let mut seen = Seen {
            kind: self.kind,
            range: self.range_at(self.index),
        };
        if seen.kind == TokenKind::BrokenQuote {
            seen.range = self.range_inside();
            return seen;
        }
        self.last = Some(self.index);
        if seen.kind == TokenKind::End {
            seen.range = TextRange::empty(seen.range.start);
            self.next = self.index;
        } else {
            self.next = self.index + 1;
            self.seek();
        }
        seen
    }

    /// Says whether line endings are tokens from here on, and returns whether they were.
    pub(super) fn set_newlines(&mut self, newlines: bool) -> bool {
        let before = self.newlines;
        if before != newlines {
            self.newlines = newlines;
            self.seek();
        }
        before
    }

    /// Whether the current token is the identifier `word`.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Identifier && &self.bytes[self.range().as_range()] == word.as_bytes()
    }

    /// Goes back out of a quoted template.
    pub(super) fn leave_quote(&mut self) {
        self.quotes = self.quotes.saturating_sub(1);
        if self.kind == TokenKind::BrokenQuote {
            self.seek();
        }
    }

    /// Whether the last token read ends with its line though it is text of a string that lacks its closing quote, and
    /// holds the bracket `end`, which so is text as well.
    fn swallowed(&self, end: TokenKind) -> bool {
        let bracket = match end {
            TokenKind::CloseBrace | TokenKind::CloseSequence => b'}',
            TokenKind::CloseBracket => b']',
            TokenKind::CloseParen => b')',
            _ => return false,
        };
        let Some(last) = self.last else {
            return false;
        };
        let kinds = &self.lexer.tokens.kinds;
        kinds.get(last + 1) == Some(&TokenKind::BrokenQuote)
            && kinds[last] == TokenKind::QuotedLiteral
            && self.bytes[self.range_at(last).as_range()].contains(&bracket)
    }

    /// Skips past the closing bracket `end` of the current nesting level, or to the end of the text or of the quoted
    /// template around, and returns the token it stopped after.
    pub(super) fn recover(&mut self, end: TokenKind) -> Seen {
        self.recovery = true;
        let mut nesting = 0u32;
        loop {
            if self.kind == TokenKind::BrokenQuote {
                return self.read();
            }
            if let Some(seen) = self.at_margin() {
                return seen;
            }
            if nesting == 0 && self.swallowed(end) {
                return Seen {
                    kind: TokenKind::QuotedLiteral,
                    range: self.last_range(),
                };
            }
            let seen = self.read();
            if seen.kind == end {
                if nesting == 0 {
                    return seen;
                }
                nesting -= 1;
            } else if seen.kind == TokenKind::End {
                return seen;
            } else if opens(seen.kind, end) {
                nesting += 1;
            }
        }
    }

    /// Skips past the next `(` and the `)` that belongs to it.
    pub(super) fn recover_over_parens(&mut self) {
        while !matches!(
            self.kind,
            TokenKind::OpenParen | TokenKind::End | TokenKind::BrokenQuote
        ) {
            self.read();
        }
        if self.kind == TokenKind::OpenParen {
            self.read();
        }
        self.recover(TokenKind::CloseParen);
    }

    /// Skips past the line ending of the current item of a body, over whatever brackets it opens.
    pub(super) fn recover_after_item(&mut self) {
        self.skip_line(false);
    }

    /// As `recover_after_item`; `inside` of a block, stops before its `}` where that stands on the line.
    pub(super) fn skip_line(&mut self, inside: bool) {
        self.recovery = true;
        // What is still to be closed.
        let mut open: Vec<TokenKind> = Vec::new();
        loop {
            if inside && self.kind == TokenKind::CloseBrace && open.is_empty() {
                return;
            }
            let seen = self.read();
            if seen.kind == TokenKind::Newline
                && self.lexer.tokens.kinds[self.last.unwrap_or(0)] == TokenKind::BrokenQuote
            {
                let quote = open.iter().rposition(|closer| *closer == TokenKind::CloseHeredoc);
                let above = quote.map_or(0, |index| index + 1);
                let quote = open[above..]
                    .iter()
                    .position(|closer| *closer == TokenKind::CloseQuote);
                open.truncate(quote.map_or(open.len(), |index| above + index));
            }
            match seen.kind {
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

/// Whether `kind` opens what `end` closes.
fn opens(kind: TokenKind, end: TokenKind) -> bool {
    closer_of(kind) == Some(end)
}

/// What closes `kind`, where that opens something.
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
