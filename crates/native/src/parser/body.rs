//! Structure: bodies, attributes and blocks.

use hcl2_diagnostics::codes;

use super::names::Names;
use super::{Parser, Seen, commit};
use crate::lexer::TokenKind;
use crate::tree::{
    Attribute, AttributeId, Block, BlockId, Body, BodyId, ErrorId, Item, Label, List, Text, TextRange,
};

impl<'a> Parser<'a> {
    /// Items up to `closer`, which is read. `start` is the brace that opened the body, or the first token of a file.
    pub(super) fn body(&mut self, closer: TokenKind, start: TextRange) -> BodyId {
        let base = self.pending_items.len();
        let mut names = self.names();
        let end = loop {
            if let Some(end) = self.end_by_layout(start) {
                break end;
            }
            if self.kind == closer {
                break self.read().range;
            }
            match self.kind {
                TokenKind::Newline => {
                    self.read();
                }
                TokenKind::Identifier => {
                    // A new line is a fresh start: what is wrong with it does not follow from what was skipped.
                    self.recovery = false;
                    let from = self.checkpoint();
                    self.item(&mut names);
                    if closer == TokenKind::End && self.read_by_layout(&from) {
                        self.item(&mut names);
                    }
                    if let Some((from, to)) = self.skipped.take() {
                        self.muted_items(from, to, &mut names);
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
        self.forget_names(&names);
        let items = commit(&mut self.pending_items, base, &mut self.nodes.items);
        self.push_body(start.to(end), items)
    }

    pub(super) fn push_body(&mut self, range: TextRange, items: List<Item>) -> BodyId {
        let id = BodyId::new(self.nodes.bodies.len());
        self.nodes.bodies.push(Body { range, items });
        id
    }

    /// Reports the current token, which starts no item, and skips the rest of its line. Returns where the body ends
    /// where the text does so before.
    fn stray(&mut self, closer: TokenKind, start: TextRange) -> Option<TextRange> {
        let bad = self.peek();
        // What is wrong at the start of a line may follow from what was skipped before it.
        let follows = self.recovery;
        if matches!(bad.kind, TokenKind::Slash | TokenKind::End) {
            self.read();
        }
        if !follows {
            self.report_no_item(bad, closer, start);
        }
        if bad.kind == TokenKind::End {
            self.unclosed |= closer == TokenKind::CloseBrace && !self.tangled && !self.muted;
            return Some(bad.range);
        }
        let item = self.error_item(bad.range);
        self.pending_items.push(item);
        if bad.kind == TokenKind::Slash && self.kind == TokenKind::Star {
            // All that follows is the comment's.
            return Some(self.recover(TokenKind::End).range);
        }
        self.skip_line(closer == TokenKind::CloseBrace);
        None
    }

    /// Reads the tokens from `from` up to `to` as items, without listing problems, and comes back.
    fn muted_items(&mut self, from: usize, to: usize, names: &mut Names<'a>) {
        let (next, last, end, muted, newlines) = (self.next, self.last, self.end, self.muted, self.newlines);
        (self.next, self.end, self.muted, self.newlines) = (from, to.max(from), true, true);
        self.seek();
        while self.kind != TokenKind::End {
            match self.kind {
                TokenKind::Identifier => self.item(names),
                TokenKind::Newline => {
                    self.read();
                }
                _ => {
                    let start = self.range();
                    self.recover_after_item();
                    let range = start.to(self.last_range());
                    let item = self.error_item(range);
                    self.pending_items.push(item);
                }
            }
            self.skipped = None;
        }
        (self.next, self.last, self.end, self.muted, self.newlines) = (next, last, end, muted, newlines);
        self.seek();
    }

    /// Text that is no item.
    #[cold]
    pub(super) fn error_item(&mut self, range: TextRange) -> Item {
        let id = ErrorId::new(self.nodes.errors.len());
        self.nodes.errors.push(range);
        Item::Error(id)
    }

    #[cold]
    fn report_no_item(&mut self, bad: Seen, closer: TokenKind, start: TextRange) {
        let diagnostic = match bad.kind {
            TokenKind::OpenQuote => {
                let diagnostic = self
                    .error(codes::syntax::QUOTED_NAME, "Quoted name", bad.range)
                    .with_detail("The name of an attribute, or the type of a block, stands without quotes.");
                self.with_bare_name(diagnostic)
            }
            TokenKind::End if closer == TokenKind::CloseBrace => self
                .error(codes::syntax::UNCLOSED_BLOCK, "Unclosed block", start)
                .with_label(self.span(bad.range), "the text ends here")
                .with_detail(
                    "The text ends before the `}` of this block. Add it, or look for one that is missing further in.",
                ),
            _ => {
                let written = self.written_of(bad);
                let detail = match bad.kind {
                    TokenKind::CloseBrace => {
                        "This `}` closes nothing. Remove it, or look for one too many before it.".to_owned()
                    }
                    TokenKind::OpenBrace => {
                        "A block needs its type before the `{`, and an object the name of an attribute and `=`.".to_owned()
                    }
                    TokenKind::Number => format!(
                        "A name cannot start with a digit, as {written} does. A definition is `name = value` or a block."
                    ),
                    TokenKind::Minus if self.continues_with(b"--") => {
                        "A comment starts with `#` or `//`, or stands between `/*` and `*/`, but not with `--`.".to_owned()
                    }
                    TokenKind::Less if self.continues_with(b"<!--") => {
                        "A comment starts with `#` or `//`, or stands between `/*` and `*/`, but not with `<!--`.".to_owned()
                    }
                    TokenKind::Less | TokenKind::EqualEqual | TokenKind::Greater | TokenKind::GreaterEqual
                        if [b"<<<<<<<", b"=======", b">>>>>>>"].iter().any(|marker| self.continues_with(*marker)) =>
                    {
                        "This is the mark of a conflict between two versions of the file. Keep one of them, and remove the lines with \
                         these marks."
                            .to_owned()
                    }
                    TokenKind::Slash if self.kind == TokenKind::Star => {
                        "This comment has no `*/`. Add it, or start the comment with `#`.".to_owned()
                    }
                    _ => format!(
                        "A definition is `name = value` or a block, `type \"label\" {{`, and {written} starts neither."
                    ),
                };
                let diagnostic = self
                    .error(codes::syntax::EXPECTED_ITEM, "Missing attribute or block", bad.range)
                    .with_detail(detail);
                if bad.kind == TokenKind::CloseBrace {
                    diagnostic.with_suggestion(self.span(bad.range), "", "remove the brace")
                } else {
                    diagnostic
                }
            }
        };
        self.report(diagnostic);
    }

    /// An attribute or block, whose name is the current token.
    fn item(&mut self, names: &mut Names<'a>) {
        let name = self.read().range;
        match self.kind {
            TokenKind::Equal => {
                let attribute = self.attribute(name, false);
                let item = match self.define(names, name) {
                    None => Item::Attribute(attribute),
                    Some(first) => {
                        self.report_duplicate(name, first);
                        Item::Duplicate(attribute)
                    }
                };
                self.pending_items.push(item);
            }
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let block = self.block(name);
                self.pending_items.push(Item::Block(block));
            }
            _ => {
                self.report_lone_name(name);
                let item = self.mistaken_item(name);
                self.pending_items.push(item);
            }
        }
    }

    #[cold]
    fn report_duplicate(&mut self, name: TextRange, first: TextRange) {
        let text = String::from_utf8_lossy(&self.bytes[name.as_range()]).into_owned();
        let diagnostic = self
            .error(codes::syntax::DUPLICATE_ATTRIBUTE, "Attribute set twice", name)
            .with_label(self.span(first), "first set here")
            .with_detail(format!(
                "A body sets each attribute once, and `{text}` is set already. Remove one of the definitions."
            ));
        self.report(diagnostic);
    }

    /// `name = value`, whose name was read and whose `=` is the current token.
    fn attribute(&mut self, name: TextRange, one_line: bool) -> AttributeId {
        let equals = self.read().range.start;
        let errors = self.errors;
        let value = self.attribute_value(name, one_line);
        let end = self.last_range().end.max(self.expr_range(value).end);
        if self.lost_since(errors) {
            if self.at_next_item(name) {
                return self.push_attribute(Attribute {
                    name,
                    equals,
                    end: end.max(equals + 1),
                    value,
                });
            }
            self.recover_after_item();
        } else if !one_line {
            if matches!(self.kind, TokenKind::Newline | TokenKind::End) {
                self.read();
            } else {
                self.report_no_newline(name, true);
                self.recover_after_item();
            }
        }
        self.push_attribute(Attribute {
            name,
            equals,
            end,
            value,
        })
    }

    pub(super) fn push_attribute(&mut self, attribute: Attribute) -> AttributeId {
        let id = AttributeId::new(self.nodes.attributes.len());
        self.nodes.attributes.push(attribute);
        id
    }

    /// Reports that an item that starts with `name` does not end with its line.
    #[cold]
    fn report_no_newline(&mut self, name: TextRange, attribute: bool) {
        let here = self.range();
        let subject = Some(self.span(here));
        if self.recovery
            || self
                .diagnostics
                .last()
                .is_some_and(|last| last.subject == subject)
        {
            // What is wrong here was said.
            return;
        }
        let (summary, detail) = match (self.kind, attribute) {
            (TokenKind::Comma, true) => (
                "Comma after an attribute",
                "Attributes are separated by line endings, not by commas.".to_owned(),
            ),
            (_, true) => (
                "Missing line ending",
                self.advice().unwrap_or_else(|| format!(
                    "The attribute is complete before {}. Start a new line for what follows, or put an operator between.",
                    self.written()
                )),
            ),
            (_, false) => (
                "Missing line ending",
                format!(
                    "The block is complete before {}. Start a new line for what follows.",
                    self.written()
                ),
            ),
        };
        let diagnostic = self
            .error(codes::syntax::EXPECTED_NEWLINE, summary, here)
            .with_context(self.span(name.to(here)))
            .with_detail(detail);
        let diagnostic = if self.kind == TokenKind::Comma && self.is_last_of_line() {
            diagnostic.with_suggestion(self.span(here), "", "remove the comma")
        } else {
            self.with_operator(diagnostic)
        };
        self.report(diagnostic);
    }

    /// A block, whose type was read.
    fn block(&mut self, block_type: TextRange) -> BlockId {
        let labels_start = self.nodes.labels.len();
        let open_brace = loop {
            match self.kind {
                TokenKind::OpenBrace => break self.read().range,
                TokenKind::OpenQuote => {
                    let (text, range) = self.literal_string();
                    self.nodes.labels.push(Label { range, text });
                    if let Some(brace) = self.swallowed_brace() {
                        break brace;
                    }
                }
                TokenKind::Identifier => {
                    let range = self.read().range;
                    let text = Text::source(range);
                    self.nodes.labels.push(Label { range, text });
                }
                _ => {
                    self.report_header(block_type);
                    let labels = self.labels_since(labels_start);
                    return self.mistaken_block(block_type, labels);
                }
            }
        };
        let labels = self.labels_since(labels_start);
        self.finish_block(block_type, labels, open_brace)
    }

    /// The rest of a block whose header was read up to `open_brace`.
    pub(super) fn finish_block(
        &mut self,
        block_type: TextRange,
        labels: List<Label>,
        open_brace: TextRange,
    ) -> BlockId {
        let body = self.block_body(block_type, open_brace);
        let close_brace = self.last_range();
        if std::mem::take(&mut self.left_open) {
            // The line of the current token is another item's.
        } else if matches!(self.kind, TokenKind::Newline | TokenKind::End) {
            self.read();
        } else {
            self.report_no_newline(block_type, false);
            self.recover_after_item();
        }
        let body = body.unwrap_or_else(|| self.push_body(open_brace.to(close_brace), List::empty()));
        self.push_block(Block {
            block_type,
            labels,
            open_brace,
            close_brace,
            body,
            has_body: true,
        })
    }

    /// The `{` that ends the text of a label that lacks its closing quote, just read; the body follows it.
    fn swallowed_brace(&self) -> Option<TextRange> {
        let last = self.last?;
        let range = self.range_at(last);
        let broken = self.lexer.tokens.kinds.get(last + 1) == Some(&TokenKind::BrokenQuote);
        if !broken || self.lexer.tokens.kinds[last] != TokenKind::QuotedLiteral {
            return None;
        }
        let text = self.bytes[range.as_range()].trim_ascii_end();
        let end = range.start + text.len() as u32;
        text.ends_with(b"{").then(|| TextRange::new(end - 1, end))
    }

    fn labels_since(&self, start: usize) -> List<Label> {
        List::new(start, self.nodes.labels.len() - start)
    }

    pub(super) fn push_block(&mut self, block: Block) -> BlockId {
        let id = BlockId::new(self.nodes.blocks.len());
        self.nodes.blocks.push(block);
        id
    }

    /// The content of a block, whose `{` was read, and its `}`.
    fn block_body(&mut self, block_type: TextRange, open: TextRange) -> Option<BodyId> {
        if !self.descend() {
            self.recover(TokenKind::CloseBrace);
            return None;
        }
        let body = if matches!(
            self.kind,
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

    /// `name = value }` on the line of the block's `{`.
    fn one_line_body(&mut self, block_type: TextRange, open: TextRange) -> Option<BodyId> {
        let listed = self.diagnostics.len();
        let attribute = self.one_line_attribute();
        let here = self.range();
        let code = codes::syntax::INVALID_ONE_LINE_BLOCK;
        let diagnostic = match self.kind {
            TokenKind::CloseBrace => {
                self.read();
                return attribute.map(|attribute| self.one_attribute_body(attribute));
            }
            TokenKind::Comma => Some(
                self.error(code, "Several items in a block on one line", here)
                    .with_detail("A block on one line holds one attribute at most. Give each item a line of its own."),
            ),
            TokenKind::Newline => Some(
                self.error(code, "Unclosed block on one line", here)
                    .with_label(self.span(open), "opened here")
                    .with_detail(
                        "A block whose first attribute stands on the line of its `{` must be closed on that line. Put a \
                         `}` here, or start a new line after the `{`.",
                    ),
            ),
            _ if self.recovery => None,
            TokenKind::End => Some(
                self.error(codes::syntax::UNCLOSED_BLOCK, "Unclosed block", open)
                    .with_context(self.span(block_type.to(open)))
                    .with_label(self.span(here), "the text ends here")
                    .with_detail("The text ends before the `}` of this block."),
            ),
            _ => Some(
                self.error(code, "Malformed block on one line", here)
                    .with_detail(format!(
                        "The `}}` of the block is expected after its one attribute, before {}.",
                        self.written()
                    )),
            ),
        };
        if let Some(diagnostic) = diagnostic {
            self.report_at(listed, diagnostic);
        }
        self.tangled = true;
        let from = self.next;
        let close = self.recover(TokenKind::CloseBrace);
        if !self.muted {
            let to = if close.kind == TokenKind::End {
                self.index
            } else {
                self.last.unwrap_or(self.index)
            };
            self.skipped = Some((from, to));
        }
        attribute.map(|attribute| self.one_attribute_body(attribute))
    }

    fn one_attribute_body(&mut self, attribute: AttributeId) -> BodyId {
        let range = self.nodes.attributes.get(attribute.index()).range();
        let start = self.nodes.items.len();
        self.nodes.items.push(Item::Attribute(attribute));
        self.push_body(range, List::new(start, 1))
    }

    /// The attribute of a block on one line; `None`, with a report, where something else stands there.
    fn one_line_attribute(&mut self) -> Option<AttributeId> {
        let name = self.read();
        if name.kind != TokenKind::Identifier {
            let written = self.written_of(name);
            let diagnostic = self
                .error(codes::syntax::EXPECTED_ITEM, "Missing attribute", name.range)
                .with_detail(format!(
                    "An attribute or the end of the line is expected after the `{{` of a block, not {written}."
                ));
            self.report(diagnostic);
            self.recover_after_item();
            return None;
        }
        match self.kind {
            TokenKind::Equal => return Some(self.attribute(name.range, true)),
            TokenKind::OpenQuote | TokenKind::OpenBrace | TokenKind::Identifier => {
                let subject = name.range.to(self.range());
                let diagnostic = self
                    .error(codes::syntax::INVALID_ONE_LINE_BLOCK, "Block in a block on one line", subject)
                    .with_detail(
                        "A block on one line holds an attribute, `name = value`, and no other block. Start a new line \
                         after the `{`.",
                    );
                self.report(diagnostic);
            }
            _ => self.report_lone_name(name.range),
        }
        self.recover_after_item();
        None
    }

    /// A token that was read, as written, for a message.
    fn written_of(&self, seen: Seen) -> String {
        super::report::describe(seen.kind, &self.bytes[seen.range.as_range()])
    }
}
