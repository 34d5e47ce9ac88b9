//! What is wrong with tokens by themselves.

use hcl2_diagnostics::{Code, codes};

use super::{TokenKind, Tokens};
use crate::tree::TextRange;

/// Times that one kind of foreign character is reported; more of them add nothing.
const OPERATORS_TOLD: u32 = 4;

/// A problem with one token.
pub(crate) struct Problem {
    pub(crate) code: Code,
    pub(crate) summary: &'static str,
    pub(crate) detail: String,
    pub(crate) range: TextRange,
    /// What to put in its place, where that is clear.
    pub(crate) replacement: Option<&'static str>,
}

/// What was reported already.
#[derive(Default)]
struct Told {
    operators: u32,
    backticks: u32,
    apostrophes: u32,
    semicolons: u32,
    invalid_utf8: u32,
}

/// Hands every problem of `tokens`, which are of `bytes`, to `sink`, in source order, until that says to stop.
pub(crate) fn report(tokens: &Tokens, bytes: &[u8], mut sink: impl FnMut(Problem) -> bool) {
    if !tokens.suspicious {
        return;
    }
    let mut told = Told::default();
    for token in tokens.iter() {
        let problem = match token.kind {
            TokenKind::BitAnd | TokenKind::BitOr | TokenKind::BitXor | TokenKind::BitNot => {
                operator(&mut told, token.kind)
            }
            TokenKind::Backtick => backtick(&mut told),
            TokenKind::Apostrophe => apostrophe(&mut told),
            TokenKind::Semicolon => semicolon(&mut told),
            TokenKind::InvalidUtf8 => invalid_utf8(&mut told),
            TokenKind::Invalid => Some(invalid(&bytes[token.range.as_range()])),
            _ => None,
        };
        if let Some(mut problem) = problem {
            problem.range = token.range;
            if !sink(problem) {
                return;
            }
        }
    }
}

fn problem(code: Code, summary: &'static str, detail: impl Into<String>) -> Problem {
    Problem {
        code,
        summary,
        detail: detail.into(),
        range: TextRange::empty(0),
        replacement: None,
    }
}

fn operator(told: &mut Told, kind: TokenKind) -> Option<Problem> {
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
    let mut problem = problem(codes::syntax::UNSUPPORTED_OPERATOR, "No such operator", detail);
    problem.replacement = meant.map(|(logical, _)| logical);
    Some(problem)
}

/// Whether the `count`-th of a pair of quotes is worth a report: the opening ones of the first two pairs are.
fn opens_pair(count: &mut u32) -> bool {
    let opens = count.is_multiple_of(2);
    if *count <= 2 {
        *count += 1;
    }
    opens
}

fn backtick(told: &mut Told) -> Option<Problem> {
    opens_pair(&mut told.backticks).then(|| {
        problem(
            codes::syntax::INVALID_CHARACTER,
            "Backtick",
            "Backticks mean nothing in HCL. Write a string in double quotes, or text of several lines as a heredoc that \
             starts with `<<EOT` and ends with `EOT` on a line of its own.",
        )
    })
}

fn apostrophe(told: &mut Told) -> Option<Problem> {
    opens_pair(&mut told.apostrophes).then(|| {
        let mut problem = problem(
            codes::syntax::INVALID_CHARACTER,
            "Single quote",
            "Strings are written in double quotes, never in single ones.",
        );
        problem.replacement = Some("\"");
        problem
    })
}

fn semicolon(told: &mut Told) -> Option<Problem> {
    told.semicolons += 1;
    (told.semicolons == 1).then(|| {
        problem(
            codes::syntax::INVALID_CHARACTER,
            "Semicolon",
            "Semicolons separate nothing in HCL. Start a new line after each attribute or block, and put commas between \
             the elements of a list or object.",
        )
    })
}

fn invalid_utf8(told: &mut Told) -> Option<Problem> {
    told.invalid_utf8 += 1;
    (told.invalid_utf8 == 1).then(|| {
        problem(
            codes::source::INVALID_UTF8,
            "Not UTF-8",
            "This byte and perhaps others are not UTF-8 text. Save the file in that encoding.",
        )
    })
}

fn invalid(bytes: &[u8]) -> Problem {
    let text = String::from_utf8_lossy(bytes);
    let character = text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
    let code = codes::syntax::INVALID_CHARACTER;
    match character {
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2018}' | '\u{2019}' | '\u{00AB}'
        | '\u{00BB}' => {
            let mut problem = problem(
                code,
                "Typographic quote",
                format!(
                    "Strings are written in straight double quotes, and {character} is a typographic one, as text editors \
                     and web pages put in place of them."
                ),
            );
            problem.replacement = Some("\"");
            problem
        }
        '\0' => problem(
            code,
            "NUL character",
            "The text holds a character with the number 0. The file is perhaps not text, or text in UTF-16: save it as UTF-8.",
        ),
        '\r' => problem(
            code,
            "Carriage return",
            "A carriage return ends a line only together with a line feed. Save the file with the line endings LF or CR LF.",
        ),
        '\\' => problem(
            code,
            "Backslash",
            "A backslash means something only inside a quoted string, before the character that it escapes.",
        ),
        '\u{00A0}' | '\u{2000}'..='\u{200B}' | '\u{202F}' | '\u{3000}' | '\u{FEFF}' => {
            let mut problem = problem(
                code,
                "Unusual space",
                format!(
                    "This looks like a space but is the character U+{:04X}. Type a plain space instead.",
                    u32::from(character)
                ),
            );
            problem.replacement = Some(" ");
            problem
        }
        _ if character.is_control() => problem(
            code,
            "Control character",
            format!(
                "The control character U+{:04X} has no place outside of strings. Remove it.",
                u32::from(character)
            ),
        ),
        _ => problem(
            code,
            "Invalid character",
            format!(
                "The character `{character}` means nothing here. Put it in a quoted string if it is text."
            ),
        ),
    }
}
