//! How reading goes on after an attribute whose value lacks a closing bracket.
//!
//! Such a value takes in the rest of the text, and that it does so is the one problem that is reported. For the sake of the
//! tree, what follows is then read again, without listing problems, from the first line that looks like a new item.

use super::{Parser, Seen};
use crate::lexer::TokenKind;
use crate::tree::{ExprId, TextRange};

impl Parser<'_> {
    /// The value of the attribute `name`, whose `=` was read.
    pub(super) fn attribute_value(&mut self, name: TextRange, one_line: bool) -> ExprId {
        let outer = self.margin;
        if self.resumed {
            self.margin = Some(self.column(name.start));
        }
        let (from, last, errors) = (self.next, self.last, self.errors);
        let recovery = self.recovery;
        let listed = self.diagnostics.len();
        let mut value = self.expression();
        let lost = self.errors != errors && self.lost_since(errors);
        // Where indentation tells that all is well behind it, that is no text that was given up.
        let overran = !lost && self.ended_outside(name);
        if (lost || overran)
            && !one_line
            && !self.muted
            && let Some(item) = self.lost_item(from, name, overran)
        {
            if overran {
                self.report_overrun(name, item);
            }
            // The nodes of the first reading stay where they are, without anything that refers to them.
            let end = self.end;
            let layout =
                |kind: &TokenKind| matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
            let before = &self.lexer.tokens.kinds[from..item];
            let stop = from
                + before
                    .iter()
                    .rposition(|kind| !layout(kind))
                    .map_or(0, |index| index + 1);
            self.label_unclosed(listed.max(self.listed_first), from, stop);
            (self.next, self.last, self.end, self.recovery) = (from, last, stop, recovery);
            (self.muted, self.resumed) = (true, true);
            self.seek();
            value = self.expression();
            self.muted = !overran;
            // What the value could not take before that line is lost.
            self.last = Some(stop.saturating_sub(1));
            (self.next, self.end, self.recovery) = (item, end, true);
            self.seek();
        }
        self.margin = outer;
        value
    }

    /// Whether the current token starts the item after the one whose value was given up.
    pub(super) fn at_next_item(&self, name: TextRange) -> bool {
        self.resumed && self.is_item(self.index, self.column(name.start))
    }

    /// As [`Parser::at_next_item`], where the value that is being read is that of an attribute.
    pub(super) fn at_margin(&self) -> Option<Seen> {
        let margin = self.margin?;
        self.is_item(self.index, margin).then(|| Seen {
            kind: TokenKind::QuotedLiteral,
            range: self.last_range(),
        })
    }

    /// The first token from `from` on that starts an item, where the value that was just given up took it in, and did not
    /// end after it, or where the value `overran` its end.
    fn lost_item(&self, from: usize, name: TextRange, overran: bool) -> Option<usize> {
        let column = self.column(name.start);
        let item = (from..self.index).find(|index| self.is_item(*index, column))?;
        let ended = !overran
            && self.kind != TokenKind::End
            && (item..self.index).any(|index| self.lexer.tokens.kinds[index] == TokenKind::Newline);
        (!ended).then_some(item)
    }

    /// Whether the token at `index` starts a line and looks like an item of the body in which items start at `column`, or
    /// like its end.
    pub(super) fn is_item(&self, index: usize, column: usize) -> bool {
        let kinds = &self.lexer.tokens.kinds;
        let start = self.lexer.tokens.starts[index];
        let kind = kinds[index];
        if !matches!(kind, TokenKind::Identifier | TokenKind::CloseBrace) {
            return false;
        }
        let Some(own) = self.line_indentation(start) else {
            return false;
        };
        if kind == TokenKind::CloseBrace {
            return own < column;
        }
        let mut rest = kinds[index + 1..self.end.clamp(index + 1, kinds.len())].iter();
        let mut first = true;
        own <= column
            && loop {
                match rest.next() {
                    Some(TokenKind::Space) => continue,
                    Some(TokenKind::Equal) => break first,
                    Some(TokenKind::OpenBrace) => break true,
                    Some(
                        TokenKind::Identifier
                        | TokenKind::OpenQuote
                        | TokenKind::QuotedLiteral
                        | TokenKind::CloseQuote,
                    ) => first = false,
                    _ => break false,
                }
            }
    }

    /// How many bytes of the text stand before `offset` on its line.
    fn column(&self, offset: u32) -> usize {
        let before = &self.bytes[self.input.range.start as usize..offset as usize];
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
    }
}
