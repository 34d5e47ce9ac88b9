//! Finding where a bracket or quote is missing.

use super::super::Parser;
use super::super::problem::Unclosed;
use super::skip::{closer_of, is_closer};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// Returns the offset at which to add the closing quote of a string that the current token cuts off: the end of its
    /// line, or of the source. The string is a label in a `header` of a block, or a template.
    pub(in crate::parser) fn missing_quote(&self, header: bool) -> Option<u32> {
        if !matches!(self.cursor.kind, TokenKind::BrokenQuote | TokenKind::End) || self.input.is_decoded() {
            return None;
        }
        let last = self.cursor.index.saturating_sub(1);
        match self.cursor.kinds()[last] {
            TokenKind::QuotedLiteral => {
                let range = self.range_at(last);
                Some(range.start + string_length(&self.bytes[range.as_range()], header) as u32)
            }
            // Right before the end of the line, another quote may be the missing one.
            TokenKind::OpenQuote => None,
            _ => Some(self.range().start),
        }
    }

    /// Records in the problem listed at `at` which bracket is unclosed between the tokens `from` and `to`, after which the
    /// next item starts, and what closes it if nothing else is missing.
    #[cold]
    pub(super) fn mark_unclosed(&mut self, at: usize, from: usize, to: usize) {
        let kinds = self.cursor.kinds();
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
        let unclosed = Unclosed {
            opener: self.range_at(*innermost),
            closers: closers.filter(|_| complete && !self.input.is_decoded()),
            place: self.range_at(to - 1).end,
        };
        self.problems.mark_unclosed(at, unclosed);
    }
}

/// Returns how a closing bracket or quote is written. A heredoc's marker is on a line of its own and has no such form.
fn written(closer: TokenKind) -> Option<char> {
    Some(match closer {
        TokenKind::CloseBrace | TokenKind::CloseSequence => '}',
        TokenKind::CloseBracket => ']',
        TokenKind::CloseParen => ')',
        TokenKind::CloseQuote => '"',
        _ => return None,
    })
}

/// Returns how many bytes of `text`, up to the end of its line, belong to an unclosed string. Trailing spaces do not, nor
/// do commas and brackets that close what was opened before it, nor the brace of a block after a label.
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
    fn brackets_that_close_other_brackets_are_not_part_of_a_string() {
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
    fn the_brace_of_a_block_is_not_part_of_a_label() {
        check("x {", true, "x");
        check("x{ ", true, "x");
        check("x,", true, "x,");
        check("", true, "");
    }
}
