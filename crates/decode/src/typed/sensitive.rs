//! Values that are not shown.

use std::fmt;

use hcl2_diagnostics::codes::{body::DUPLICATE_ATTRIBUTE, decode as codes, syntax};
use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{BodyRef, BodySchema, ExpressionRef};
use hcl2_value::Value;

#[cfg(feature = "zeroize")]
use super::Reading;
use super::{DecodeAttribute, Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// A value that is not shown, such as a password: `Debug` hides it, and it has no `Display`.
///
/// It is decoded from values with and without marks. Errors about the value do not quote it, and the errors of a
/// document show dots in its place. It is encoded as a value with the mark `sensitive`, which a file cannot contain: to
/// write it all the same, use [`expose`](Self::expose).
///
/// With the feature `zeroize`, a `Sensitive<Zeroizing<String>>` overwrites its memory on drop. The text of the file and the
/// value that it was decoded from are copies that are not overwritten.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Sensitive;
///
/// let password = Sensitive::new("hunter2".to_owned());
/// assert_eq!(format!("{password:?}"), "Sensitive(…)");
/// assert_eq!(password.expose(), "hunter2");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Sensitive<T>(T);

impl<T> Sensitive<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value, which must not be printed or logged.
    #[must_use]
    pub const fn expose(&self) -> &T {
        &self.0
    }

    /// Returns the value, which must not be printed or logged, and drops what hides it.
    #[must_use]
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T> From<T> for Sensitive<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> fmt::Debug for Sensitive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sensitive(…)")
    }
}

/// Returns what may be sensitive values in a body whose items have problems: values of attributes with other names, second
/// values of attributes, and labels of unexpected blocks. One of the body's attributes is sensitive, so a misspelled or misplaced one may
/// be, too.
pub(super) fn possible_secrets(body: &BodyRef, schema: &BodySchema, problems: &Diagnostics) -> Vec<Span> {
    let attributes = body.attributes().value;
    let unexpected = attributes
        .iter()
        .filter(|attribute| schema.attribute_named(&attribute.name).is_none());
    let mut found: Vec<Span> = unexpected.map(|attribute| attribute.expression.span()).collect();
    let blocks = body.written_blocks();
    let unexpected = blocks
        .iter()
        .filter(|block| schema.block_named(&block.block_type).is_none());
    found.extend(unexpected.flat_map(|block| block.labels.iter().map(|label| label.span)));
    let duplicates = problems
        .iter()
        .filter(|problem| problem.code == DUPLICATE_ATTRIBUTE);
    let mut names = Vec::new();
    for problem in duplicates {
        match (problem.subject, problem.context) {
            (Some(name), Some(whole)) => found.push(Span::new(name.source, name.end, whole.end)),
            (name, _) => names.extend(name),
        }
    }
    if !names.is_empty() {
        let values = values_in(body);
        found.extend(names.into_iter().filter_map(|name| value_after(&values, name)));
    }
    found
}

/// Returns the second values of attributes whose first one is secret, which the parser of a file has reported.
pub(super) fn repeated_secrets(body: &BodyRef, problems: &Diagnostics, secrets: &[Span]) -> Vec<Span> {
    let mut duplicates = problems
        .iter()
        .filter(|problem| problem.code == syntax::DUPLICATE_ATTRIBUTE)
        .peekable();
    if duplicates.peek().is_none() {
        return Vec::new();
    }
    let values = values_in(body);
    let repeated = duplicates.filter_map(|problem| {
        let first = value_after(&values, problem.labels.first()?.span)?;
        let is_secret = secrets.iter().any(|secret| secret.encloses(first));
        is_secret.then(|| value_after(&values, problem.subject?))?
    });
    repeated.collect()
}

/// Returns the ranges of all expressions in a body, duplicate attributes included, in source order.
fn values_in(body: &BodyRef) -> Vec<Span> {
    let mut values = Vec::new();
    body.visit_expressions(&mut |expression| values.push(expression.span()));
    values.sort_unstable();
    values
}

/// Returns the value of the attribute whose name is at a span.
fn value_after(values: &[Span], name: Span) -> Option<Span> {
    values.get(values.partition_point(|value| *value < name)).copied()
}

impl<T: DecodeAttribute> DecodeAttribute for Sensitive<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        T::is_optional()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self)
    }

    fn empty(decoder: &mut Decoder<'_>) -> Option<Self> {
        T::empty(decoder).map(Self)
    }

    fn is_sensitive() -> bool {
        true
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        decoder.conceal(expression.span());
        let value = decoder.evaluate(&**expression)?;
        Self::decode_value(&value, &Place::whole(&**expression), decoder)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        decoder.conceal(place.span());
        let (plain, _) = value.unmark_deep();
        let mut hidden = Decoder::new(decoder.context());
        if let Some(decoded) = T::decode_value(&plain, place, &mut hidden) {
            return Some(Self(decoded));
        }
        let expected = T::kind(&mut Definitions::new());
        decoder.error(
            codes::INVALID_VALUE,
            "Invalid value",
            format!("Expected {expected}. The value is sensitive, so it is not shown."),
            place.span(),
        );
        None
    }
}

#[cfg(feature = "zeroize")]
#[cfg_attr(docsrs, doc(cfg(feature = "zeroize")))]
impl<T: zeroize::Zeroize> zeroize::Zeroize for Sensitive<T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

#[cfg(feature = "zeroize")]
#[cfg_attr(docsrs, doc(cfg(feature = "zeroize")))]
impl<T: DecodeAttribute + zeroize::Zeroize> DecodeAttribute for zeroize::Zeroizing<T> {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        T::kind(definitions)
    }

    fn is_optional() -> bool {
        T::is_optional()
    }

    fn absent() -> Option<Self> {
        T::absent().map(Self::new)
    }

    fn empty(decoder: &mut Decoder<'_>) -> Option<Self> {
        T::empty(decoder).map(Self::new)
    }

    fn is_sensitive() -> bool {
        T::is_sensitive()
    }

    fn reading() -> Reading {
        T::reading()
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode_expression(expression, decoder).map(Self::new)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        T::decode_value(value, place, decoder).map(Self::new)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Sensitive<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}
