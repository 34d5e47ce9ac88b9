//! Finding the ends of runs of similar bytes, a block of bytes at a time.
//!
//! Each byte of a block is tested without branches, so that compilers test the whole block at once where the processor has
//! vectors.

/// Number of bytes in a block.
const BLOCK: usize = 16;

/// Returns the end of the spaces and tabs from `start` on.
#[inline]
pub(super) fn spaces_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    // Most runs are short and consist of spaces, which a word finds in fewer steps than a block.
    while let Some(word) = bytes.get(end..).and_then(|rest| rest.first_chunk()) {
        let others = u64::from_le_bytes(*word) ^ u64::from_ne_bytes([b' '; 8]);
        end += others.trailing_zeros() as usize / 8;
        if others != 0 {
            break;
        }
    }
    while matches!(bytes.get(end), Some(b' ' | b'\t')) {
        end += 1;
    }
    end
}

/// Returns the end of the ASCII characters from `start` on that may continue an identifier.
#[inline]
pub(super) fn identifier_end(bytes: &[u8], start: usize) -> usize {
    run_end(bytes, start, |byte| {
        let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
        let is_digit = byte.wrapping_sub(b'0') < 10;
        is_letter | is_digit | (byte == b'_') | (byte == b'-')
    })
}

/// Returns the end of the bytes from `start` on, before `limit`, that are plain text in a quoted template: the offset of
/// the first quote, `$`, `%`, backslash or control character.
#[inline]
pub(super) fn quoted_end(bytes: &[u8], start: usize, limit: usize) -> usize {
    let bytes = bytes.get(..limit).unwrap_or(bytes);
    run_end(bytes, start, |byte| {
        // The two signs differ in their lowest bit.
        let is_special = (byte == b'"') | (byte | 1 == b'%') | (byte == b'\\');
        !is_special & (byte >= b' ')
    })
}

/// Returns the offset of the first byte from `start` on for which `goes_on` is false, or the length if there is none.
#[inline(always)]
fn run_end(bytes: &[u8], start: usize, goes_on: impl Fn(u8) -> bool) -> usize {
    let mut end = start;
    while let Some(block) = bytes.get(end..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        let mut others = [0; BLOCK];
        for (other, byte) in others.iter_mut().zip(block) {
            *other = if goes_on(*byte) { 0 } else { u8::MAX };
        }
        let length = u128::from_le_bytes(others).trailing_zeros() as usize / 8;
        end += length;
        if length < BLOCK {
            return end;
        }
    }
    while let Some(byte) = bytes.get(end)
        && goes_on(*byte)
    {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every byte at every position among others that continue a run, in inputs of one block and a half.
    fn check(other: u8, end: impl Fn(&[u8], usize) -> usize, goes_on: impl Fn(u8) -> bool) {
        for length in 0..3 * BLOCK / 2 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut text = vec![other; length];
                    text[at] = byte;
                    // What follows must not matter, even the byte itself or one that differs by one.
                    for next in [byte, byte.wrapping_add(1), byte ^ 0x80] {
                        text[at + 1..].fill(next);
                        let expected = text.iter().position(|byte| !goes_on(*byte)).unwrap_or(length);
                        assert_eq!(end(&text, 0), expected, "{text:?}");
                        assert_eq!(end(&text, at), expected.max(at), "{text:?} from {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn spaces_end_at_the_first_other_byte() {
        check(b' ', spaces_end, |byte| matches!(byte, b' ' | b'\t'));
        check(b'\t', spaces_end, |byte| matches!(byte, b' ' | b'\t'));
    }

    #[test]
    fn identifiers_end_at_the_first_byte_that_cannot_continue_one() {
        let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        for other in [b'a', b'Z', b'0', b'-', b'_'] {
            check(other, identifier_end, goes_on);
        }
    }

    #[test]
    fn plain_text_ends_at_the_first_special_byte() {
        let goes_on = |byte: u8| byte >= b' ' && !matches!(byte, b'"' | b'$' | b'%' | b'\\');
        for other in [b'a', b' ', b'!', b'#', b'&', 0x80, 0xFF] {
            check(
                other,
                |bytes, start| quoted_end(bytes, start, bytes.len()),
                goes_on,
            );
        }
        assert_eq!(quoted_end(b"abcdefghijkl\"", 1, 11), 11);
    }
}
