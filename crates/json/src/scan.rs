//! Looking through bytes eight at a time.

/// A one in each byte of a word.
const ONES: u64 = u64::MAX / 0xff;
/// The highest bit of each byte of a word.
const HIGHEST: u64 = ONES << 7;

/// Returns the position of the first byte that means something in a string: a quote, a backslash, a control character or
/// an opening brace; the number of bytes if there is none.
#[inline]
pub(crate) fn string_end(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        let marks = special_in_string(u64::from_le_bytes(*word));
        if marks != 0 {
            return bytes.len() - rest.len() + (marks.trailing_zeros() / 8) as usize;
        }
        rest = after;
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | b'{' | 0..b' ');
    bytes.len() - rest.len() + rest.iter().position(special).unwrap_or(rest.len())
}

/// Sets the highest bit of the lowest byte that means something in a string, and maybe of bytes above it.
#[inline(always)]
fn special_in_string(word: u64) -> u64 {
    // Subtraction sets the highest bit of a byte that is less than what is taken away, and the borrow changes only bytes
    // above it. With their second bit changed, the quote and the control characters are all that is less than 0x21.
    let quote = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
    let brace = (word ^ (ONES * u64::from(b'{'))).wrapping_sub(ONES);
    (quote | backslash | brace) & !word & HIGHEST
}

/// Returns the position of the first byte that is no space, tab or line break of JSON.
#[inline]
pub(crate) fn space_end(bytes: &[u8]) -> usize {
    // Most tokens follow the one before them right away, after one space, or on the next line.
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

/// Does as [`space_end`], for any spaces.
#[inline(never)]
fn long_space_end(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let [b' ' | b'\n' | b'\t' | b'\r', after @ ..] = rest {
        rest = &after[spaces(after)..];
    }
    bytes.len() - rest.len()
}

/// Counts the spaces that `bytes` start with, those in a last piece of less than eight bytes aside.
#[inline(always)]
fn spaces(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        let others = u64::from_le_bytes(*word) ^ (ONES * u64::from(b' '));
        if others != 0 {
            return bytes.len() - rest.len() + (others.trailing_zeros() / 8) as usize;
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
            let special = first(|byte| matches!(byte, b'"' | b'\\' | b'{' | 0..=0x1f));
            prop_assert_eq!(string_end(&bytes), special);
            let other = first(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            prop_assert_eq!(space_end(&bytes), other);
        }
    }
}
