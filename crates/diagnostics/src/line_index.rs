//! Lines and columns.

use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

/// A position in a source as an editor shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in extended grapheme clusters; a tab counts as one.
    pub column: u32,
    /// Offset in bytes, from 0.
    pub byte: u32,
}

/// The offsets at which the lines of a source start.
///
/// Lines end with a line feed; a carriage return before it belongs to the line it ends.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::LineIndex;
///
/// let text = "a = \"é\"\nb = 2\n".as_bytes();
/// let index = LineIndex::new(text);
/// let position = index.position(text, 13);
/// assert_eq!((position.line, position.column), (2, 5));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Column counts inside long lines, so that a position far into a line does not count from its start.
    checkpoints: OnceLock<Vec<Checkpoint>>,
}

/// The numbers of clusters, code points and UTF-16 code units between the start of a line and a cluster boundary in it.
#[derive(Clone, Copy, Debug, Default)]
struct Checkpoint {
    byte: u32,
    graphemes: u32,
    chars: u32,
    units: u32,
}

/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Minimum number of bytes between two checkpoints of a line.
const STEP: usize = 1024;

impl LineIndex {
    /// Creates the index of the lines in `bytes`.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', bytes).map(|offset| offset as u32 + 1));
        Self {
            starts,
            checkpoints: OnceLock::new(),
        }
    }

    /// Returns the number of lines, at least 1. A line feed at the end starts another, empty line.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the bytes of `line`, counted from 1, without its line ending, or `None` after the last line.
    #[must_use]
    pub fn line<'a>(&self, bytes: &'a [u8], line: u32) -> Option<&'a [u8]> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(index)? as usize;
        let end = self
            .starts
            .get(index + 1)
            .map_or(bytes.len(), |next| *next as usize);
        let text = bytes.get(start..end)?;
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        Some(text.strip_suffix(b"\r").unwrap_or(text))
    }

    /// Returns the byte offset at which `line`, counted from 1, starts, or `None` after the last line.
    #[must_use]
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get((line as usize).checked_sub(1)?).copied()
    }

    /// Returns the line, from 1, of the byte at `offset`, from 0.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }

    /// Returns the line and column of the byte at `offset`, from 0, in `bytes`, which this index was created from.
    ///
    /// A run of invalid UTF-8 counts as one column, as the replacement character does. A byte order mark at the start
    /// counts as none.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: u32) -> Position {
        let offset = offset.min(bytes.len() as u32);
        let (from, rest) = self.nearest_checkpoint(bytes, offset);
        Position {
            line: self.line_of(offset),
            column: from.graphemes + count_graphemes(rest) + 1 - self.mark_before(bytes, offset),
            byte: offset,
        }
    }

    /// Returns the number of UTF-16 code units before the byte at `offset` in its line, as editors count columns.
    ///
    /// A run of invalid UTF-8 counts as one, as the replacement character does. A byte order mark at the start counts as
    /// none: editors read it as the encoding of a file, not as a character of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::LineIndex;
    ///
    /// let text = "a = \"😀\"\n".as_bytes();
    /// let index = LineIndex::new(text);
    /// assert_eq!(index.utf16_column(text, 9), 7);
    /// assert_eq!(index.utf16_offset(text, 1, 7), 9);
    /// ```
    #[must_use]
    pub fn utf16_column(&self, bytes: &[u8], offset: u32) -> u32 {
        let (from, rest) = self.nearest_checkpoint(bytes, offset.min(bytes.len() as u32));
        from.units + count_units(rest) - self.mark_before(bytes, offset)
    }

    /// Returns the offset of the character with the UTF-16 code unit `column`, from 0, of `line`, from 1.
    ///
    /// A column past the end of the line is that end, and a line past the last one is the end of `bytes`. The first column
    /// is behind a byte order mark at the start.
    #[must_use]
    pub fn utf16_offset(&self, bytes: &[u8], line: u32, column: u32) -> u32 {
        let (Some(start), Some(text)) = (self.line_start(line), self.line(bytes, line)) else {
            return bytes.len() as u32;
        };
        let end = start + text.len() as u32;
        let column = column.saturating_add(self.mark_before(bytes, MARK.len() as u32) * u32::from(line == 1));
        let mut from = Checkpoint {
            byte: start,
            ..Checkpoint::default()
        };
        if text.len() > 2 * STEP {
            let checkpoints = self.checkpoints.get_or_init(|| self.checkpoints(bytes));
            let first = checkpoints.partition_point(|checkpoint| checkpoint.byte < start);
            let of_line = checkpoints.get(first..).unwrap_or_default();
            let known =
                of_line.partition_point(|checkpoint| checkpoint.byte <= end && checkpoint.units <= column);
            if let Some(checkpoint) = known.checked_sub(1).and_then(|index| of_line.get(index)) {
                from = *checkpoint;
            }
        }
        let rest = bytes.get(from.byte as usize..end as usize).unwrap_or_default();
        let (mut offset, mut left) = (from.byte, column - from.units);
        for chunk in rest.utf8_chunks() {
            let valid = chunk
                .valid()
                .chars()
                .map(|character| (character.len_utf16(), character.len_utf8()));
            let invalid = Some((1, chunk.invalid().len())).filter(|(_, length)| *length > 0);
            for (units, length) in valid.chain(invalid) {
                if left < units as u32 {
                    return offset;
                }
                left -= units as u32;
                offset += length as u32;
            }
        }
        offset
    }

    /// Returns the column, from 1, of the byte at `offset`, counted in Unicode code points.
    #[cfg(any(feature = "sarif", test))]
    pub(crate) fn code_point_column(&self, bytes: &[u8], offset: u32) -> u32 {
        let (from, rest) = self.nearest_checkpoint(bytes, offset.min(bytes.len() as u32));
        from.chars + count_chars(rest) + 1 - self.mark_before(bytes, offset)
    }

    /// Returns 1 if a byte order mark precedes `offset` in its line, and 0 otherwise.
    fn mark_before(&self, bytes: &[u8], offset: u32) -> u32 {
        let is_behind = bytes.starts_with(MARK) && offset as usize >= MARK.len();
        u32::from(is_behind && self.line_of(offset) == 1)
    }

    /// Returns the last checkpoint before `offset` in its line, and the bytes between the two.
    fn nearest_checkpoint<'a>(&self, bytes: &'a [u8], offset: u32) -> (Checkpoint, &'a [u8]) {
        let line = self.line_of(offset);
        let mut from = Checkpoint {
            byte: self.line_start(line).unwrap_or(0),
            ..Checkpoint::default()
        };
        if (offset - from.byte) as usize > 2 * STEP {
            let checkpoints = self.checkpoints.get_or_init(|| self.checkpoints(bytes));
            let known = checkpoints.partition_point(|checkpoint| checkpoint.byte <= offset);
            if let Some(checkpoint) = known.checked_sub(1).and_then(|index| checkpoints.get(index))
                && checkpoint.byte > from.byte
            {
                from = *checkpoint;
            }
        }
        let rest = bytes.get(from.byte as usize..offset as usize).unwrap_or_default();
        (from, rest)
    }

    fn checkpoints(&self, bytes: &[u8]) -> Vec<Checkpoint> {
        let mut checkpoints = Vec::new();
        for (index, start) in self.starts.iter().enumerate() {
            let end = self
                .starts
                .get(index + 1)
                .map_or(bytes.len(), |next| *next as usize);
            let mut last = Checkpoint {
                byte: *start,
                ..Checkpoint::default()
            };
            while end.saturating_sub(last.byte as usize) > 2 * STEP {
                let from = last.byte as usize;
                let Some(line) = bytes.get(from + STEP..end) else {
                    break;
                };
                // Between two ASCII characters there is always a boundary, save inside CR LF.
                let Some(skip) = line
                    .windows(2)
                    .position(|pair| pair.is_ascii() && pair != b"\r\n")
                else {
                    break;
                };
                let to = from + STEP + skip + 1;
                let passed = &bytes[from..to];
                last = Checkpoint {
                    byte: to as u32,
                    graphemes: last.graphemes + count_graphemes(passed),
                    chars: last.chars + count_chars(passed),
                    units: last.units + count_units(passed),
                };
                checkpoints.push(last);
            }
        }
        checkpoints
    }
}

fn count_graphemes(bytes: &[u8]) -> u32 {
    let count = if bytes.is_ascii() {
        bytes.len()
    } else {
        String::from_utf8_lossy(bytes).graphemes(true).count()
    };
    count as u32
}

fn count_chars(bytes: &[u8]) -> u32 {
    let count = if bytes.is_ascii() {
        bytes.len()
    } else {
        String::from_utf8_lossy(bytes).chars().count()
    };
    count as u32
}

fn count_units(bytes: &[u8]) -> u32 {
    let count = if bytes.is_ascii() {
        bytes.len()
    } else {
        String::from_utf8_lossy(bytes).encode_utf16().count()
    };
    count as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let text = "\u{feff}ab\n\u{feff}c".as_bytes();
        let index = LineIndex::new(text);
        let columns: Vec<u32> = [0, 3, 4, 6, 9]
            .iter()
            .map(|offset| index.position(text, *offset).column)
            .collect();
        assert_eq!(
            columns,
            [1, 1, 2, 1, 2],
            "only that which starts the text is a mark"
        );
        assert_eq!(index.code_point_column(text, 4), 2);
        for (offset, line, column) in [(3, 1, 0), (4, 1, 1), (6, 2, 0), (9, 2, 1)] {
            assert_eq!(index.utf16_column(text, offset), column, "{offset}");
            assert_eq!(index.utf16_offset(text, line, column), offset, "{offset}");
        }
    }

    #[test]
    fn columns_of_a_long_line_equal_those_counted_from_its_start() {
        let mut text = b"short\n".to_vec();
        for part in 0..3000_u32 {
            text.extend_from_slice(if part % 7 == 0 {
                "e\u{301}\u{1F469}\u{200D}\u{1F467},".as_bytes()
            } else if part % 11 == 0 {
                b"\xff\xfe\r"
            } else {
                b"ab, "
            });
        }
        text.extend_from_slice(b"\r\nlast");
        let index = LineIndex::new(&text);
        for offset in (6..text.len() as u32 - 4).step_by(37) {
            let before = &text[6..offset as usize];
            let position = index.position(&text, offset);
            assert_eq!(
                (position.line, position.column),
                (2, count_graphemes(before) + 1),
                "{offset}"
            );
            assert_eq!(
                index.code_point_column(&text, offset),
                count_chars(before) + 1,
                "{offset}"
            );
            let units = index.utf16_column(&text, offset);
            assert_eq!(units, count_units(before), "{offset}");
            if !(0x80..0xc0).contains(&text[offset as usize]) {
                assert_eq!(index.utf16_offset(&text, 2, units), offset);
            }
        }
        let last = index.position(&text, text.len() as u32);
        assert_eq!((last.line, last.column), (3, 5));
    }

    #[test]
    fn an_offset_past_the_end_is_the_end() {
        let index = LineIndex::new(b"ab\n");
        let position = index.position(b"ab\n", 99);
        assert_eq!((position.line, position.column, position.byte), (2, 1, 3));
        assert_eq!(index.line(b"ab\n", 0), None);
        assert_eq!(index.line(b"ab\n", 2), Some(&b""[..]));
        assert_eq!(index.line(b"ab\n", 3), None);
    }
}
