//! Conversions of numbers, booleans and strings.

use std::borrow::Cow;

use super::{FromValueError, FromValueProblem, ImpliedType, closed, unfit};
use crate::value::Repr;
use crate::{NotExactError, Number, Str, StrBuilder, Type, Value};

macro_rules! integers {
    ($($integer:ty)*) => {
        $(
            impl From<$integer> for Value {
                fn from(number: $integer) -> Self {
                    Self(Repr::Number(Number::from(number)))
                }
            }

            impl closed::Closed for $integer {}

            impl ImpliedType for $integer {
                fn implied_type() -> Type {
                    Type::NUMBER
                }
            }

            impl TryFrom<&Value> for $integer {
                type Error = FromValueError;

                fn try_from(value: &Value) -> Result<Self, Self::Error> {
                    let number = value.as_number().ok_or_else(|| unfit(value, Type::NUMBER))?;
                    Self::try_from(number).map_err(|error| FromValueError::new(FromValueProblem::Number(error)))
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Fails for NaN.
impl TryFrom<f64> for Value {
    type Error = NotExactError;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        Number::try_from(number).map(Self::from)
    }
}

/// Returns the nearest double. `TryFrom<&Number>` returns only exact doubles, which a fraction such as 0.1 never is.
impl TryFrom<&Value> for f64 {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        let number = value.as_number().ok_or_else(|| unfit(value, Type::NUMBER))?;
        match number.to_f64() {
            (nearest, false) if nearest.is_infinite() => Err(FromValueError::new(FromValueProblem::Number(
                NotExactError::OutOfRange,
            ))),
            (nearest, _) => Ok(nearest),
        }
    }
}

impl closed::Closed for f64 {}

impl ImpliedType for f64 {
    fn implied_type() -> Type {
        Type::NUMBER
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self(Repr::Number(number))
    }
}

impl closed::Closed for Number {}

impl ImpliedType for Number {
    fn implied_type() -> Type {
        Type::NUMBER
    }
}

impl TryFrom<&Value> for Number {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        value
            .as_number()
            .cloned()
            .ok_or_else(|| unfit(value, Type::NUMBER))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self(Repr::Bool(truth))
    }
}

impl closed::Closed for bool {}

impl ImpliedType for bool {
    fn implied_type() -> Type {
        Type::BOOL
    }
}

impl TryFrom<&Value> for bool {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        value.as_bool().ok_or_else(|| unfit(value, Type::BOOL))
    }
}

impl From<Str> for Value {
    #[inline]
    fn from(text: Str) -> Self {
        Self(Repr::String(text))
    }
}

impl From<StrBuilder> for Value {
    #[inline]
    fn from(text: StrBuilder) -> Self {
        text.build_into(|text| Self(Repr::String(text)))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(Repr::String(Str::from(text)))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self(Repr::String(Str::from(text)))
    }
}

impl closed::Closed for Str {}

impl ImpliedType for Str {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl TryFrom<&Value> for Str {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        match &value.0 {
            Repr::String(text) => Ok(text.clone()),
            _ => Err(unfit(value, Type::STRING)),
        }
    }
}

impl closed::Closed for &str {}

impl ImpliedType for &str {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl<'a> TryFrom<&'a Value> for &'a str {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        value.as_str().ok_or_else(|| unfit(value, Type::STRING))
    }
}

impl closed::Closed for String {}

impl ImpliedType for String {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl TryFrom<&Value> for String {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        <&str>::try_from(value).map(Self::from)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::from(text),
            Cow::Owned(text) => Self::from(text),
        }
    }
}

impl closed::Closed for Cow<'_, str> {}

impl ImpliedType for Cow<'_, str> {
    fn implied_type() -> Type {
        Type::STRING
    }
}

impl<'a> TryFrom<&'a Value> for Cow<'a, str> {
    type Error = FromValueError;

    fn try_from(value: &'a Value) -> Result<Self, Self::Error> {
        <&str>::try_from(value).map(Cow::Borrowed)
    }
}

impl From<char> for Value {
    fn from(character: char) -> Self {
        Self::from(Str::from(character))
    }
}

impl closed::Closed for char {}

impl ImpliedType for char {
    fn implied_type() -> Type {
        Type::STRING
    }
}

/// Reads a string of one character.
impl TryFrom<&Value> for char {
    type Error = FromValueError;

    fn try_from(value: &Value) -> Result<Self, Self::Error> {
        let mut characters = <&str>::try_from(value)?.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(FromValueError::new(FromValueProblem::NotOneCharacter)),
        }
    }
}

macro_rules! by_value {
    ($($target:ty)*) => {
        $(
            impl TryFrom<Value> for $target {
                type Error = FromValueError;

                fn try_from(value: Value) -> Result<Self, Self::Error> {
                    Self::try_from(&value)
                }
            }
        )*
    };
}

by_value!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f64 bool char Number Str String);
