//! Conversions between numbers and the number types of Rust.

use rust_decimal::Decimal;

use super::precision::Precision;
use super::wide::Wide;
use super::{NotExactError, Number, Operand, Repr};

impl Number {
    /// Returns the value of a double, unless it is NaN.
    pub(super) fn from_f64(value: f64) -> Option<Self> {
        const EXACT: f64 = (1_u64 << 53) as f64;
        if value.is_nan() {
            return None;
        }
        Some(if value.is_infinite() {
            Self::infinity(value < 0.0, Precision::NONE)
        } else if value == 0.0 {
            Self::zero(value.is_sign_negative(), Precision::DOUBLE)
        } else if value.abs() <= EXACT && value.fract() == 0.0 {
            Self(Repr::Int(value as i64, Precision::DOUBLE))
        } else {
            Self(Repr::Double(value))
        })
    }

    /// Returns the nearest double, ties to even, and whether it is the same value. A number beyond the range of
    /// doubles becomes an infinity.
    #[must_use]
    pub fn to_f64(&self) -> (f64, bool) {
        match &self.0 {
            Repr::Double(value) => (*value, true),
            Repr::Int(value, _) => {
                let nearest = *value as f64;
                (nearest, nearest as i128 == i128::from(*value))
            }
            Repr::Decimal(value) => match exact_double(&value.0) {
                Some(exact) => (exact, true),
                None => self.to_nearest_double(),
            },
            Repr::NegativeZero(_) => (-0.0, true),
            Repr::Infinite(_) => (f64::INFINITY, true),
            Repr::NegativeInfinite(_) => (f64::NEG_INFINITY, true),
            Repr::Wide(_) => self.to_nearest_double(),
        }
    }

    fn to_nearest_double(&self) -> (f64, bool) {
        match self.operand() {
            Operand::Finite(value) => nearest_double(&value),
            Operand::Zero { .. } | Operand::Infinite { .. } => (0.0, true),
        }
    }

    /// Returns the sign and magnitude of a whole number of at most 128 bits.
    fn to_sign_and_magnitude(&self) -> Result<(bool, u128), NotExactError> {
        if !self.is_integer() {
            return Err(NotExactError::NotInteger);
        }
        match self.operand() {
            Operand::Finite(value) => value
                .to_u128()
                .map(|magnitude| (value.is_negative(), magnitude))
                .ok_or(NotExactError::OutOfRange),
            Operand::Zero { .. } => Ok((false, 0)),
            Operand::Infinite { .. } => Err(NotExactError::NotInteger),
        }
    }

    /// Returns a whole number of the given precision, which must be enough for it.
    pub(super) fn from_magnitude(negative: bool, magnitude: u128, precision: Precision) -> Self {
        if magnitude == 0 {
            Self::zero(false, precision)
        } else {
            Self::from_wide(Wide::from_integer(negative, magnitude, precision))
        }
    }

    fn from_counted(negative: bool, magnitude: u128) -> Self {
        let bits = u128::BITS - magnitude.leading_zeros();
        Self::from_magnitude(negative, magnitude, Precision::counted(bits.into()))
    }
}

/// Fails for NaN.
///
/// The number has the precision of a double, and prints as the shortest decimal that names the same double.
///
/// # Examples
///
/// ```
/// use hcl2_value::Number;
///
/// let tenth = Number::try_from(0.1)?;
/// assert_eq!(tenth.to_string(), "0.1");
/// assert_eq!(tenth, Number::parse("0.1")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<f64> for Number {
    type Error = NotExactError;

    fn try_from(value: f64) -> Result<Self, Self::Error> {
        Self::from_f64(value).ok_or(NotExactError::NotANumber)
    }
}

/// Fails unless the double is exactly the same value; see [`Number::to_f64`] for the nearest one.
impl TryFrom<&Number> for f64 {
    type Error = NotExactError;

    fn try_from(number: &Number) -> Result<Self, Self::Error> {
        if let Repr::Decimal(value) = &number.0 {
            return exact_double(&value.0).ok_or(NotExactError::Inexact);
        }
        match number.to_f64() {
            (value, true) => Ok(value),
            (value, false) if value.is_infinite() => Err(NotExactError::OutOfRange),
            _ => Err(NotExactError::Inexact),
        }
    }
}

/// Returns the double that is exactly the same value, if any.
fn exact_double(value: &Decimal) -> Option<f64> {
    // A decimal fraction is a binary one only if it is divisible by all its factors of five.
    let scale = value.scale();
    let fives = 5_u128.checked_pow(scale)?;
    let mantissa = value.mantissa();
    let magnitude = mantissa.unsigned_abs();
    if !magnitude.is_multiple_of(fives) {
        return None;
    }
    let twos = magnitude / fives;
    let odd = twos.checked_shr(twos.trailing_zeros()).unwrap_or_default();
    if odd >> f64::MANTISSA_DIGITS != 0 {
        return None;
    }
    // Neither step rounds: the bits fit, and the divisor is a power of two.
    let double = twos as f64 / (1_u64 << scale) as f64;
    Some(if mantissa < 0 { -double } else { double })
}

fn nearest_double(value: &Wide) -> (f64, bool) {
    let exponent = value.magnitude_exponent();
    let sign = if value.is_negative() { -1.0 } else { 1.0 };
    if exponent > 1024 {
        return (sign * f64::INFINITY, false);
    }
    if exponent < -1074 {
        return (sign * 0.0, false);
    }
    // All bits below the leading ones are folded into the last of these. Then one rounding leaves the bits of a
    // double.
    let bits = value.leading_bits() | u64::from(value.has_bits_below_leading());
    let kept = (exponent + 1074).min(53);
    let drop = 64 - kept as u32;
    let dropped = bits & (u64::MAX >> (64 - drop));
    let whole = if drop == 64 { 0 } else { bits >> drop };
    let half = 1_u64 << (drop - 1);
    let up = dropped > half || (dropped == half && whole & 1 == 1);
    let mantissa = (whole + u64::from(up)) as f64;
    // Two factors, because a single one might be subnormal or infinite.
    let power = exponent - kept;
    let half_power = power / 2;
    let result = mantissa * 2_f64.powi(half_power as i32) * 2_f64.powi((power - half_power) as i32);
    (sign * result, dropped == 0 && result.is_finite())
}

macro_rules! integers {
    ($($signed:ty)*; $($unsigned:ty)*) => {
        $(
            /// The number has the precision of a counted number: 64 bits, or as many as it needs.
            impl From<$signed> for Number {
                fn from(value: $signed) -> Self {
                    match i64::try_from(value) {
                        Ok(value) => Self(Repr::Int(value, Precision::COUNTED)),
                        Err(_) => Self::from_counted(value < 0, value.unsigned_abs() as u128),
                    }
                }
            }
        )*
        $(
            /// The number has the precision of a counted number: 64 bits, or as many as it needs.
            impl From<$unsigned> for Number {
                fn from(value: $unsigned) -> Self {
                    match i64::try_from(value) {
                        Ok(value) => Self(Repr::Int(value, Precision::COUNTED)),
                        Err(_) => Self::from_counted(false, value as u128),
                    }
                }
            }
        )*
        $(integers!(@back $signed);)*
        $(integers!(@back $unsigned);)*
    };
    (@back $target:ty) => {
        impl TryFrom<&Number> for $target {
            type Error = NotExactError;

            fn try_from(number: &Number) -> Result<Self, Self::Error> {
                if let Repr::Int(value, _) = number.0 {
                    return Self::try_from(value).map_err(|_| NotExactError::OutOfRange);
                }
                let (negative, magnitude) = number.to_sign_and_magnitude()?;
                let value = if negative {
                    0_i128.checked_sub_unsigned(magnitude).and_then(|value| Self::try_from(value).ok())
                } else {
                    Self::try_from(magnitude).ok()
                };
                value.ok_or(NotExactError::OutOfRange)
            }
        }
    };
}

integers!(i8 i16 i32 i64 i128 isize; u8 u16 u32 u64 u128 usize);
