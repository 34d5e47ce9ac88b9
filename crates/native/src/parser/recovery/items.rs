//! Items of a body that are not quite right, and what they are read as for the sake of the tree.

use super::super::Parser;
use super::super::names::Names;
use super::super::problem::{BodyProblem, BraceFix, StrayToken};
use crate::lexer::{self, TokenKind};
use crate::tree::{Attribute, Block, BlockId, Body, BodyId, Item, Label, List, TextRange};

/// How many tokens after a header without a brace are searched for the `}` of its block.
const AHEAD: usize = 4096;

/// Where the content of a block with an invalid header starts.
#[derive(Clone, Copy)]
enum Content {
    /// Behind the `{` at this index, at the end of the header's line.
    Brace(usize),
    /// Behind the `{` at this index, which starts the next line.
    NextLine(usize),
    /// On the next line, without any `{`. A `}` in line with the header closes it.
    Bare,
}

impl<'a> Parser<'a> {
    /// Reports the current token, which starts no item, and skips the rest of its line. Returns the end of the body if
    /// the source ends first.
    pub(in crate::parser) fn stray(&mut self, closer: TokenKind, start: TextRange) -> Option<TextRange> {
        let bad = self.peek();
        // What is wrong at the start of a line may follow from what was skipped before it.
        let follows = self.recovery.active;
        if matches!(bad.kind, TokenKind::Slash | TokenKind::End) {
            self.read();
        }
        if !follows {
            let (subject, problem) = match bad.kind {
                TokenKind::OpenQuote => (
                    bad.range,
                    BodyProblem::QuotedName {
                        bare: self.bare_name(),
                    },
                ),
                TokenKind::End if closer == TokenKind::CloseBrace => (
                    start,
                    BodyProblem::UnclosedBlock {
                        header: None,
                        end: bad.range,
                    },
                ),
                _ => {
                    let reason = self.stray_token(bad.kind);
                    (bad.range, BodyProblem::Stray { found: bad, reason })
                }
            };
            self.report(subject, problem);
        }
        if bad.kind == TokenKind::End {
            let layout = &mut self.recovery.layout;
            layout.unclosed |= closer == TokenKind::CloseBrace && !layout.tangled && !self.recovery.muted;
            return Some(bad.range);
        }
        let item = self.error_item(bad.range);
        self.pending.items.push(item);
        if bad.kind == TokenKind::Slash && self.cursor.kind == TokenKind::Star {
            // All that follows is part of the comment.
            return Some(self.recover(TokenKind::End).range);
        }
        self.skip_line(closer == TokenKind::CloseBrace);
        None
    }

    /// Returns why the current token, or one of `kind` before it, cannot start an item.
    fn stray_token(&self, kind: TokenKind) -> StrayToken {
        let conflict = ["<<<<<<<", "=======", ">>>>>>>"];
        match kind {
            TokenKind::CloseBrace => StrayToken::CloseBrace,
            TokenKind::OpenBrace => StrayToken::OpenBrace,
            TokenKind::Number => StrayToken::Number,
            TokenKind::Minus if self.continues_with(b"--") => StrayToken::ForeignComment("--"),
            TokenKind::Less if self.continues_with(b"<!--") => StrayToken::ForeignComment("<!--"),
            TokenKind::Less | TokenKind::EqualEqual | TokenKind::Greater | TokenKind::GreaterEqual
                if conflict
                    .iter()
                    .any(|marker| self.continues_with(marker.as_bytes())) =>
            {
                StrayToken::Conflict
            }
            TokenKind::Slash if self.cursor.kind == TokenKind::Star => StrayToken::UnclosedComment,
            _ => StrayToken::Other,
        }
    }

    /// Reads the tokens from `from` up to `to` as items, without listing problems, and returns to the current token.
    pub(in crate::parser) fn muted_items(&mut self, from: usize, to: usize, names: &mut Names<'a>) {
        let start = self.checkpoint();
        self.cursor.next = from;
        self.cursor.end = to.max(from);
        self.cursor.newlines = true;
        self.recovery.muted = true;
        self.seek();
        while self.cursor.kind != TokenKind::End {
            match self.cursor.kind {
                TokenKind::Identifier => self.item(names),
                TokenKind::Newline => {
                    self.read();
                }
                _ => {
                    let start = self.range();
                    self.recover_after_item();
                    let range = start.to(self.last_range());
                    let item = self.error_item(range);
                    self.pending.items.push(item);
                }
            }
            self.recovery.skipped = None;
        }
        self.return_to(&start);
    }

    /// Reads the rest of a body whose brackets match, and whose first line was reported. `first` was read of that line.
    pub(in crate::parser) fn rest_of_body(&mut self, open: TextRange, first: Option<Item>) -> BodyId {
        let base = self.pending.items.len();
        let mut names = self.names();
        if let Some(item) = first {
            self.pending.items.push(item);
            if let Item::Attribute(attribute) = item {
                let name = self.nodes.attribute_name(attribute);
                self.define(&mut names, name);
            }
        }
        let muted = std::mem::replace(&mut self.recovery.muted, true);
        while !matches!(
            self.cursor.kind,
            TokenKind::Newline | TokenKind::CloseBrace | TokenKind::End
        ) && !self.starts_line()
        {
            match self.cursor.kind {
                TokenKind::Identifier => self.item(&mut names),
                TokenKind::Comma => {
                    self.read();
                }
                _ => self.recover_after_item(),
            }
        }
        self.recovery.muted = muted;
        self.items(TokenKind::CloseBrace, open, base, &mut names)
    }

    /// Returns whether the last token read ends a line.
    fn starts_line(&self) -> bool {
        self.cursor
            .last
            .is_some_and(|last| self.ends_line(last) == Some(true))
    }

    /// Returns whether brackets match and the current token starts an item, though not on a line of its own.
    #[cold]
    pub(in crate::parser) fn at_item_of_line(&mut self) -> bool {
        self.cursor.kind == TokenKind::Identifier && self.is_balanced() && self.starts_item(self.cursor.index)
    }

    /// Adds a piece of the source that is not an item.
    #[cold]
    pub(in crate::parser) fn error_item(&mut self, range: TextRange) -> Item {
        Item::Error(self.nodes.error(range))
    }

    /// Reads what starts with `name`, which was read, is neither an attribute nor a block, and was reported.
    pub(in crate::parser) fn mistaken_item(&mut self, name: TextRange) -> Item {
        if let Some(operator) = self.foreign_assignment() {
            return self.mistaken_attribute(name, operator);
        }
        if self.content(name).is_some() {
            return Item::Block(self.mistaken_block(name, List::empty()));
        }
        self.recover_after_item();
        self.error_item(name)
    }

    /// Returns the index of the last token of what stands in place of a `=`, if a value follows it.
    fn foreign_assignment(&self) -> Option<usize> {
        let kinds = self.cursor.kinds();
        let index = self.cursor.index;
        let last = match (self.cursor.kind, kinds.get(index + 1).copied()) {
            (TokenKind::Colon | TokenKind::Plus, Some(TokenKind::Equal)) => index + 1,
            (TokenKind::Colon | TokenKind::FatArrow | TokenKind::EqualEqual, _) => index,
            _ => return None,
        };
        let mut rest = kinds[last + 1..].iter().filter(|kind| **kind != TokenKind::Space);
        let value = rest.clone().next().is_some_and(|kind| !kind.may_be_skipped());
        // A label and a brace indicate a block.
        let label = [
            TokenKind::OpenQuote,
            TokenKind::QuotedLiteral,
            TokenKind::CloseQuote,
            TokenKind::OpenBrace,
        ];
        (value && !label.iter().all(|kind| rest.next() == Some(kind))).then_some(last)
    }

    /// Reads the attribute `name` whose value follows the token at `operator`, which stands in place of a `=`.
    fn mistaken_attribute(&mut self, name: TextRange, operator: usize) -> Item {
        let equals = self.range().start;
        while self.cursor.index < operator {
            self.read();
        }
        self.read();
        let muted = std::mem::replace(&mut self.recovery.muted, true);
        let value = self.expression();
        let end = self.last_range().end.max(self.expr_range(value).end);
        self.recover_after_item();
        self.recovery.muted = muted;
        Item::Attribute(self.nodes.attribute(Attribute {
            name,
            equals,
            end,
            value,
        }))
    }

    /// Reads the rest of a block whose type and `labels` were read, but not followed by a `{`, which was reported.
    pub(in crate::parser) fn mistaken_block(
        &mut self,
        block_type: TextRange,
        labels: List<Label>,
    ) -> BlockId {
        match self.content(block_type) {
            Some(Content::Brace(brace)) => {
                // What stands in between may or may not belong in the block.
                let muted = std::mem::replace(&mut self.recovery.muted, true);
                let block = self.block_at(block_type, labels, brace);
                self.recovery.muted = muted;
                self.recovery.active = true;
                return block;
            }
            Some(Content::NextLine(brace)) => return self.block_at(block_type, labels, brace),
            Some(Content::Bare) => {
                let start = TextRange::empty(self.range().start);
                return self.finish_block(block_type, labels, start, false);
            }
            None => {}
        }
        self.recover_after_item();
        let body = self.nodes.body(Body {
            range: block_type,
            items: List::empty(),
        });
        self.nodes.block(Block {
            block_type,
            labels,
            open_brace: block_type,
            close_brace: block_type,
            body,
            has_body: false,
        })
    }

    /// Reads a block whose brace is further on, at the index `brace`.
    fn block_at(&mut self, block_type: TextRange, labels: List<Label>, brace: usize) -> BlockId {
        self.cursor.next = brace;
        self.seek();
        let open = self.read().range;
        self.finish_block(block_type, labels, open, false)
    }

    /// Returns the `{` that ends the text of an unclosed label that was just read; the body of the block follows it.
    pub(in crate::parser) fn swallowed_brace(&self) -> Option<TextRange> {
        // What is read again may end within the label.
        let last = self.cursor.last.filter(|last| *last < self.cursor.end)?;
        let range = self.range_at(last);
        let broken = self.cursor.kinds().get(last + 1) == Some(&TokenKind::BrokenQuote);
        if !broken || self.cursor.kinds()[last] != TokenKind::QuotedLiteral {
            return None;
        }
        let text = self.bytes[range.as_range()].trim_ascii_end();
        let end = range.start + text.len() as u32;
        text.ends_with(b"{").then(|| TextRange::new(end - 1, end))
    }

    /// Returns where the content starts of a block of the type `block_type`, whose header is invalid from the current
    /// token on.
    fn content(&mut self, block_type: TextRange) -> Option<Content> {
        if self.cursor.end != usize::MAX {
            return None;
        }
        let is_balanced = self.is_all_balanced();
        let kinds = self.cursor.kinds();
        let mut line = self.cursor.index;
        while !self.ends_line(line)? {
            line += 1;
        }
        let layout = |kind: &TokenKind| matches!(kind, TokenKind::Space | TokenKind::Comment);
        if line > self.cursor.index {
            let last = line - 1 - kinds[..line].iter().rev().take_while(|kind| layout(kind)).count();
            return (kinds[last] == TokenKind::OpenBrace).then_some(Content::Brace(last));
        }
        let mut next = line + 1;
        while kinds.get(next)?.may_be_skipped() || kinds[next] == TokenKind::Newline {
            next += 1;
        }
        let own = self.line_indentation(block_type.start)?;
        let there = self.line_indentation(self.cursor.starts()[next])?;
        match kinds[next] {
            TokenKind::OpenBrace if there == own => Some(Content::NextLine(next)),
            TokenKind::Identifier if there > own && !is_balanced && self.closes_in_line(next, own) => {
                Some(Content::Bare)
            }
            _ => None,
        }
    }

    /// Returns whether the first line from the token at `index` on that is indented by at most `own` bytes starts with a
    /// `}` and is indented by exactly as many.
    fn closes_in_line(&self, index: usize, own: usize) -> bool {
        let starts = self.cursor.starts()[index..].iter().take(AHEAD);
        let mut lines = self.cursor.kinds()[index..]
            .iter()
            .zip(starts)
            .filter_map(|(kind, start)| {
                let indentation = self.line_indentation(*start)?;
                let code = !matches!(kind, TokenKind::Space | TokenKind::Comment | TokenKind::Newline);
                (code && indentation <= own).then_some((*kind, indentation))
            });
        lines.next() == Some((TokenKind::CloseBrace, own))
    }

    /// Reports `name`, which was read and starts neither an attribute nor a block.
    #[cold]
    pub(in crate::parser) fn report_lone_name(&mut self, name: TextRange) {
        // What follows must be among the tokens.
        self.report_tokens();
        if self.is_token_problem() && self.range().start > name.start {
            self.problems.found += 1;
            return;
        }
        let content = self.content(name);
        let assignment = self.foreign_assignment();
        let problem = BodyProblem::NotAnItem {
            found: self.peek(),
            next: self.cursor.kinds().get(self.cursor.index + 1).copied(),
            assignment: assignment.map(|last| self.range_at(last).end),
            has_content: content.is_some(),
            brace: self.brace_fix(content),
        };
        self.report(name, problem);
    }

    /// Reports the current token, which cannot follow the type and labels of a block.
    #[cold]
    pub(in crate::parser) fn report_header(&mut self, block_type: TextRange) {
        // What follows must be among the tokens.
        self.report_tokens();
        let found = self.peek();
        match found.kind {
            TokenKind::Equal => {}
            TokenKind::Newline if self.cursor.kinds()[self.cursor.index] == TokenKind::BrokenQuote => return,
            TokenKind::Newline => {}
            _ if self.is_token_problem() => {
                self.problems.found += 1;
                return;
            }
            _ if self.recovery.active => return,
            _ => {}
        }
        let content = self.content(block_type);
        let problem = BodyProblem::InvalidHeader {
            block_type,
            found,
            has_content: content.is_some(),
            brace: self.brace_fix(content),
        };
        self.report(found.range, problem);
    }

    /// Returns how to fix the brace of a block whose header ends with the last token read, if its content is known.
    fn brace_fix(&self, content: Option<Content>) -> Option<BraceFix> {
        let end = self.last_range().end;
        Some(match content? {
            Content::Bare => BraceFix::Add(end),
            Content::NextLine(brace) => BraceFix::Move(TextRange::new(end, self.range_at(brace).end)),
            Content::Brace(brace) if self.only_signs(brace) => {
                BraceFix::Only(TextRange::new(end, self.range_at(brace).end))
            }
            Content::Brace(_) => return None,
        })
    }

    /// Returns whether all tokens from the current one up to `brace` are signs that may be mistaken for an assignment.
    fn only_signs(&self, brace: usize) -> bool {
        let sign = |kind: &TokenKind| {
            matches!(
                kind,
                TokenKind::Equal
                    | TokenKind::EqualEqual
                    | TokenKind::Colon
                    | TokenKind::FatArrow
                    | TokenKind::Minus
                    | TokenKind::Greater
                    | TokenKind::Space
            )
        };
        self.cursor.kinds()[self.cursor.index..brace].iter().all(sign)
    }

    /// Returns the quoted name at the current token, with the `:` after it if there is one, and what to write instead, if
    /// an attribute or block may start with that.
    fn bare_name(&self) -> Option<(TextRange, String)> {
        let index = self.cursor.index;
        let kinds = &self.cursor.kinds()[index..];
        if !kinds.starts_with(&[
            TokenKind::OpenQuote,
            TokenKind::QuotedLiteral,
            TokenKind::CloseQuote,
        ]) {
            return None;
        }
        let name = self.text(self.range_at(index + 1));
        let operator = kinds[3..].iter().position(|kind| *kind != TokenKind::Space)? + 3;
        let (last, sign) = match kinds[operator] {
            TokenKind::Colon => (operator, " ="),
            TokenKind::Equal | TokenKind::OpenBrace | TokenKind::OpenQuote => (2, ""),
            _ => return None,
        };
        if !lexer::is_identifier(&name) {
            return None;
        }
        let place = TextRange::new(self.range().start, self.range_at(index + last).end);
        Some((place, name + sign))
    }
}
