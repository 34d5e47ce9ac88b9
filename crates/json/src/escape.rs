//! Escapes in strings: decoding, and the way back from decoded text to the file.

use std::borrow::Cow;

use hcl2_diagnostics::{SourceId, Span};

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

/// Where an escape is in the file, and where what it means is in the decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Site {
    decoded_start: u32,
    decoded_end: u32,
    file_start: u32,
    file_end: u32,
}

/// The way from offsets in the decoded text of a string to offsets in its file.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{SourceId, Span};
/// use hcl2_json::EscapeMap;
///
/// // The file holds `"a\nb"` from its byte 10; the text starts after the quote.
/// let source = SourceId::default();
/// let (text, map) = EscapeMap::decode(source, 11, br"a\nb");
/// assert_eq!(text, "a\nb");
/// assert_eq!(map.span(1..2), Span::new(source, 12, 14));
/// assert_eq!(map.span(2..3), Span::new(source, 14, 15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EscapeMap {
    source: SourceId,
    start: u32,
    sites: Vec<Site>,
}

impl EscapeMap {
    /// Decodes the text between the quotes of a string, which starts at byte `start`, from 0, of its file.
    ///
    /// An escape that means nothing, and bytes that are not UTF-8, become the replacement character. Text without
    /// escapes is borrowed, and its map holds nothing.
    #[must_use]
    pub fn decode(source: SourceId, start: u32, bytes: &[u8]) -> (Cow<'_, str>, Self) {
        let mut map = Self {
            source,
            start,
            sites: Vec::new(),
        };
        let Some(mut escape) = next_escape(bytes, 0) else {
            return (String::from_utf8_lossy(bytes), map);
        };
        let mut text = String::with_capacity(bytes.len());
        let mut done = 0;
        loop {
            text.push_str(&String::from_utf8_lossy(&bytes[done..escape.at]));
            let decoded_start = text.len() as u32;
            text.push(escape.meaning.unwrap_or(char::REPLACEMENT_CHARACTER));
            done = escape.at + escape.len;
            map.sites.push(Site {
                decoded_start,
                decoded_end: text.len() as u32,
                file_start: start + escape.at as u32,
                file_end: start + done as u32,
            });
            match next_escape(bytes, done) {
                Some(next) => escape = next,
                None => break,
            }
        }
        text.push_str(&String::from_utf8_lossy(&bytes[done..]));
        (Cow::Owned(text), map)
    }

    /// The place in the file of the bytes `range`, from 0, of the decoded text. An escape is covered wholly or not
    /// at all.
    #[must_use]
    pub fn span(&self, range: std::ops::Range<u32>) -> Span {
        let start = self.offset(range.start, |site| site.file_start);
        let end = if range.end > range.start {
            self.offset(range.end, |site| site.file_end)
        } else {
            start
        };
        Span::new(self.source, start, end)
    }

    /// The offset in the file of the byte at `offset`, from 0, of the decoded text; for bytes of an escape, where it
    /// starts.
    #[must_use]
    pub fn file_offset(&self, offset: u32) -> u32 {
        self.offset(offset, |site| site.file_start)
    }

    /// Maps an offset; `within` decides for those inside of an escape.
    fn offset(&self, offset: u32, within: impl Fn(&Site) -> u32) -> u32 {
        let after = self.sites.partition_point(|site| site.decoded_start < offset);
        match after.checked_sub(1).and_then(|index| self.sites.get(index)) {
            Some(site) if offset < site.decoded_end => within(site),
            Some(site) => site.file_end + (offset - site.decoded_end),
            None => self.start + offset,
        }
    }
}
