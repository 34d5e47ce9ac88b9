//! Exact numbers: the _number_ type of the information model.
//!
//! A number is a binary floating-point value with a precision, the number of bits of its mantissa, and a binary
//! exponent of 32 bits, or one of the two infinities. There is no NaN: operations without a result return an
//! [`ArithmeticError`].
//!
//! The precision is 512 bits for a parsed number, 64 bits for a whole number that a program counts, and 53 bits for a
//! double. A result has the larger precision of its operands and is rounded to it, to nearest, ties to even.
//!
//! A number has one of several representations. The choice is never visible:
//!
//! * an inline integer with its precision, for every whole number that fits an `i64` and is its own shortest decimal;
//! * an inline double, for a value from an `f64` that is not such an integer;
//! * an inline decimal, for the 512-bit value nearest to a short literal. It is promoted to that value before the
//!   first operation, because decimal arithmetic would round differently;
//! * negative zero and the infinities, with their precision;
//! * a shared wide float, for everything else.

mod arithmetic;
mod compare;
mod convert;
mod decimal;
mod digits;
mod error;
#[cfg(any(feature = "interop-num-bigint", feature = "interop-rust-decimal"))]
mod interop;
mod parse;
mod power;
mod precision;
mod print;
mod shortest;
#[cfg(test)]
mod tests;
mod wide;

use std::borrow::Cow;
use std::sync::Arc;

use rust_decimal::Decimal;

pub use self::error::{
    ArithmeticError, NotExactError, ParseNumberError, ParseNumberErrorKind, TooManyDigitsError,
};
use self::precision::Precision;
use self::wide::Wide;

/// A number of the information model: a floating-point value with a precision, or an infinity.
///
/// Cloning is cheap. Integers, short literals and doubles are not on the heap.
///
/// # Precision
///
/// A parsed number has 512 bits, a whole number that was counted 64, and a double 53; [`precision`](Self::precision)
/// returns them. A result has the larger precision of its operands.
///
/// ```
/// use hcl2_value::Number;
///
/// let third = Number::from(1).div(&Number::from(3))?;
/// assert_eq!(third.to_string(), "0.33333333333333333334");
/// let third = Number::parse("1")?.div(&Number::from(3))?;
/// assert_eq!(third.to_string().len(), 157);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Equality
///
/// Whole numbers are equal if their values are. Other numbers are equal if their shortest decimals are, each at its own
/// precision, so a double equals the literal from which it was written. [`Ord`] compares by the same decimals, while
/// [`cmp_exact`](Self::cmp_exact) compares the exact values, as the operators of the language do.
///
/// ```
/// use hcl2_value::Number;
///
/// let (double, literal) = (Number::try_from(1.2)?, Number::parse("1.2")?);
/// assert_eq!(double, literal);
/// assert!(double.cmp_exact(&literal).is_lt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    /// Every whole number that fits, except negative zero, if its magnitude is at most two to the power of the precision.
    Int(i64, Precision),
    /// Finite, and never an integer that fits `Int` with the precision of a double.
    Double(f64),
    /// Never whole, at most 28 significant digits, without trailing zeros.
    Decimal(AlignedDecimal),
    NegativeZero(Precision),
    Infinite(Precision),
    NegativeInfinite(Precision),
    /// Never a value that fits `Int` with the same precision.
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

/// The exponent of two from which on a number takes longer to read and to write than to add.
const GREAT_EXPONENT: u64 = 4_096;

impl Number {
    /// Returns the steps that an operation counts for reading the number: usually none, but 1,000 for magnitudes from
    /// 2^4096 or up to 2^-4096, since writing such a number takes that long.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Number;
    ///
    /// assert_eq!(Number::parse("1e300")?.reading_steps(), 0);
    /// assert_eq!(Number::parse("1e-999999")?.reading_steps(), 1_000);
    /// # Ok::<(), hcl2_value::ParseNumberError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn reading_steps(&self) -> usize {
        match &self.0 {
            Repr::Wide(wide) if wide.magnitude_exponent().unsigned_abs() > GREAT_EXPONENT => 1_000,
            _ => 0,
        }
    }

    /// Zero, as a counted number.
    pub const ZERO: Self = Self(Repr::Int(0, Precision::COUNTED));
    /// One, as a counted number.
    pub const ONE: Self = Self(Repr::Int(1, Precision::COUNTED));
    /// Positive infinity, greater than every other number.
    pub const INFINITY: Self = Self::infinity(false, Precision::NONE);
    /// Negative infinity, less than every other number.
    pub const NEG_INFINITY: Self = Self::infinity(true, Precision::NONE);

    const fn infinity(negative: bool, precision: Precision) -> Self {
        Self(if negative {
            Repr::NegativeInfinite(precision)
        } else {
            Repr::Infinite(precision)
        })
    }

    const fn zero(negative: bool, precision: Precision) -> Self {
        if negative {
            Self(Repr::NegativeZero(precision))
        } else {
            Self(Repr::Int(0, precision))
        }
    }

    /// Returns the least number of mantissa bits of results with this number.
    ///
    /// An infinity that is not the result of an operation has none.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Number;
    ///
    /// assert_eq!(Number::parse("1")?.precision(), 512);
    /// assert_eq!(Number::from(1).precision(), 64);
    /// assert_eq!(Number::try_from(1.0)?.precision(), 53);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn precision(&self) -> u32 {
        u32::try_from(self.bits().bits()).unwrap_or(u32::MAX)
    }

    fn bits(&self) -> Precision {
        match &self.0 {
            Repr::Int(_, precision)
            | Repr::NegativeZero(precision)
            | Repr::Infinite(precision)
            | Repr::NegativeInfinite(precision) => *precision,
            Repr::Double(_) => Precision::DOUBLE,
            Repr::Decimal(_) => Precision::PARSED,
            Repr::Wide(value) => value.precision(),
        }
    }

    fn operand(&self) -> Operand<'_> {
        match &self.0 {
            Repr::Int(0, _) => Operand::Zero { negative: false },
            Repr::NegativeZero(_) => Operand::Zero { negative: true },
            Repr::Infinite(_) => Operand::Infinite { negative: false },
            Repr::NegativeInfinite(_) => Operand::Infinite { negative: true },
            Repr::Int(value, precision) => Operand::Finite(Cow::Owned(Wide::from_integer(
                *value < 0,
                value.unsigned_abs().into(),
                *precision,
            ))),
            Repr::Double(value) => Operand::Finite(Cow::Owned(Wide::from_double(*value))),
            Repr::Decimal(value) => Operand::Finite(Cow::Owned(Wide::from_decimal(&value.0))),
            Repr::Wide(value) => Operand::Finite(Cow::Borrowed(value)),
        }
    }

    /// Returns whether the number is zero, of either sign.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Int(0, _) | Repr::NegativeZero(_))
    }

    /// Returns whether the number is one of the two infinities.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        matches!(self.0, Repr::Infinite(_) | Repr::NegativeInfinite(_))
    }

    /// Returns whether the number is a whole number; the infinities are not.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int(..) | Repr::NegativeZero(_) => true,
            Repr::Double(value) => value.fract() == 0.0,
            Repr::Decimal(_) | Repr::Infinite(_) | Repr::NegativeInfinite(_) => false,
            Repr::Wide(value) => value.is_integer(),
        }
    }

    /// Returns whether the sign is negative, even that of a zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Int(value, _) => *value < 0,
            Repr::Double(value) => *value < 0.0,
            Repr::Decimal(value) => value.0.is_sign_negative(),
            Repr::NegativeZero(_) | Repr::NegativeInfinite(_) => true,
            Repr::Infinite(_) => false,
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
