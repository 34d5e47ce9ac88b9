//! What an attribute becomes.

use hcl2_model::ExpressionRef;
use hcl2_value::Value;

use super::{Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// A Rust type that the expression of an attribute becomes.
///
/// It is implemented for booleans, numbers, strings, [`Value`], lists, sets and maps of such types, and `Option`; for
/// expressions, traversals and keywords, which are not evaluated; for [`Spanned`](super::Spanned), which keeps the
/// range; and by `#[derive(Decode)]` for structs without blocks and enums without fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from an attribute",
    label = "not the type of an attribute",
    note = "add `#[hcl(block)]` if it is a block, `#[hcl(label)]` if it is a label, or `#[hcl(from_str)]` if it implements `FromStr`",
    note = "a struct with blocks or labels can only be a block; other types need `#[derive(Decode)]`"
)]
pub trait DecodeAttribute: Sized {
    /// What the attribute can be set to.
    fn kind(definitions: &mut Definitions) -> AttributeKind;

    /// Whether the attribute may be absent.
    #[must_use]
    fn is_optional() -> bool {
        false
    }

    /// What an absent attribute becomes, where it may be absent.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// Whether the value or the expression is wanted.
    #[must_use]
    fn reading() -> Reading {
        Reading::Value
    }

    /// Decodes an expression; `None` where it cannot be, which is reported.
    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let value = decoder.evaluate(&**expression)?;
        Self::decode_value(&value, &Place::whole(&**expression), decoder)
    }

    /// Decodes a value; `None` where it cannot be, which is reported.
    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self>;
}

/// What of an attribute a type is decoded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The value.
    Value,
    /// The expressions inside, where a list or map is written out; otherwise the value.
    Parts,
    /// The expression, which is not evaluated.
    Expression,
}
