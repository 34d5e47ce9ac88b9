//! The shortest decimal of a number that is not whole. Numbers with the same one are equal.

use std::cmp::Ordering;

use rust_decimal::Decimal;

use super::shortest::{Digits, shortest};
use super::{Number, Operand, Repr};

/// The number of digits in a hash, which always fit a `u64`.
const HASHED: usize = 19;

impl Number {
    /// Compares the shortest decimals of two finite numbers of one sign that are not whole. `exact` is the order of
    /// their values.
    pub(super) fn cmp_decimals(&self, other: &Self, exact: Ordering) -> Ordering {
        if (exact.is_eq() && self.bits() == other.bits()) || self.is_apart(other) {
            return exact;
        }
        let (left, right) = (self.fraction_digits(), other.fraction_digits());
        let magnitudes = (left.point, left.text).cmp(&(right.point, right.text));
        if self.is_negative() {
            magnitudes.reverse()
        } else {
            magnitudes
        }
    }

    /// Returns whether the values are so far apart that no decimal can be the shortest of both.
    fn is_apart(&self, other: &Self) -> bool {
        let (Operand::Finite(left), Operand::Finite(right)) = (self.operand(), other.operand()) else {
            return true;
        };
        let (low, high) = if left.magnitude_exponent() <= right.magnitude_exponent() {
            (left, right)
        } else {
            (right, left)
        };
        let exponents = high.magnitude_exponent() - low.magnitude_exponent();
        if exponents > 1 || low.is_negative() != high.is_negative() {
            return true;
        }
        // A decimal is within half a unit in the last place of its number; here these are the places of the lower
        // number.
        let high_bits = u128::from(high.leading_bits()) << exponents;
        let distance = high_bits.abs_diff(low.leading_bits().into());
        let fewest = self.precision().min(other.precision());
        distance > 8 << 64_u32.saturating_sub(fewest)
    }

    /// Returns the shortest decimal of a finite number that is not whole.
    fn fraction_digits(&self) -> Digits {
        match &self.0 {
            Repr::Decimal(value) => {
                let text = value.0.mantissa().unsigned_abs().to_string();
                Digits {
                    point: text.len() as i64 - i64::from(value.0.scale()),
                    text,
                }
            }
            Repr::Double(value) if is_usual(*value) => digits_of_double(*value),
            _ => match self.operand() {
                Operand::Finite(value) => shortest(&value, self.bits()),
                _ => Digits::default(),
            },
        }
    }

    /// Returns the position of the point and the first digits of the shortest decimal of a number that is not whole.
    pub(super) fn decimal_key(&self) -> (i64, u64) {
        if let Repr::Decimal(value) = &self.0 {
            return key_of_decimal(&value.0);
        }
        let Digits { text, point } = self.fraction_digits();
        let digits = text.bytes().map(|digit| u64::from(digit - b'0'));
        let first = digits
            .chain(std::iter::repeat(0))
            .take(HASHED)
            .fold(0, |key, digit| key * 10 + digit);
        (point, first)
    }
}

/// Returns whether the shortest decimal of a double is surely the one that Rust prints.
///
/// The interval around a power of two is wider, and a subnormal double has fewer bits than the text shows. If the exact
/// value lies halfway between two decimals, Rust may print the odd one.
pub(super) fn is_usual(value: f64) -> bool {
    /// A value with more bits after its point has more than 18 digits.
    const MAX_BITS: i32 = 28;
    /// Decimals of at most this many digits are their own shortest.
    const EXACT_DIGITS: u32 = 15;
    const EXPONENT_OF_LAST: i32 = 1075;
    let fraction = value.to_bits() << 12;
    if !value.is_normal() || fraction == 0 {
        return false;
    }
    let zeros = (fraction >> 12).trailing_zeros() as i32;
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - EXPONENT_OF_LAST + zeros;
    let whole_digits = (value.abs() as u64).checked_ilog10().map_or(0, |log| log + 1);
    -exponent > MAX_BITS || whole_digits + exponent.min(0).unsigned_abs() <= EXACT_DIGITS
}

fn digits_of_double(value: f64) -> Digits {
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    Digits {
        text: mantissa.replace('.', ""),
        point: exponent.parse().map_or(0, |exponent: i64| exponent + 1),
    }
}

fn key_of_decimal(value: &Decimal) -> (i64, u64) {
    let mantissa = value.mantissa().unsigned_abs();
    let count = mantissa.checked_ilog10().unwrap_or(0) as usize + 1;
    let power = |exponent: usize| 10_u128.pow(exponent as u32);
    let first = if count > HASHED {
        mantissa / power(count - HASHED)
    } else {
        mantissa * power(HASHED - count)
    };
    (count as i64 - i64::from(value.scale()), first as u64)
}
