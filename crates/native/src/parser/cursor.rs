//! The current token.

use super::{Input, Parser};
use crate::lexer::{BYTES_PER_TOKEN, Lexer, Start, Token, TokenKind};
use crate::tree::TextRange;

/// How many bytes of the source the lexer reads at once: so few that their tokens are still cached when the parser
/// reads them.
const PIECE: usize = 8192;

/// Minimum number of tokens that have been read before they are dropped, which makes dropping cheap.
const KEPT: usize = 2048;

/// Where the parser is among the tokens.
pub(super) struct Cursor<'a> {
    /// The source of the tokens, and those that are still needed.
    pub(super) lexer: Lexer<'a>,
    /// The kind of the current token, as the parser sees it.
    pub(super) kind: TokenKind,
    /// The index of the current token.
    pub(super) index: usize,
    /// The index after the last token read, from which the current one is searched.
    pub(super) next: usize,
    /// The index of the last token read.
    pub(super) last: Option<usize>,
    /// The index of the token that counts as the end of the source, if that is not the end itself.
    pub(super) end: usize,
    /// Whether line endings are tokens rather than spaces.
    pub(super) newlines: bool,
    /// The number of quoted templates around the current token, up to the innermost heredoc.
    pub(super) quotes: u32,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(input: &Input<'_>, bytes: &'a [u8], start: Start) -> Self {
        let expected = (input.range.len() as usize).min(2 * PIECE) / BYTES_PER_TOKEN;
        Self {
            lexer: Lexer::new(
                bytes,
                input.range,
                start,
                input.starts_file(),
                input.is_text(),
                expected,
            ),
            kind: TokenKind::End,
            index: 0,
            next: 0,
            last: None,
            end: usize::MAX,
            newlines: true,
            quotes: 0,
        }
    }

    /// Returns the kinds of the tokens read by the lexer so far.
    #[inline]
    pub(super) fn kinds(&self) -> &[TokenKind] {
        &self.lexer.tokens.kinds
    }

    /// Returns the offsets at which these tokens start.
    #[inline]
    pub(super) fn starts(&self) -> &[u32] {
        &self.lexer.tokens.starts
    }
}

impl Parser<'_> {
    /// Finds the current token from `cursor.next` on.
    #[inline]
    pub(super) fn seek(&mut self) {
        let kinds = &self.cursor.lexer.tokens.kinds;
        // Whether a space comes next is unpredictable, so it is counted instead of branched on.
        let index = self.cursor.next + usize::from(kinds.get(self.cursor.next) == Some(&TokenKind::Space));
        if let Some(kind) = kinds.get(index).copied()
            && !kind.may_be_skipped()
            && index < self.cursor.end
        {
            self.cursor.kind = kind;
            self.cursor.index = index;
        } else {
            self.seek_from(index);
        }
    }

    /// Finds the current token from `index` on, where a token may have to be skipped.
    fn seek_from(&mut self, mut index: usize) {
        self.cursor.kind = loop {
            let Some(kind) = self.cursor.lexer.tokens.kinds.get(index).copied() else {
                if self.cursor.lexer.is_finished() {
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
        if index >= self.cursor.end {
            index = self.cursor.end;
            self.cursor.kind = TokenKind::End;
        }
        self.cursor.index = index;
    }

    /// Returns what the token at `index` counts as here, or `None` if it is skipped. Its kind may be skipped.
    #[inline]
    fn line_ending(&self, kind: TokenKind, index: usize) -> Option<TokenKind> {
        let counts = match kind {
            // Outside of the template that it ends, it is an ordinary line ending.
            TokenKind::BrokenQuote if self.cursor.quotes > 0 => return Some(kind),
            TokenKind::BrokenQuote | TokenKind::Newline => self.cursor.newlines,
            // A comment up to the end of its line also ends the line.
            TokenKind::Comment => {
                self.cursor.newlines && self.bytes[self.range_at(index).end as usize - 1] == b'\n'
            }
            _ => false,
        };
        counts.then_some(TokenKind::Newline)
    }

    /// Reads the tokens of the next piece of the source.
    #[cold]
    fn lex_more(&mut self) {
        self.cursor.lexer.advance(PIECE);
        if self.cursor.lexer.tokens.suspicious {
            self.report_tokens();
        }
    }

    /// Drops the tokens before the last one read if there are many: between the items of a file the parser does not look
    /// back. After the first problem they stay, because recovery looks around.
    pub(super) fn forget_tokens(&mut self) {
        let tokens = &mut self.cursor.lexer.tokens;
        if let Some(last) = self.cursor.last
            && last >= KEPT.max(tokens.len() / 2)
            && !self.problems.tokens_reported()
        {
            tokens.kinds.drain(..last);
            tokens.starts.drain(..last);
            self.cursor.index -= last;
            self.cursor.next -= last;
            self.cursor.last = Some(0);
        }
    }

    /// Returns the range of the token at `index`.
    #[inline]
    pub(super) fn range_at(&self, index: usize) -> TextRange {
        let starts = &self.cursor.lexer.tokens.starts;
        let end = starts.get(index + 1).copied();
        TextRange::new(starts[index], end.unwrap_or(self.cursor.lexer.position()))
    }

    /// Returns the range of the current token.
    #[inline]
    pub(super) fn range(&self) -> TextRange {
        let range = self.range_at(self.cursor.index);
        if self.cursor.kind == TokenKind::End {
            // Another token may count as the end.
            return TextRange::empty(range.start);
        }
        range
    }

    /// Returns the range of the last token read, or of the current one if none was read.
    pub(super) fn last_range(&self) -> TextRange {
        let index = self.cursor.last.unwrap_or(self.cursor.index);
        let range = self.range_at(index);
        if index == self.cursor.end {
            // Another token may count as the end.
            return TextRange::empty(range.start);
        }
        range
    }

    /// Returns the current token.
    #[inline]
    pub(super) fn peek(&self) -> Token {
        Token {
            kind: self.cursor.kind,
            range: self.range(),
        }
    }

    /// Returns the range of the current token, or an empty one if the token ends the quoted template around it.
    pub(super) fn range_inside(&self) -> TextRange {
        let range = self.range();
        if self.cursor.kind == TokenKind::BrokenQuote {
            return TextRange::empty(range.start);
        }
        range
    }

    /// Reads the current token and moves to the next one. Never moves past the end of the source or of an unclosed
    /// quoted template.
    #[inline]
    pub(super) fn read(&mut self) -> Token {
        let mut token = Token {
            kind: self.cursor.kind,
            range: self.range_at(self.cursor.index),
        };
        if token.kind == TokenKind::BrokenQuote {
            token.range = self.range_inside();
            return token;
        }
        self.cursor.last = Some(self.cursor.index);
        if token.kind == TokenKind::End {
            token.range = TextRange::empty(token.range.start);
            self.cursor.next = self.cursor.index;
        } else {
            self.cursor.next = self.cursor.index + 1;
            self.seek();
        }
        token
    }

    /// Sets whether line endings are tokens from here on, and returns whether they were before.
    pub(super) fn set_newlines(&mut self, newlines: bool) -> bool {
        let before = self.cursor.newlines;
        if before != newlines {
            self.cursor.newlines = newlines;
            self.seek();
        }
        before
    }

    /// Returns whether the current token is the identifier `word`.
    pub(super) fn at_word(&self, word: &str) -> bool {
        self.cursor.kind == TokenKind::Identifier && &self.bytes[self.range().as_range()] == word.as_bytes()
    }

    /// Returns whether the source continues with `text` at the current token.
    pub(super) fn continues_with(&self, text: &[u8]) -> bool {
        self.bytes[self.range().start as usize..].starts_with(text)
    }

    /// Leaves a quoted template.
    pub(super) fn leave_quote(&mut self) {
        self.cursor.quotes = self.cursor.quotes.saturating_sub(1);
        if self.cursor.kind == TokenKind::BrokenQuote {
            self.seek();
        }
    }

    /// Returns whether the last token read is of `kind` and directly before the current one.
    pub(super) fn follows(&self, kind: TokenKind) -> bool {
        self.cursor
            .last
            .is_some_and(|last| last + 1 == self.cursor.index && self.cursor.kinds()[last] == kind)
    }

    /// Returns whether the token at `index` ends a line of code, or `None` at the end of the tokens.
    pub(super) fn ends_line(&self, index: usize) -> Option<bool> {
        let kind = *self.cursor.kinds().get(index)?;
        let last = self.range_at(index).end as usize - 1;
        Some(match kind {
            TokenKind::End => return None,
            TokenKind::Newline | TokenKind::BrokenQuote => true,
            TokenKind::Comment => self.bytes[last] == b'\n',
            _ => false,
        })
    }

    /// Returns whether at most a comment follows the current token on its line.
    pub(super) fn is_last_of_line(&self) -> bool {
        let kinds = self.cursor.kinds();
        let layout = |index: &usize| matches!(kinds.get(*index), Some(TokenKind::Space | TokenKind::Comment));
        let mut rest = self.cursor.index + 1;
        while layout(&rest) && self.ends_line(rest) != Some(true) {
            rest += 1;
        }
        self.ends_line(rest) != Some(false)
    }

    /// Returns the number of spaces and tabs before `offset` on its line, or `None` if anything else precedes it.
    pub(super) fn line_indentation(&self, offset: u32) -> Option<usize> {
        // Only spaces are scanned, so that finding the start of the line costs no more than their number.
        let text = &self.bytes[self.input.range.start as usize..offset as usize];
        let own = text
            .iter()
            .rev()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let rest = &text[..text.len() - own];
        (rest.is_empty() || rest.ends_with(b"\n")).then_some(own)
    }
}
