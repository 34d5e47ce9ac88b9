//! Parsing of numbers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;
use rust_decimal::Decimal;

use super::precision::Precision;
use super::wide::{EXPONENTS, round, with_power_of_five};
use super::{AlignedDecimal, Number, ParseNumberError, ParseNumberErrorKind, Repr};

const SYNTAX: ParseNumberError = ParseNumberError(ParseNumberErrorKind::Syntax);
const EXPONENT_RANGE: ParseNumberError = ParseNumberError(ParseNumberErrorKind::ExponentRange);
const INEXACT: ParseNumberError = ParseNumberError(ParseNumberErrorKind::Inexact);

/// The number of digits that always fit an inline decimal.
const DECIMAL_DIGITS: usize = 28;

/// The number of digits that rounding depends on. Further digits only distinguish a tie from a value above it.
const SIGNIFICANT_DIGITS: usize = 20_000;

/// The parts of a valid number.
struct Notation<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: Option<&'a [u8]>,
    exponent: Option<Exponent>,
}

#[derive(Clone, Copy)]
struct Exponent {
    base_two: bool,
    value: i64,
}

impl Number {
    /// Returns the number that a literal of this value denotes: it has the precision of a parsed number.
    ///
    /// ```
    /// # use hcl2_value::Number;
    /// assert_eq!(Number::parsed(5).precision(), Number::parse("5")?.precision());
    /// # Ok::<(), hcl2_value::ParseNumberError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn parsed(value: i64) -> Self {
        Self(Repr::Int(value, Precision::PARSED))
    }

    /// Parses a number as the conversion from string to number does. It has an optional sign, decimal digits with an
    /// optional point, which may also come first or last, and an optional exponent of ten after `e` or of two after
    /// `p`. The infinities are `inf` and `Inf` with an optional sign.
    ///
    /// The value is rounded to 512 bits. A value beyond the range becomes an infinity, a value below it zero.
    ///
    /// # Errors
    ///
    /// [`ParseNumberErrorKind::Syntax`] for any other string, [`ParseNumberErrorKind::ExponentRange`] if the exponent
    /// itself is beyond the range of numbers.
    ///
    /// ```
    /// # use hcl2_value::Number;
    /// assert_eq!(Number::parse("1.5e3")?, Number::from(1500));
    /// assert_eq!(Number::parse("0x10").unwrap_err().to_string(), "not a number in decimal notation");
    /// # Ok::<(), hcl2_value::ParseNumberError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseNumberError> {
        if let Some(value) = small_integer(text.as_bytes()) {
            return Ok(Self(Repr::Int(value, Precision::PARSED)));
        }
        let (sign, rest) = split_sign(text.as_bytes());
        if matches!(rest, b"inf" | b"Inf") {
            return Ok(Self::infinity(sign == Some(b'-'), Precision::PARSED));
        }
        Notation::read(sign == Some(b'-'), rest)?.value()
    }

    /// Parses a numeric literal: digits, an optional fraction and an optional exponent of ten, without a sign.
    ///
    /// # Errors
    ///
    /// [`ParseNumberErrorKind::Syntax`] for a string that is not a literal, [`ParseNumberErrorKind::ExponentRange`]
    /// if the value is beyond the range of numbers, and [`ParseNumberErrorKind::Inexact`] for a literal of digits
    /// alone that needs more than 512 bits or has more than 20,000 digits.
    pub fn parse_literal(text: &str) -> Result<Self, ParseNumberError> {
        if let Some(value) = small_integer(text.as_bytes()) {
            return Ok(Self(Repr::Int(value, Precision::PARSED)));
        }
        let notation = Notation::read(false, text.as_bytes())?;
        if notation.whole.is_empty()
            || notation.fraction.is_some_and(<[u8]>::is_empty)
            || notation.exponent.is_some_and(|exponent| exponent.base_two)
        {
            return Err(SYNTAX);
        }
        let number = notation.value()?;
        if number.is_infinite() {
            return Err(EXPONENT_RANGE);
        }
        if notation.fraction.is_none()
            && notation.exponent.is_none()
            && let Repr::Wide(_) = number.0
            && !notation.is_exact()
        {
            return Err(INEXACT);
        }
        Ok(number)
    }

    /// Parses a whole number in a base from 2 to 62, with an optional sign. Letters are the digits from ten on, in
    /// either case up to base 36, and lower case before upper case in greater bases.
    ///
    /// The number has the precision of a counted number: 64 bits, or as many as it needs.
    ///
    /// # Errors
    ///
    /// [`ParseNumberErrorKind::Syntax`] for another base or any other character, and
    /// [`ParseNumberErrorKind::Inexact`] for more than 20,000 digits.
    pub fn from_str_radix(text: &str, base: u32) -> Result<Self, ParseNumberError> {
        let (sign, digits) = split_sign(text.as_bytes());
        if !(2..=62).contains(&base) || digits.is_empty() {
            return Err(SYNTAX);
        }
        let digit = |byte: &u8| {
            let value = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'z' => byte - b'a' + 10,
                b'A'..=b'Z' if base > 36 => byte - b'A' + 36,
                b'A'..=b'Z' => byte - b'A' + 10,
                _ => u8::MAX,
            };
            (u32::from(value) < base).then_some(value)
        };
        let values = digits
            .iter()
            .map(digit)
            .collect::<Option<Vec<_>>>()
            .ok_or(SYNTAX)?;
        let leading_zeros = values.iter().take_while(|value| **value == 0).count();
        let significant = values.get(leading_zeros..).unwrap_or_default();
        if significant.len() > SIGNIFICANT_DIGITS {
            return Err(INEXACT);
        }
        let magnitude = BigUint::from_radix_be(significant, base).unwrap_or_default();
        let precision = Precision::counted(magnitude.bits());
        if magnitude.is_zero() {
            return Ok(Self::zero(false, precision));
        }
        Ok(Self::from_parts(
            sign == Some(b'-'),
            magnitude,
            0,
            false,
            precision,
        ))
    }
}

impl std::str::FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

/// Parses a few digits, if there is nothing else.
fn small_integer(text: &[u8]) -> Option<i64> {
    const ALWAYS_FIT: usize = 18;
    if text.is_empty() || text.len() > ALWAYS_FIT {
        return None;
    }
    text.iter().try_fold(0, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

fn split_sign(text: &[u8]) -> (Option<u8>, &[u8]) {
    match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
        _ => (None, text),
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(
        text.iter()
            .position(|byte| !byte.is_ascii_digit())
            .unwrap_or(text.len()),
    )
}

impl<'a> Notation<'a> {
    fn read(negative: bool, text: &'a [u8]) -> Result<Self, ParseNumberError> {
        let (whole, rest) = split_digits(text);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => {
                let (fraction, rest) = split_digits(rest);
                (Some(fraction), rest)
            }
            _ => (None, rest),
        };
        if whole.is_empty() && fraction.is_none_or(<[u8]>::is_empty) {
            return Err(SYNTAX);
        }
        let exponent = match rest {
            [] => None,
            [mark @ (b'e' | b'E' | b'p' | b'P'), rest @ ..] => {
                let (sign, digits) = split_sign(rest);
                if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
                    return Err(SYNTAX);
                }
                let magnitude = digits
                    .iter()
                    .try_fold(0_i64, |value, digit| {
                        value.checked_mul(10)?.checked_add(i64::from(digit - b'0'))
                    })
                    .ok_or(EXPONENT_RANGE)?;
                let value = if sign == Some(b'-') { -magnitude } else { magnitude };
                Some(Exponent {
                    base_two: matches!(mark, b'p' | b'P'),
                    value,
                })
            }
            _ => return Err(SYNTAX),
        };
        Ok(Self {
            negative,
            whole,
            fraction,
            exponent,
        })
    }

    /// Returns all digits without leading and trailing zeros, and the exponent of ten of the last digit.
    fn significant_digits(&self) -> (impl Iterator<Item = u8> + Clone, usize, i64) {
        let fraction = self.fraction.unwrap_or_default();
        let digits = self.whole.iter().chain(fraction).copied();
        let total = self.whole.len() + fraction.len();
        let leading = digits.clone().take_while(|digit| *digit == b'0').count();
        let trailing = digits.clone().rev().take_while(|digit| *digit == b'0').count();
        let count = (total - leading).saturating_sub(trailing);
        (
            digits.skip(leading).take(count),
            count,
            trailing as i64 - fraction.len() as i64,
        )
    }

    /// Returns whether a whole number keeps all its bits. More digits than are ever significant are too many.
    fn is_exact(&self) -> bool {
        // The greatest power of five of at most 512 bits.
        const MAX_FIVES: i64 = 220;
        /// 10 to this power is below 2^512.
        const ALWAYS_FIT: usize = 154;
        if self.whole.len() <= ALWAYS_FIT {
            return true;
        }
        let (digits, count, tens) = self.significant_digits();
        if count > SIGNIFICANT_DIGITS || tens > MAX_FIVES {
            return false;
        }
        let magnitude = integer_of_digits(digits);
        let product = with_power_of_five(tens.unsigned_abs(), |power| magnitude * power);
        product.bits() - product.trailing_zeros().unwrap_or(0) <= Precision::PARSED.bits()
    }

    fn value(&self) -> Result<Number, ParseNumberError> {
        let (digits, count, point) = self.significant_digits();
        if count == 0 {
            return Ok(Number::zero(self.negative, Precision::PARSED));
        }
        let (tens, twos) = match self.exponent {
            None => (Some(point), 0),
            Some(Exponent {
                base_two: false,
                value,
            }) => (point.checked_add(value), 0),
            Some(Exponent {
                base_two: true,
                value,
            }) => (Some(point), value),
        };
        let tens = tens.ok_or(EXPONENT_RANGE)?;
        if count <= DECIMAL_DIGITS
            && twos == 0
            && let Some(number) = inline(self.negative, digits.clone(), count, tens)
        {
            return Ok(number);
        }
        self.wide_value(digits, count, tens, twos)
    }

    fn wide_value(
        &self,
        digits: impl Iterator<Item = u8>,
        count: usize,
        mut tens: i64,
        twos: i64,
    ) -> Result<Number, ParseNumberError> {
        let mut magnitude = integer_of_digits(digits.take(SIGNIFICANT_DIGITS));
        if count > SIGNIFICANT_DIGITS {
            // The last digit is not zero, so the value is above what was read.
            magnitude = magnitude * 10_u32 + 1_u32;
            tens = tens.saturating_add((count - SIGNIFICANT_DIGITS) as i64 - 1);
        }
        let exponent = tens
            .checked_add(twos)
            .filter(|exponent| {
                exponent
                    .checked_add(magnitude.bits() as i64)
                    .is_some_and(|e| EXPONENTS.contains(&e))
            })
            .ok_or(EXPONENT_RANGE)?;
        Ok(scale_by_five(self.negative, magnitude, exponent, tens))
    }
}

/// Returns `magnitude * 2^exponent * 5^fives`, rounded.
fn scale_by_five(negative: bool, magnitude: BigUint, exponent: i64, fives: i64) -> Number {
    let Some((power, power_exponent)) = power_of_five(fives.unsigned_abs()) else {
        return if fives > 0 {
            Number::infinity(negative, Precision::PARSED)
        } else {
            Number::zero(negative, Precision::PARSED)
        };
    };
    if fives >= 0 {
        let product = magnitude * power;
        return Number::from_parts(
            negative,
            product,
            exponent + power_exponent,
            false,
            Precision::PARSED,
        );
    }
    let shift = (Precision::PARSED.bits() + 2 + power.bits()).saturating_sub(magnitude.bits());
    let (quotient, remainder) = (magnitude << shift).div_rem(&power);
    let sticky = !remainder.is_zero();
    Number::from_parts(
        negative,
        quotient,
        exponent - power_exponent - shift as i64,
        sticky,
        Precision::PARSED,
    )
}

/// Returns 5 to the power of `exponent` as mantissa and exponent of two: exactly up to 5^248, with 576 bits beyond.
/// `None` if it is beyond the range of numbers.
///
/// The order of the multiplications and the 640 bits of the repeatedly squared factor are those of the reference.
/// They decide the last bit of a number halfway between two 576-bit values.
fn power_of_five(exponent: u64) -> Option<(BigUint, i64)> {
    const EXACT: u64 = 248;
    const START: u64 = 27;
    if exponent <= EXACT {
        return Some((with_power_of_five(exponent, BigUint::clone), 0));
    }
    let (power_precision, factor_precision) = (
        Precision::PARSED.at_least(512 + 64),
        Precision::PARSED.at_least(512 + 128),
    );
    let multiply = |left: &(BigUint, i64), right: &(BigUint, i64), precision| {
        let product = round(&left.0 * &right.0, left.1 + right.1, precision, false);
        ((product.0.bits() as i64 + product.1) <= *EXPONENTS.end()).then_some(product)
    };
    let mut power = (with_power_of_five(START, BigUint::clone), 0);
    let mut factor = Some((BigUint::from(5_u32), 0));
    let mut rest = exponent - START;
    while rest > 0 {
        if rest & 1 != 0 {
            power = multiply(&power, factor.as_ref()?, power_precision)?;
        }
        factor = factor.and_then(|factor| multiply(&factor, &factor, factor_precision));
        rest >>= 1;
    }
    Some(power)
}

/// Returns a number of at most 28 digits times a power of ten, if it fits an inline representation.
fn inline(negative: bool, digits: impl Iterator<Item = u8>, count: usize, tens: i64) -> Option<Number> {
    if tens > 18 || tens < -(DECIMAL_DIGITS as i64) || (tens >= 0 && count > 19) {
        return None;
    }
    let magnitude = digits.fold(0_i128, |value, digit| value * 10 + i128::from(digit - b'0'));
    let value = if negative { -magnitude } else { magnitude };
    let power = u32::try_from(tens.unsigned_abs()).ok()?;
    if tens >= 0 {
        let value = value.checked_mul(10_i128.pow(power))?;
        return i64::try_from(value)
            .ok()
            .map(|value| Number(Repr::Int(value, Precision::PARSED)));
    }
    Decimal::try_from_i128_with_scale(value, power)
        .ok()
        .map(|value| Number(Repr::Decimal(AlignedDecimal(value))))
}

fn integer_of_digits(digits: impl Iterator<Item = u8>) -> BigUint {
    const CHUNK: u64 = 10_u64.pow(18);
    let mut magnitude = BigUint::ZERO;
    let (mut chunk, mut weight) = (0, 1);
    for digit in digits {
        chunk = chunk * 10 + u64::from(digit - b'0');
        weight *= 10;
        if weight == CHUNK {
            magnitude = magnitude * CHUNK + chunk;
            (chunk, weight) = (0, 1);
        }
    }
    magnitude * weight + chunk
}
