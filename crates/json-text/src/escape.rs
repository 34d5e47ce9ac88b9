//! Escaping strings.

/// Which characters of a string are escaped, and how.
///
/// Quotes, backslashes and control characters always are.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::{Escapes, push_string};
///
/// let mut text = String::new();
/// push_string("<\u{7f}\n", Escapes::HTML, &mut text);
/// push_string("<\u{7f}\n", Escapes::PLAIN, &mut text);
/// assert_eq!(text, "\"\\u003c\u{7f}\\n\"\"<\\u007f\\n\"");
/// ```
#[derive(Debug)]
pub struct Escapes {
    /// For each byte, the letter of its escape: `u` for its code, [`SEPARATOR`] for the first byte of characters that may
    /// be line separators, 0 for none.
    letters: [u8; 256],
}

/// Stands for the first byte of U+2028 and U+2029, among others.
const SEPARATOR: u8 = 1;

impl Escapes {
    /// As Go and Terraform escape strings, so that the text can be embedded in HTML: `<`, `>`, `&` and the line
    /// separators U+2028 and U+2029 too, and short escapes for backspace and form feed.
    pub const HTML: &'static Self = &{
        let mut letters = basic();
        letters[0x8] = b'b';
        letters[0xc] = b'f';
        letters[b'<' as usize] = b'u';
        letters[b'>' as usize] = b'u';
        letters[b'&' as usize] = b'u';
        letters[0xe2] = SEPARATOR;
        Self { letters }
    };

    /// Nothing but what must be, and U+007F; short escapes for quotes, backslashes, line endings and tabs only.
    pub const PLAIN: &'static Self = &{
        let mut letters = basic();
        letters[0x7f] = b'u';
        Self { letters }
    };
}

/// Returns the letters of the characters that every table escapes.
const fn basic() -> [u8; 256] {
    let mut letters = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        letters[byte] = b'u';
        byte += 1;
    }
    letters[b'\n' as usize] = b'n';
    letters[b'\r' as usize] = b'r';
    letters[b'\t' as usize] = b't';
    letters[b'"' as usize] = b'"';
    letters[b'\\' as usize] = b'\\';
    letters
}

/// Appends a string in double quotes.
#[inline]
pub fn push_string(text: &str, escapes: &Escapes, out: &mut String) {
    out.push('"');
    push_escaped(text, escapes, out);
    out.push('"');
}

/// Appends a part of a string; what needs no escape is copied in one piece.
pub(crate) fn push_escaped(text: &str, escapes: &Escapes, out: &mut String) {
    let bytes = text.as_bytes();
    let (mut written, mut at) = (0, 0);
    let letter = |byte: &u8| escapes.letters[usize::from(*byte)];
    while let Some(found) = bytes[at..].iter().position(|byte| letter(byte) != 0) {
        at += found;
        let byte = bytes[at];
        let letter = letter(&byte);
        let end = match letter {
            SEPARATOR => match bytes.get(at + 1..at + 3) {
                Some([0x80, 0xa8 | 0xa9]) => at + 3,
                _ => {
                    at += 1;
                    continue;
                }
            },
            _ => at + 1,
        };
        out.push_str(&text[written..at]);
        match letter {
            SEPARATOR => push_code(0x2000 | u16::from(bytes[at + 2] & 0x3f), out),
            b'u' => push_code(u16::from(byte), out),
            _ => out.extend(['\\', char::from(letter)]),
        }
        (written, at) = (end, end);
    }
    out.push_str(&text[written..]);
}

/// Appends the `\u` escape of a UTF-16 unit.
fn push_code(unit: u16, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push_str("\\u");
    out.extend([12, 8, 4, 0].map(|shift| char::from(DIGITS[usize::from(unit >> shift & 15)])));
}
