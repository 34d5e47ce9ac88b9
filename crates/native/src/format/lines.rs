//! Lines, their cells, and the columns where cells start.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::Piece;
use super::spacing::{bracket_change, ends_line};
use crate::lexer::TokenKind;

/// A line of up to three cells. The second and the third may be aligned with those of adjacent lines.
///
/// A heredoc is part of the line that opens it, up to the line ending after the closing marker.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The first piece.
    start: usize,
    /// The `=` of an attribute or object item whose value ends with the line; otherwise `comment`.
    assign: usize,
    /// The comment at the end of a line with code; otherwise `end`.
    comment: usize,
    /// Past the last piece.
    end: usize,
    /// Spaces before the first piece.
    indent: u32,
    /// Spaces before the `=`.
    assign_spaces: u32,
    /// Spaces before the comment.
    comment_spaces: u32,
    /// Columns of the first cell with its indentation; counted only if another cell follows.
    lead_columns: u32,
    /// Columns of the second cell from its `=` on; counted only if a comment follows.
    assign_columns: u32,
}

impl Line {
    /// Returns the indices of the pieces of the line.
    pub(super) fn pieces(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the spaces before the piece at `index`, from 0 in the line, if it starts a cell.
    #[inline]
    pub(super) fn spaces_before(&self, index: usize) -> Option<u32> {
        let index = self.start + index;
        if index == self.start {
            Some(self.indent)
        } else if index == self.comment {
            Some(self.comment_spaces)
        } else if index == self.assign {
            Some(self.assign_spaces)
        } else {
            None
        }
    }

    fn has_assign(&self) -> bool {
        self.assign < self.comment
    }

    fn has_comment(&self) -> bool {
        self.comment < self.end
    }

    /// Returns the columns before the spaces of the comment.
    fn columns_before_comment(&self) -> u32 {
        let assign = if self.has_assign() {
            self.assign_spaces.saturating_add(self.assign_columns)
        } else {
            0
        };
        self.lead_columns.saturating_add(assign)
    }
}

/// Splits pieces into lines with `indentation` spaces for each level. Their cells are not aligned yet.
pub(super) fn split(text: &[u8], pieces: &[Piece], indentation: u32) -> Vec<Line> {
    let mut lines = Vec::with_capacity(text.len() / 24 + 1);
    let mut levels = Levels {
        open: Vec::new(),
        indentation,
    };
    let mut start = 0;
    for part in pieces.split_inclusive(|piece| ends_line(text, *piece)) {
        lines.push(line(text, part, start, &mut levels));
        start += part.len();
    }
    lines
}

fn line(text: &[u8], pieces: &[Piece], start: usize, levels: &mut Levels) -> Line {
    let comment = match pieces {
        [_, .., last] if last.kind == TokenKind::Comment => pieces.len() - 1,
        _ => pieces.len(),
    };
    let code = &pieces[..comment];
    let assign = code
        .iter()
        .skip(1)
        .position(|piece| piece.kind == TokenKind::Equal)
        .map(|index| index + 1)
        .filter(|index| net_brackets(&code[*index..]) == 0)
        .unwrap_or(comment);
    let (lead, assigned) = code.split_at(assign);
    let indent = match lead {
        [
            Piece {
                kind: TokenKind::Newline,
                ..
            },
            ..,
        ] => 0,
        // What follows the introducer of a heredoc is not on this line any more.
        _ => match lead.iter().position(|piece| piece.kind == TokenKind::OpenHeredoc) {
            Some(heredoc) => levels.pass(net_brackets(&lead[..heredoc])),
            None => levels.pass(net_brackets(lead)),
        },
    };
    let has_comment = comment < pieces.len();
    let lead_columns = if has_comment || !assigned.is_empty() {
        indent.saturating_add(columns(text, lead))
    } else {
        0
    };
    Line {
        start,
        assign: start + assign,
        comment: start + comment,
        end: start + pieces.len(),
        indent,
        assign_spaces: 1,
        comment_spaces: 1,
        lead_columns,
        assign_columns: if has_comment { columns(text, assigned) } else { 0 },
    }
}

/// Returns how many more brackets pieces open than they close.
fn net_brackets(pieces: &[Piece]) -> i64 {
    pieces
        .iter()
        .map(|piece| i64::from(bracket_change(piece.kind)))
        .sum()
}

/// Returns the columns of pieces, without spaces before the first.
fn columns(text: &[u8], pieces: &[Piece]) -> u32 {
    pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| {
            let space = u32::from(index > 0 && piece.spaced);
            graphemes(&text[piece.range.as_range()]).saturating_add(space)
        })
        .fold(0, u32::saturating_add)
}

/// Returns the number of extended grapheme clusters.
fn graphemes(bytes: &[u8]) -> u32 {
    let count = if bytes.is_ascii() && !bytes.contains(&b'\r') {
        bytes.len()
    } else {
        String::from_utf8_lossy(bytes).graphemes(true).count()
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The open levels of indentation.
struct Levels {
    /// For each level, the brackets that its line left open.
    open: Vec<i64>,
    /// The spaces of one level.
    indentation: u32,
}

impl Levels {
    /// Returns the indentation of a line that opens `net` more brackets than it closes, and counts its brackets.
    fn pass(&mut self, net: i64) -> u32 {
        let mut closed = -net;
        while closed > 0 {
            let Some(open) = self.open.last_mut() else { break };
            if closed < *open {
                *open -= closed;
                break;
            }
            closed -= *open;
            self.open.pop();
        }
        let indent = u32::try_from(self.open.len())
            .unwrap_or(u32::MAX)
            .saturating_mul(self.indentation);
        if net > 0 {
            self.open.push(net);
        }
        indent
    }
}

/// Aligns the cells of adjacent lines that have them.
pub(super) fn align(lines: &mut [Line]) {
    for block in lines.chunk_by_mut(|one, next| one.has_assign() == next.has_assign()) {
        if block[0].has_assign() {
            let widest = block.iter().map(|line| line.lead_columns).max().unwrap_or(0);
            for line in block {
                line.assign_spaces = (widest - line.lead_columns).saturating_add(1);
            }
        }
    }
    for block in lines.chunk_by_mut(|one, next| one.has_comment() == next.has_comment()) {
        if block[0].has_comment() {
            let widest = block.iter().map(Line::columns_before_comment).max().unwrap_or(0);
            for line in block {
                line.comment_spaces = (widest - line.columns_before_comment()).saturating_add(1);
            }
        }
    }
}

/// Returns the number of spaces that indent and align lines.
pub(super) fn spaces(lines: &[Line]) -> u64 {
    lines
        .iter()
        .map(|line| u64::from(line.indent) + u64::from(line.assign_spaces) + u64::from(line.comment_spaces))
        .sum()
}

/// Removes indentation and alignment.
pub(super) fn flatten(lines: &mut [Line]) {
    for line in lines {
        line.indent = 0;
        line.assign_spaces = 1;
        line.comment_spaces = 1;
    }
}
