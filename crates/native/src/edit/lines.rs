//! The lines of a text, and which of them belong to an item.

use super::Document;
use crate::lexer::TokenKind;
use crate::tree::TextRange;

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The line with its ending.
    pub(super) range: TextRange,
    /// Whether something other than spaces and comments is on it.
    has_code: bool,
    has_comment: bool,
}

impl Line {
    pub(super) fn is_blank(self) -> bool {
        !self.has_code && !self.has_comment
    }
}

/// All lines of a text.
#[derive(Debug)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    pub(super) fn of(document: &Document) -> Self {
        let text = document.file.bytes();
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
        for token in document.file.tokens().iter() {
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

    /// The line at `index`, from 0.
    pub(super) fn get(&self, index: usize) -> Option<Line> {
        self.0.get(index).copied()
    }

    /// The index of the line with the byte at `offset`.
    pub(super) fn index_at(&self, offset: u32) -> usize {
        self.0
            .partition_point(|line| line.range.start <= offset)
            .saturating_sub(1)
    }

    /// The index of the line with the last byte of a range.
    pub(super) fn last_of(&self, range: TextRange) -> usize {
        self.index_at(range.end.saturating_sub(1).max(range.start))
    }

    /// The lines of what is in a range, with those of the comments right above; from the first up to, not including, the
    /// last index.
    pub(super) fn belonging_to(&self, range: TextRange) -> std::ops::Range<usize> {
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

    /// The bytes of lines.
    pub(super) fn range(&self, lines: &std::ops::Range<usize>) -> TextRange {
        let start = self.get(lines.start).map_or(0, |line| line.range.start);
        let end = lines.end.checked_sub(1).and_then(|last| self.get(last));
        TextRange::new(start, end.map_or(start, |line| line.range.end))
    }

    /// Whether the line before `index` is blank.
    pub(super) fn is_blank_before(&self, index: usize) -> bool {
        index
            .checked_sub(1)
            .and_then(|index| self.get(index))
            .is_some_and(Line::is_blank)
    }
}

impl Document {
    /// The spaces before what starts at `offset` on its line.
    pub(super) fn indentation_at(&self, lines: &Lines, offset: u32) -> String {
        let start = lines
            .get(lines.index_at(offset))
            .map_or(0, |line| line.range.start);
        let before = self.file.str(TextRange::new(start, offset));
        before
            .chars()
            .take_while(|character| matches!(character, ' ' | '\t'))
            .collect()
    }

    /// Whether nothing else is on the lines of a range, but for comments and `also`.
    pub(super) fn stands_alone(&self, lines: &Lines, range: TextRange, also: &[TokenKind]) -> bool {
        let whole = lines.range(&(lines.index_at(range.start)..lines.last_of(range) + 1));
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(whole.start);
        while let Some(token) = tokens.get(index)
            && token.range.start < whole.end
        {
            let outside = !range.encloses(token.range);
            let counts = !matches!(
                token.kind,
                TokenKind::Space
                    | TokenKind::Newline
                    | TokenKind::Comment
                    | TokenKind::ByteOrderMark
                    | TokenKind::End
            );
            if outside && counts && !also.contains(&token.kind) {
                return false;
            }
            index += 1;
        }
        true
    }
}
