//! Values with the ranges that they come from.

use std::fmt;
use std::ops::{Deref, DerefMut};

use hcl2_diagnostics::codes::decode::UNKNOWN_VARIANT;
use hcl2_diagnostics::{Diagnostic, Error, Source, SourceId, Span, nearest_name};
use hcl2_model::{BodyRef, ExpressionRef, Label};
use hcl2_value::Value;

use super::{BodyBuilder, Decode, DecodeAttribute, Decoder, Definitions, Place, Reading, Site};
use crate::schema::AttributeKind;

/// A value that was decoded from an attribute, an element, a label or a block, with its range in the source.
///
/// It also keeps the source if the decoder knows it, as that of a document does, so that the program can report
/// a problem at the value at any later time. Comparisons ignore the range and the source.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Spanned;
/// use hcl2_diagnostics::{SourceId, Span};
///
/// let here = Spanned::new(80_u16, Span::empty(SourceId::default(), 7));
/// assert_eq!(here, Spanned::from(80));
/// assert_eq!(*here + 1, 81);
/// assert_eq!(here.span().start, 7);
/// ```
#[derive(Clone)]
pub struct Spanned<T> {
    value: T,
    span: Span,
    source: Option<Source>,
}

impl<T> Spanned<T> {
    /// Creates a value with the range that it comes from.
    pub const fn new(value: T, span: Span) -> Self {
        Self {
            value,
            span,
            source: None,
        }
    }

    /// Sets the source that the range is in.
    #[must_use]
    pub fn with_source(mut self, source: Option<Source>) -> Self {
        self.source = source;
        self
    }

    /// Returns the range of the value: the expression of an attribute, a label, or the header of a block.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Creates an error with a message about the value, which displays with the line of the source.
    ///
    /// The code is `hcl2::decode::invalid-value`. The message starts with a capital letter and ends in a full stop when it
    /// is displayed.
    #[must_use]
    pub fn error(&self, message: impl fmt::Display) -> Error {
        self.located(Diagnostic::invalid_value(self.span, message))
    }

    /// Creates the error that the value is none of the known ones, with the most similar of these as a suggestion. `noun`
    /// describes what they are, such as "plug-in".
    ///
    /// The code is `hcl2::decode::unknown-variant`.
    #[must_use]
    pub fn unknown<N: AsRef<str>>(&self, noun: &str, known: impl IntoIterator<Item = N>) -> Error
    where
        T: AsRef<str>,
    {
        let found = self.value.as_ref();
        let known: Vec<N> = known.into_iter().collect();
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let near = nearest_name(found, known.iter().copied());
        let listed = crate::schema::listed(&known, "\"");
        let mut detail = format!("No {noun} is named {found:?}.");
        match near {
            Some(near) => detail.push_str(&format!(" Did you mean {near:?}?")),
            None if known.is_empty() => {}
            None => detail.push_str(&format!(" Expected one of {listed}.")),
        }
        let problem = Diagnostic::error(UNKNOWN_VARIANT, format!("Unknown {noun}"))
            .with_detail(detail)
            .with_subject(self.span);
        self.located(match near {
            Some(near) => problem.with_suggestion(self.span, format!("{near:?}"), format!("use `{near}`")),
            None => problem,
        })
    }

    fn located(&self, problem: Diagnostic) -> Error {
        let error = Error::new(problem);
        match &self.source {
            Some(source) => error.with_sources(source.clone()),
            None => error,
        }
    }

    /// Returns the value without its range.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> From<T> for Spanned<T> {
    /// Creates a value that does not come from a source.
    fn from(value: T) -> Self {
        Self::new(value, Span::empty(SourceId::default(), 0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end, .. } = self.span;
        f.debug_tuple("Spanned")
            .field(&self.value)
            .field(&format_args!("{start}..{end}"))
            .finish()
    }
}

impl<T: Default> Default for Spanned<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Spanned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: std::hash::Hash> std::hash::Hash for Spanned<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: DecodeAttribute> DecodeAttribute for Spanned<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        T::is_optional()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::from)
    }

    fn empty(decoder: &mut Decoder<'_>) -> Option<Self> {
        T::empty(decoder).map(Self::from)
    }

    fn is_sensitive() -> bool {
        T::is_sensitive()
    }

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = T::decode_expression(expression, decoder)?;
        Some(decoder.spanned(value, expression.span()))
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded = T::decode_value(value, place, decoder)?;
        Some(decoder.spanned(decoded, place.span()))
    }
}

impl<T: Decode> Decode for Spanned<T> {
    fn type_name() -> &'static str {
        T::type_name()
    }

    fn describe(body: &mut BodyBuilder<'_>) {
        T::describe(body);
    }

    fn decode_content(site: &Site<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = T::decode_content(site, decoder)?;
        Some(decoder.spanned(value, site.header_span()))
    }

    fn decode_body(
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        let value = T::decode_body(body, labels, header, decoder)?;
        let span = header.unwrap_or_else(|| body.missing_item_span());
        Some(decoder.spanned(value, span))
    }
}
