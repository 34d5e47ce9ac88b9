//! What is wrong with tokens by themselves.

use std::borrow::Cow;

use hcl2_diagnostics::{Code, codes};
use memchr::{memchr, memchr2};

use super::{Token, TokenKind, Tokens};
use crate::range::TextRange;

/// Times that one kind of foreign character is reported; more of them add nothing.
const OPERATORS_TOLD: u32 = 4;

/// A problem with one token.
pub(crate) struct Problem {
    pub(crate) code: Code,
    pub(crate) summary: &'static str,
    pub(crate) detail: String,
    pub(crate) range: TextRange,
    /// What to write instead, and in the place of what, where that is clear.
    pub(crate) change: Option<(TextRange, Cow<'static, str>)>,
}

/// What was reported already.
#[derive(Default)]
struct Told {
    operators: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
    invalid_utf8: u32,
    /// Where the last string in typographic quotes ends.
    typographic: u32,
}

/// Hands every problem of `tokens`, which are of `bytes`, to `sink`, in source order, until that says to stop.
pub(crate) fn report(tokens: &Tokens, bytes: &[u8], mut sink: impl FnMut(Problem) -> bool) {
    if !tokens.suspicious {
        return;
    }
    let mut told = Told::default();
    let end = tokens
        .iter()
        .next_back()
        .map_or(0, |token| token.range.end as usize);
    let bytes = bytes.get(..end).unwrap_or(bytes);
    for Token { kind, range } in tokens.iter() {
        let problem = match kind {
            TokenKind::BitAnd | TokenKind::BitOr | TokenKind::BitXor | TokenKind::BitNot => {
                operator(&mut told, kind, range)
            }
            TokenKind::Backtick => backtick(&mut told, bytes, range),
            TokenKind::Apostrophe => apostrophe(&mut told, bytes, range),
            TokenKind::Semicolon => semicolon(&mut told, bytes, range),
            TokenKind::InvalidUtf8 => invalid_utf8(&mut told, range),
            TokenKind::Invalid => Some(invalid(&mut told, bytes, range)),
            _ => None,
        };
        if let Some(problem) = problem
            && !sink(problem)
        {
            return;
        }
    }
}

fn problem(range: TextRange, code: Code, summary: &'static str, detail: impl Into<String>) -> Problem {
    Problem {
        code,
        summary,
        detail: detail.into(),
        range,
        change: None,
    }
}

impl Problem {
    /// The problem, with what to write in place of it.
    fn with_replacement(mut self, replacement: &'static str) -> Self {
        self.change = Some((self.range, Cow::Borrowed(replacement)));
        self
    }
}

fn operator(told: &mut Told, kind: TokenKind, range: TextRange) -> Option<Problem> {
    if told.operators == OPERATORS_TOLD {
        return None;
    }
    told.operators += 1;
    let (written, meant) = match kind {
        TokenKind::BitAnd => ("&", Some(("&&", "both conditions hold"))),
        TokenKind::BitOr => ("|", Some(("||", "either condition holds"))),
        TokenKind::BitNot => ("~", Some(("!", "a condition does not hold"))),
        _ => ("^", None),
    };
    let detail = match meant {
        Some((logical, when)) => {
            format!("HCL has no operator `{written}` on bits. To say that {when}, write `{logical}`.")
        }
        None => "HCL has no operator `^`, neither for bits nor for powers; a function such as `pow` raises to a power."
            .to_owned(),
    };
    let problem = problem(
        range,
        codes::syntax::UNSUPPORTED_OPERATOR,
        "No such operator",
        detail,
    );
    Some(match meant {
        Some((logical, _)) => problem.with_replacement(logical),
        None => problem,
    })
}

/// Whether the `count`-th of a pair of quotes is worth a report: the opening ones of the first two pairs are.
fn opens_pair(count: &mut u32) -> bool {
    let opens = count.is_multiple_of(2);
    if *count <= 2 {
        *count += 1;
    }
    opens
}

/// What stands from the quote at `range` to the next one of its kind on the line, as a string; `None` where there is
/// none.
fn in_double_quotes(bytes: &[u8], range: TextRange) -> Option<(TextRange, Cow<'static, str>)> {
    let quote = *bytes.get(range.start as usize)?;
    let rest = &bytes[range.end as usize..];
    let length = memchr2(quote, b'\n', rest).filter(|end| rest[*end] == quote)?;
    let content = std::str::from_utf8(&rest[..length]).ok()?;
    let whole = TextRange::new(range.start, range.end + length as u32 + 1);
    let content = content.replace("\\\"", "\"").replace('"', "\\\"");
    Some((whole, format!("\"{content}\"").into()))
}

/// What stands behind `range` on its line.
fn rest_of_line(bytes: &[u8], range: TextRange) -> &[u8] {
    let rest = bytes.get(range.end as usize..).unwrap_or_default();
    rest.get(..memchr(b'\n', rest).unwrap_or(rest.len()))
        .unwrap_or_default()
}

/// What stands between `${` at `range` and the next `}` on the line, in place of all of it; `None` where that may not be all.
fn interpolated(bytes: &[u8], range: TextRange) -> Option<(TextRange, Cow<'static, str>)> {
    let rest = std::str::from_utf8(rest_of_line(bytes, range))
        .ok()?
        .strip_prefix('{')?;
    let content = &rest[..rest.find('}')?];
    if content.contains(['{', '"']) {
        return None;
    }
    let end = range.end + content.len() as u32 + 2;
    Some((TextRange::new(range.start, end), content.trim().to_owned().into()))
}

/// The string in typographic quotes that starts at `range`, in straight ones, where its end is on the line.
fn in_straight_quotes(bytes: &[u8], range: TextRange) -> Option<(TextRange, Cow<'static, str>)> {
    let rest = std::str::from_utf8(rest_of_line(bytes, range)).ok()?;
    let length = rest.find(['\u{201D}', '\u{201C}', '\u{2019}', '\u{2018}', '\u{00BB}'])?;
    let (content, after) = rest.split_at(length);
    let quote = after.chars().next()?;
    if content.contains(['"', '\\']) {
        return None;
    }
    let end = range.end + (length + quote.len_utf8()) as u32;
    Some((TextRange::new(range.start, end), format!("\"{content}\"").into()))
}

fn backtick(told: &mut Told, bytes: &[u8], range: TextRange) -> Option<Problem> {
    opens_pair(&mut told.backticks).then(|| Problem {
        change: in_double_quotes(bytes, range),
        ..problem(
            range,
            codes::syntax::INVALID_CHARACTER,
            "Backtick",
            "Backticks mean nothing in HCL. Write a string in double quotes, or text of several lines as a heredoc that \
             starts with `<<EOT` and ends with `EOT` on a line of its own.",
        )
    })
}

fn apostrophe(told: &mut Told, bytes: &[u8], range: TextRange) -> Option<Problem> {
    opens_pair(&mut told.apostrophes).then(|| Problem {
        change: in_double_quotes(bytes, range),
        ..problem(
            range,
            codes::syntax::INVALID_CHARACTER,
            "Single quote",
            "Strings are written in double quotes, never in single ones.",
        )
    })
}

fn semicolon(told: &mut Told, bytes: &[u8], range: TextRange) -> Option<Problem> {
    told.semicolons += 1;
    // The rest of the line is only searched for the first one, which is the only one reported.
    (told.semicolons == 1).then(|| Problem {
        change: ends_line(bytes, range).then_some((range, Cow::Borrowed(""))),
        ..problem(
            range,
            codes::syntax::INVALID_CHARACTER,
            "Semicolon",
            "Semicolons separate nothing in HCL. Start a new line after each attribute or block, and put commas between \
             the elements of a list or object.",
        )
    })
}

/// Whether at most a comment follows on the line.
fn ends_line(bytes: &[u8], range: TextRange) -> bool {
    let rest = rest_of_line(bytes, range).trim_ascii_start();
    rest.is_empty() || rest.starts_with(b"#")
}

fn invalid_utf8(told: &mut Told, range: TextRange) -> Option<Problem> {
    told.invalid_utf8 += 1;
    (told.invalid_utf8 == 1).then(|| {
        problem(
            range,
            codes::source::INVALID_UTF8,
            "Not UTF-8",
            "This byte and perhaps others are not UTF-8 text. Save the file in that encoding.",
        )
    })
}

fn invalid(told: &mut Told, bytes: &[u8], range: TextRange) -> Problem {
    let text = String::from_utf8_lossy(&bytes[range.as_range()]);
    let character = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    let code = codes::syntax::INVALID_CHARACTER;
    match character {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2018}' | '\u{2019}' | '\u{00AB}'
        | '\u{00BB}' => {
            let quote = problem(
                range,
                code,
                "Typographic quote",
                format!(
                    "Strings are written in straight double quotes, and {character} is a typographic one, as text editors \
                     and web pages put in place of them."
                ),
            );
            match in_straight_quotes(bytes, range) {
                Some(change) if range.start >= told.typographic => {
                    told.typographic = change.0.end;
                    Problem {
                        change: Some(change),
                        ..quote
                    }
                }
                _ => quote.with_replacement("\""),
            }
        }
        '$' => {
            let rest = &bytes[range.end as usize..];
            let (detail, change) = match rest.first() {
                Some(b'{') => (
                    "Outside of a quoted string an expression stands by itself, without `${` and `}`.",
                    interpolated(bytes, range),
                ),
                Some(b'(') => (
                    "HCL runs no commands: `$(` means nothing here. Put it in a quoted string if it is text.",
                    None,
                ),
                Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => (
                    "A variable is written without a `$` before its name.",
                    Some((range, Cow::Borrowed(""))),
                ),
                _ => (
                    "The character `$` means nothing here. Put it in a quoted string if it is text.",
                    None,
                ),
            };
            Problem {
                change,
                ..problem(range, code, "Dollar sign", detail)
            }
        }
        '\0' => problem(
            range,
            code,
            "NUL character",
            "The text holds a character with the number 0. The file is perhaps not text, or text in UTF-16: save it as UTF-8.",
        ),
        '\r' => problem(
            range,
            code,
            "Carriage return",
            "A carriage return ends a line only together with a line feed. Save the file with the line endings LF or CR LF.",
        ),
        '\\' => problem(
            range,
            code,
            "Backslash",
            "A backslash means something only inside a quoted string, before the character that it escapes.",
        ),
        '\u{00A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{3000}' | '\u{FEFF}' => problem(
            range,
            code,
            "Unusual space",
            format!(
                "This looks like a space but is the character U+{:04X}. Type a plain space instead.",
                u32::from(character)
            ),
        )
        .with_replacement(" "),
        _ if character.is_control() => problem(
            range,
            code,
            "Control character",
            format!(
                "The control character U+{:04X} has no place outside of strings. Remove it.",
                u32::from(character)
            ),
        ),
        _ => problem(
            range,
            code,
            "Invalid character",
            format!(
                "The character `{character}` means nothing here. Put it in a quoted string if it is text."
            ),
        ),
    }
}
