//! Strings in a source whose names promise a secret, in both syntaxes and whatever is wrong with the source.

use hcl2_diagnostics::{Source, Span};

/// What the names of secrets end with, in lower case and without what is between words.
const ENDINGS: [&str; 14] = [
    "accesskey",
    "accountkey",
    "apikey",
    "clientkey",
    "credentials",
    "customerkey",
    "encryptionkey",
    "keypem",
    "passphrase",
    "password",
    "privatekey",
    "secret",
    "secretkey",
    "token",
];

/// Returns the ranges of strings that are values of arguments or keys whose names promise a secret, such as `password` or
/// `secret_key`: no excerpt of the source should have them.
///
/// A value is everything behind the `=` or `:` up to the end of the line, or of the brackets or the heredoc that it opens,
/// if it has a string. This holds in sources with errors too, so an unclosed string is a value up to the end of its line. A
/// reference such as `var.password` is none.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::Source;
///
/// let text = "user = \"me\"\npassword = \"0815\" 1\ntoken = var.token\n";
/// let source = Source::new("app.hcl", text)?;
/// let secrets = hcl2_terraform::secret_strings(&source);
/// assert_eq!(secrets.iter().map(|span| source.slice(*span)).collect::<Vec<_>>(), [b"\"0815\" 1"]);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn secret_strings(source: &Source) -> Vec<Span> {
    let has_string = |value: &[u8]| {
        memchr::memchr(b'"', value)
            .or(memchr::memmem::find(value, b"<<"))
            .is_some()
    };
    values(source, promises_secret)
        .into_iter()
        .filter(|span| has_string(source.slice(*span)))
        .collect()
}

/// Returns the ranges of the values of arguments and keys with certain names, wherever they are in a source.
pub(super) fn values(source: &Source, is_name: impl Fn(&[u8]) -> bool) -> Vec<Span> {
    let text = source.bytes();
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(sign) = memchr::memchr2(b'=', b':', &text[at..]) {
        let sign = at + sign;
        at = sign + 1;
        if !is_name(name_before(&text[..sign])) {
            continue;
        }
        let Some(start) = start_of_value(text, sign) else {
            continue;
        };
        at = end_of_value(text, start);
        spans.push(source.span_of(start as u32, at as u32));
    }
    spans
}

/// Returns the name at the end of source text, without the quotes and spaces behind it.
fn name_before(text: &[u8]) -> &[u8] {
    let spaces = text.iter().rev().take_while(|byte| b" \t".contains(byte)).count();
    let name = &text[..text.len() - spaces];
    let name = name.strip_suffix(b"\"").unwrap_or(name);
    let letters = name.iter().rev().take_while(|byte| is_word(**byte)).count();
    &name[name.len() - letters..]
}

fn promises_secret(name: &[u8]) -> bool {
    let letters = name.iter().rev().filter(|byte| !b"_-".contains(byte));
    let ends_with = |ending: &str| {
        let mut letters = letters.clone().map(u8::to_ascii_lowercase);
        ending.bytes().rev().all(|byte| letters.next() == Some(byte))
    };
    ENDINGS.iter().any(|ending| ends_with(ending))
}

/// Returns where the value behind a sign starts, or `None` if the sign belongs to an operator.
fn start_of_value(text: &[u8], sign: usize) -> Option<usize> {
    let spaces: &[u8] = match (text[sign], text.get(sign + 1)) {
        (b'=', Some(b'=' | b'>')) => return None,
        (b'=', _) => b" \t",
        // The values of JSON may be on the next line.
        _ => b" \t\r\n",
    };
    let behind = &text[sign + 1..];
    let count = behind.iter().take_while(|byte| spaces.contains(byte)).count();
    Some(sign + 1 + count)
}

/// What is open at some place of a value.
enum Open<'t> {
    /// A bracket, or the braces of an interpolation or a directive.
    Bracket,
    /// A quoted string.
    Quote,
    /// A heredoc with its marker.
    Heredoc(&'t [u8]),
}

/// Returns where a value ends: at the end of the line, at a comma, or at a bracket that closes what is around it.
fn end_of_value(text: &[u8], start: usize) -> usize {
    let mut open = Vec::new();
    let mut at = start;
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        let is_text = matches!(open.last(), Some(Open::Quote | Open::Heredoc(_)));
        match (byte, open.last()) {
            (b'\\', Some(Open::Quote)) => at += 1,
            (b'"', Some(Open::Quote)) => drop(open.pop()),
            // The string is not closed.
            (b'\n', Some(Open::Quote)) => return at,
            (b'\n', Some(Open::Heredoc(marker))) if line(&rest[1..]).trim_ascii() == *marker => {
                at += line(&rest[1..]).len();
                open.pop();
            }
            (b'$' | b'%', _) if is_text => at += interpolation(rest, &mut open),
            _ if is_text => {}
            (b'<', _) if marker(rest).is_some() => {
                at += line(rest).len() - 1;
                open.extend(marker(rest).map(Open::Heredoc));
            }
            (b'#', _) => at += line(rest).len() - 1,
            (b'/', _) => at += comment(rest),
            (b'"', _) => open.push(Open::Quote),
            (b'(' | b'[' | b'{', _) => open.push(Open::Bracket),
            (b'\n' | b',' | b')' | b']' | b'}', None) => return at,
            (b')' | b']' | b'}', _) => drop(open.pop()),
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Returns source text up to the end of its first line.
fn line(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(b'\n', text).unwrap_or(text.len())]
}

/// Returns the marker of the heredoc that source text starts with.
fn marker(text: &[u8]) -> Option<&[u8]> {
    let marker = text.strip_prefix(b"<<")?;
    let marker = line(marker.strip_prefix(b"-").unwrap_or(marker)).trim_ascii_end();
    (!marker.is_empty()).then_some(marker)
}

/// Returns the length less one of the comment that source text starts with, if it is one.
fn comment(text: &[u8]) -> usize {
    match text.get(1) {
        Some(b'/') => line(text).len() - 1,
        Some(b'*') => memchr::memmem::find(&text[2..], b"*/").map_or(text.len(), |end| end + 4) - 1,
        _ => 0,
    }
}

/// Returns the length less one of the start of an interpolation or a directive that is at the start of a template, escaped
/// or not, and opens its braces.
fn interpolation(text: &[u8], open: &mut Vec<Open<'_>>) -> usize {
    match text {
        [one, two, b'{', ..] if one == two => 2,
        [_, b'{', ..] => {
            open.push(Open::Bracket);
            1
        }
        _ => 0,
    }
}

/// Returns whether a byte may be part of a name.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-".contains(&byte) || !byte.is_ascii()
}
