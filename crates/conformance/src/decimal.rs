//! Decimal numbers as strings of digits, compared and rounded independently of the number type under test.

use std::fmt;

use num_bigint::BigUint;

/// The largest absolute exponent of ten to compute with: 2 to the power of 512 has 155 digits, and the exact value of a
/// 512-bit number near 1 has fewer than 600.
const MAX_EXPONENT: i64 = 4096;

/// A finite decimal in canonical form: `digits` neither starts nor ends with a zero, and zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    /// The exponent of ten of the last digit.
    exponent: i64,
}

impl Decimal {
    /// Parses an optional sign, digits with an optional point, and an optional exponent; `None` for anything else.
    ///
    /// Zero keeps its sign, since cases distinguish `-0` from `0`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (mantissa, ""),
        };
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        Self::of_digits(negative, &format!("{whole}{fraction}"), exponent)
    }

    /// Strips the zeros at both ends of `digits`, whose last digit has the exponent `exponent`.
    fn of_digits(negative: bool, digits: &str, exponent: i64) -> Option<Self> {
        let digits = digits.trim_start_matches('0');
        let stripped = digits.trim_end_matches('0');
        let zeros = i64::try_from(digits.len() - stripped.len()).ok()?;
        let is_zero = stripped.is_empty();
        Some(Self {
            negative,
            digits: stripped.to_owned(),
            exponent: if is_zero { 0 } else { exponent.checked_add(zeros)? },
        })
    }

    /// Returns the number of significant digits.
    pub(crate) fn precision(&self) -> usize {
        self.digits.len()
    }

    /// Returns the exact value of the nearest binary number with a mantissa of `bits` bits; a tie goes to the even
    /// mantissa. `None` for numbers too large or small to compute.
    pub(crate) fn rounded_to_bits(&self, bits: u64) -> Option<Self> {
        if self.digits.is_empty() || self.exponent.abs() > MAX_EXPONENT {
            return self.digits.is_empty().then(|| self.clone());
        }
        let digits: BigUint = self.digits.parse().ok()?;
        let power = ten_to(self.exponent.unsigned_abs());
        let (numerator, denominator) = if self.exponent < 0 {
            (digits, power)
        } else {
            (digits * power, BigUint::from(1_u32))
        };
        let (mantissa, exponent) = nearest(&numerator, &denominator, bits);
        // 2^-n is 5^n / 10^n, so every binary number has finitely many decimal digits.
        if exponent < 0 {
            let scaled = mantissa * BigUint::from(5_u32).pow(u32::try_from(-exponent).ok()?);
            Self::of_digits(self.negative, &scaled.to_string(), exponent)
        } else {
            let scaled = mantissa << u64::try_from(exponent).ok()?;
            Self::of_digits(self.negative, &scaled.to_string(), 0)
        }
    }
}

/// Returns the mantissa of `bits` bits and the exponent of two nearest to a fraction, ties to even.
fn nearest(numerator: &BigUint, denominator: &BigUint, bits: u64) -> (BigUint, i64) {
    let wanted = i64::try_from(bits).unwrap_or(i64::MAX);
    let size = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(i64::MAX);
    // Keeps one or two extra bits: the quotient of numbers of n and m bits has n - m or n - m + 1.
    let mut exponent = size(numerator) - size(denominator) - wanted - 1;
    let shift = exponent.unsigned_abs();
    let (numerator, denominator) = if exponent < 0 {
        (numerator << shift, denominator.clone())
    } else {
        (numerator.clone(), denominator << shift)
    };
    let mut quotient = &numerator / &denominator;
    let mut is_exact = &quotient * &denominator == numerator;
    while size(&quotient) > wanted + 1 {
        is_exact &= !quotient.bit(0);
        quotient >>= 1_u32;
        exponent += 1;
    }
    let half = quotient.bit(0);
    quotient >>= 1_u32;
    if half && (!is_exact || quotient.bit(0)) {
        quotient += 1_u32;
    }
    (quotient, exponent + 1)
}

fn ten_to(exponent: u64) -> BigUint {
    BigUint::from(10_u32).pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        match self.digits.as_str() {
            "" => write!(formatter, "{sign}0"),
            digits => write!(formatter, "{sign}{digits}e{}", self.exponent),
        }
    }
}

/// Returns whether two numbers in the notation of cases are the same.
///
/// A case may write the exact value of a 512-bit number instead of its shortest decimal.
pub(crate) fn numbers_equal(have: &str, want: &str) -> bool {
    const BITS: u64 = 512;
    if have == want {
        return true;
    }
    let (Some(have), Some(want)) = (Decimal::parse(have), Decimal::parse(want)) else {
        return false;
    };
    have == want || (want.precision() > have.precision() && have.rounded_to_bits(BITS) == Some(want))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Decimal::parse(text).map_or("none".to_owned(), |decimal| decimal.to_string())
    }

    #[test]
    fn zeros_points_and_exponents_do_not_tell_numbers_apart() {
        for (one, other) in [
            ("1.50", "1.5"),
            ("1e3", "1000"),
            ("1E+3", "1000"),
            ("1500e-3", "1.5"),
            ("007", "7"),
            ("+7", "7"),
            ("0.00", "0"),
            ("-0.0", "-0"),
            ("0e7", "0"),
            ("0.001", "1e-3"),
        ] {
            assert_eq!(canonical(one), canonical(other), "{one} and {other}");
            assert!(numbers_equal(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn sign_digits_and_magnitude_tell_numbers_apart() {
        for (one, other) in [
            ("1", "-1"),
            ("0", "-0"),
            ("1", "10"),
            ("1.5", "1.50001"),
            ("0.1", "0.01"),
            ("1", "inf"),
            ("inf", "-inf"),
        ] {
            assert!(!numbers_equal(one, other), "{one} and {other}");
        }
        assert!(numbers_equal("-inf", "-inf"));
    }

    #[test]
    fn what_is_no_decimal_equals_only_itself() {
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "1e",
            "e1",
            "1e+",
            "0x10",
            "1_000",
            "1e99999999999999999999",
            "é",
        ] {
            assert_eq!(canonical(text), "none", "{text}");
            assert!(!numbers_equal(text, "1"), "{text}");
        }
    }

    #[test]
    fn the_hundredth_digit_tells_numbers_apart() {
        let one = format!("0.{}", "3".repeat(100));
        let other = format!("0.{}4", "3".repeat(99));
        assert!(!numbers_equal(&one, &other));
    }

    #[test]
    fn rounding_gives_the_exact_value_of_the_nearest_binary_number() {
        let rounded = |text: &str, bits| Decimal::parse(text).unwrap().rounded_to_bits(bits).unwrap();
        let exactly = |text: &str| Decimal::parse(text).unwrap();
        // The exact value of the nearest double, according to IEEE 754.
        assert_eq!(
            rounded("0.1", 53),
            exactly("0.1000000000000000055511151231257827021181583404541015625")
        );
        assert_eq!(
            rounded("9007199254740993", 53),
            exactly("9007199254740992"),
            "a tie, to even"
        );
        assert_eq!(
            rounded("9007199254740995", 53),
            exactly("9007199254740996"),
            "a tie, to even"
        );
        assert_eq!(
            rounded("9007199254740993.001", 53),
            exactly("9007199254740994"),
            "above a tie"
        );
        assert_eq!(rounded("-3", 1), exactly("-4"), "a tie, to even");
        assert_eq!(rounded("1e30", 128), exactly("1e30"));
        assert_eq!(rounded("0", 64), exactly("0"));
        assert_eq!(Decimal::parse("1e99999").unwrap().rounded_to_bits(64), None);
    }

    #[test]
    fn doubles_round_as_the_processor_rounds_them() {
        for text in [
            "0.3",
            "1.7976931348623157e308",
            "123456.789",
            "2.2250738585072014e-308",
            "4e-5",
        ] {
            let double: f64 = text.parse().unwrap();
            let exact = Decimal::parse(text).unwrap().rounded_to_bits(53).unwrap();
            assert_eq!(Decimal::parse(&format!("{double:.1080}")), Some(exact), "{text}");
        }
    }

    #[test]
    fn exact_value_of_a_512_bit_number_equals_its_shortest_name() {
        let exact = Decimal::parse("1.2").unwrap().rounded_to_bits(512).unwrap();
        assert!(exact.precision() > 300);
        assert!(numbers_equal("1.2", &exact.to_string()));
        let other = Decimal::parse("1.2").unwrap().rounded_to_bits(300).unwrap();
        assert!(!numbers_equal("1.2", &other.to_string()));
    }
}
