//! The text of numbers: the shortest decimal that reads back as the same number, without an exponent.

use std::fmt;

use super::decimal::is_usual;
use super::precision::Precision;
use super::shortest::{Digits, decimal_exponent, shortest};
#[cfg(test)]
use super::wide::Wide;
use super::{Number, Operand, Repr, TooManyDigitsError};

impl Number {
    /// The maximum number of decimal digits that `Display`, the conversion to a string, and JSON write.
    pub const MAX_DIGITS: usize = 100_000;

    /// Returns the number as a string, as the conversion from number to string does: the shortest decimal within half
    /// a unit in the last place of the number, without an exponent. [`Number::parse`] reads the text of a parsed number
    /// back as the same number, except that a power of two of more than 154 digits may become its neighbour below.
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
            Repr::Int(value, _) => value.to_string(),
            Repr::Decimal(value) => value.0.to_string(),
            Repr::NegativeZero(_) => "-0".to_owned(),
            Repr::Infinite(_) => return Ok("+Inf".to_owned()),
            Repr::NegativeInfinite(_) => return Ok("-Inf".to_owned()),
            Repr::Double(value) if is_usual(*value) => value.to_string(),
            Repr::Double(_) => self.wide_text(max_digits).ok_or(too_many)?,
            Repr::Wide(_) => match self.short_text() {
                Some(text) => text,
                None => self.wide_text(max_digits).ok_or(too_many)?,
            },
        };
        if text.len() > max_digits && text.bytes().filter(u8::is_ascii_digit).count() > max_digits {
            return Err(too_many);
        }
        Ok(text)
    }

    /// Returns about the length of the text of the number in bytes, or an upper bound of it, without writing it.
    ///
    /// ```
    /// # use hcl2_value::Number;
    /// assert_eq!(Number::from(7).text_bytes(), 10);
    /// assert!((300..600).contains(&Number::parse("1e300")?.text_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text_bytes(&self) -> u64 {
        /// Bits that a decimal digit takes, at least.
        const BITS: u64 = 3;
        if !matches!(self.0, Repr::Double(_) | Repr::Wide(_)) {
            return 10;
        }
        let Operand::Finite(value) = self.operand() else {
            return 10;
        };
        let bits = value.magnitude_exponent().unsigned_abs() + value.precision().bits();
        (bits / BITS).min(Self::MAX_DIGITS as u64)
    }

    /// Returns the text of a number that 17 digits identify.
    ///
    /// No two decimals of 17 digits are close to the same parsed number. If the text of the nearest double reads back
    /// as this number, no other text is shorter or as short.
    fn short_text(&self) -> Option<String> {
        const MAGNITUDES: std::ops::Range<f64> = 1e-9..1e16;
        if self.bits() != Precision::PARSED {
            return None;
        }
        let (double, _) = self.to_f64();
        if !MAGNITUDES.contains(&double.abs()) {
            return None;
        }
        let text = double.to_string();
        Self::parse(&text)
            .is_ok_and(|read| read.cmp_exact(self).is_eq())
            .then_some(text)
    }

    /// Returns the text of a wide number, or `None` if its magnitude shows that it has more than `max_digits`.
    fn wide_text(&self, max_digits: usize) -> Option<String> {
        let Operand::Finite(value) = self.operand() else {
            return None;
        };
        let precision = value.precision();
        let magnitude = decimal_exponent(value.magnitude_exponent());
        if magnitude.unsigned_abs() > max_digits as u64 + 2 {
            return None;
        }
        if value.is_integer() && value.magnitude_exponent() <= precision.bits() as i64 {
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

/// Returns the text of a number, computed without shortcuts.
#[cfg(test)]
pub(super) fn shortest_text(value: &Wide) -> String {
    layout(value.is_negative(), &shortest(value, value.precision()))
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
