//! Structure: bodies, attributes and blocks.

use super::Parser;
use super::names::Names;
use super::problem::BodyProblem;
use crate::lexer::{Token, TokenKind};
use crate::tree::{Attribute, AttributeId, Block, BlockId, Body, BodyId, Item, Label, List, Text, TextRange};

impl<'a> Parser<'a> {
    /// Reads items up to and including `closer`. `start` is the brace that opened the body, or the first token of a file.
    pub(super) fn body(&mut self, closer: TokenKind, start: TextRange) -> BodyId {
        let base = self.pending.items.len();
        let mut names = self.names();
        self.items(closer, start, base, &mut names)
    }

    /// Reads the rest of a body, whose items are the pending ones from `base` on.
    pub(super) fn items(
        &mut self,
        closer: TokenKind,
        start: TextRange,
        base: usize,
        names: &mut Names<'a>,
    ) -> BodyId {
        let end = loop {
            if let Some(end) = self.end_by_layout(start) {
                break end;
            }
            if self.cursor.kind == closer {
                break self.read().range;
            }
            match self.cursor.kind {
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => {
                    // On a new line, problems do not follow from what was skipped.
                    self.recovery.active = false;
                    if closer == TokenKind::End {
                        self.file_item(names);
                    } else {
                        self.item(names);
                    }
                    if let Some((from, to)) = self.recovery.skipped.take() {
                        self.muted_items(from, to, names);
                    }
                    if closer == TokenKind::End {
                        self.forget_tokens();
                    }
                }
                _ => {
                    if let Some(end) = self.stray(closer, start) {
                        break end;
                    }
                }
            }
        };
        self.forget_names(names);
        let items = self.nodes.items(&mut self.pending.items, base);
        let range = start.to(end);
        self.nodes.body(Body { range, items })
    }

    /// Reads an item of the file, and reads it again by its indentation if the source ended in a block of it.
    fn file_item(&mut self, names: &mut Names<'a>) {
        let start = self.checkpoint();
        self.item(names);
        if self.read_by_layout(&start) {
            self.item(names);
        }
    }

    /// Reads an attribute or block, whose name is the current token.
    pub(super) fn item(&mut self, names: &mut Names<'a>) {
        let name = self.read().range;
        match self.cursor.kind {
            TokenKind::Equal => {
                let attribute = self.attribute(name, false);
                let item = match self.define(names, name) {
                    None => Item::Attribute(attribute),
                    Some(first) => {
                        self.report(name, BodyProblem::DuplicateAttribute { first });
                        Item::Duplicate(attribute)
                    }
                };
                self.pending.items.push(item);
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let block = self.block(name, false);
                self.pending.items.push(Item::Block(block));
            }
            _ => {
                self.report_lone_name(name);
                let item = self.mistaken_item(name);
                self.pending.items.push(item);
            }
        }
    }

    /// Reads `name = value`, whose name was read and whose `=` is the current token.
    fn attribute(&mut self, name: TextRange, one_line: bool) -> AttributeId {
        let equals = self.read().range.start;
        let errors = self.problems.found;
        let value = self.attribute_value(name, one_line);
        let end = self.last_range().end.max(self.expr_range(value).end);
        if self.lost_since(errors) {
            if self.at_next_item(name) {
                return self.nodes.attribute(Attribute {
                    name,
                    equals,
                    end: end.max(equals + 1),
                    value,
                });
            }
            self.recover_after_item();
        } else if !one_line {
            if matches!(self.cursor.kind, TokenKind::Newline | TokenKind::End) {
                self.read();
            } else {
                self.report_no_newline(name, true);
                if self.cursor.kind == TokenKind::CloseBrace && !self.is_all_balanced() {
                    // Unless indentation shows that it closes a block, this may be the superfluous one.
                    if !self.closes_by_layout() {
                        self.skip_line(false);
                    }
                } else if !self.at_item_of_line() {
                    self.recover_after_item();
                }
            }
        }
        self.nodes.attribute(Attribute {
            name,
            equals,
            end,
            value,
        })
    }

    /// Reports that an item that starts with `name` does not end with its line.
    #[cold]
    fn report_no_newline(&mut self, name: TextRange, is_attribute: bool) {
        let here = self.range();
        if self.recovery.active || self.problems.last_subject() == Some(here) {
            // The current token was already reported.
            return;
        }
        let problem = BodyProblem::MissingNewline {
            name,
            is_attribute,
            junction: self.junction(),
            is_last: self.is_last_of_line(),
        };
        self.report(here, problem);
    }

    /// Reads a block, whose type was read. If it is in a block on `one_line`, it need not end with its line.
    fn block(&mut self, block_type: TextRange, one_line: bool) -> BlockId {
        let label_count = self.nodes.label_count();
        let open_brace = loop {
            match self.cursor.kind {
                TokenKind::OpenBrace => break self.read().range,
                TokenKind::OpenQuote => {
                    let (text, range) = self.literal_string();
                    self.nodes.label(Label { range, text });
                    if let Some(brace) = self.swallowed_brace() {
                        break brace;
                    }
                }
                TokenKind::Identifier => {
                    let range = self.read().range;
                    let text = Text::source(range);
                    self.nodes.label(Label { range, text });
                }
                _ => {
                    self.report_header(block_type);
                    let labels = self.nodes.labels_since(label_count);
                    return self.mistaken_block(block_type, labels);
                }
            }
        };
        let labels = self.nodes.labels_since(label_count);
        self.finish_block(block_type, labels, open_brace, one_line)
    }

    /// Reads the rest of a block whose header was read up to `open_brace`.
    pub(super) fn finish_block(
        &mut self,
        block_type: TextRange,
        labels: List<Label>,
        open_brace: TextRange,
        one_line: bool,
    ) -> BlockId {
        let body = self.block_body(block_type, open_brace);
        let close_brace = self.last_range();
        if self.take_left_open() {
            // The line of the current token belongs to another item.
        } else if matches!(self.cursor.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
        } else if !one_line {
            self.report_no_newline(block_type, false);
            if !self.at_item_of_line() {
                self.recover_after_item();
            }
        }
        let body = body.unwrap_or_else(|| {
            self.nodes.body(Body {
                range: open_brace.to(close_brace),
                items: List::empty(),
            })
        });
        self.nodes.block(Block {
            block_type,
            labels,
            open_brace,
            close_brace,
            body,
            has_body: true,
        })
    }

    /// Reads the content of a block, whose `{` was read, and its `}`.
    fn block_body(&mut self, block_type: TextRange, open: TextRange) -> Option<BodyId> {
        if !self.descend() {
            self.recover(TokenKind::CloseBrace);
            return None;
        }
        let body = if matches!(
            self.cursor.kind,
            TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace
        ) {
            self.enter_layout(block_type);
            let body = self.body(TokenKind::CloseBrace, open);
            self.leave_layout();
            Some(body)
        } else {
            self.one_line_body(block_type, open)
        };
        self.ascend();
        body
    }

    /// Reads `name = value }` on the line of the block's `{`.
    fn one_line_body(&mut self, block_type: TextRange, open: TextRange) -> Option<BodyId> {
        let listed = self.problems.len();
        let item = self.one_line_item();
        let found = self.peek();
        match (found.kind, item) {
            (TokenKind::CloseBrace, Some(Item::Attribute(attribute))) => {
                self.read();
                return Some(self.nodes.attribute_body(attribute));
            }
            (TokenKind::Comma | TokenKind::Newline, _) => {
                self.report_one_line(listed, open, found);
            }
            _ if self.recovery.active => {}
            (TokenKind::End, _) => {
                let problem = BodyProblem::UnclosedBlock {
                    header: Some(block_type),
                    end: found.range,
                };
                self.report_at(listed, open, problem);
            }
            (TokenKind::CloseBrace, _) => {}
            _ => self.report_one_line(listed, open, found),
        }
        if self.is_balanced() {
            return Some(self.rest_of_body(open, item));
        }
        self.recovery.layout.tangled = true;
        let from = self.cursor.next;
        let close = self.recover(TokenKind::CloseBrace);
        if !self.recovery.muted {
            let to = if close.kind == TokenKind::End {
                self.cursor.index
            } else {
                self.cursor.last.unwrap_or(self.cursor.index)
            };
            self.recovery.skipped = Some((from, to));
        }
        match item {
            Some(Item::Attribute(attribute)) => Some(self.nodes.attribute_body(attribute)),
            _ => None,
        }
    }

    /// Reports the token `found` after the item of a block on one line, before the problems listed from `listed` on.
    #[cold]
    fn report_one_line(&mut self, listed: usize, open: TextRange, found: Token) {
        let is_closed = self.is_balanced();
        let problem = BodyProblem::InvalidOneLineBlock {
            open,
            found,
            is_closed,
        };
        self.report_at(listed, found.range, problem);
    }

    /// Reads the attribute of a block on one line. Reports anything else, and returns a block if it is one that was read.
    fn one_line_item(&mut self) -> Option<Item> {
        let name = self.peek();
        if name.kind != TokenKind::Identifier {
            self.report(name.range, BodyProblem::MissingAttribute { found: name });
            if !self.is_balanced() {
                self.read();
            }
            self.recover_after_item();
            return None;
        }
        self.read();
        match self.cursor.kind {
            TokenKind::Equal => return Some(Item::Attribute(self.attribute(name.range, true))),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let subject = name.range.to(self.range());
                self.report(subject, BodyProblem::NestedBlock);
                if self.is_balanced() {
                    return Some(Item::Block(self.block(name.range, true)));
                }
            }
            _ => self.report_lone_name(name.range),
        }
        self.recover_after_item();
        None
    }
}
