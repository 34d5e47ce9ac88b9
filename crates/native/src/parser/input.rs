//! The input of the parser.

use hcl2_diagnostics::{Diagnostic, Source, Span};

use crate::Limits;
use crate::tree::{PositionMap, TextRange};

/// What to parse: a source, a part of one, or text decoded from one.
#[derive(Debug)]
pub struct Input<'a> {
    pub(super) source: &'a Source,
    decoded: Option<(Box<str>, PositionMap)>,
    pub(super) range: TextRange,
    pub(super) limits: Limits,
}

impl<'a> Input<'a> {
    /// Creates an input from the whole of `source`.
    #[must_use]
    pub fn whole(source: &'a Source) -> Self {
        Self::part(source, TextRange::new(0, source.bytes().len() as u32))
    }

    /// Creates an input from the bytes of `source` in `range`.
    #[must_use]
    pub fn part(source: &'a Source, range: TextRange) -> Self {
        let len = source.bytes().len() as u32;
        Self {
            source,
            decoded: None,
            range: TextRange::new(range.start.min(len), range.end.min(len)),
            limits: Limits::default(),
        }
    }

    /// Creates an input from text decoded from a part of `source`, such as the content of a JSON string. `map` maps offsets
    /// in the text to the source, in which all spans are.
    #[must_use]
    pub fn decoded(source: &'a Source, text: impl Into<Box<str>>, map: PositionMap) -> Self {
        let text = text.into();
        let range = TextRange::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        Self {
            source,
            decoded: Some((text, map)),
            range,
            limits: Limits::default(),
        }
    }

    /// Replaces the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns the bytes that offsets refer to.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.decoded {
            Some((text, _)) => text.as_bytes(),
            None => self.source.bytes(),
        }
    }

    /// Returns whether the input starts a file, rather than a string in one.
    pub(super) fn starts_file(&self) -> bool {
        self.decoded.is_none() && self.range.start == 0
    }

    /// Returns the problem of bytes of which no part is text.
    pub(super) fn not_text(&self) -> Option<Diagnostic> {
        let part = self.source.span_of(self.range.start, self.range.end);
        self.source.not_text(part).filter(|_| self.decoded.is_none())
    }

    /// Returns whether the input is known to be UTF-8.
    pub(super) fn is_text(&self) -> bool {
        let text = match &self.decoded {
            Some((text, _)) => Some(&**text),
            None => self.source.text(),
        };
        text.is_some_and(|text| text.get(self.range.as_range()).is_some())
    }

    /// Returns whether the input is decoded from a source, where it may be written differently.
    pub(super) fn is_decoded(&self) -> bool {
        self.decoded.is_some()
    }

    /// Returns the span of `range` in the source.
    pub(super) fn span(&self, range: TextRange) -> Span {
        match &self.decoded {
            Some((_, map)) => map.span(self.source, range),
            None => self.source.span_of(range.start, range.end),
        }
    }

    /// Empties the input if it exceeds the size limit, and returns its former range in that case.
    pub(super) fn within_limits(mut self) -> (Self, Option<TextRange>) {
        let limit = self.limits.source_bytes();
        if self.range.end <= limit {
            return (self, None);
        }
        let excess = self.range;
        self.range = TextRange::empty(self.range.start.min(limit));
        (self, Some(excess))
    }

    /// Takes the decoded text and its map, for the tree.
    pub(super) fn take_decoded(&mut self) -> Option<(Box<str>, PositionMap)> {
        self.decoded.take()
    }
}

impl<'a> From<&'a Source> for Input<'a> {
    fn from(source: &'a Source) -> Self {
        Self::whole(source)
    }
}
