//! The wide float: sign, mantissa, binary exponent and precision, with the arithmetic that rounds to a precision.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use num_bigint::BigUint;
use num_integer::Integer;
use rust_decimal::Decimal;

use super::precision::Precision;
use super::{Number, Repr};

/// The exponents of two of the least and the greatest number, with a mantissa in [1/2, 1).
pub(super) const EXPONENTS: std::ops::RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;

const POWER_TABLE: usize = 512;

/// The powers of five that conversions between decimal and binary need often.
static POWERS_OF_FIVE: LazyLock<Vec<BigUint>> = LazyLock::new(|| {
    std::iter::successors(Some(BigUint::from(1_u32)), |power| Some(power * 5_u32))
        .take(POWER_TABLE)
        .collect()
});

/// Calls `use_power` with 5 to the power of `exponent`, exactly.
pub(super) fn with_power_of_five<R>(exponent: u64, use_power: impl FnOnce(&BigUint) -> R) -> R {
    match usize::try_from(exponent)
        .ok()
        .and_then(|index| POWERS_OF_FIVE.get(index))
    {
        Some(power) => use_power(power),
        None => use_power(&num_traits::pow(BigUint::from(5_u32), exponent as usize)),
    }
}

/// A finite number other than zero: `mantissa * 2^exponent`, with an odd mantissa of at most as many bits as the
/// precision.
#[derive(Debug, Clone)]
pub(super) struct Wide {
    negative: bool,
    precision: Precision,
    exponent: i64,
    mantissa: BigUint,
}

impl Wide {
    /// Creates a number from a magnitude of at most 128 bits other than zero.
    pub(super) fn from_integer(negative: bool, magnitude: u128, precision: Precision) -> Self {
        let zeros = magnitude.trailing_zeros();
        Self {
            negative,
            precision,
            exponent: zeros.into(),
            mantissa: BigUint::from(magnitude >> zeros),
        }
    }

    /// Creates a number from a finite double other than zero.
    pub(super) fn from_double(value: f64) -> Self {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, exponent) = match (bits >> 52) & 0x7ff {
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, biased as i64 - 1075),
        };
        let mut wide = Self::from_integer(value.is_sign_negative(), mantissa.into(), Precision::DOUBLE);
        wide.exponent += exponent;
        wide
    }

    /// Creates the number nearest to a decimal other than zero.
    pub(super) fn from_decimal(value: &Decimal) -> Self {
        let scale = value.scale();
        let magnitude = BigUint::from(value.mantissa().unsigned_abs());
        with_power_of_five(scale.into(), |power| {
            let precision = Precision::PARSED;
            let shift = precision.bits() + 2 + power.bits() - magnitude.bits();
            let exponent = -i64::from(scale) - shift as i64;
            let (quotient, remainder) = (magnitude << shift).div_rem(power);
            let (mantissa, exponent) = round(quotient, exponent, precision, remainder.bits() != 0);
            Self {
                negative: value.is_sign_negative(),
                precision,
                exponent,
                mantissa,
            }
        })
    }

    pub(super) const fn precision(&self) -> Precision {
        self.precision
    }

    pub(super) const fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns whether there is no fractional part. As the mantissa is odd, the exponent decides.
    pub(super) const fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    pub(super) const fn mantissa(&self) -> &BigUint {
        &self.mantissa
    }

    pub(super) const fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Returns one more than the exponent of the greatest power of two in the magnitude.
    pub(super) fn magnitude_exponent(&self) -> i64 {
        self.exponent + self.mantissa.bits() as i64
    }

    /// Returns the 64 leading bits of the mantissa. The first of them is one.
    pub(super) fn leading_bits(&self) -> u64 {
        let mut digits = self.mantissa.iter_u64_digits().rev();
        let first = digits.next().unwrap_or(0);
        let shift = first.leading_zeros();
        match digits.next() {
            Some(second) if shift > 0 => first << shift | second >> (64 - shift),
            _ => first << shift,
        }
    }

    /// Returns whether any bit below the 64 leading ones is set.
    pub(super) fn has_bits_below_leading(&self) -> bool {
        self.mantissa.bits() > 64
    }

    /// Returns the magnitude if it is a whole number of at most 128 bits.
    pub(super) fn to_u128(&self) -> Option<u128> {
        if self.exponent < 0 || self.magnitude_exponent() > 128 {
            return None;
        }
        u128::try_from(&self.mantissa)
            .ok()
            .map(|mantissa| mantissa << self.exponent)
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
        }
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        self.magnitude_exponent()
            .cmp(&other.magnitude_exponent())
            .then_with(|| self.leading_bits().cmp(&other.leading_bits()))
            .then_with(|| match self.exponent.cmp(&other.exponent) {
                Ordering::Equal => self.mantissa.cmp(&other.mantissa),
                // The leading bits are aligned, so the shifts are below the number of bits of a mantissa.
                Ordering::Greater => {
                    (&self.mantissa << (self.exponent - other.exponent) as u64).cmp(&other.mantissa)
                }
                Ordering::Less => self
                    .mantissa
                    .cmp(&(&other.mantissa << (other.exponent - self.exponent) as u64)),
            })
    }

    pub(super) fn with_sign(&self, negative: bool) -> Self {
        Self {
            negative,
            ..self.clone()
        }
    }

    /// Returns the same value with a precision that is not less.
    pub(super) fn with_precision(&self, precision: Precision) -> Self {
        Self {
            precision,
            ..self.clone()
        }
    }

    /// Returns `self + other`, or with `flip` the difference, rounded to `precision`.
    pub(super) fn add(&self, other: &Self, flip: bool, precision: Precision) -> Number {
        let other_negative = other.negative != flip;
        let (great, small, great_negative, small_negative) =
            if self.compare_magnitude(other) == Ordering::Less {
                (other, self, other_negative, self.negative)
            } else {
                (self, other, self.negative, other_negative)
            };
        let bits = precision.bits().max(great.mantissa.bits());
        // Beyond this distance the lesser operand only decides on which side of the greater operand the sum lies.
        let negligible = 2 * bits as i64 + 8;
        let (great_mantissa, small_mantissa, exponent) =
            if great.magnitude_exponent() - small.magnitude_exponent() > negligible {
                let shift = bits + 8;
                (
                    &great.mantissa << shift,
                    BigUint::from(1_u32),
                    great.exponent - shift as i64,
                )
            } else {
                let exponent = great.exponent.min(small.exponent);
                (
                    &great.mantissa << (great.exponent - exponent) as u64,
                    &small.mantissa << (small.exponent - exponent) as u64,
                    exponent,
                )
            };
        let mantissa = if great_negative == small_negative {
            great_mantissa + small_mantissa
        } else {
            great_mantissa - small_mantissa
        };
        if mantissa.bits() == 0 {
            return Number::zero(false, precision);
        }
        Number::from_parts(great_negative, mantissa, exponent, false, precision)
    }

    /// Returns the product, rounded to `precision`.
    pub(super) fn mul(&self, other: &Self, precision: Precision) -> Number {
        Number::from_parts(
            self.negative != other.negative,
            &self.mantissa * &other.mantissa,
            self.exponent + other.exponent,
            false,
            precision,
        )
    }

    /// Returns the product. It keeps up to 512 bits, and has at least `precision` bits.
    pub(super) fn mul_keeping_bits(&self, other: &Self, precision: Precision) -> Number {
        let product = &self.mantissa * &other.mantissa;
        let exponent = self.exponent + other.exponent;
        let (mantissa, exponent) = round(product, exponent, Precision::PARSED, false);
        Number::from_wide(Self {
            negative: self.negative != other.negative,
            precision: precision.at_least(mantissa.bits()),
            exponent,
            mantissa,
        })
    }

    /// Returns the quotient, rounded to `precision`.
    pub(super) fn div(&self, other: &Self, precision: Precision) -> Number {
        let shift = (precision.bits() + 2 + other.mantissa.bits()).saturating_sub(self.mantissa.bits());
        let (quotient, remainder) = (&self.mantissa << shift).div_rem(&other.mantissa);
        Number::from_parts(
            self.negative != other.negative,
            quotient,
            self.exponent - other.exponent - shift as i64,
            remainder.bits() != 0,
            precision,
        )
    }

    /// Returns the whole part with the same precision, and whether a fraction was dropped.
    pub(super) fn truncate(&self) -> (Number, bool) {
        if self.exponent >= 0 {
            return (Number::from_wide(self.clone()), false);
        }
        if self.magnitude_exponent() <= 0 {
            return (Number::zero(false, self.precision), true);
        }
        let whole = &self.mantissa >> self.exponent.unsigned_abs();
        (
            Number::from_parts(self.negative, whole, 0, false, self.precision),
            true,
        )
    }
}

impl Number {
    /// Rounds `mantissa * 2^exponent` to a precision. With `sticky` the exact magnitude is a little greater, and the
    /// mantissa must have more bits than the precision.
    pub(super) fn from_parts(
        negative: bool,
        mantissa: BigUint,
        exponent: i64,
        sticky: bool,
        precision: Precision,
    ) -> Self {
        let (mantissa, exponent) = round(mantissa, exponent, precision, sticky);
        Self::from_wide(Wide {
            negative,
            precision,
            exponent,
            mantissa,
        })
    }

    /// Returns the canonical representation of a value that needs no rounding.
    pub(super) fn from_wide(wide: Wide) -> Self {
        let magnitude_exponent = wide.magnitude_exponent();
        if magnitude_exponent > *EXPONENTS.end() {
            return Self::infinity(wide.negative, wide.precision);
        }
        if magnitude_exponent < *EXPONENTS.start() {
            return Self::zero(wide.negative, wide.precision);
        }
        if magnitude_exponent <= 64
            && let Some(magnitude) = wide.to_u128()
        {
            let value = if wide.negative {
                -(magnitude as i128)
            } else {
                magnitude as i128
            };
            if let Ok(value) = i64::try_from(value)
                && wide.precision.holds(value)
            {
                return Self(Repr::Int(value, wide.precision));
            }
        }
        Self(Repr::Wide(Arc::new(wide)))
    }
}

/// Rounds to a precision, to nearest, ties to even, and makes the mantissa odd.
///
/// With `sticky` the exact value is a little greater, and the mantissa must have more bits than the precision.
pub(super) fn round(
    mut mantissa: BigUint,
    mut exponent: i64,
    precision: Precision,
    sticky: bool,
) -> (BigUint, i64) {
    let excess = mantissa.bits().saturating_sub(precision.bits());
    if excess > 0 {
        let half = mantissa.bit(excess - 1);
        let beyond = sticky || mantissa.trailing_zeros().is_some_and(|zeros| zeros < excess - 1);
        mantissa >>= excess;
        exponent += excess as i64;
        if half && (beyond || mantissa.bit(0)) {
            mantissa += 1_u32;
        }
    }
    if let Some(zeros) = mantissa.trailing_zeros()
        && zeros > 0
    {
        mantissa >>= zeros;
        exponent += zeros as i64;
    }
    (mantissa, exponent)
}
