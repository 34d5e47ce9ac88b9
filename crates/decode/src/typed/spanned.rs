//! Values with the ranges that they come from.

use std::ops::{Deref, DerefMut};

use hcl2_diagnostics::{SourceId, Span};
use hcl2_model::{BodyRef, ExpressionRef, Label};
use hcl2_value::Value;

use super::{BodyBuilder, Decode, DecodeAttribute, Decoder, Definitions, Place, Reading, Site};
use crate::schema::AttributeKind;

/// A value that was decoded from an attribute, an element, a label or a block, with its range in the source.
///
/// Comparisons ignore the range.
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
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    value: T,
    span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value with the range that it comes from.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Returns the range of the value: the expression of an attribute, a label, or the header of a block.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
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

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = T::decode_expression(expression, decoder)?;
        Some(Self::new(value, expression.span()))
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let decoded = T::decode_value(value, place, decoder)?;
        Some(Self::new(decoded, place.span()))
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
        Some(Self::new(value, site.header_span()))
    }

    fn decode_body(
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        let value = T::decode_body(body, labels, header, decoder)?;
        Some(Self::new(
            value,
            header.unwrap_or_else(|| body.missing_item_span()),
        ))
    }
}
