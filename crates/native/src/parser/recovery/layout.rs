//! Finding missing braces by indentation.
//!
//! If the source ends in a block, any of the blocks around may be the one that lacks its `}`. Most authors indent, so the
//! item of the file that holds these blocks is then read again, and a line that starts further to the left than it could
//! if its block was closed shows where the brace is missing.
//!
//! A source whose braces match is never read by its indentation.

use super::super::Parser;
use super::super::problem::{BodyProblem, CollectionProblem};
use super::Checkpoint;
use crate::lexer::TokenKind;
use crate::tree::TextRange;

/// What is known about the layout of the source.
#[derive(Default)]
pub(in crate::parser) struct Layout {
    /// The blocks around the current token, the innermost last, once indentation counts.
    blocks: Option<Vec<Outer>>,
    /// Whether the source ended in a block since the last item of the file.
    pub(super) unclosed: bool,
    /// Whether an invalid block on one line may have taken in the brace of another one, in the current item of the file.
    pub(in crate::parser) tangled: bool,
    /// Whether the block that was just read ended by its indentation, before the current token.
    left_open: bool,
}

/// A block whose content is being read.
#[derive(Clone, Copy)]
struct Outer {
    block_type: TextRange,
    /// The number of spaces before the block type, if nothing else precedes it on its line.
    indentation: Option<usize>,
}

impl Parser<'_> {
    /// Goes back to `start`, an item of the file, to read it by its indentation, if the source ended in a block since
    /// and is indented.
    pub(in crate::parser) fn read_by_layout(&mut self, start: &Checkpoint) -> bool {
        let layout = &mut self.recovery.layout;
        layout.tangled = false;
        if !std::mem::take(&mut layout.unclosed) || layout.blocks.is_some() || !self.is_indented(start.index)
        {
            return false;
        }
        self.recovery.layout.blocks = Some(Vec::new());
        self.rewind(start);
        true
    }

    /// Returns whether most of the lines that follow a line ending with `{`, from the token at `from` on, are indented
    /// deeper than it.
    fn is_indented(&self, from: usize) -> bool {
        let (kinds, starts) = (self.cursor.kinds(), self.cursor.starts());
        let (mut deeper, mut others) = (0u32, 0u32);
        // The indentation of the current line, and of the line before it if that ends with a brace.
        let (mut own, mut opened) = (self.line_indentation(starts[from]), None);
        let mut last = TokenKind::Newline;
        for (kind, start) in kinds[from..].iter().zip(&starts[from..]) {
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

    /// Enters a block; [`Parser::leave_layout`] leaves it.
    pub(in crate::parser) fn enter_layout(&mut self, block_type: TextRange) {
        let indentation = self.line_indentation(block_type.start);
        if let Some(blocks) = &mut self.recovery.layout.blocks {
            blocks.push(Outer {
                block_type,
                indentation,
            });
        }
    }

    /// Leaves the innermost block.
    pub(in crate::parser) fn leave_layout(&mut self) {
        if let Some(blocks) = &mut self.recovery.layout.blocks {
            blocks.pop();
        }
    }

    /// Returns whether the block that was just read ended by its indentation, so that the line of the current token
    /// belongs to another item.
    pub(in crate::parser) fn take_left_open(&mut self) -> bool {
        std::mem::take(&mut self.recovery.layout.left_open)
    }

    /// Returns the end of the block whose brace is `open`, and reports that, if the current token is outside of the block
    /// by its indentation.
    #[inline]
    pub(in crate::parser) fn end_by_layout(&mut self, open: TextRange) -> Option<TextRange> {
        self.recovery.layout.blocks.as_ref()?;
        self.end_by_indentation(open)
    }

    #[cold]
    fn end_by_indentation(&mut self, open: TextRange) -> Option<TextRange> {
        let (block, around) = self.recovery.layout.blocks.as_ref()?.split_last()?;
        let own = block.indentation?;
        let here = self.range();
        let column = match self.cursor.kind {
            TokenKind::CloseBrace | TokenKind::Identifier => self.line_indentation(here.start)?,
            _ => return None,
        };
        let closed = around.iter().rfind(|outer| outer.indentation == Some(column));
        let outer = match (self.cursor.kind, closed) {
            (TokenKind::CloseBrace, Some(outer)) if column < own => Some(outer.block_type),
            (TokenKind::Identifier, _) if column <= own && self.is_item(self.cursor.index, column) => None,
            _ => return None,
        };
        let indentation = TextRange::new(block.block_type.start - own as u32, block.block_type.start);
        let problem = BodyProblem::UnclosedByLayout {
            here,
            outer,
            indentation,
            place: self.line_after_content(),
        };
        self.report(open, problem);
        self.recovery.layout.left_open = true;
        Some(TextRange::empty(self.last_range().end))
    }

    /// Returns whether indentation counts and the current token is a brace, which closes a block where skipping it would
    /// leave that open.
    pub(in crate::parser) fn closes_by_layout(&self) -> bool {
        self.recovery.layout.blocks.is_some() && self.cursor.kind == TokenKind::CloseBrace
    }

    /// Returns whether indentation counts and the value of the attribute `name` ends with a brace that, by its own
    /// indentation, closes a block around it.
    pub(super) fn ended_outside(&self, name: TextRange) -> bool {
        if self.recovery.layout.blocks.is_none() {
            return false;
        }
        let last = self.last_range();
        self.bytes.get(last.start as usize) == Some(&b'}')
            && self.line_indentation(last.start) < self.line_indentation(name.start)
            && self.line_indentation(last.start).is_some()
    }

    /// Reports that the value of the attribute `name` lacks a brace before the token at `item`, which starts the next
    /// item by its indentation.
    #[cold]
    pub(super) fn report_overrun(&mut self, name: TextRange, item: usize) {
        let next = self.range_at(item);
        self.report(name, CollectionProblem::Overrun { next });
    }

    /// Returns the start of the line after the last token before the current one that is neither space nor comment.
    fn line_after_content(&self) -> u32 {
        let content =
            |kind: &TokenKind| !matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
        let last = self.cursor.kinds()[..self.cursor.index].iter().rposition(content);
        let end = last.map_or(self.input.range.start, |last| self.range_at(last).end);
        let here = self.range().start;
        let rest = &self.bytes[end as usize..here as usize];
        memchr::memchr(b'\n', rest).map_or(here, |newline| end + newline as u32 + 1)
    }
}
