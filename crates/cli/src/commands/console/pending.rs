//! The lines of an expression that may go on.

use hcl2::native::lexer::{Start, TokenKind, lex};
use hcl2::native::tree::TextRange;

/// More open brackets and templates than an expression can have: the rest of the input belongs to it.
const MAX_OPEN: usize = 1_000;

/// The lines of an expression that may go on.
#[derive(Default)]
pub(super) struct Pending {
    pub(super) text: String,
    /// The part that was read, in bytes.
    read: usize,
    /// What opens that which is open there. The next lines are read behind it, so that no line is read twice.
    openers: Vec<String>,
}

impl Pending {
    /// Returns whether the expression goes on in the next line: a bracket, interpolation, heredoc or comment is open at its end.
    pub(super) fn is_open(&mut self) -> bool {
        if self.openers.len() <= MAX_OPEN {
            let text = self.openers.concat() + &self.text[self.read..];
            self.openers = openers(&text);
            self.read = self.text.len();
        }
        !self.openers.is_empty()
    }
}

/// Returns whether an expression goes on in the next line.
pub(super) fn is_open(text: &str) -> bool {
    !openers(text).is_empty()
}

/// Returns what is open at the end of the lines.
fn openers(text: &str) -> Vec<String> {
    let Ok(length) = u32::try_from(text.len()) else {
        return Vec::new();
    };
    let mut open = Vec::new();
    let tokens = lex(text.as_bytes(), TextRange::new(0, length), Start::Code);
    for token in tokens.iter() {
        let word = &text[token.range.start as usize..token.range.end as usize];
        match token.kind {
            TokenKind::OpenBrace
            | TokenKind::OpenBracket
            | TokenKind::OpenParen
            | TokenKind::OpenQuote
            | TokenKind::OpenHeredoc
            | TokenKind::OpenInterpolation
            | TokenKind::OpenDirective => open.push((token.kind, word)),
            TokenKind::CloseBrace
            | TokenKind::CloseBracket
            | TokenKind::CloseParen
            | TokenKind::CloseQuote
            | TokenKind::BrokenQuote
            | TokenKind::CloseHeredoc
            | TokenKind::CloseSequence => drop(open.pop()),
            // A comment that does not end is read as what an operator would be.
            TokenKind::Slash if text[token.range.start as usize..].starts_with("/*") => {
                open.push((token.kind, "/*"));
                break;
            }
            _ => {}
        }
    }
    // A string ends with its line.
    while open.pop_if(|(kind, _)| *kind == TokenKind::OpenQuote).is_some() {}
    open.into_iter().map(|(_, word)| word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_goes_on_while_something_is_open() {
        for open in [
            "[1,",
            "f(",
            "{ a = 1,",
            "(1 +",
            "<<EOT\nx",
            "[for x in y :",
            "a[\n",
            "\"${",
            "[\"${a(",
            "/* x",
            "/*/",
        ] {
            assert!(is_open(open), "{open}");
        }
        let mut pending = Pending::default();
        for (line, open) in [
            ("f(<<-EOT", true),
            ("${a", true),
            ("EOT", true),
            ("} EOT", true),
            ("%{ if true", true),
            ("}x%{ endif }", true),
            ("  EOT", true),
            ("{ b = 1", true),
            ("/* } )", true),
            ("*/", true),
            ("})", false),
        ] {
            pending.text += &format!("{line}\n");
            assert_eq!(pending.is_open(), open, "{}", pending.text);
        }
    }

    #[test]
    fn lines_are_read_once() {
        for (first, line) in [
            ("\"${", "{a = \"}\"}"),
            ("<<E", "${{a = 1}.a}"),
            ("[", "["),
            ("/*", "}"),
        ] {
            let mut pending = Pending::default();
            for line in [first].into_iter().chain(std::iter::repeat_n(line, 20_000)) {
                pending.text += &format!("{line}\n");
                assert!(pending.is_open(), "{first}");
            }
            assert!(pending.openers.concat().len() <= MAX_OPEN + 1, "{first}");
        }
    }

    #[test]
    fn an_expression_ends_where_nothing_is_open() {
        for closed in [
            "1",
            "[1]",
            "\"a",
            "1 +",
            ")",
            "[1}",
            "<<EOT\nx\nEOT\n",
            "\"${a}",
            "1 /* x */",
        ] {
            assert!(!is_open(closed), "{closed}");
        }
    }
}
