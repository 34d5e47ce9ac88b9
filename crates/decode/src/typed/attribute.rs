//! Types that attributes are decoded to.

use hcl2_model::ExpressionRef;
use hcl2_value::Value;

use super::{Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// A Rust type that an attribute can be decoded to.
///
/// It is implemented for booleans, numbers, strings and [`Value`]; for lists, arrays and sets of such types, maps with keys
/// that `FromStr` parses, tuples and `Option`; for paths, IP and socket addresses, characters, numbers other than 0, and
/// [`Duration`](std::time::Duration); for expressions, traversals and keywords, which are not evaluated; for
/// [`Spanned`](super::Spanned), which keeps the range; and for types of other crates, behind features named as those.
/// `#[derive(Decode)]` implements it for structs without blocks, for enums without fields, and for types that are
/// `transparent`.
///
/// # Examples
///
/// A type with a form of its own:
///
/// ```
/// use hcl2_decode::Decoder;
/// use hcl2_decode::attribute::{DecodeAttribute, Place};
/// use hcl2_decode::body::Definitions;
/// use hcl2_decode::schema::AttributeKind;
/// use hcl2_diagnostics::codes::decode::INVALID_VALUE;
/// use hcl2_value::Value;
///
/// #[derive(Debug, PartialEq)]
/// struct Percent(u8);
///
/// impl DecodeAttribute for Percent {
///     fn kind(definitions: &mut Definitions) -> AttributeKind {
///         u8::kind(definitions)
///     }
///
///     fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
///         let percent = u8::decode_value(value, place, decoder)?;
///         if percent > 100 {
///             decoder.error(INVALID_VALUE, "Invalid percentage", "Expected at most 100.", place.span());
///             return None;
///         }
///         Some(Self(percent))
///     }
/// }
///
/// assert_eq!(hcl2_decode::decode_value(&Value::from(80)), Ok(Percent(80)));
/// let error = hcl2_decode::decode_value::<Percent>(&Value::from(120)).unwrap_err();
/// assert_eq!(error.to_string(), "Expected at most 100.");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from an attribute",
    label = "not the type of an attribute",
    note = "add `#[hcl(block)]` if it is a block, `#[hcl(label)]` if it is a label, or `#[hcl(from_str)]` if it implements `FromStr`",
    note = "a struct with blocks or labels can only be a block; other types need `#[derive(Decode)]`"
)]
pub trait DecodeAttribute: Sized {
    /// Returns the kind of value that the attribute takes.
    fn kind(definitions: &mut Definitions) -> AttributeKind;

    /// Returns whether the attribute is optional.
    #[must_use]
    fn is_optional() -> bool {
        false
    }

    /// Returns the value of an absent optional attribute.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// Returns what an empty object is decoded to: the value of an absent attribute with the option `default`. `None` if
    /// the type is not decoded from objects, or requires something of them.
    fn empty(_decoder: &mut Decoder<'_>) -> Option<Self> {
        None
    }

    /// Returns whether errors must not show the value, nor what may be a misspelled attribute with it.
    #[must_use]
    fn is_sensitive() -> bool {
        false
    }

    /// Returns whether decoding needs the value or the expression.
    #[must_use]
    fn reading() -> Reading {
        Reading::Value
    }

    /// Decodes an expression; `None` after reporting why it cannot be decoded.
    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = decoder.evaluate(&**expression)?;
        Self::decode_value(&value, &Place::whole(&**expression), decoder)
    }

    /// Decodes a value; `None` after reporting why it cannot be decoded.
    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// The part of an attribute that a type is decoded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reading {
    /// The value.
    Value,
    /// The expressions of the elements of a list or map constructor; otherwise the value.
    Parts,
    /// The expression, which is not evaluated.
    Expression,
}
