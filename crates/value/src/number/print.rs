//! The text of numbers: the shortest decimal that reads back as the same number, without an exponent.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::wide::{PRECISION, Wide, with_power_of_five};
use super::{Number, Operand, Repr, TooManyDigitsError};

/// Decimal digits of a number: `0.d1 d2 d3... * 10^point`.
struct Digits {
    text: String,
    point: i64,
}

impl Number {
    /// The maximum number of decimal digits that `Display`, the conversion to a string, and JSON write.
    pub const MAX_DIGITS: usize = 100_000;

    /// Returns the number as a string, as the conversion from number to string does: the shortest decimal within half
    /// a unit in the last place of the number, without an exponent. [`Number::parse`] reads it back as the same
    /// number, except that a power of two of more than 154 digits may become its neighbour below.
    ///
    /// The infinities are `+Inf` and `-Inf`.
    ///
    /// # Errors
    ///
    /// [`TooManyDigitsError`] if there are more than `max_digits` decimal digits. That number also limits time and
    /// memory.
    pub fn to_string_limited(&self, max_digits: usize) -> Result<String, TooManyDigitsError> {
        let too_many = TooManyDigitsError { limit: max_digits };
        let text = match &self.0 {
            Repr::Int(value) => value.to_string(),
            Repr::Decimal(value) => value.0.to_string(),
            Repr::Double(value) if value.is_infinite() => {
                return Ok(if *value > 0.0 { "+Inf" } else { "-Inf" }.to_owned());
            }
            Repr::Double(value) if *value == 0.0 || (value.is_normal() && value.to_bits() << 12 != 0) => {
                value.to_string()
            }
            // Subnormal doubles have fewer bits than the text shows, and the interval around a power of two is wider.
            Repr::Double(_) => self.wide_text(53, max_digits).ok_or(too_many)?,
            Repr::Wide(_) => match self.short_text() {
                Some(text) => text,
                None => self.wide_text(PRECISION, max_digits).ok_or(too_many)?,
            },
        };
        if text.len() > max_digits && text.bytes().filter(u8::is_ascii_digit).count() > max_digits {
            return Err(too_many);
        }
        Ok(text)
    }

    /// Returns the text of a number that 17 digits identify.
    ///
    /// No two decimals of 17 digits are close to the same number. If the text of the nearest double reads back as
    /// this number, no other text is shorter or as short.
    fn short_text(&self) -> Option<String> {
        const MAGNITUDES: std::ops::Range<f64> = 1e-9..1e16;
        let (double, _) = self.to_f64();
        if !MAGNITUDES.contains(&double.abs()) {
            return None;
        }
        let text = double.to_string();
        Self::parse(&text).is_ok_and(|read| read == *self).then_some(text)
    }

    /// Returns the text of a wide number, or `None` if its magnitude shows that it has more than `max_digits`.
    fn wide_text(&self, precision: u64, max_digits: usize) -> Option<String> {
        let Operand::Finite(value) = self.operand() else {
            return None;
        };
        let magnitude = decimal_exponent(value.magnitude_exponent());
        if magnitude.unsigned_abs() > max_digits as u64 + 2 {
            return None;
        }
        if value.is_integer() && value.magnitude_exponent() <= precision as i64 {
            let sign = if value.is_negative() { "-" } else { "" };
            return Some(format!(
                "{sign}{}",
                value.mantissa() << value.exponent().unsigned_abs()
            ));
        }
        Some(layout(value.is_negative(), &shortest(&value, precision)))
    }
}

impl fmt::Display for Number {
    /// Writes the number as [`Number::to_string_limited`] returns it. A number of more than 100,000 digits is
    /// shortened to six digits and an exponent of ten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_string_limited(Self::MAX_DIGITS) {
            Ok(text) => f.write_str(&text),
            Err(_) => f.write_str(&self.abridged()),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

impl Number {
    fn abridged(&self) -> String {
        let Operand::Finite(value) = self.operand() else {
            return String::new();
        };
        let logarithm = (value.leading_bits() as f64).log10()
            + (value.magnitude_exponent() - 64) as f64 * std::f64::consts::LOG10_2;
        let sign = if value.is_negative() { "-" } else { "" };
        format!(
            "{sign}{:.5}e{}",
            10_f64.powf(logarithm - logarithm.floor()),
            logarithm.floor()
        )
    }
}

/// Returns the greatest power of ten that is not above `2^exponent`, or the one below.
fn decimal_exponent(exponent: i64) -> i64 {
    const LOG10_2: i128 = 30_102_999_566_398_119_521;
    const SCALE: i128 = 100_000_000_000_000_000_000;
    (i128::from(exponent) * LOG10_2).div_euclid(SCALE) as i64
}

/// Returns the decimal with the fewest digits that lies within half a unit in the last of `precision` places of the
/// value, and of these the nearest.
///
/// It reads back as the same value, except for some powers of two. Their lower neighbour is only half a unit away,
/// which the reference ignores, and its digits are reproduced here.
fn shortest(value: &Wide, precision: u64) -> Digits {
    // The value is `mantissa * 2^exponent` with a full mantissa. Bounds are counted in halves of its last place.
    let widen = precision.saturating_sub(value.mantissa().bits());
    let exponent = value.exponent() - widen as i64 - 1;
    let inclusive = widen > 0;
    let centre = value.mantissa() << (widen + 1);
    let below = &centre - 1_u32;
    let above = &centre + 1_u32;

    // Fine enough that the interval contains 75 multiples of 10^unit, and so a multiple of 10^(unit + 1).
    let unit = decimal_exponent(exponent + 1) - 2;
    let scale = |halves: BigUint| scale_down(halves, exponent, unit);
    let (lowest, exact) = scale(below);
    let lowest = if exact && inclusive {
        lowest
    } else {
        lowest + 1_u32
    };
    let (highest, exact) = scale(above);
    let highest = if exact && !inclusive {
        highest - 1_u32
    } else {
        highest
    };
    let (whole, exact) = scale(centre);

    let width = (&highest - &lowest).to_i64().unwrap_or(0);
    let offset = (&highest - &whole).to_i64().unwrap_or(0);
    let text = highest.to_string();

    // The coarsest power of ten with a multiple in the interval.
    let mut zeros = 0;
    let mut dropped = 0_i64;
    for (index, digit) in text.bytes().rev().enumerate() {
        let digit = i64::from(digit - b'0');
        let place = match digit {
            0 => 0,
            _ if index < 18 => digit * 10_i64.pow(index as u32),
            _ => break,
        };
        if dropped + place > width {
            break;
        }
        dropped += place;
        zeros = index + 1;
    }

    // Distance of the chosen multiple from the highest multiple in the interval.
    let step = if zeros < 18 {
        10_i64.pow(zeros as u32)
    } else {
        i64::MAX
    };
    let mut depth = dropped;
    if step <= width {
        let up = (offset - dropped).rem_euclid(step);
        let above_fits = up <= offset;
        let below_fits = offset - up + step <= width;
        let tie_to_below = || {
            let multiple: BigUint = (&highest - (offset - up) as u64) / step as u64;
            multiple.is_odd()
        };
        let take_below = up != 0
            && below_fits
            && (!above_fits
                || match (2 * up).cmp(&step) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => exact && tie_to_below(),
                    std::cmp::Ordering::Greater => true,
                });
        depth = offset - up + if take_below { step } else { 0 };
    }
    let digits = if depth == 0 {
        text
    } else {
        (highest - depth as u64).to_string()
    };
    Digits {
        point: digits.len() as i64 + unit,
        text: digits.trim_end_matches('0').to_owned(),
    }
}

/// Returns the text of a number, computed without shortcuts.
#[cfg(test)]
pub(super) fn shortest_text(value: &Wide) -> String {
    layout(value.is_negative(), &shortest(value, PRECISION))
}

/// Returns `magnitude * 2^exponent / 10^unit` rounded down, and whether that is exact.
fn scale_down(magnitude: BigUint, exponent: i64, unit: i64) -> (BigUint, bool) {
    let twos = exponent - unit;
    with_power_of_five(unit.unsigned_abs(), |fives| {
        if unit <= 0 {
            let product = magnitude * fives;
            if twos >= 0 {
                return (product << twos.unsigned_abs(), true);
            }
            let exact = product
                .trailing_zeros()
                .is_none_or(|zeros| zeros >= twos.unsigned_abs());
            return (product >> twos.unsigned_abs(), exact);
        }
        let (quotient, remainder) = if twos >= 0 {
            (magnitude << twos.unsigned_abs()).div_rem(fives)
        } else {
            magnitude.div_rem(&(fives << twos.unsigned_abs()))
        };
        (quotient, remainder.is_zero())
    })
}

fn layout(negative: bool, digits: &Digits) -> String {
    let Digits { text, point } = digits;
    let sign = if negative { "-" } else { "" };
    match usize::try_from(*point) {
        Ok(whole @ 1..) if whole >= text.len() => format!("{sign}{text}{}", "0".repeat(whole - text.len())),
        Ok(whole @ 1..) => {
            let (whole, fraction) = text.split_at(whole);
            format!("{sign}{whole}.{fraction}")
        }
        _ => format!("{sign}0.{}{text}", "0".repeat(point.unsigned_abs() as usize)),
    }
}
