//! Positions of decoded text in the source that it is decoded from.

use hcl2_diagnostics::{Source, Span};

use super::TextRange;

/// Maps offsets in decoded text to offsets in the source.
///
/// A JSON string is decoded before its template is parsed; this map leads back to the source, past every escape.
///
/// # Examples
///
/// ```
/// use hcl2_native::tree::PositionMap;
///
/// // The source contains `"a\nb"` at offset 10: the text starts at 11, and its newline takes two bytes.
/// let mut map = PositionMap::starting_at(11);
/// map.resume(2, 14);
/// assert_eq!(map.file_offset(1), 12);
/// assert_eq!(map.file_offset(2), 14);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionMap {
    /// Decoded offsets with their file offsets. In between, both advance together.
    anchors: Vec<(u32, u32)>,
}

impl PositionMap {
    /// Creates a map for text that starts at `file_offset`, in bytes from 0, without escapes so far.
    #[must_use]
    pub fn starting_at(file_offset: u32) -> Self {
        Self {
            anchors: vec![(0, file_offset)],
        }
    }

    /// Records that the text from `decoded_offset` on continues at `file_offset`, both in bytes from 0. Call it after each
    /// escape with increasing offsets; an offset that does not increase replaces the last one.
    pub fn resume(&mut self, decoded_offset: u32, file_offset: u32) {
        while self.anchors.last().is_some_and(|last| last.0 >= decoded_offset) {
            self.anchors.pop();
        }
        self.anchors.push((decoded_offset, file_offset));
    }

    /// Returns the span in `source` of a `range` of the text.
    #[must_use]
    pub fn span(&self, source: &Source, range: TextRange) -> Span {
        source.span_of(self.file_offset(range.start), self.file_offset(range.end))
    }

    /// Returns the offset in the file, in bytes from 0, of `decoded_offset` in the text.
    #[must_use]
    pub fn file_offset(&self, decoded_offset: u32) -> u32 {
        let next = self.anchors.partition_point(|anchor| anchor.0 <= decoded_offset);
        match next.checked_sub(1).and_then(|index| self.anchors.get(index)) {
            Some((decoded, file)) => file.saturating_add(decoded_offset - decoded),
            None => decoded_offset,
        }
    }
}
