//! Finding the ends of runs of similar bytes, eight bytes at a time.
//!
//! A word holds eight bytes, the first one lowest. A test of each byte sets its top bit, without branches, and the lowest
//! bit that is set belongs to the first byte that ends the run.

/// The top bit of each byte.
const TOP: u64 = every(0x80);

/// Returns a word of eight times `byte`.
const fn every(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Returns the end of the spaces and tabs from `start` on.
#[inline]
pub(super) fn spaces_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(word) = word_at(bytes, end) {
        let others = word ^ every(b' ');
        if others != 0 {
            end += first(others);
            break;
        }
        end += 8;
    }
    while matches!(bytes.get(end), Some(b' ' | b'\t')) {
        end += 1;
    }
    end
}

/// Returns the end of the ASCII characters from `start` on that may continue an identifier.
#[inline]
pub(super) fn identifier_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    while let Some(word) = word_at(bytes, end) {
        let low = word & !TOP;
        let letters = within(low | every(0x20), b'a', b'z');
        let digits = within(low, b'0', b'9');
        let continues = (letters | digits | equal(low, b'_') | equal(low, b'-')) & !word;
        let others = !continues & TOP;
        if others != 0 {
            return end + first(others);
        }
        end += 8;
    }
    while let Some(byte) = bytes.get(end)
        && (byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    {
        end += 1;
    }
    end
}

/// Returns the end of the bytes from `start` on, before `limit`, that are plain text in a quoted template: the offset of
/// the first quote, `$`, `%`, backslash or control character.
#[inline]
pub(super) fn quoted_end(bytes: &[u8], start: usize, limit: usize) -> usize {
    let bytes = bytes.get(..limit).unwrap_or(bytes);
    let mut end = start;
    while let Some(word) = word_at(bytes, end) {
        // A borrow only affects bytes above the first one found.
        let zero = |word: u64| word.wrapping_sub(every(1)) & !word;
        let quotes = zero(word ^ every(b'"'));
        let signs = zero((word | every(1)) ^ every(b'%'));
        let backslashes = zero(word ^ every(b'\\'));
        let controls = word.wrapping_sub(every(b' ')) & !word;
        let found = (quotes | signs | backslashes | controls) & TOP;
        if found != 0 {
            return end + first(found);
        }
        end += 8;
    }
    while let Some(byte) = bytes.get(end)
        && !matches!(byte, b'"' | b'$' | b'%' | b'\\' | 0..b' ')
    {
        end += 1;
    }
    end
}

/// Returns the eight bytes at `index`, if there are that many.
#[inline]
fn word_at(bytes: &[u8], index: usize) -> Option<u64> {
    let word = bytes.get(index..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*word))
}

/// Returns the index of the lowest byte that is not zero; there must be one.
#[inline]
const fn first(word: u64) -> usize {
    word.trailing_zeros() as usize / 8
}

/// Sets the top bits of the bytes from `min` to `max`; all bytes are below 128.
#[inline]
const fn within(low: u64, min: u8, max: u8) -> u64 {
    (low + every(0x80 - min)) & !(low + every(0x7F - max))
}

/// Sets the top bits of the bytes that are `byte`; all bytes are below 128, and the other bits are arbitrary.
#[inline]
const fn equal(low: u64, byte: u8) -> u64 {
    !((low ^ every(byte)) + every(0x7F))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks every byte at every position among others that continue a run, in inputs of up to three words.
    fn check(other: u8, end: impl Fn(&[u8], usize) -> usize, goes_on: impl Fn(u8) -> bool) {
        for length in 0..24 {
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
