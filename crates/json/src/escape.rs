//! Escapes in strings: decoding, and the way back from decoded text to the file.

use std::borrow::Cow;

use hcl2_native::tree::PositionMap;

/// What is wrong with an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The character after the backslash means nothing.
    Unknown,
    /// Fewer than four hexadecimal digits after `\u`.
    Digits,
    /// Half of a surrogate pair.
    LoneSurrogate,
}

/// One escape as it stands in a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Escape {
    /// Where the backslash is, in bytes from 0 in the text that was searched.
    pub(crate) at: usize,
    /// Length in bytes, backslash included.
    pub(crate) len: usize,
    /// The character that it means.
    pub(crate) meaning: Result<char, Fault>,
}

/// The first escape in `bytes` at or after `from`, in bytes from 0.
pub(crate) fn next_escape(bytes: &[u8], from: usize) -> Option<Escape> {
    let at = from + bytes.get(from..)?.iter().position(|byte| *byte == b'\\')?;
    let simple = |meaning| Escape {
        at,
        len: 2,
        meaning: Ok(meaning),
    };
    Some(match bytes.get(at + 1) {
        Some(byte @ (b'"' | b'\\' | b'/')) => simple(char::from(*byte)),
        Some(b'b') => simple('\u{8}'),
        Some(b'f') => simple('\u{c}'),
        Some(b'n') => simple('\n'),
        Some(b'r') => simple('\r'),
        Some(b't') => simple('\t'),
        Some(b'u') => unicode_escape(bytes, at),
        other => Escape {
            at,
            len: 1 + other.map_or(0, |byte| utf8_len(*byte, bytes.len() - at - 1)),
            meaning: Err(Fault::Unknown),
        },
    })
}

/// The escape at `at`, which starts with `\u`; both halves of a surrogate pair are one escape.
fn unicode_escape(bytes: &[u8], at: usize) -> Escape {
    let (digits, unit) = hex_digits(bytes, at + 2);
    let escape = |len, meaning| Escape { at, len, meaning };
    if digits < 4 {
        return escape(2 + digits, Err(Fault::Digits));
    }
    if let Some(meaning) = char::from_u32(unit) {
        return escape(6, Ok(meaning));
    }
    let is_high = unit < 0xdc00;
    if is_high && bytes.get(at + 6..at + 8) == Some(b"\\u") {
        let (digits, low) = hex_digits(bytes, at + 8);
        if digits == 4 && (0xdc00..0xe000).contains(&low) {
            let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
            let meaning = char::from_u32(scalar).ok_or(Fault::LoneSurrogate);
            return escape(12, meaning);
        }
    }
    escape(6, Err(Fault::LoneSurrogate))
}

/// Up to four hexadecimal digits: how many there are, and their number.
fn hex_digits(bytes: &[u8], from: usize) -> (usize, u32) {
    let digits = bytes.iter().skip(from).take(4);
    digits
        .map_while(|byte| char::from(*byte).to_digit(16))
        .fold((0, 0), |(count, number), digit| (count + 1, number * 16 + digit))
}

/// Length in bytes of the character that starts with `first`, at most `available`.
fn utf8_len(first: u8, available: usize) -> usize {
    let len = match first {
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
        _ => 1,
    };
    len.min(available)
}

/// Decodes the text between the quotes of a string, which starts at `start`, in bytes from 0, of its file; the map
/// leads from the decoded text back to the file.
///
/// An escape that means nothing, and bytes that are not UTF-8, become the replacement character. Text without escapes
/// is borrowed.
pub(crate) fn decode(bytes: &[u8], start: u32) -> (Cow<'_, str>, PositionMap) {
    let mut map = PositionMap::starting_at(start);
    let text = unescape(bytes, |decoded, encoded| {
        map.resume(decoded as u32, start + encoded as u32);
    });
    (text, map)
}

/// Decodes as [`decode`] does. After each escape, `resumed` gets the lengths of the decoded text and of what it was
/// decoded from.
pub(crate) fn unescape(bytes: &[u8], mut resumed: impl FnMut(usize, usize)) -> Cow<'_, str> {
    let Some(mut escape) = next_escape(bytes, 0) else {
        return String::from_utf8_lossy(bytes);
    };
    let mut text = String::with_capacity(bytes.len());
    let mut done = 0;
    loop {
        text.push_str(&String::from_utf8_lossy(&bytes[done..escape.at]));
        text.push(escape.meaning.unwrap_or(char::REPLACEMENT_CHARACTER));
        done = escape.at + escape.len;
        resumed(text.len(), done);
        match next_escape(bytes, done) {
            Some(next) => escape = next,
            None => break,
        }
    }
    text.push_str(&String::from_utf8_lossy(&bytes[done..]));
    Cow::Owned(text)
}
