//! Formatting of numbers.

use hcl2_value::{FunctionError, Number};

use super::verb::Verb;

/// Formats a number by a verb.
pub(super) fn write(verb: &Verb<'_>, number: &Number, out: &mut String) -> Result<(), FunctionError> {
    let too_long = || verb.unfit("the number has more than 100,000 digits");
    let base = match verb.letter {
        'b' => 2,
        'o' => 8,
        'd' => 10,
        'x' | 'X' => 16,
        _ => {
            let text = float(verb, number).ok_or_else(too_long)?;
            write_float(verb, number, &text, out);
            return Ok(());
        }
    };
    let digits = number
        .to_magnitude_radix(base, Number::MAX_DIGITS)
        .map_err(|_| too_long())?;
    let digits = digits.ok_or_else(|| verb.unfit("a whole number is required"))?;
    write_integer(verb, number.signum() < 0, &digits, out);
    Ok(())
}

fn write_integer(verb: &Verb<'_>, negative: bool, digits: &str, out: &mut String) {
    if digits == "0" && verb.precision == Some(0) {
        return;
    }
    let sign = sign(verb, negative);
    let prefix = match (verb.sharp, verb.letter) {
        (true, 'b') => "0b",
        (true, 'o') => "0",
        (true, 'x') => "0x",
        (true, 'X') => "0X",
        _ => "",
    };
    let mut zeros = verb.precision.unwrap_or(0).saturating_sub(digits.len());
    let missing = verb
        .width
        .saturating_sub(sign.len() + prefix.len() + zeros + digits.len());
    let (mut before, mut after) = (0, 0);
    if verb.minus {
        after = missing;
    } else if verb.zero && verb.precision.is_none() {
        zeros += missing;
    } else {
        before = missing;
    }
    out.push_str(&" ".repeat(before));
    out.push_str(sign);
    out.push_str(prefix);
    out.push_str(&"0".repeat(zeros));
    if verb.letter == 'X' {
        out.push_str(&digits.to_ascii_uppercase());
    } else {
        out.push_str(digits);
    }
    out.push_str(&" ".repeat(after));
}

fn sign(verb: &Verb<'_>, negative: bool) -> &'static str {
    match (negative, verb.plus, verb.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

fn write_float(verb: &Verb<'_>, number: &Number, magnitude: &str, out: &mut String) {
    let sign = match sign(verb, number.is_negative()) {
        "" | "+" if number.is_infinite() => {
            if verb.space {
                " "
            } else {
                "+"
            }
        }
        sign => sign,
    };
    let missing = verb.width.saturating_sub(sign.len() + magnitude.len());
    let fill = |character: &str| character.repeat(missing);
    let parts = if verb.zero && !number.is_infinite() {
        [sign, &fill("0"), magnitude]
    } else if verb.minus {
        [sign, magnitude, &fill(" ")]
    } else {
        [&fill(" "), sign, magnitude]
    };
    for part in parts {
        out.push_str(part);
    }
}

/// Formats a number as `%v` does. Returns `None` if it has too many digits.
pub(super) fn general(number: &Number) -> Option<String> {
    let sign = match (number.is_negative(), number.is_infinite()) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    let magnitude = if number.is_infinite() {
        "Inf".to_owned()
    } else {
        Decimal::shortest(number)?.general(None, 'e')
    };
    Some(format!("{sign}{magnitude}"))
}

/// Formats the absolute value of a number. Returns `None` if it has too many digits.
fn float(verb: &Verb<'_>, number: &Number) -> Option<String> {
    if number.is_infinite() {
        return Some("Inf".to_owned());
    }
    let precision = verb.precision;
    let exponent = if verb.letter.is_ascii_uppercase() {
        'E'
    } else {
        'e'
    };
    Some(match (verb.letter, precision) {
        ('g' | 'G', None) => Decimal::shortest(number)?.general(None, exponent),
        ('g' | 'G', Some(precision)) => {
            let precision = precision.max(1);
            let mut decimal = Decimal::exact(number)?;
            decimal.round(precision as i64);
            decimal.general(Some(precision), exponent)
        }
        ('f', precision) => {
            let precision = precision.unwrap_or(6);
            let mut decimal = Decimal::exact(number)?;
            decimal.round(decimal.point + precision as i64);
            decimal.fixed(precision)
        }
        (_, precision) => {
            let precision = precision.unwrap_or(6);
            let mut decimal = Decimal::exact(number)?;
            decimal.round(precision as i64 + 1);
            decimal.scientific(precision, exponent)
        }
    })
}

/// `0.d1d2d3... * 10^point`, without zeros at the end of the digits; zero has no digits.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// Returns all digits of the number.
    fn exact(number: &Number) -> Option<Self> {
        let (digits, point) = number.to_exact_digits(Number::MAX_DIGITS).ok()?;
        Some(Self {
            digits: digits.into_bytes(),
            point,
        })
    }

    /// Returns the digits of the shortest text of the number.
    fn shortest(number: &Number) -> Option<Self> {
        let text = number.abs().to_string_limited(Number::MAX_DIGITS).ok()?;
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let all = format!("{whole}{fraction}");
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0').as_bytes().to_vec();
        let point = whole.len() as i64 - (all.len() - significant.len()) as i64;
        Some(Self {
            point: if digits.is_empty() { 0 } else { point },
            digits,
        })
    }

    /// Rounds to at most `count` digits, ties to even. A negative count changes nothing.
    fn round(&mut self, count: i64) {
        let Ok(count) = usize::try_from(count) else { return };
        let Some(next) = self.digits.get(count).copied() else {
            return;
        };
        let is_tie = next == b'5' && self.digits.len() == count + 1;
        let up = if is_tie {
            count > 0 && self.digits[count - 1] & 1 == 1
        } else {
            next >= b'5'
        };
        self.digits.truncate(count);
        if up {
            while self.digits.last() == Some(&b'9') {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    self.digits.push(b'1');
                    self.point += 1;
                }
            }
        } else {
            while self.digits.last() == Some(&b'0') {
                self.digits.pop();
            }
            if self.digits.is_empty() {
                self.point = 0;
            }
        }
    }

    /// Returns the digit at an index from 0, starting at the first one.
    fn digit(&self, place: i64) -> char {
        let digit = usize::try_from(place)
            .ok()
            .and_then(|place| self.digits.get(place));
        digit.map_or('0', |digit| char::from(*digit))
    }

    fn fixed(&self, places: usize) -> String {
        let mut text = String::new();
        if self.point > 0 {
            text.extend((0..self.point).map(|place| self.digit(place)));
        } else {
            text.push('0');
        }
        if places > 0 {
            text.push('.');
            text.extend((0..places as i64).map(|place| self.digit(self.point + place)));
        }
        text
    }

    fn scientific(&self, places: usize, letter: char) -> String {
        let mut text = String::from(self.digit(0));
        if places > 0 {
            text.push('.');
            text.extend((1..=places as i64).map(|place| self.digit(place)));
        }
        let exponent = if self.digits.is_empty() { 0 } else { self.point - 1 };
        let sign = if exponent < 0 { '-' } else { '+' };
        text.push_str(&format!("{letter}{sign}{:02}", exponent.unsigned_abs()));
        text
    }

    /// Formats with an exponent if that is less than -4 or at least the precision, or 6 for the shortest text.
    fn general(&self, precision: Option<usize>, letter: char) -> String {
        let count = self.digits.len();
        let mut places = precision.unwrap_or(count);
        let mut limit = places as i64;
        if limit > count as i64 && count as i64 >= self.point {
            limit = count as i64;
        }
        if precision.is_none() {
            limit = 6;
        }
        let exponent = self.point - 1;
        if exponent < -4 || exponent >= limit {
            return self.scientific(places.min(count).saturating_sub(1), letter);
        }
        if places as i64 > self.point {
            places = count;
        }
        self.fixed(usize::try_from(places as i64 - self.point).unwrap_or(0))
    }
}
