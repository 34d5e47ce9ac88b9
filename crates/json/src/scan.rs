//! Looking through bytes eight at a time.

/// The lowest bit of every byte of a word.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte of a word.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// `byte` in every place of a word.
const fn each(byte: u8) -> u64 {
    LOW * byte as u64
}

/// A word whose lowest byte with its highest bit set is in the place of the lowest byte of `word` that is less than
/// `bound`, which is at most 128; zero where none is.
const fn less_than(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(each(bound)) & !word & HIGH
}

/// As [`less_than`], for the lowest byte of `word` that is `byte`.
const fn equal_to(word: u64, byte: u8) -> u64 {
    less_than(word ^ each(byte), 1)
}

/// The eight bytes at `at`, the first of them in the lowest place.
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*word))
}

/// Where the first byte at or after `at` is for which `marks` marks its place in a word, in bytes from 0; the end of
/// the bytes where there is none.
#[inline]
fn find(bytes: &[u8], mut at: usize, marks: impl Fn(u64) -> u64) -> usize {
    while let Some(word) = word_at(bytes, at) {
        let marked = marks(word);
        if marked != 0 {
            return at + (marked.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    // The rest, one byte at a time: a byte that fills the whole word is marked where it is marked anywhere.
    while bytes.get(at).is_some_and(|byte| marks(each(*byte)) == 0) {
        at += 1;
    }
    at
}

/// Where the first byte at or after `at` is that means something in a string: a quote, a backslash, a control
/// character or an opening brace.
#[inline]
pub(crate) fn string_end(bytes: &[u8], at: usize) -> usize {
    // With this bit turned, the quote follows the control characters, and the space is past it.
    const QUOTE_BIT: u8 = b'"' ^ b' ';
    find(bytes, at, |word| {
        less_than(word ^ each(QUOTE_BIT), b' ' + 1) | equal_to(word, b'\\') | equal_to(word, b'{')
    })
}

/// Where the first byte is that is no space, tab or line break of JSON, in bytes from 0.
#[inline]
pub(crate) fn space_end(bytes: &[u8]) -> usize {
    // Most tokens follow the one before them right away or after one space.
    match bytes {
        [first, ..] if *first > b' ' => 0,
        [b' ', second, ..] if *second > b' ' => 1,
        _ => long_space_end(bytes),
    }
}

/// As [`space_end`], for line breaks with what indents the next line.
fn long_space_end(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(b' ') => at = find(bytes, at + 1, |word| other_than(word, b' ')),
            Some(b'\n' | b'\t' | b'\r') => at += 1,
            _ => return at,
        }
    }
}

/// As [`equal_to`], for the lowest byte of `word` that is not `byte`.
const fn other_than(word: u64, byte: u8) -> u64 {
    let difference = word ^ each(byte);
    (((difference & !HIGH) + !HIGH) | difference) & HIGH
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
        let run = (byte, 1..20_usize).prop_map(|(byte, len)| vec![byte; len]);
        prop::collection::vec(run, 0..6).prop_map(|runs| runs.concat())
    }

    proptest! {
        #[test]
        fn words_find_what_bytes_do(bytes in text(), at in 0..30_usize) {
            let first = |ends: fn(&u8) -> bool| {
                let rest = bytes.get(at..).unwrap_or_default();
                at + rest.iter().position(ends).unwrap_or(rest.len())
            };
            let special = first(|byte| matches!(byte, b'"' | b'\\' | b'{' | 0..=0x1f));
            prop_assert_eq!(string_end(&bytes, at), special);
            let other = first(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
            prop_assert_eq!(at + space_end(bytes.get(at..).unwrap_or_default()), other);
        }
    }
}
