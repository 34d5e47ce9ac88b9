//! Ranges of source text.

/// A range of bytes of the source text: from `start` up to, not including, `end`, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextRange {
    /// Offset of the first byte, from 0.
    pub start: u32,
    /// Offset after the last byte, from 0.
    pub end: u32,
}

impl TextRange {
    /// Creates the range from `start` up to, not including, `end`, in bytes from 0. An `end` before `start` counts as
    /// `start`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        let end = if end < start { start } else { end };
        Self { start, end }
    }

    /// Creates the empty range at `offset`, in bytes from 0.
    #[must_use]
    pub const fn empty(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the range covers no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the smallest range that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns whether `other` lies wholly in this range.
    #[must_use]
    pub const fn encloses(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Returns the range for slicing bytes.
    #[must_use]
    pub const fn as_range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
