//! What indentation says about braces that are missing.
//!
//! Where the text ends in a block, any of the blocks around may be the one that lacks its `}`. Most people indent, so the
//! item of the file that holds them is then read again, and a line that starts further to the left than it could if its
//! block was closed is where that should have been.
//!
//! A text whose braces match is never read by its indentation.

use hcl2_diagnostics::codes;

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::TextRange;

/// A block whose content is being read.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    /// Its type.
    block_type: TextRange,
    /// How many bytes of spaces stand before it, where nothing else does.
    indentation: Option<usize>,
}

/// Where an item of the file starts, to read it again from there.
pub(super) struct Checkpoint {
    next: usize,
    last: Option<usize>,
    errors: u64,
    listed: usize,
    items: usize,
    too_deep: bool,
}

impl Parser<'_> {
    /// To come back to the current token, which starts an item of the file.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            next: self.index,
            last: self.last,
            errors: self.errors,
            listed: self.diagnostics.len(),
            items: self.pending_items.len(),
            too_deep: self.too_deep,
        }
    }

    /// Goes back to `start` to read by indentation from there on, where the text ended in a block since and is indented.
    pub(super) fn read_by_layout(&mut self, start: &Checkpoint) -> bool {
        self.tangled = false;
        if !std::mem::take(&mut self.unclosed) || self.outer.is_some() || !self.is_indented(start.next) {
            return false;
        }
        self.outer = Some(Vec::new());
        (self.next, self.last, self.errors) = (start.next, start.last, start.errors);
        (self.too_deep, self.recovery, self.skipped) = (start.too_deep, false, None);
        // The nodes of the first reading stay where they are, without anything that refers to them.
        self.diagnostics.truncate(start.listed.max(self.listed_first));
        self.pending_items.truncate(start.items);
        self.seek();
        true
    }

    /// Whether most of the lines after those that end with a `{`, from the token at `from` on, are further to the right.
    fn is_indented(&self, from: usize) -> bool {
        let tokens = &self.lexer.tokens;
        let (mut deeper, mut others) = (0u32, 0u32);
        // The indentation of the current line, and of one right before that ends with a brace.
        let (mut own, mut opened) = (self.line_indentation(tokens.starts[from]), None);
        let mut last = TokenKind::Newline;
        for (kind, start) in tokens.kinds[from..].iter().zip(&tokens.starts[from..]) {
            match kind {
                TokenKind::Space | TokenKind::Comment => continue,
                TokenKind::Newline => {
                    if last == TokenKind::OpenBrace {
                        opened = own;
                    }
                }
                _ => {
                    if last == TokenKind::Newline {
                        own = self.line_indentation(*start);
                        if let Some((outer, own)) = opened.take().zip(own)
                            && *kind != TokenKind::CloseBrace
                        {
                            if own > outer { deeper += 1 } else { others += 1 }
                        }
                    }
                }
            }
            last = *kind;
        }
        deeper > 0 && deeper >= others
    }

    /// Goes into the block of type `block_type`, where indentation counts; [`Parser::leave_layout`] goes out of it.
    pub(super) fn enter_layout(&mut self, block_type: TextRange) {
        let indentation = self.line_indentation(block_type.start);
        if let Some(outer) = &mut self.outer {
            outer.push(Outer {
                block_type,
                indentation,
            });
        }
    }

    pub(super) fn leave_layout(&mut self) {
        if let Some(outer) = &mut self.outer {
            outer.pop();
        }
    }

    /// Where the block whose brace is `open` ends, with a report, if the current token is not in it by its indentation.
    pub(super) fn end_by_layout(&mut self, open: TextRange) -> Option<TextRange> {
        let (block, around) = self.outer.as_ref()?.split_last()?;
        let own = block.indentation?;
        let here = self.range();
        let column = match self.kind {
            TokenKind::CloseBrace | TokenKind::Identifier => self.line_indentation(here.start)?,
            _ => return None,
        };
        let closed = around.iter().rfind(|outer| outer.indentation == Some(column));
        let (label, rule) = match (self.kind, closed) {
            (TokenKind::CloseBrace, Some(_)) if column < own => (
                "in line with an outer block",
                "The next `}` is indented as the block around this one, so the `}` of this block is missing before it.",
            ),
            (TokenKind::Identifier, _) if column <= own && self.is_item(self.index, column) => (
                "indented no deeper than that block",
                "The `}` of this block is missing before the next line that is indented no deeper than the block itself.",
            ),
            _ => return None,
        };
        let mut diagnostic = self
            .error(codes::syntax::UNCLOSED_BLOCK, "Unclosed block", open)
            .with_detail(rule)
            .with_label(self.span(here), label);
        if self.kind == TokenKind::CloseBrace
            && let Some(outer) = closed
        {
            diagnostic = diagnostic.with_label(self.span(outer.block_type), "the outer block");
        }
        let line = TextRange::new(block.block_type.start - own as u32, block.block_type.start);
        let indentation = String::from_utf8_lossy(&self.bytes[line.as_range()]);
        let place = self.span(TextRange::empty(self.line_after_content()));
        let diagnostic = diagnostic.with_suggestion(place, format!("{indentation}}}\n"), "close the block");
        self.report(diagnostic);
        self.left_open = true;
        Some(TextRange::empty(self.last_range().end))
    }

    /// Whether indentation counts, and the value of the attribute `name` ends with a brace that, by its own, closes a
    /// block around.
    pub(super) fn ended_outside(&self, name: TextRange) -> bool {
        let last = self.last_range();
        self.outer.is_some()
            && self.bytes.get(last.start as usize) == Some(&b'}')
            && self.line_indentation(last.start) < self.line_indentation(name.start)
            && self.line_indentation(last.start).is_some()
    }

    /// Reports that a brace of the value of the attribute `name` is not closed before the token at `item`, which starts the
    /// next item by its indentation.
    #[cold]
    pub(super) fn report_overrun(&mut self, name: TextRange, item: usize) {
        let next = self.range_at(item);
        let diagnostic = self
            .error(codes::syntax::UNCLOSED_OBJECT, "Unclosed object", name)
            .with_label(self.span(next), "indented as the attribute is")
            .with_detail("A `}` is missing in the value of this attribute, before the next line that is indented no deeper.");
        self.report(diagnostic);
    }

    /// Where the line after that of the last token before the current one starts, other than spaces and comments.
    fn line_after_content(&self) -> u32 {
        let content =
            |kind: &TokenKind| !matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
        let last = self.lexer.tokens.kinds[..self.index].iter().rposition(content);
        let end = last.map_or(self.input.range.start, |last| self.range_at(last).end);
        let here = self.range().start;
        let rest = &self.bytes[end as usize..here as usize];
        memchr::memchr(b'\n', rest).map_or(here, |newline| end + newline as u32 + 1)
    }

    /// How many bytes of spaces stand before `offset` on its line; `None` where anything else does.
    pub(super) fn line_indentation(&self, offset: u32) -> Option<usize> {
        // Only spaces are looked at, so that finding the start of the line costs no more than these.
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
