//! Attributes whose expressions are kept or read without evaluation.

use std::fmt;

use hcl2_diagnostics::codes::decode as codes;
use hcl2_model::{Expression, ExpressionRef, Name, Traversal};
use hcl2_value::Value;

use super::{DecodeAttribute, Decoder, Definitions, Place, Reading};
use crate::schema::AttributeKind;

/// Reports a value where an expression of some form is expected.
pub(super) fn not_static<R>(
    expected: &AttributeKind,
    place: &Place<'_>,
    decoder: &mut Decoder<'_>,
) -> Option<R> {
    let detail = format!("Expected {expected}, which is read without being evaluated.");
    decoder.error(codes::NOT_STATIC, "Not a static expression", detail, place.span());
    None
}

/// The expression itself, for analysis; [`Lazy`](super::Lazy) is for the evaluation of an attribute later.
impl DecodeAttribute for ExpressionRef {
    fn kind(_definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Expression
    }

    fn reading() -> Reading {
        Reading::Expression
    }

    fn decode_expression(expression: &ExpressionRef, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(expression.clone())
    }

    fn decode_value(_value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        not_static(&AttributeKind::Expression, place, decoder)
    }
}

/// A reference to a variable or a part of one.
impl DecodeAttribute for Traversal {
    fn kind(_definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Traversal
    }

    fn reading() -> Reading {
        Reading::Expression
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        let traversal = expression.static_traversal();
        if traversal.is_none() {
            let place = Place::whole(&**expression);
            return not_static(&AttributeKind::Traversal, &place, decoder);
        }
        traversal
    }

    fn decode_value(_value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        not_static(&AttributeKind::Traversal, place, decoder)
    }
}

/// A bare name: `mode = fast`, in JSON `"mode": "fast"`.
///
/// # Examples
///
/// ```
/// use hcl2_decode::Keyword;
///
/// assert_eq!(Keyword::from("fast").as_str(), "fast");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Keyword(Name);

impl Keyword {
    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<N: Into<Name>> From<N> for Keyword {
    fn from(name: N) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl DecodeAttribute for Keyword {
    fn kind(_definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Keyword(Vec::new())
    }

    fn reading() -> Reading {
        Reading::Expression
    }

    fn decode_expression(expression: &ExpressionRef, decoder: &mut Decoder<'_>) -> Option<Self> {
        match expression.keyword() {
            Some(name) => Some(Self(name)),
            None => {
                let place = Place::whole(&**expression);
                not_static(&AttributeKind::Keyword(Vec::new()), &place, decoder)
            }
        }
    }

    fn decode_value(_value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        not_static(&AttributeKind::Keyword(Vec::new()), place, decoder)
    }
}

/// Returns the bare name that an expression is; reports any other expression.
pub(super) fn keyword_of(
    expression: &dyn Expression,
    names: &[&str],
    decoder: &mut Decoder<'_>,
) -> Option<Name> {
    let keyword = expression.keyword();
    if keyword.is_none() {
        let expected = AttributeKind::Keyword(names.iter().map(|name| Name::from(*name)).collect());
        return not_static(&expected, &Place::whole(expression), decoder);
    }
    keyword
}
