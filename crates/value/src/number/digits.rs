//! The exact digits of numbers, for callers with their own notation.

use num_bigint::BigUint;

use super::wide::with_power_of_five;
use super::{Number, Operand, TooManyDigitsError};

impl Number {
    /// Returns all decimal digits of the number's magnitude and the position of its decimal point. With the digits
    /// `d1 d2 d3` and the position `p` the magnitude is `0.d1d2d3 * 10^p`. The digits neither start nor end with
    /// zeros. Zero and the infinities have no digits.
    ///
    /// Unlike the text of the number, this is its exact value: the 512-bit number nearest to a tenth has 512 digits.
    ///
    /// # Errors
    ///
    /// [`TooManyDigitsError`] if there are more than `max_digits` decimal digits.
    ///
    /// ```
    /// # use hcl2_value::Number;
    /// assert_eq!(Number::parse("0.0625")?.to_exact_digits(10)?, ("625".to_owned(), -1));
    /// assert_eq!(Number::from(1200).to_exact_digits(10)?, ("12".to_owned(), 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_exact_digits(&self, max_digits: usize) -> Result<(String, i64), TooManyDigitsError> {
        let Operand::Finite(value) = self.operand() else {
            return Ok((String::new(), 0));
        };
        let too_many = TooManyDigitsError { limit: max_digits };
        // Each binary digit, before or after the point, takes at most one decimal digit.
        let shift = value.exponent().unsigned_abs();
        if shift > max_digits.saturating_mul(4) as u64 {
            return Err(too_many);
        }
        let digits = if value.exponent() >= 0 {
            value.mantissa() << shift
        } else {
            with_power_of_five(shift, |power| value.mantissa() * power)
        };
        let digits = digits.to_string();
        let point = digits.len() as i64 + value.exponent().min(0);
        let digits = digits.trim_end_matches('0');
        if digits.len() > max_digits || point.unsigned_abs() > max_digits as u64 {
            return Err(too_many);
        }
        Ok((digits.to_owned(), point))
    }

    /// Returns the digits of the magnitude of a whole number in a base from 2 to 36, with lower-case letters. `None`
    /// for any other number or base.
    ///
    /// # Errors
    ///
    /// [`TooManyDigitsError`] if there are more than `max_digits` digits.
    ///
    /// ```
    /// # use hcl2_value::Number;
    /// assert_eq!(Number::from(-255).to_magnitude_radix(16, 10)?.as_deref(), Some("ff"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_magnitude_radix(
        &self,
        base: u32,
        max_digits: usize,
    ) -> Result<Option<String>, TooManyDigitsError> {
        if !self.is_integer() || !(2..=36).contains(&base) {
            return Ok(None);
        }
        let too_many = TooManyDigitsError { limit: max_digits };
        let magnitude = match self.operand() {
            // A digit represents fewer than six bits.
            Operand::Finite(value) if value.magnitude_exponent() > max_digits.saturating_mul(6) as i64 => {
                return Err(too_many);
            }
            Operand::Finite(value) => value.mantissa() << value.exponent().unsigned_abs(),
            _ => BigUint::default(),
        };
        let digits = magnitude.to_str_radix(base);
        if digits.len() > max_digits {
            return Err(too_many);
        }
        Ok(Some(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn exact_digits_are_those_of_the_binary_value() {
        let (digits, point) = Number::parse("0.1").unwrap().to_exact_digits(1000).unwrap();
        assert_eq!(point, 0);
        assert!(digits.len() > 500, "{digits}");
        assert!(digits.starts_with('1') && digits[1..].starts_with("00000000"));
        assert_eq!(Number::ZERO.to_exact_digits(5).unwrap(), (String::new(), 0));
        assert_eq!(Number::INFINITY.to_exact_digits(5).unwrap(), (String::new(), 0));
    }

    #[test]
    fn more_digits_than_the_limit_are_refused() {
        let exact = |number: &str, limit| Number::parse(number).unwrap().to_exact_digits(limit).unwrap_err();
        assert_eq!(
            exact("0.1", 100).to_string(),
            "the number needs more than 100 digits"
        );
        assert_eq!(exact("1e100000", 1000).limit(), 1000);
        let binary = |number: &str, limit| {
            let number = Number::parse(number).unwrap();
            number.to_magnitude_radix(2, limit).unwrap_err()
        };
        assert_eq!(binary("1e100000000", 1000).limit(), 1000);
        assert_eq!(
            binary("255", 7).to_string(),
            "the number needs more than 7 digits"
        );
        assert_eq!(
            Number::from(255).to_magnitude_radix(2, 8).unwrap().as_deref(),
            Some("11111111")
        );
    }

    #[test]
    fn only_whole_numbers_have_digits_in_a_base() {
        assert_eq!(
            Number::from(10).to_magnitude_radix(2, 10).unwrap().as_deref(),
            Some("1010")
        );
        assert_eq!(
            Number::ZERO.to_magnitude_radix(8, 10).unwrap().as_deref(),
            Some("0")
        );
        assert_eq!(
            Number::parse("0.5").unwrap().to_magnitude_radix(2, 10).unwrap(),
            None
        );
        assert_eq!(Number::INFINITY.to_magnitude_radix(2, 10).unwrap(), None);
        assert_eq!(Number::ONE.to_magnitude_radix(37, 10).unwrap(), None);
    }
}
