//! Values that are not shown.

use std::fmt;

use hcl2_diagnostics::codes::decode as codes;
use hcl2_model::ExpressionRef;
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
