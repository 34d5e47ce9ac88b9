//! Decoding the escapes in strings.

use std::borrow::Cow;

use crate::ReadErrorKind;

/// Why an escape is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EscapeError {
    /// The character after the backslash forms no escape.
    Unknown,
    /// `\u` is followed by fewer than four hexadecimal digits.
    MissingDigits,
    /// The escape is half of a surrogate pair.
    LoneSurrogate,
}

/// What half of a surrogate pair means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoneSurrogates {
    /// The replacement character.
    #[default]
    Replace,
    /// An error.
    Refuse,
}

/// An escape in a string.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::{Escape, EscapeError};
///
/// let escape = Escape::find(br"caf\u00e9", 0).unwrap();
/// assert_eq!((escape.offset, escape.len, escape.character), (3, 6, Ok('é')));
/// let escape = Escape::find(br"a\b\x", 3).unwrap();
/// assert_eq!((escape.offset, escape.character), (3, Err(EscapeError::Unknown)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Escape {
    /// The offset of the backslash.
    pub offset: usize,
    /// Length in bytes, backslash included.
    pub len: usize,
    /// The character that the escape stands for.
    pub character: Result<char, EscapeError>,
}

impl Escape {
    /// Returns the first escape in `bytes` at or after the offset `from`.
    #[must_use]
    pub fn find(bytes: &[u8], from: usize) -> Option<Self> {
        let skipped = bytes.get(from..)?.iter().position(|byte| *byte == b'\\')?;
        Some(Self::at(bytes, from + skipped))
    }

    /// Returns the escape whose backslash is at `offset`.
    pub(crate) fn at(bytes: &[u8], offset: usize) -> Self {
        let simple = |character| Self {
            offset,
            len: 2,
            character: Ok(character),
        };
        match bytes.get(offset + 1) {
            Some(byte @ (b'"' | b'\\' | b'/')) => simple(char::from(*byte)),
            Some(b'b') => simple('\u{8}'),
            Some(b'f') => simple('\u{c}'),
            Some(b'n') => simple('\n'),
            Some(b'r') => simple('\r'),
            Some(b't') => simple('\t'),
            Some(b'u') => Self::unicode(bytes, offset),
            other => Self {
                offset,
                len: 1 + other.map_or(0, |byte| utf8_len(*byte, bytes.len() - offset - 1)),
                character: Err(EscapeError::Unknown),
            },
        }
    }

    /// Returns the `\u` escape at `offset`; both halves of a surrogate pair are one escape.
    fn unicode(bytes: &[u8], offset: usize) -> Self {
        let escape = |len, character| Self {
            offset,
            len,
            character,
        };
        let (digits, unit) = hex_digits(bytes, offset + 2);
        if digits < 4 {
            return escape(2 + digits, Err(EscapeError::MissingDigits));
        }
        if let Some(character) = char::from_u32(unit) {
            return escape(6, Ok(character));
        }
        let is_high = unit < 0xdc00;
        if is_high && bytes.get(offset + 6..offset + 8) == Some(b"\\u") {
            let (digits, low) = hex_digits(bytes, offset + 8);
            if digits == 4 && (0xdc00..0xe000).contains(&low) {
                let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                let character = char::from_u32(scalar).ok_or(EscapeError::LoneSurrogate);
                return escape(12, character);
            }
        }
        escape(6, Err(EscapeError::LoneSurrogate))
    }
}

/// Reads up to four hexadecimal digits: their count, and their number.
fn hex_digits(bytes: &[u8], from: usize) -> (usize, u32) {
    let digits = bytes.iter().skip(from).take(4);
    digits
        .map_while(|byte| char::from(*byte).to_digit(16))
        .fold((0, 0), |(count, number), digit| (count + 1, number * 16 + digit))
}

/// Returns the length in bytes of the character that starts with `first`, at most `available`.
fn utf8_len(first: u8, available: usize) -> usize {
    let len = match first {
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
        _ => 1,
    };
    len.min(available)
}

/// Decodes the escapes in the bytes between the quotes of a string.
///
/// Invalid escapes and bytes that are not UTF-8 become the replacement character. Bytes without escapes are borrowed.
/// After each escape, `resume` receives the lengths of the decoded text and of the bytes it was decoded from.
///
/// # Examples
///
/// ```
/// let mut lengths = Vec::new();
/// let text = hcl2_json_text::unescape(br"a\tb\u00e9c", |decoded, encoded| lengths.push((decoded, encoded)));
/// assert_eq!(text, "a\tbéc");
/// assert_eq!(lengths, [(2, 3), (5, 10)]);
/// ```
pub fn unescape(bytes: &[u8], mut resume: impl FnMut(usize, usize)) -> Cow<'_, str> {
    let Some(mut escape) = Escape::find(bytes, 0) else {
        return String::from_utf8_lossy(bytes);
    };
    let mut text = String::with_capacity(bytes.len());
    let mut done = 0;
    loop {
        text.push_str(&String::from_utf8_lossy(&bytes[done..escape.offset]));
        text.push(escape.character.unwrap_or(char::REPLACEMENT_CHARACTER));
        done = escape.offset + escape.len;
        resume(text.len(), done);
        match Escape::find(bytes, done) {
            Some(next) => escape = next,
            None => break,
        }
    }
    text.push_str(&String::from_utf8_lossy(&bytes[done..]));
    Cow::Owned(text)
}

/// Returns the character that an escape stands for.
pub(crate) fn character_of(
    escape: Escape,
    surrogates: LoneSurrogates,
) -> Result<char, (ReadErrorKind, usize)> {
    match escape.character {
        Ok(character) => Ok(character),
        Err(EscapeError::Unknown) => Err((ReadErrorKind::Escape, escape.offset + 1)),
        Err(EscapeError::MissingDigits) => Err((ReadErrorKind::UnicodeEscape, escape.offset + escape.len)),
        Err(EscapeError::LoneSurrogate) => match surrogates {
            LoneSurrogates::Replace => Ok(char::REPLACEMENT_CHARACTER),
            LoneSurrogates::Refuse => Err((ReadErrorKind::LoneSurrogate, escape.offset)),
        },
    }
}
