//! Scanning bytes sixteen at a time.

/// A one in each byte of a word.
const ONES: u64 = u64::MAX / 0xff;
/// The highest bit of each byte of a word.
const HIGHEST: u64 = ONES << 7;

/// Returns the offset of the first quote, backslash or control character; the number of bytes if there is none.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::string_end;
///
/// assert_eq!(string_end(b"port\": 80"), 4);
/// assert_eq!(string_end(b"port"), 4);
/// ```
#[inline]
#[must_use]
pub fn string_end(bytes: &[u8]) -> usize {
    find_special::<false>(bytes)
}

/// Returns the same as [`string_end`], but opening braces end the search too: they may start a template.
#[inline]
#[must_use]
pub fn string_or_brace_end(bytes: &[u8]) -> usize {
    find_special::<true>(bytes)
}

#[inline(always)]
fn find_special<const BRACE: bool>(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((pair, after)) = rest.split_first_chunk::<16>() {
        let [low, high] = words(pair).map(special::<BRACE>);
        if low | high != 0 {
            return bytes.len() - rest.len() + first_mark(low, high);
        }
        rest = after;
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ') || BRACE && *byte == b'{';
    bytes.len() - rest.len() + rest.iter().position(special).unwrap_or(rest.len())
}

/// Splits sixteen bytes into two words.
#[inline(always)]
fn words(bytes: &[u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(*bytes);
    [both as u64, (both >> 64) as u64]
}

/// Returns the position of the lowest byte with a bit in one of two words, which are not both zero.
#[inline(always)]
fn first_mark(low: u64, high: u64) -> usize {
    let bits = if low == 0 {
        64 + high.trailing_zeros()
    } else {
        low.trailing_zeros()
    };
    (bits / 8) as usize
}

/// Sets the highest bit of the lowest special byte of a word, and possibly of bytes above it.
#[inline(always)]
fn special<const BRACE: bool>(word: u64) -> u64 {
    // Subtraction sets the highest bit of a byte that is less than the subtrahend, and the borrow changes only bytes
    // above it. With their second bit flipped, the quote and the control characters are exactly what is less than 0x21.
    let quote = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
    let brace = if BRACE {
        (word ^ (ONES * u64::from(b'{'))).wrapping_sub(ONES)
    } else {
        0
    };
    (quote | backslash | brace) & !word & HIGHEST
}

/// Returns the offset of the first byte that is not a space, tab or line ending of JSON.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_json_text::space_end(b"\n  \"port\": 80"), 3);
/// ```
#[inline]
#[must_use]
pub fn space_end(bytes: &[u8]) -> usize {
    // Most tokens follow their predecessor at once, after one space, or on the next line.
    match bytes {
        [first, ..] if *first > b' ' => 0,
        [b' ', second, ..] if *second > b' ' => 1,
        [b'\n', after @ ..] => {
            let indent = spaces(after);
            match after.get(indent) {
                Some(next) if *next > b' ' => 1 + indent,
                _ => long_space_end(bytes),
            }
        }
        _ => long_space_end(bytes),
    }
}

/// Returns the same as [`space_end`], for any spaces.
#[inline(never)]
fn long_space_end(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let [b' ' | b'\n' | b'\t' | b'\r', after @ ..] = rest {
        rest = &after[spaces(after)..];
    }
    bytes.len() - rest.len()
}

/// Counts the leading spaces, except those in a last piece of less than sixteen bytes.
#[inline(always)]
fn spaces(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((pair, after)) = rest.split_first_chunk::<16>() {
        let [low, high] = words(pair).map(|word| word ^ (ONES * u64::from(b' ')));
        if low | high != 0 {
            return bytes.len() - rest.len() + first_mark(low, high);
        }
        rest = after;
    }
    bytes.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![
            4 => prop::sample::select(b" \t\r\n\"\\{a\x1f\x20\x21\x7f\x80\xa0\xa2\xff".as_slice()),
            1 => any::<u8>(),
        ];
        let run = (byte, 1..36_usize).prop_map(|(byte, len)| vec![byte; len]);
        prop::collection::vec(run, 0..6).prop_map(|runs| runs.concat())
    }

    proptest! {
        #[test]
        fn words_find_what_bytes_do(bytes in text()) {
            let first = |ends: fn(&u8) -> bool| bytes.iter().position(ends).unwrap_or(bytes.len());
            let special = first(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            prop_assert_eq!(string_end(&bytes), special);
            let special = first(|byte| matches!(byte, b'"' | b'\\' | b'{' | 0..=0x1f));
            prop_assert_eq!(string_or_brace_end(&bytes), special);
            let other = first(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            prop_assert_eq!(space_end(&bytes), other);
        }
    }
}
