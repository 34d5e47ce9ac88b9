//! Lines and columns.

use unicode_segmentation::UnicodeSegmentation;

/// A place in a source as people count it.
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
}

impl LineIndex {
    /// Finds the lines of `bytes`.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        starts.extend(
            bytes
                .iter()
                .enumerate()
                .filter(|(_, byte)| **byte == b'\n')
                .map(|(offset, _)| offset as u32 + 1),
        );
        Self { starts }
    }

    /// The number of lines, at least 1; a line feed at the very end starts one more, empty line.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of `line`, counted from 1, without its line ending; `None` past the last line.
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

    /// The offset in bytes, from 0, at which `line`, counted from 1, starts; `None` past the last line.
    #[must_use]
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get((line as usize).checked_sub(1)?).copied()
    }

    /// The line, from 1, that holds the byte at `offset`, counted from 0.
    #[must_use]
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }

    /// The line and column of the byte at `offset`, counted from 0, in `bytes`, the text this index is of.
    ///
    /// Bytes that are not UTF-8 count as one column each run, as the replacement character that shows them.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: u32) -> Position {
        let offset = offset.min(bytes.len() as u32);
        let line = self.line_of(offset);
        let start = self.starts[line as usize - 1];
        let before = &bytes[start as usize..offset as usize];
        let columns = if before.is_ascii() {
            before.len()
        } else {
            String::from_utf8_lossy(before).graphemes(true).count()
        };
        Position {
            line,
            column: columns as u32 + 1,
            byte: offset,
        }
    }
}
