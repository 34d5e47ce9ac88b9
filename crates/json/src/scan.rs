//! Looking through bytes sixteen at a time.

/// Where the first byte at or after `at` is that `ends`, in bytes from 0; the end of the bytes where there is none.
///
/// All of a block are held against the same conditions, without a jump between them, which a compiler does at once.
#[inline(always)]
fn find(bytes: &[u8], mut at: usize, ends: impl Fn(u8) -> bool) -> usize {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let marks = u128::from_le_bytes(block.map(|byte| if ends(byte) { u8::MAX } else { 0 }));
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += block.len();
    }
    while bytes.get(at).is_some_and(|byte| !ends(*byte)) {
        at += 1;
    }
    at
}

/// Where the first byte at or after `at` is that means something in a string: a quote, a backslash, a control
/// character or an opening brace.
#[inline]
pub(crate) fn string_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |byte| {
        (byte < b' ') | (byte == b'"') | (byte == b'\\') | (byte == b'{')
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
    find(bytes, 0, |byte| {
        (byte != b' ') & (byte != b'\n') & (byte != b'\t') & (byte != b'\r')
    })
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
        fn blocks_find_what_bytes_do(bytes in text(), at in 0..50_usize) {
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
