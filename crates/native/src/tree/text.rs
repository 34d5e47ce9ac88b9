//! The content of literals.

use super::TextRange;

/// The decoded content of a literal: escapes, strip markers and indentation of a heredoc are already dealt with.
///
/// Most literals are plain slices of the source and cost nothing beyond this; the others lie in one buffer of the
/// file. Read it with [`File::text`](super::File::text).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    /// The offset of the first byte; the top bit tells the buffer of decoded text from the source.
    start: u32,
    /// Length in bytes.
    len: u32,
}

impl Text {
    const DECODED: u32 = 1 << 31;

    /// A slice of the parsed text.
    pub(crate) const fn source(range: TextRange) -> Self {
        Self {
            start: range.start,
            len: range.len(),
        }
    }

    /// A slice of the buffer of decoded text.
    pub(crate) const fn decoded(range: TextRange) -> Self {
        Self {
            start: range.start | Self::DECODED,
            len: range.len(),
        }
    }

    /// Whether it lies in the buffer of decoded text, and where in its buffer.
    pub(crate) const fn place(self) -> (bool, TextRange) {
        let start = self.start & !Self::DECODED;
        (
            self.start & Self::DECODED != 0,
            TextRange::new(start, start + self.len),
        )
    }

    /// The text without its first `bytes` bytes, which are whole characters of it.
    pub(crate) const fn skip(self, bytes: u32) -> Self {
        Self {
            start: self.start + bytes,
            len: self.len - bytes,
        }
    }

    /// The first `bytes` bytes of the text, which are whole characters of it.
    pub(crate) const fn take(self, bytes: u32) -> Self {
        Self {
            start: self.start,
            len: bytes,
        }
    }

    /// Both texts as one, where `next` stands right after this one in the same buffer.
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

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is no character.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The range of the source that it is a slice of; `None` where it had to be decoded.
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
