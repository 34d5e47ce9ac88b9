//! Tokens that are problems by themselves.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::{Token, TokenKind, Tokens};
use crate::range::TextRange;

/// How often foreign operators are reported; further reports would add nothing.
const MAX_OPERATORS: u32 = 4;

/// A problem of one token.
pub(crate) struct Problem {
    pub(crate) kind: ProblemKind,
    /// What to write instead, if that is clear.
    pub(crate) fix: Option<Fix>,
}

/// What is wrong with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `~`.
    Not,
    /// `^`.
    Power,
    Backtick,
    SingleQuote,
    TypographicQuote(char),
    Semicolon,
    InvalidUtf8,
    Dollar(Dollar),
    Nul,
    CarriageReturn,
    Backslash,
    /// A character that looks like a space.
    Space(char),
    Control(char),
    /// Any other character.
    Character(char),
}

/// What a dollar sign was probably meant as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dollar {
    Interpolation,
    Command,
    Variable,
    Bare,
}

/// A replacement for a part of the source.
pub(crate) struct Fix {
    pub(crate) range: TextRange,
    pub(crate) text: Cow<'static, str>,
}

/// How often each problem was found.
#[derive(Default)]
struct Found {
    operators: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
    invalid_utf8: u32,
    /// The end of the last string in typographic quotes.
    typographic: u32,
}

/// Passes the problems of `tokens`, the tokens of `bytes`, to `sink` in source order until it returns false.
pub(crate) fn report(tokens: &Tokens, bytes: &[u8], mut sink: impl FnMut(TextRange, Problem) -> bool) {
    if !tokens.suspicious {
        return;
    }
    let mut found = Found::default();
    let end = tokens
        .iter()
        .next_back()
        .map_or(0, |token| token.range.end as usize);
    let bytes = bytes.get(..end).unwrap_or(bytes);
    for Token { kind, range } in tokens.iter() {
        let problem = match kind {
            TokenKind::BitAnd => operator(&mut found, ProblemKind::And, range),
            TokenKind::BitOr => operator(&mut found, ProblemKind::Or, range),
            TokenKind::BitNot => operator(&mut found, ProblemKind::Not, range),
            TokenKind::BitXor => operator(&mut found, ProblemKind::Power, range),
            TokenKind::Backtick => opens_pair(&mut found.backticks).then(|| Problem {
                kind: ProblemKind::Backtick,
                fix: in_double_quotes(bytes, range),
            }),
            TokenKind::Apostrophe => opens_pair(&mut found.apostrophes).then(|| Problem {
                kind: ProblemKind::SingleQuote,
                fix: in_double_quotes(bytes, range),
            }),
            TokenKind::Semicolon => semicolon(&mut found, bytes, range),
            TokenKind::InvalidUtf8 => {
                found.invalid_utf8 += 1;
                (found.invalid_utf8 == 1).then_some(Problem {
                    kind: ProblemKind::InvalidUtf8,
                    fix: None,
                })
            }
            TokenKind::Invalid => Some(invalid(&mut found, bytes, range)),
            _ => None,
        };
        if let Some(problem) = problem
            && !sink(range, problem)
        {
            return;
        }
    }
}

/// Creates a fix that replaces `range`.
fn replace(range: TextRange, text: &'static str) -> Option<Fix> {
    Some(Fix {
        range,
        text: Cow::Borrowed(text),
    })
}

fn operator(found: &mut Found, kind: ProblemKind, range: TextRange) -> Option<Problem> {
    if found.operators == MAX_OPERATORS {
        return None;
    }
    found.operators += 1;
    let fix = match kind {
        ProblemKind::And => replace(range, "&&"),
        ProblemKind::Or => replace(range, "||"),
        ProblemKind::Not => replace(range, "!"),
        _ => None,
    };
    Some(Problem { kind, fix })
}

/// Counts one quote of a pair, and returns whether it is worth a report: the opening ones of the first two pairs are.
fn opens_pair(count: &mut u32) -> bool {
    let opens = count.is_multiple_of(2);
    if *count <= 2 {
        *count += 1;
    }
    opens
}

/// Returns a string in double quotes for what is enclosed in the quote at `range` and the next one of its kind on the
/// line.
fn in_double_quotes(bytes: &[u8], range: TextRange) -> Option<Fix> {
    let quote = *bytes.get(range.start as usize)?;
    let rest = &bytes[range.end as usize..];
    let length = memchr2(quote, b'\n', rest).filter(|end| rest[*end] == quote)?;
    let content = std::str::from_utf8(&rest[..length]).ok()?;
    let content = content.replace("\\\"", "\"").replace('"', "\\\"");
    Some(Fix {
        range: TextRange::new(range.start, range.end + length as u32 + 1),
        text: format!("\"{content}\"").into(),
    })
}

/// Returns the bytes behind `range` on its line.
fn rest_of_line(bytes: &[u8], range: TextRange) -> &[u8] {
    let rest = bytes.get(range.end as usize..).unwrap_or_default();
    rest.get(..memchr(b'\n', rest).unwrap_or(rest.len()))
        .unwrap_or_default()
}

/// Returns the bare expression in the `${` at `range` and the next `}` on the line, unless braces or quotes in it make its
/// end uncertain.
fn interpolated(bytes: &[u8], range: TextRange) -> Option<Fix> {
    let rest = std::str::from_utf8(rest_of_line(bytes, range))
        .ok()?
        .strip_prefix('{')?;
    let content = &rest[..rest.find('}')?];
    if content.contains(['{', '"']) {
        return None;
    }
    Some(Fix {
        range: TextRange::new(range.start, range.end + content.len() as u32 + 2),
        text: content.trim().to_owned().into(),
    })
}

/// Returns the string in typographic quotes that starts at `range`, in straight ones, if it ends on the line.
fn in_straight_quotes(bytes: &[u8], range: TextRange) -> Option<Fix> {
    let rest = std::str::from_utf8(rest_of_line(bytes, range)).ok()?;
    let length = rest.find(['\u{201D}', '\u{201C}', '\u{2019}', '\u{2018}', '\u{00BB}'])?;
    let (content, after) = rest.split_at(length);
    let quote = after.chars().next()?;
    if content.contains(['"', '\\']) {
        return None;
    }
    let end = range.end + (length + quote.len_utf8()) as u32;
    Some(Fix {
        range: TextRange::new(range.start, end),
        text: format!("\"{content}\"").into(),
    })
}

fn semicolon(found: &mut Found, bytes: &[u8], range: TextRange) -> Option<Problem> {
    found.semicolons += 1;
    // The rest of the line is only searched for the first one, which is the only one reported.
    (found.semicolons == 1).then(|| Problem {
        kind: ProblemKind::Semicolon,
        fix: replace(range, "").filter(|_| ends_line(bytes, range)),
    })
}

/// Returns whether at most a comment follows on the line.
fn ends_line(bytes: &[u8], range: TextRange) -> bool {
    let rest = rest_of_line(bytes, range).trim_ascii_start();
    rest.is_empty() || rest.starts_with(b"#")
}

fn invalid(found: &mut Found, bytes: &[u8], range: TextRange) -> Problem {
    let text = String::from_utf8_lossy(&bytes[range.as_range()]);
    let character = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    match character {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2018}' | '\u{2019}' | '\u{00AB}'
        | '\u{00BB}' => {
            let fix = match in_straight_quotes(bytes, range) {
                Some(fix) if range.start >= found.typographic => {
                    found.typographic = fix.range.end;
                    Some(fix)
                }
                _ => replace(range, "\""),
            };
            let kind = ProblemKind::TypographicQuote(character);
            Problem { kind, fix }
        }
        '$' => {
            let (dollar, fix) = match bytes.get(range.end as usize) {
                Some(b'{') => (Dollar::Interpolation, interpolated(bytes, range)),
                Some(b'(') => (Dollar::Command, None),
                Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                    (Dollar::Variable, replace(range, ""))
                }
                _ => (Dollar::Bare, None),
            };
            let kind = ProblemKind::Dollar(dollar);
            Problem { kind, fix }
        }
        '\u{00A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{3000}' | '\u{FEFF}' => Problem {
            kind: ProblemKind::Space(character),
            fix: replace(range, " "),
        },
        _ => Problem {
            kind: match character {
                '\0' => ProblemKind::Nul,
                '\r' => ProblemKind::CarriageReturn,
                '\\' => ProblemKind::Backslash,
                _ if character.is_control() => ProblemKind::Control(character),
                _ => ProblemKind::Character(character),
            },
            fix: None,
        },
    }
}
