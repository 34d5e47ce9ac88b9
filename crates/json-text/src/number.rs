//! Numbers as text.

use crate::ReadErrorKind;

/// Returns the offset behind the number that starts at `at`; fails with the offset of what is wrong.
///
/// The byte at `at` is a minus sign or a digit.
#[inline]
pub(crate) fn number_end(bytes: &[u8], mut at: usize) -> Result<usize, (ReadErrorKind, usize)> {
    at += usize::from(bytes.get(at) == Some(&b'-'));
    match bytes.get(at) {
        Some(b'0') => {
            at += 1;
            if matches!(bytes.get(at), Some(b'0'..=b'9')) {
                return Err((ReadErrorKind::LeadingZero, at));
            }
        }
        _ => at = digits_end(bytes, at)?,
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits_end(bytes, at)?;
    }
    Ok(at)
}

/// Returns the offset behind one or more digits.
#[inline]
fn digits_end(bytes: &[u8], start: usize) -> Result<usize, (ReadErrorKind, usize)> {
    let mut at = start;
    while matches!(bytes.get(at), Some(b'0'..=b'9')) {
        at += 1;
    }
    if at == start {
        return Err((ReadErrorKind::Digit, at));
    }
    Ok(at)
}

/// Returns whether the whole text is a JSON number.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::is_number;
///
/// assert!(is_number("-1.50e+3"));
/// assert!(!is_number("01") && !is_number("1.") && !is_number(" 1"));
/// ```
#[must_use]
pub fn is_number(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'-' | b'0'..=b'9'))
        && number_end(bytes, 0).is_ok_and(|end| end == bytes.len())
}

/// Returns the number `0.digits * 10^point`, which is not zero, in scientific notation.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::scientific;
///
/// assert_eq!(scientific("125", 2), "1.25e1");
/// assert_eq!(scientific("5", -3), "5e-4");
/// ```
#[must_use]
pub fn scientific(digits: &str, point: i64) -> String {
    let (first, rest) = digits.split_at(1.min(digits.len()));
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{}", point - 1)
}
