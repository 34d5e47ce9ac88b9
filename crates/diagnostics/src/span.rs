//! Byte spans.

/// The number of a source in its [`SourceMap`](crate::SourceMap), from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(u32);

impl SourceId {
    /// Creates the number of the source at `index`, counted from 0.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the index of the source in its map, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one source, from `start` up to, but not including, `end`.
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
    /// The source.
    pub source: SourceId,
    /// Offset of the first byte, from 0.
    pub start: u32,
    /// Offset after the last byte, from 0; never less than `start`.
    pub end: u32,
}

impl Span {
    /// Creates the span from `start` up to, but not including, `end`. If `end` is less than `start`, the span is empty.
    #[must_use]
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        let end = if end < start { start } else { end };
        Self { source, start, end }
    }

    /// Creates an empty span at `offset`, in bytes from 0.
    #[must_use]
    pub const fn empty(source: SourceId, offset: u32) -> Self {
        Self {
            source,
            start: offset,
            end: offset,
        }
    }

    /// Returns the length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns whether the span is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns whether the byte at `offset`, counted from 0, is in the span.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Returns whether `other` is in the same source and entirely inside the span.
    #[must_use]
    pub fn encloses(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// Returns the smallest span that covers both spans, or `self` if they are in different sources.
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

    /// Returns a function that says whether a span meets one of `spans`: it overlaps it, ends where it starts, or is empty
    /// and at its end.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{SourceId, Span};
    ///
    /// let span = |start, end| Span::new(SourceId::default(), start, end);
    /// let is_secret = Span::overlapping(&[span(2, 5), span(4, 8)]);
    /// assert_eq!([span(0, 1), span(0, 3), span(7, 9), span(9, 9)].map(is_secret), [false, true, true, false]);
    /// ```
    pub fn overlapping(spans: &[Self]) -> impl Fn(Self) -> bool + use<> {
        let mut all: Vec<Self> = Vec::with_capacity(spans.len());
        let mut spans = spans.to_vec();
        spans.sort_unstable();
        for span in spans {
            match all.last_mut() {
                Some(last) if last.source == span.source && span.start <= last.end => {
                    last.end = last.end.max(span.end);
                }
                _ => all.push(span),
            }
        }
        move |other| {
            let before = all.partition_point(|span| (span.source, span.start) <= (other.source, other.end));
            let last = before.checked_sub(1).and_then(|last| all.get(last));
            let last = last.filter(|last| last.source == other.source);
            last.is_some_and(|last| other.start < last.end || other == last.at_end())
        }
    }

    /// Returns the empty span at `start`.
    #[must_use]
    pub const fn at_start(self) -> Self {
        Self::empty(self.source, self.start)
    }

    /// Returns the empty span at `end`.
    #[must_use]
    pub const fn at_end(self) -> Self {
        Self::empty(self.source, self.end)
    }

    /// Returns the span as a range for indexing the bytes of its source.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
