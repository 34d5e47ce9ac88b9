//! Exact numbers: the _number_ type of the information model.
//!
//! A number is a binary floating-point value with a mantissa of 512 bits, rounded to nearest, ties to even, and a
//! binary exponent of 32 bits, or one of the two infinities. There is no NaN: operations without a result return an
//! [`ArithmeticError`].
//!
//! A number has one of four representations. The choice is never visible, except in the text of a double (see
//! `TryFrom<f64>`):
//!
//! * an inline integer, for every integral value that fits an `i64`;
//! * an inline double, for a value from an `f64` that is not such an integer, for negative zero, and for the
//!   infinities;
//! * an inline decimal, for the 512-bit value nearest to a short literal. It is promoted to that value before the
//!   first operation, because decimal arithmetic would round differently;
//! * a shared wide float, for everything else.

mod arithmetic;
mod compare;
mod convert;
mod digits;
mod error;
#[cfg(any(feature = "interop-num-bigint", feature = "interop-rust-decimal"))]
mod interop;
mod parse;
mod power;
mod print;
#[cfg(test)]
mod tests;
mod wide;

use std::borrow::Cow;
use std::sync::Arc;

use rust_decimal::Decimal;

pub use self::error::{
    ArithmeticError, NotExactError, ParseNumberError, ParseNumberErrorKind, TooManyDigitsError,
};
use self::wide::Wide;

/// A number of the information model, with a mantissa of 512 bits, or an infinity.
///
/// Cloning is cheap. Integers, short literals and doubles are not on the heap.
///
/// ```
/// use hcl2_value::Number;
///
/// let sum = Number::from(1).div(&Number::from(4))?;
/// assert_eq!(sum.to_string(), "0.25");
/// assert_eq!(sum, Number::parse("2.5e-1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    /// Every integral value that fits, except negative zero.
    Int(i64),
    /// Never NaN, never an integral value of 53 bits or fewer, except negative zero.
    Double(f64),
    /// Never integral, at most 28 significant digits, without trailing zeros.
    Decimal(AlignedDecimal),
    /// Never an integral value that fits `Int`.
    Wide(Arc<Wide>),
}

/// A decimal that is aligned to eight bytes, like the other contents of numbers and values. Moves then read and write
/// whole words, and a read never waits for two smaller writes to the same word.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct AlignedDecimal(Decimal);

const _: () = assert!(size_of::<Number>() == 24);
const _: () = assert!(
    size_of::<Option<Option<Number>>>() == 24,
    "an enclosing enum finds a niche"
);

/// A number as operations see it, whatever its representation.
enum Operand<'a> {
    Zero { negative: bool },
    Infinite { negative: bool },
    Finite(Cow<'a, Wide>),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Int(0));
    /// One.
    pub const ONE: Self = Self(Repr::Int(1));
    /// Positive infinity, greater than every other number.
    pub const INFINITY: Self = Self(Repr::Double(f64::INFINITY));
    /// Negative infinity, less than every other number.
    pub const NEG_INFINITY: Self = Self(Repr::Double(f64::NEG_INFINITY));

    const NEG_ZERO: Self = Self(Repr::Double(-0.0));

    const fn infinity(negative: bool) -> Self {
        if negative {
            Self::NEG_INFINITY
        } else {
            Self::INFINITY
        }
    }

    const fn zero(negative: bool) -> Self {
        if negative { Self::NEG_ZERO } else { Self::ZERO }
    }

    fn operand(&self) -> Operand<'_> {
        match &self.0 {
            Repr::Int(0) => Operand::Zero { negative: false },
            Repr::Int(value) => Operand::Finite(Cow::Owned(Wide::from_integer(
                *value < 0,
                value.unsigned_abs().into(),
            ))),
            Repr::Double(value) if *value == 0.0 => Operand::Zero {
                negative: value.is_sign_negative(),
            },
            Repr::Double(value) if value.is_infinite() => Operand::Infinite {
                negative: *value < 0.0,
            },
            Repr::Double(value) => Operand::Finite(Cow::Owned(Wide::from_double(*value))),
            Repr::Decimal(value) => Operand::Finite(Cow::Owned(Wide::from_decimal(&value.0))),
            Repr::Wide(value) => Operand::Finite(Cow::Borrowed(value)),
        }
    }

    /// Returns whether the number is zero, of either sign.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Int(value) => *value == 0,
            Repr::Double(value) => *value == 0.0,
            Repr::Decimal(_) | Repr::Wide(_) => false,
        }
    }

    /// Returns whether the number is one of the two infinities.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        matches!(self.0, Repr::Double(value) if value.is_infinite())
    }

    /// Returns whether the number is a whole number; the infinities are not.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int(_) => true,
            Repr::Double(value) => value.is_finite() && value.fract() == 0.0,
            Repr::Decimal(_) => false,
            Repr::Wide(value) => value.is_integer(),
        }
    }

    /// Returns whether the sign is negative, even that of a zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Int(value) => *value < 0,
            Repr::Double(value) => value.is_sign_negative(),
            Repr::Decimal(value) => value.0.is_sign_negative(),
            Repr::Wide(value) => value.is_negative(),
        }
    }

    /// Returns -1 for a negative number, 0 for zero, and 1 for a positive number.
    #[must_use]
    pub fn signum(&self) -> i8 {
        match (self.is_zero(), self.is_negative()) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}
