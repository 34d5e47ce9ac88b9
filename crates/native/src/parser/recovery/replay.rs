//! Reading an attribute again whose value lacks a closing bracket.
//!
//! Such a value takes in the rest of the source, and that is the only problem reported. For the sake of the tree, what
//! follows is then read again, without listing problems, from the first line that looks like a new item.

use super::super::Parser;
use crate::lexer::{Token, TokenKind};
use crate::tree::{ExprId, TextRange};

/// What is read again.
#[derive(Default)]
pub(super) struct Replay {
    /// Whether the value of an attribute took in all that follows, so that this is being read again.
    active: bool,
    /// The column, in bytes from 0, of the attribute whose value is being read after that.
    margin: Option<usize>,
}

impl Parser<'_> {
    /// Reads the value of the attribute `name`, whose `=` was read.
    pub(in crate::parser) fn attribute_value(&mut self, name: TextRange, one_line: bool) -> ExprId {
        let outer = self.recovery.replay.margin;
        if self.recovery.replay.active {
            self.recovery.replay.margin = Some(self.column(name.start));
        }
        let start = self.checkpoint();
        let mut value = self.expression();
        let lost = self.problems.found != start.found && self.lost_since(start.found);
        // If the indentation shows that recovery worked, what follows is not given up.
        let overran = !lost && self.ended_outside(name);
        if (lost || overran)
            && !one_line
            && !self.recovery.muted
            && !self.is_balanced()
            && let Some(item) = self.lost_item(start.next, name, overran)
        {
            if overran {
                self.report_overrun(name, item);
            }
            // Nodes of the first reading stay in the tree, but nothing refers to them.
            let layout =
                |kind: &TokenKind| matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
            let before = &self.cursor.kinds()[start.next..item];
            let stop = start.next
                + before
                    .iter()
                    .rposition(|kind| !layout(kind))
                    .map_or(0, |index| index + 1);
            self.mark_unclosed(start.listed, start.next, stop);
            self.return_to(&start);
            self.recovery.active = start.active;
            self.recovery.muted = true;
            self.recovery.replay.active = true;
            self.cursor.end = stop;
            self.seek();
            value = self.expression();
            self.recovery.muted = !overran;
            // What the value could not take before that line is lost.
            self.cursor.last = Some(stop.saturating_sub(1));
            self.cursor.next = item;
            self.cursor.end = start.end;
            self.recovery.active = true;
            self.seek();
        }
        self.recovery.replay.margin = outer;
        value
    }

    /// Returns whether the current token starts the item after one whose value was given up.
    pub(in crate::parser) fn at_next_item(&self, name: TextRange) -> bool {
        self.recovery.replay.active && self.is_item(self.cursor.index, self.column(name.start))
    }

    /// Returns the token at which skipping stops because the next one starts another item than the one read again.
    pub(in crate::parser) fn at_margin(&self) -> Option<Token> {
        let margin = self.recovery.replay.margin?;
        self.is_item(self.cursor.index, margin).then(|| Token {
            kind: TokenKind::QuotedLiteral,
            range: self.last_range(),
        })
    }

    /// Returns the first token from `from` on that starts an item, if the value that was just given up took it in and
    /// did not end after it, or `overran` its end.
    fn lost_item(&self, from: usize, name: TextRange, overran: bool) -> Option<usize> {
        let column = self.column(name.start);
        let item = (from..self.cursor.index).find(|index| self.is_item(*index, column))?;
        let ended = !overran
            && self.cursor.kind != TokenKind::End
            && (item..self.cursor.index).any(|index| self.cursor.kinds()[index] == TokenKind::Newline);
        (!ended).then_some(item)
    }

    /// Returns whether the token at `index` starts a line and looks like an item, or the end, of a body whose items start
    /// at `column`.
    pub(super) fn is_item(&self, index: usize, column: usize) -> bool {
        let kinds = self.cursor.kinds();
        let start = self.cursor.starts()[index];
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
        own <= column && self.starts_item(index)
    }

    /// Returns whether the name at `index` is followed by a `=`, or by labels and a `{`.
    pub(super) fn starts_item(&self, index: usize) -> bool {
        let kinds = self.cursor.kinds();
        let mut rest = kinds[index + 1..self.cursor.end.clamp(index + 1, kinds.len())].iter();
        let mut first = true;
        loop {
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

    /// Returns the number of bytes before `offset` on its line.
    fn column(&self, offset: u32) -> usize {
        let before = &self.bytes[self.input.range.start as usize..offset as usize];
        before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1)
    }
}
