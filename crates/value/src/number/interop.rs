//! Conversions between numbers and the types of `num-bigint` and `rust_decimal`, each behind a feature.

#[cfg(feature = "interop-num-bigint")]
mod big_integer {
    use num_bigint::{BigInt, Sign};

    use super::super::precision::Precision;
    use super::super::{NotExactError, Number, Operand};

    /// Bits of the greatest whole number that converts to a `BigInt`. A large exponent could otherwise take 2 GB.
    const MAX_BITS: i64 = 1 << 20;

    impl TryFrom<&BigInt> for Number {
        type Error = NotExactError;

        fn try_from(value: &BigInt) -> Result<Self, Self::Error> {
            let Some(zeros) = value.trailing_zeros() else {
                return Ok(Self::ZERO);
            };
            if value.bits() - zeros > Precision::PARSED.bits() {
                return Err(NotExactError::Inexact);
            }
            let negative = value.sign() == Sign::Minus;
            let precision = Precision::counted(value.bits());
            Ok(Self::from_parts(
                negative,
                value.magnitude().clone(),
                0,
                false,
                precision,
            ))
        }
    }

    impl TryFrom<&Number> for BigInt {
        type Error = NotExactError;

        fn try_from(number: &Number) -> Result<Self, Self::Error> {
            if !number.is_integer() {
                return Err(NotExactError::NotInteger);
            }
            let Operand::Finite(value) = number.operand() else {
                return Ok(Self::default());
            };
            if value.magnitude_exponent() > MAX_BITS {
                return Err(NotExactError::OutOfRange);
            }
            let sign = if value.is_negative() {
                Sign::Minus
            } else {
                Sign::Plus
            };
            Ok(Self::from_biguint(
                sign,
                value.mantissa() << value.exponent().unsigned_abs(),
            ))
        }
    }
}

#[cfg(feature = "interop-rust-decimal")]
mod decimal {
    use rust_decimal::Decimal;

    use super::super::precision::Precision;
    use super::super::{AlignedDecimal, NotExactError, Number, Repr};

    /// Converts to the number that a literal with the same digits denotes.
    impl From<Decimal> for Number {
        fn from(value: Decimal) -> Self {
            let value = value.normalize();
            if value.scale() > 0 {
                return Self(Repr::Decimal(AlignedDecimal(value)));
            }
            // A decimal may be a negative zero; a literal may not.
            let mantissa = value.mantissa();
            Self::from_magnitude(mantissa < 0, mantissa.unsigned_abs(), Precision::PARSED)
        }
    }

    /// Converts to the decimal that has the digits of the number's text.
    impl TryFrom<&Number> for Decimal {
        type Error = NotExactError;

        fn try_from(number: &Number) -> Result<Self, Self::Error> {
            const MAX_DIGITS: usize = 64;
            match &number.0 {
                Repr::Int(value, _) => Ok(Self::from(*value)),
                Repr::Decimal(value) => Ok(value.0),
                _ if number.abs() > Number::from(Self::MAX) => Err(NotExactError::OutOfRange),
                _ => number
                    .to_string_limited(MAX_DIGITS)
                    .ok()
                    .and_then(|text| Self::from_str_exact(&text).ok())
                    .ok_or(NotExactError::Inexact),
            }
        }
    }
}
