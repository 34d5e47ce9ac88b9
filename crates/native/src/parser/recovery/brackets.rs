//! Brackets that match.
//!
//! Where brackets match, a wrong token is not a missing bracket: recovery then stays inside the brackets around it.

use super::super::Parser;
use super::skip::{closer_of, is_closer};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// Returns whether all brackets and quotes before the current token have their partners.
    pub(in crate::parser) fn is_balanced(&mut self) -> bool {
        self.cursor.index < self.first_unmatched()
    }

    /// Returns whether all brackets and quotes of the source have their partners.
    pub(in crate::parser) fn is_all_balanced(&mut self) -> bool {
        self.first_unmatched() == self.cursor.kinds().len()
    }

    #[cold]
    fn first_unmatched(&mut self) -> usize {
        // This reads all tokens, none of which are dropped from then on.
        self.report_tokens();
        let first = match self.recovery.first_unmatched {
            Some(first) => first,
            None => first_unmatched(self.cursor.kinds()),
        };
        self.recovery.first_unmatched = Some(first);
        first
    }
}

/// Returns the index of the first bracket or quote without a partner, or the number of tokens. What is open at a closer
/// without any partner counts as unmatched, too.
fn first_unmatched(kinds: &[TokenKind]) -> usize {
    let mut first = kinds.len();
    // The openers, each with its closer.
    let mut open: Vec<(usize, TokenKind)> = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        if let Some(closer) = closer_of(*kind) {
            open.push((index, closer));
            continue;
        }
        // The end of its line ends a quote, without being its partner.
        let is_partner = *kind != TokenKind::BrokenQuote;
        let closer = if is_partner { *kind } else { TokenKind::CloseQuote };
        if !is_closer(closer) {
            continue;
        }
        if is_partner && open.pop_if(|(_, expected)| *expected == closer).is_some() {
            continue;
        }
        // Each search removes what it passes, or is the last one.
        let Some(partner) = open.iter().rposition(|(_, expected)| *expected == closer) else {
            return open
                .first()
                .map_or(first.min(index), |(index, _)| first.min(*index));
        };
        first = first.min(open[partner + usize::from(is_partner)].0);
        open.truncate(partner);
    }
    open.first().map_or(first, |(index, _)| first.min(*index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::{Start, lex};
    use crate::tree::TextRange;

    /// Asserts that the first bracket without a partner is the one in front of which `text` has a `^`.
    #[track_caller]
    fn check(marked: &str) {
        let text = marked.replacen('^', "", 1);
        let tokens = lex(text.as_bytes(), TextRange::new(0, text.len() as u32), Start::Code);
        let tokens: Vec<_> = tokens.iter().collect();
        let kinds: Vec<_> = tokens.iter().map(|token| token.kind).collect();
        let first = first_unmatched(&kinds);
        let found = tokens.get(first).map(|token| token.range.start as usize);
        assert_eq!(found, marked.find('^'), "{marked}");
    }

    #[test]
    fn the_first_bracket_without_a_partner_is_found() {
        check("a { b = [(1)] }");
        check("a = \"${f({ b = 1 })}\"");
        check("a { b = ^(1 }");
        check("a ^{ b = [1]");
        check("a { b = ^[(1 }");
        check("a { b = 1 } ^}");
        check("^{ ( ) ] }");
        check("a { b = [^(1] }");
        check("a = ^\"x\nb { }");
        check("a = <<E\n${b}\nE\nb = ^)");
        check("");
    }
}
