//! The content of literals.

use super::TextRange;

/// The content of a literal, after escapes, strip markers and the indentation of a heredoc. [`File::text`](super::File::text)
/// returns it.
///
/// Most literals are plain slices of the source and cost nothing else; the others are in one buffer of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    /// The offset of the first byte. The top bit is set for the buffer of decoded text.
    start: u32,
    /// Length in bytes.
    len: u32,
}

impl Text {
    const DECODED: u32 = 1 << 31;

    /// Creates a slice of the source.
    pub(crate) const fn source(range: TextRange) -> Self {
        Self {
            start: range.start,
            len: range.len(),
        }
    }

    /// Creates a slice of the buffer of decoded text.
    pub(crate) const fn decoded(range: TextRange) -> Self {
        Self {
            start: range.start | Self::DECODED,
            len: range.len(),
        }
    }

    /// Returns whether it is in the buffer of decoded text, and its range there or in the source.
    pub(crate) const fn place(self) -> (bool, TextRange) {
        let start = self.start & !Self::DECODED;
        (
            self.start & Self::DECODED != 0,
            TextRange::new(start, start + self.len),
        )
    }

    /// Removes the first `bytes` bytes, which are whole characters.
    pub(crate) const fn skip(self, bytes: u32) -> Self {
        Self {
            start: self.start + bytes,
            len: self.len - bytes,
        }
    }

    /// Keeps the first `bytes` bytes, which are whole characters.
    pub(crate) const fn take(self, bytes: u32) -> Self {
        Self {
            start: self.start,
            len: bytes,
        }
    }

    /// Joins both pieces, if `next` directly follows this one in the same buffer.
    pub(crate) const fn followed_by(self, next: Self) -> Option<Self> {
        if self.start + self.len == next.start {
            Some(Self {
                start: self.start,
                len: self.len + next.len,
            })
        } else {
            None
        }
    }

    /// Returns the length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no characters.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Returns the range of the source that it is a slice of, or `None` if it had to be decoded.
    #[must_use]
    pub const fn source_range(self) -> Option<TextRange> {
        match self.place() {
            (false, range) => Some(range),
            (true, _) => None,
        }
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (decoded, range) = self.place();
        let buffer = if decoded { "decoded" } else { "source" };
        write!(f, "{buffer} {}..{}", range.start, range.end)
    }
}
