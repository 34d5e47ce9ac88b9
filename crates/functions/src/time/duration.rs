//! Durations: numbers with units.

use hcl2_value::FunctionError;

/// Parses a duration such as `1h30m`, `-1.5s` or `0`.
pub(super) fn nanoseconds(text: &str) -> Result<i64, FunctionError> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(wrong("it is empty"));
    }
    let mut total = 0_u64;
    while !rest.is_empty() {
        let term;
        (term, rest) = read_term(rest)?;
        total = total
            .checked_add(term)
            .filter(|total| *total <= 1 << 63)
            .ok_or_else(too_long)?;
    }
    if negative {
        Ok(0_i64.wrapping_sub_unsigned(total))
    } else {
        i64::try_from(total).map_err(|_| too_long())
    }
}

fn wrong(what: &str) -> FunctionError {
    FunctionError::new(format!("a duration such as 1h30m or -1.5s is required: {what}")).general()
}

fn too_long() -> FunctionError {
    wrong("it is longer than 292 years")
}

fn digits(text: &str) -> (&str, &str) {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(count)
}

/// Parses a number with a unit. Returns it in nanoseconds, and the rest.
fn read_term(text: &str) -> Result<(u64, &str), FunctionError> {
    let (whole, rest) = digits(text);
    let (fraction, rest) = rest.strip_prefix('.').map_or(("", rest), digits);
    if whole.is_empty() && fraction.is_empty() {
        return Err(wrong("a number is expected at its start and after each unit"));
    }
    let end = rest
        .find(|character: char| character == '.' || character.is_ascii_digit())
        .unwrap_or(rest.len());
    let (unit, rest) = rest.split_at(end);
    let scale = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        "" => return Err(wrong("a number is not followed by a unit: ns, us, ms, s, m or h")),
        _ => return Err(wrong("units are ns, us, ms, s, m and h")),
    };
    let whole = if whole.is_empty() {
        Ok(0)
    } else {
        whole.parse::<u64>().map_err(|_| too_long())
    };
    let whole = whole?
        .checked_mul(scale)
        .filter(|nanoseconds| *nanoseconds <= 1 << 63)
        .ok_or_else(too_long)?;
    Ok((whole + fraction_of(fraction, scale), rest))
}

/// Returns a fraction of a unit in whole nanoseconds. It is truncated as in the reference, which multiplies doubles, and
/// digits beyond 63 bits are ignored.
fn fraction_of(digits: &str, scale: u64) -> u64 {
    let mut numerator = 0_u64;
    let mut denominator = 1_f64;
    for digit in digits.bytes() {
        let next = numerator
            .checked_mul(10)
            .map(|next| next + u64::from(digit - b'0'))
            .filter(|next| *next <= 1 << 63);
        let Some(next) = next else { break };
        numerator = next;
        denominator *= 10.0;
    }
    (numerator as f64 * (scale as f64 / denominator)) as u64
}

#[cfg(test)]
mod tests {
    use super::nanoseconds;

    #[test]
    fn durations_are_sums_of_numbers_with_units() {
        let cases = [
            ("0", 0),
            ("-0", 0),
            ("5s", 5_000_000_000),
            ("1h30m", 5_400_000_000_000),
            ("-1.5h", -5_400_000_000_000),
            ("+.5s", 500_000_000),
            ("1.s", 1_000_000_000),
            ("3us2\u{b5}s1\u{3bc}s7ns", 6_007),
            ("0.3333333333333333333h", 1_200_000_000_000),
            ("9223372036854775807ns", i64::MAX),
            ("-9223372036854775808ns", i64::MIN),
        ];
        for (text, expected) in cases {
            assert_eq!(nanoseconds(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_duration() {
        for text in [
            "",
            "-",
            "3",
            "s",
            ".s",
            "1x",
            "1 h",
            "h1",
            "1h-1m",
            "2562048h",
            "9223372036854775808ns",
        ] {
            let error = nanoseconds(text).unwrap_err();
            assert!(error.message.starts_with("a duration such as"), "{text}");
        }
    }
}
