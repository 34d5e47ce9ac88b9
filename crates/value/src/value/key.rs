//! The parts of the keys by which elements of sets are ordered: strings, numbers, bools, and unknown and null values.

use std::cmp::Ordering;

use super::{Repr, Value};
use crate::{Number, is_printable};

/// Significant digits of a number in a key.
const DIGITS: usize = 10;

/// Digits of a number up to which it is converted exactly. Greater and smaller numbers keep six digits.
const MAX_EXACT_DIGITS: usize = 4096;

/// Appends a value without parts. A string may end after the length `end`.
pub(super) fn write_leaf(value: &Value, key: &mut Vec<u8>, end: usize) {
    match &value.bare().0 {
        Repr::Bool(truth) => key.push(if *truth { b'T' } else { b'F' }),
        Repr::Number(number) => write_number(number, key),
        Repr::String(text) => write_quoted(text, key, end),
        Repr::Null(_) => key.push(b'~'),
        Repr::Unknown(_) | Repr::Refined(_) => key.push(b'?'),
        // The application's equality of capsules agrees with no order, so they stay in the order in which they are given.
        _ => {}
    }
}

/// Returns the first byte of a value without parts.
pub(super) fn first_byte(value: &Value) -> u8 {
    let mut key = Vec::new();
    write_leaf(value, &mut key, 1);
    key.first().copied().unwrap_or_default()
}

/// Compares two values without parts as they are in keys, where `;` follows.
pub(super) fn compare_leaves(a: &Value, b: &Value) -> Ordering {
    if let (Repr::String(a), Repr::String(b)) = (&a.bare().0, &b.bare().0) {
        return compare_quoted(a, b);
    }
    let key = |value: &Value| {
        let mut key = Vec::new();
        write_leaf(value, &mut key, usize::MAX);
        key.push(b';');
        key
    };
    key(a).cmp(&key(b))
}

/// Appends a string in quotes. It may end after the length `end`.
pub(super) fn write_quoted(text: &str, key: &mut Vec<u8>, end: usize) {
    key.push(b'"');
    for character in text.chars() {
        if key.len() > end {
            return;
        }
        write_character(character, key);
    }
    key.push(b'"');
}

/// Compares two strings as they are in keys.
pub(super) fn compare_quoted(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.chars(), b.chars());
    loop {
        let (x, y) = (a.next(), b.next());
        if x.is_none() && y.is_none() {
            return Ordering::Equal;
        }
        if x != y {
            let written = |character: Option<char>| {
                let mut key = Vec::new();
                match character {
                    Some(character) => write_character(character, &mut key),
                    None => key.push(b'"'),
                }
                key
            };
            return written(x).cmp(&written(y));
        }
    }
}

/// Appends a character of a quoted string, escaped unless it is printable.
fn write_character(character: char, key: &mut Vec<u8>) {
    let escape = match character {
        '"' => "\\\"",
        '\\' => "\\\\",
        ' '..='~' => {
            key.push(character as u8);
            return;
        }
        '\u{7}' => "\\a",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{b}' => "\\v",
        _ if is_printable(character) => {
            key.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return;
        }
        _ => {
            let code = u32::from(character);
            let escape = match code {
                0..0x80 => format!("\\x{code:02x}"),
                0x80..0x1_0000 => format!("\\u{code:04x}"),
                _ => format!("\\U{code:08x}"),
            };
            key.extend_from_slice(escape.as_bytes());
            return;
        }
    };
    key.extend_from_slice(escape.as_bytes());
}

/// Appends a number with ten significant digits, as `%.10g` writes it in C.
fn write_number(number: &Number, key: &mut Vec<u8>) {
    if number.is_infinite() {
        key.extend_from_slice(if number.is_negative() { b"-Inf" } else { b"+Inf" });
        return;
    }
    if number.is_negative() {
        key.push(b'-');
    }
    let Ok((digits, point)) = number.to_exact_digits(MAX_EXACT_DIGITS) else {
        key.extend_from_slice(format!("{}", number.abs()).as_bytes());
        return;
    };
    let (digits, point) = rounded(digits.into_bytes(), point);
    if digits.is_empty() {
        key.push(b'0');
        return;
    }
    let exponent = point - 1;
    if (-4..DIGITS as i64).contains(&exponent) {
        write_fixed(&digits, point, key);
        return;
    }
    key.push(digits[0]);
    if digits.len() > 1 {
        key.push(b'.');
        key.extend_from_slice(&digits[1..]);
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    key.extend_from_slice(format!("e{sign}{:02}", exponent.unsigned_abs()).as_bytes());
}

/// Appends the digits of `0.d1d2d3 * 10^point` without an exponent.
fn write_fixed(digits: &[u8], point: i64, key: &mut Vec<u8>) {
    let Ok(whole) = usize::try_from(point) else {
        key.extend_from_slice(b"0.");
        key.extend(std::iter::repeat_n(b'0', point.unsigned_abs() as usize));
        key.extend_from_slice(digits);
        return;
    };
    if whole == 0 {
        key.extend_from_slice(b"0.");
        key.extend_from_slice(digits);
        return;
    }
    let before = whole.min(digits.len());
    key.extend_from_slice(&digits[..before]);
    key.extend(std::iter::repeat_n(b'0', whole - before));
    if digits.len() > whole {
        key.push(b'.');
        key.extend_from_slice(&digits[whole..]);
    }
}

/// Rounds `0.d1d2d3 * 10^point` to ten digits, ties to even.
fn rounded(mut digits: Vec<u8>, mut point: i64) -> (Vec<u8>, i64) {
    let Some(next) = digits.get(DIGITS).copied() else {
        return (digits, point);
    };
    let is_tie = next == b'5' && digits.len() == DIGITS + 1;
    let up = if is_tie {
        digits[DIGITS - 1] & 1 == 1
    } else {
        next >= b'5'
    };
    digits.truncate(DIGITS);
    if up {
        while digits.pop_if(|last| *last == b'9').is_some() {}
        match digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                digits.push(b'1');
                point += 1;
            }
        }
    }
    while digits.pop_if(|last| *last == b'0').is_some() {}
    (digits, point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_ten_digits_in_keys() {
        let rows = [
            ("0", "0"),
            ("-3", "-3"),
            ("100000", "100000"),
            ("1234567890", "1234567890"),
            ("12345678901", "1.23456789e+10"),
            ("123456789012.5", "1.23456789e+11"),
            ("99999999995", "1e+11"),
            ("99999999985", "9.999999998e+10"),
            ("99999999999.9", "1e+11"),
            ("1e50", "1e+50"),
            ("0.1", "0.1"),
            ("0.0001", "0.0001"),
            ("0.00001", "1e-05"),
            ("12.5", "12.5"),
            ("0.12345678905", "0.123456789"),
            ("0.12345678915", "0.1234567891"),
            ("1e-200", "1e-200"),
        ];
        for (text, expected) in rows {
            let number = Number::parse(text).expect(text);
            let mut key = Vec::new();
            write_number(&number, &mut key);
            assert_eq!(String::from_utf8_lossy(&key), expected, "{text}");
        }
        let mut key = Vec::new();
        write_number(&Number::NEG_INFINITY, &mut key);
        assert_eq!(key, b"-Inf");
    }

    #[test]
    fn strings_are_escaped_unless_they_are_printable() {
        let rows = [
            ("a\"b\\", r#""a\"b\\""#),
            ("\u{0}\u{7}\n\t\u{7f}\u{1b}", r#""\x00\a\n\t\x7f\x1b""#),
            ("ü€\u{301}", "\"ü€\u{301}\""),
            ("\u{a0}\u{200b}\u{feff}\u{e000}", r#""\u00a0\u200b\ufeff\ue000""#),
            ("\u{e0001}😀", "\"\\U000e0001😀\""),
        ];
        for (text, expected) in rows {
            let mut key = Vec::new();
            write_quoted(text, &mut key, usize::MAX);
            assert_eq!(String::from_utf8_lossy(&key), expected);
        }
    }
}
