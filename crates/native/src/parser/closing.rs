//! What is suggested where quotes and brackets are not closed on their line.

use hcl2_diagnostics::{Diagnostic, Label, Suggestion, codes};

use super::Parser;
use super::cursor::{closer_of, is_closer};
use crate::lexer::TokenKind;
use crate::tree::TextRange;

impl Parser<'_> {
    /// Suggests the quote that the string at hand lacks, which the line ending that is the current token ends, or the
    /// end of the text. It is a label in a `header` of a block, or a template.
    pub(super) fn with_quote(&self, diagnostic: Diagnostic, header: bool) -> Diagnostic {
        if !matches!(self.kind, TokenKind::BrokenQuote | TokenKind::End) || self.input.is_decoded() {
            return diagnostic;
        }
        let start = self.range().start;
        let last = self.index.saturating_sub(1);
        let place = match self.lexer.tokens.kinds[last] {
            TokenKind::QuotedLiteral => {
                let range = self.range_at(last);
                range.start + string_length(&self.bytes[range.as_range()], header) as u32
            }
            // It may be another one that is missing, where this one is right before the end of the line.
            TokenKind::OpenQuote => return diagnostic,
            _ => start,
        };
        let place = self.span(TextRange::empty(place));
        diagnostic.with_suggestion(place, "\"", "add the closing quote")
    }

    /// Says in the problem listed at `at` which bracket is not closed between the tokens at `from` and `to`, after
    /// which the next item starts, and suggests what closes it where nothing else is missing.
    #[cold]
    pub(super) fn label_unclosed(&mut self, at: usize, from: usize, to: usize) {
        let kinds = &self.lexer.tokens.kinds;
        let mut open: Vec<(usize, TokenKind)> = Vec::new();
        for (index, kind) in kinds[from..to].iter().enumerate() {
            if let Some(closer) = closer_of(*kind) {
                open.push((from + index, closer));
            } else if is_closer(*kind) {
                while open.pop().is_some_and(|(_, closer)| closer != *kind) {}
            }
        }
        let Some((innermost, _)) = open.last() else {
            return;
        };
        let label = self.span(self.range_at(*innermost));
        let closers: Option<String> = open.iter().rev().map(|(_, closer)| written(*closer)).collect();
        let complete = matches!(
            kinds[to - 1],
            TokenKind::Identifier
                | TokenKind::Number
                | TokenKind::CloseQuote
                | TokenKind::CloseParen
                | TokenKind::CloseBracket
                | TokenKind::CloseBrace
                | TokenKind::Comma
        );
        let place = self.span(TextRange::empty(self.range_at(to - 1).end));
        let Some(diagnostic) = self.diagnostics.get_mut(at) else {
            return;
        };
        if diagnostic.code == codes::syntax::UNCLOSED_OBJECT {
            diagnostic.subject = Some(label);
        } else if diagnostic.code == codes::syntax::UNCLOSED_INTERPOLATION {
            // The next item is not what is wrong.
            diagnostic.labels.clear();
            diagnostic.subject = Some(label);
            diagnostic.detail = "The next item starts before the `}` of this interpolation. Add it, or write `$${` for a literal \
                                 `${`, as for a shell script."
                .into();
        } else if diagnostic.labels.iter().all(|known| known.span != label) {
            diagnostic.labels.push(Label {
                span: label,
                text: "not closed before the next item".into(),
            });
        }
        let only_open = [
            codes::syntax::UNCLOSED_OBJECT,
            codes::syntax::EXPECTED_SEPARATOR,
            codes::syntax::UNCLOSED_PARENTHESIS,
            codes::syntax::UNCLOSED_INDEX,
            codes::syntax::UNCLOSED_INTERPOLATION,
        ];
        if let Some(closers) = closers
            && complete
            && only_open.contains(&diagnostic.code)
            && !self.input.is_decoded()
        {
            // A separator is missing for want of a closing bracket.
            diagnostic.suggestions.clear();
            diagnostic.suggestions.push(Suggestion {
                text: format!("add `{closers}` if the value ends here"),
                span: place,
                replacement: closers,
            });
        }
    }
}

/// A closing bracket or quote as written; `None` for a heredoc's, which stands on a line of its own.
fn written(closer: TokenKind) -> Option<char> {
    Some(match closer {
        TokenKind::CloseBrace | TokenKind::CloseSequence => '}',
        TokenKind::CloseBracket => ']',
        TokenKind::CloseParen => ')',
        TokenKind::CloseQuote => '"',
        _ => return None,
    })
}

/// How much of `text`, up to the end of its line, is a string's that lacks its closing quote, in bytes: not the spaces
/// at its end, nor commas and brackets that close what was opened before it, nor the brace of a block after a label.
fn string_length(text: &[u8], header: bool) -> usize {
    let mut text = text.trim_ascii_end();
    if header {
        return text.strip_suffix(b"{").unwrap_or(text).trim_ascii_end().len();
    }
    // How many more brackets of each kind are closed than opened in what is left.
    let mut excess = [(b'(', b')'), (b'[', b']'), (b'{', b'}')].map(|(opener, closer)| {
        let count = |byte| text.iter().filter(|other| **other == byte).count();
        (closer, count(closer).saturating_sub(count(opener)))
    });
    while let Some((last, rest)) = text.split_last() {
        match excess.iter_mut().find(|(closer, _)| closer == last) {
            Some((_, 0)) => break,
            Some((_, left)) => *left -= 1,
            None if *last == b',' => {}
            None => break,
        }
        text = rest.trim_ascii_end();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, header: bool, string: &str) {
        let length = string_length(text.as_bytes(), header);
        assert_eq!(&text[..length], string, "{text:?}");
    }

    #[test]
    fn what_closes_other_things_is_no_part_of_a_string() {
        check("x", false, "x");
        check("x  ", false, "x");
        check("x,", false, "x");
        check("x, y)]),", false, "x, y");
        check("f(x), [1]", false, "f(x), [1]");
        check("f(x)) }", false, "f(x)");
        check(",", false, "");
        check("", false, "");
    }

    #[test]
    fn the_brace_of_a_block_is_no_part_of_a_label() {
        check("x {", true, "x");
        check("x{ ", true, "x");
        check("x,", true, "x,");
        check("", true, "");
    }
}
