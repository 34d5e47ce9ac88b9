//! Text that cannot drive a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns whether a character can change how a terminal shows what is around it, or is invisible there.
///
/// These are the control characters, save tab and line feed, the separators of lines and paragraphs, the characters that
/// set the direction of text, and invisible ones, save the joiners of scripts and emoji.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::is_harmful;
///
/// assert!("\u{1b}\u{9b}\u{202e}\u{200b}\r".chars().all(is_harmful));
/// assert!(!"é\u{301}漢👩\u{200d}🔬\t\n".chars().any(is_harmful));
/// ```
#[must_use]
pub const fn is_harmful(character: char) -> bool {
    match character {
        '\t' | '\n' | ' '..='~' => false,
        _ => matches!(
            character,
            '\0'..='\x1f'
                | '\x7f'..='\u{9f}'
                | '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}' | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        ),
    }
}

/// Returns the character that stands in for a harmful one: a picture of a control character, or U+FFFD.
pub(crate) fn picture(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)),
        '\x7f' => Some('\u{2421}'),
        _ => None,
    }
    .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns `text` with a visible character in place of each [harmful](is_harmful) one.
///
/// Line endings stay, also those with a carriage return.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::printable;
///
/// assert_eq!(printable("\u{1b}[31mred\u{202e}\r\n"), "\u{241b}[31mred\u{fffd}\r\n");
/// ```
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    // Most text is ASCII, whose bytes are quicker to look at than its characters.
    let is_plain = |byte: u8| matches!(byte, b'\t' | b'\n' | b' '..=b'~');
    if text.bytes().all(is_plain) || !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let ends_line = character == '\r' && characters.peek() == Some(&'\n');
        shown.push(if is_harmful(character) && !ends_line {
            picture(character)
        } else {
            character
        });
    }
    Cow::Owned(shown)
}

/// Returns `text`, which is JSON, with the [harmful](is_harmful) characters of its strings escaped.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::escaped_json;
///
/// assert_eq!(escaped_json("[\"\u{9b}1m\u{202e}\"]\n"), "[\"\\u009b1m\\u202e\"]\n");
/// ```
#[must_use]
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    // Outside of strings there is no such character but the carriage return, which is space there.
    let is_escaped = |character: char| is_harmful(character) && character != '\r';
    let is_plain = text
        .bytes()
        .all(|byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~'));
    if is_plain || !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_escaped(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

/// Returns `text` for the content or an attribute of an XML document, without [harmful](is_harmful) characters and those
/// that XML does not have.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::escaped_xml;
///
/// assert_eq!(escaped_xml("a < \"b\" \u{fffe}"), "a &lt; &quot;b&quot; \u{fffd}");
/// ```
#[must_use]
pub fn escaped_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            character => escaped.push(character),
        }
    }
    escaped
}
