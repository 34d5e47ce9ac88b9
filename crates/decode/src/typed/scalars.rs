//! Attributes that are booleans, numbers, strings, or any value.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use hcl2_diagnostics::codes::decode as codes;
use hcl2_model::Name;
use hcl2_value::{FromValueError, FromValueProblem, Number, Str, Type, Value};

use super::{DecodeAttribute, Decoder, Definitions, Place};
use crate::schema::AttributeKind;

/// Reads a value of a type, or a value that converts to it.
fn scalar<T>(ty: &Type, value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<T>
where
    T: DecodeAttribute + for<'a> TryFrom<&'a Value, Error = FromValueError>,
{
    let problem = match T::try_from(value) {
        Ok(read) => return Some(read),
        Err(error) => error.problem,
    };
    let problem = match problem {
        FromValueProblem::WrongType { .. } => match value.convert(ty) {
            Ok(converted) => match T::try_from(&converted) {
                Ok(read) => return Some(read),
                Err(error) => error.problem,
            },
            Err(_) => problem,
        },
        other => other,
    };
    if !matches!(problem, FromValueProblem::Number(_)) {
        return decoder.unfit::<T, T>(value, place);
    }
    out_of_range(&T::kind(&mut Definitions::new()), value, place, decoder);
    None
}

/// Reports a number that does not fit.
pub(super) fn out_of_range(
    expected: &AttributeKind,
    value: &Value,
    place: &Place<'_>,
    decoder: &mut Decoder<'_>,
) {
    let detail = format!("Expected {expected}, found {}.", super::decoder::found(value));
    decoder.error(codes::OUT_OF_RANGE, "Number out of range", detail, place.span());
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(
            impl DecodeAttribute for $integer {
                fn kind(_definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::Integer {
                        min: Number::from(<$integer>::MIN),
                        max: Number::from(<$integer>::MAX),
                    }
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    scalar(&Type::NUMBER, value, place, decoder)
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! scalars {
    ($($scalar:ty: $ty:ident)*) => {
        $(
            impl DecodeAttribute for $scalar {
                fn kind(_definitions: &mut Definitions) -> AttributeKind {
                    AttributeKind::Value(Type::$ty)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    scalar(&Type::$ty, value, place, decoder)
                }
            }
        )*
    };
}

scalars!(bool: BOOL  f64: NUMBER  Number: NUMBER  String: STRING  Str: STRING);

/// The nearest number of single precision.
impl DecodeAttribute for f32 {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        f64::kind(definitions)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "rounding is intended")]
        f64::decode_value(value, place, decoder).map(|wide| wide as Self)
    }
}

macro_rules! strings {
    ($($string:ty)*) => {
        $(
            impl DecodeAttribute for $string {
                fn kind(definitions: &mut Definitions) -> AttributeKind {
                    String::kind(definitions)
                }

                fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
                    String::decode_value(value, place, decoder).map(Self::from)
                }
            }
        )*
    };
}

strings!(Box<str> Rc<str> Arc<str> Cow<'static, str>);

impl DecodeAttribute for Name {
    fn kind(definitions: &mut Definitions) -> AttributeKind {
        String::kind(definitions)
    }

    fn decode_value(value: &Value, place: &Place<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        String::decode_value(value, place, decoder).map(Self::from)
    }
}

/// Any value, even if it is null, unknown or marked.
impl DecodeAttribute for Value {
    fn kind(_definitions: &mut Definitions) -> AttributeKind {
        AttributeKind::Value(Type::DYNAMIC)
    }

    fn decode_value(value: &Value, _place: &Place<'_>, _decoder: &mut Decoder<'_>) -> Option<Self> {
        Some(value.clone())
    }
}
