//! Problems of single tokens.

use hcl2_diagnostics::{Code, Diagnostic, codes};

use super::Words;
use crate::lexer::{Dollar, Problem, ProblemKind};
use crate::tree::TextRange;

/// Words a problem of the token at `subject`.
pub(super) fn word(problem: &Problem, subject: TextRange, words: &Words<'_>) -> Diagnostic {
    let (code, summary, detail) = parts(problem.kind);
    let diagnostic = words.error(code, summary, subject).with_detail(detail);
    match &problem.fix {
        // In a string of another syntax, quotes would need escapes.
        Some(fix) if !(words.input.is_decoded() && fix.text.contains('"')) => {
            let text = match &*fix.text {
                " " => "use a plain space".to_owned(),
                "" => "remove it".to_owned(),
                text => match problem.kind {
                    ProblemKind::Dollar(_) => "write the bare expression".to_owned(),
                    ProblemKind::Backtick | ProblemKind::SingleQuote | ProblemKind::TypographicQuote(_)
                        if fix.range != subject =>
                    {
                        "use double quotes".to_owned()
                    }
                    _ => format!("write `{text}`"),
                },
            };
            let place = words.span(fix.range);
            if is_certain(problem.kind, &fix.text, fix.range != subject) {
                diagnostic.with_fix(place, fix.text.clone(), text)
            } else {
                diagnostic.with_suggestion(place, fix.text.clone(), text)
            }
        }
        _ => diagnostic,
    }
}

/// Returns whether nothing but its fix `text` can be meant by a token, or by a `pair` of quotes.
fn is_certain(kind: ProblemKind, text: &str, pair: bool) -> bool {
    match kind {
        // In single quotes, other languages have neither templates nor escapes.
        ProblemKind::SingleQuote => pair && !text.contains(['$', '%', '\\']),
        ProblemKind::TypographicQuote(_) => pair,
        ProblemKind::Semicolon | ProblemKind::Space(_) => true,
        _ => false,
    }
}

/// Returns the code, summary and detail of a problem.
fn parts(kind: ProblemKind) -> (Code, &'static str, String) {
    let unknown = |detail: &str| {
        (
            codes::syntax::UNSUPPORTED_OPERATOR,
            "Unknown operator",
            detail.to_owned(),
        )
    };
    let invalid = |summary, detail: &str| (codes::syntax::INVALID_CHARACTER, summary, detail.to_owned());
    match kind {
        ProblemKind::And => {
            unknown("HCL has no bitwise operator `&`. To require both of two conditions, write `&&`.")
        }
        ProblemKind::Or => {
            unknown("HCL has no bitwise operator `|`. To require either of two conditions, write `||`.")
        }
        ProblemKind::Not => unknown("HCL has no bitwise operator `~`. To negate a condition, write `!`."),
        ProblemKind::Power => {
            unknown("HCL has no operator `^`, neither bitwise nor for powers: use a function such as `pow`.")
        }
        ProblemKind::Backtick => invalid(
            "Backtick",
            "HCL has no backticks. Write a string in double quotes, or text of several lines as a heredoc that starts with \
             `<<EOT` and ends with `EOT` on a line of its own.",
        ),
        ProblemKind::SingleQuote => invalid(
            "Single quote",
            "Strings are written in double quotes, never in single quotes.",
        ),
        ProblemKind::Semicolon => invalid(
            "Semicolon",
            "HCL does not separate anything with semicolons. Start a new line after each attribute or block, and put \
             commas between the elements of a list or object.",
        ),
        ProblemKind::InvalidUtf8 => (
            codes::source::INVALID_UTF8,
            "Invalid UTF-8",
            "This byte, and perhaps others, are not valid UTF-8. Save the file in that encoding.".to_owned(),
        ),
        ProblemKind::TypographicQuote(quote) => invalid(
            "Typographic quote",
            &format!(
                "Strings are written in straight double quotes; {quote} is a typographic quote, as text editors and web pages \
                 insert them."
            ),
        ),
        ProblemKind::Dollar(dollar) => invalid(
            "Dollar sign",
            match dollar {
                Dollar::Interpolation => {
                    "Outside of a quoted string, write an expression bare, without `${` and `}`."
                }
                Dollar::Command => {
                    "HCL runs no commands: `$(` means nothing here. If it is text, put it in a quoted string."
                }
                Dollar::Variable => "Write the name of a variable without a `$` before it.",
                Dollar::Bare => {
                    "The character `$` means nothing here. If it is text, put it in a quoted string."
                }
            },
        ),
        ProblemKind::Nul => invalid(
            "NUL character",
            "The source contains a character with the number 0. The file may be binary, or text in UTF-16: save it as \
             UTF-8.",
        ),
        ProblemKind::CarriageReturn => invalid(
            "Carriage return",
            "A carriage return ends a line only together with a line feed. Save the file with LF or CR LF line endings.",
        ),
        ProblemKind::Backslash => invalid(
            "Backslash",
            "A backslash is only allowed inside a quoted string, before the character that it escapes.",
        ),
        ProblemKind::Space(character) => invalid(
            "Unusual space",
            &format!(
                "This looks like a space but is the character U+{:04X}. Type a plain space instead.",
                u32::from(character)
            ),
        ),
        ProblemKind::Control(character) => invalid(
            "Control character",
            &format!(
                "The control character U+{:04X} is not allowed outside of strings. Remove it.",
                u32::from(character)
            ),
        ),
        ProblemKind::Character(character) => invalid(
            "Invalid character",
            &format!(
                "The character `{character}` means nothing here. If it is text, put it in a quoted string."
            ),
        ),
    }
}
