//! The lines of a source, and which of them belong to an item.

use crate::lexer::TokenKind;
use crate::tree::{File, TextRange};

/// A line of a source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The range of the line with its ending.
    pub(crate) range: TextRange,
    /// Whether the line has anything but spaces and comments.
    has_code: bool,
    has_comment: bool,
}

impl Line {
    pub(crate) fn is_blank(self) -> bool {
        !self.has_code && !self.has_comment
    }
}

/// All lines of a source.
#[derive(Debug)]
pub(crate) struct Lines(Vec<Line>);

impl Lines {
    pub(crate) fn of(file: &File) -> Self {
        let text = file.bytes();
        let mut lines = Vec::new();
        let mut start = 0;
        let line = |start: usize, end: usize| Line {
            range: TextRange::new(start as u32, end as u32),
            has_code: false,
            has_comment: false,
        };
        for end in memchr::memchr_iter(b'\n', text) {
            lines.push(line(start, end + 1));
            start = end + 1;
        }
        lines.push(line(start, text.len()));
        let mut lines = Self(lines);
        for token in file.tokens().iter() {
            let (first, last) = (lines.index_at(token.range.start), lines.last_of(token.range));
            for line in &mut lines.0[first..=last] {
                match token.kind {
                    TokenKind::Space | TokenKind::Newline | TokenKind::End | TokenKind::ByteOrderMark => {}
                    TokenKind::Comment => line.has_comment = true,
                    _ => line.has_code = true,
                }
            }
        }
        lines
    }

    /// Returns the line at `index`, from 0.
    pub(crate) fn get(&self, index: usize) -> Option<Line> {
        self.0.get(index).copied()
    }

    /// Returns the index of the line with the byte at `offset`.
    pub(crate) fn index_at(&self, offset: u32) -> usize {
        self.0
            .partition_point(|line| line.range.start <= offset)
            .saturating_sub(1)
    }

    /// Returns the index of the line with the last byte of a range.
    pub(crate) fn last_of(&self, range: TextRange) -> usize {
        self.index_at(range.end.saturating_sub(1).max(range.start))
    }

    /// Returns the lines of a range and of the comments right above it.
    pub(crate) fn belonging_to(&self, range: TextRange) -> std::ops::Range<usize> {
        let mut first = self.index_at(range.start);
        while first > 0
            && let Some(above) = self.get(first - 1)
            && above.has_comment
            && !above.has_code
        {
            first -= 1;
        }
        first..self.last_of(range) + 1
    }

    /// Returns the byte range of lines.
    pub(crate) fn range(&self, lines: &std::ops::Range<usize>) -> TextRange {
        let start = self.get(lines.start).map_or(0, |line| line.range.start);
        let end = lines.end.checked_sub(1).and_then(|last| self.get(last));
        TextRange::new(start, end.map_or(start, |line| line.range.end))
    }

    /// Returns whether the line before `index` is blank.
    pub(crate) fn is_blank_before(&self, index: usize) -> bool {
        index
            .checked_sub(1)
            .and_then(|index| self.get(index))
            .is_some_and(Line::is_blank)
    }
}
