//! Byte spans.

/// The number of a source in its [`SourceMap`](crate::SourceMap), from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(u32);

impl SourceId {
    /// Makes the identifier of the source at `index`, counted from 0.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The position of the source in its map, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one source: `start` is included, `end` is not, both counted from 0.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{SourceId, Span};
///
/// let span = Span::new(SourceId::default(), 2, 5);
/// assert_eq!(span.len(), 3);
/// assert!(span.contains(4));
/// assert!(!span.contains(5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source that the offsets count in.
    pub source: SourceId,
    /// Offset of the first byte, from 0.
    pub start: u32,
    /// Offset after the last byte, from 0; never less than `start`.
    pub end: u32,
}

impl Span {
    /// Makes the span of the bytes from `start` up to, not including, `end`; an `end` before `start` is taken
    /// as `start`.
    #[must_use]
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        let end = if end < start { start } else { end };
        Self { source, start, end }
    }

    /// The empty span at `offset`, in bytes from 0.
    #[must_use]
    pub const fn empty(source: SourceId, offset: u32) -> Self {
        Self {
            source,
            start: offset,
            end: offset,
        }
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span covers no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset`, counted from 0, lies in the span.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether `other` lies in the span wholly, and in the same source.
    #[must_use]
    pub fn encloses(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that covers both; `self` where they are of different sources.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The span of the first byte position: empty, at `start`.
    #[must_use]
    pub const fn at_start(self) -> Self {
        Self::empty(self.source, self.start)
    }

    /// The empty span just after the last byte.
    #[must_use]
    pub const fn at_end(self) -> Self {
        Self::empty(self.source, self.end)
    }

    /// The span as a range for slicing the bytes of its source.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
