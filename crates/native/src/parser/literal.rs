//! The content of literals: numbers, escapes, strip markers and the indentation of heredocs.

use memchr::memchr;

use super::Parser;
use super::problem::{EscapeFault, ExpressionProblem, NumberFault, StringEnd, TemplateProblem};
use super::template::RawPart;
use crate::lexer::TokenKind;
use crate::tree::{Text, TextRange};

/// The number of digits from which a whole number may not fit into 512 bits.
const WIDE_DIGITS: usize = 155;

/// Whole numbers of at most this many digits fit into 32 bits.
const SMALL_DIGITS: usize = 9;

/// Returns the whole number that `bytes` are, if they are a few digits.
#[inline]
pub(super) fn small_whole_number(bytes: &[u8]) -> Option<u32> {
    if bytes.is_empty() || bytes.len() > SMALL_DIGITS {
        return None;
    }
    bytes.iter().try_fold(0, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number * 10 + u32::from(byte - b'0'))
    })
}

impl Parser<'_> {
    /// Returns whether the number token at `range` is a number, and reports it if not.
    pub(super) fn check_number(&mut self, range: TextRange) -> bool {
        let bytes = &self.bytes[range.as_range()];
        let digits_only = bytes.iter().all(u8::is_ascii_digit);
        let fault = if digits_only && (bytes.len() < WIDE_DIGITS || self.is_exact(range)) {
            return true;
        } else if digits_only {
            NumberFault::TooPrecise
        } else if is_number(bytes) {
            return true;
        } else if bytes.iter().filter(|byte| **byte == b'.').count() > 1 {
            NumberFault::Dots
        } else if bytes.iter().filter(|byte| matches!(byte, b'e' | b'E')).count() > 1 {
            NumberFault::Exponents
        } else {
            NumberFault::Exponent
        };
        self.report(range, ExpressionProblem::InvalidNumber(fault));
        false
    }

    /// Returns whether the whole number at `range` is exact in 512 bits.
    fn is_exact(&self, range: TextRange) -> bool {
        let text = std::str::from_utf8(&self.bytes[range.as_range()]).unwrap_or_default();
        hcl2_value::Number::parse_literal(text).is_ok()
    }

    /// Returns the content of a literal token.
    pub(super) fn literal(&mut self, range: TextRange, quoted: bool) -> Text {
        let bytes = &self.bytes[range.as_range()];
        if is_escaped_opener(bytes) {
            let start = self.nodes.decoded.len() as u32;
            // The sign is doubled; everything after it is as written.
            self.push_decoded(TextRange::new(range.start + 1, range.end));
            return Text::decoded(TextRange::new(start, self.nodes.decoded.len() as u32));
        }
        if !quoted || memchr(b'\\', bytes).is_none() {
            return Text::source(range);
        }
        let start = self.nodes.decoded.len() as u32;
        self.decode_escapes(range);
        Text::decoded(TextRange::new(start, self.nodes.decoded.len() as u32))
    }

    /// Appends the source text of `range` to the decoded text.
    pub(super) fn push_decoded(&mut self, range: TextRange) {
        let text = String::from_utf8_lossy(&self.bytes[range.as_range()]);
        self.nodes.decoded.push_str(&text);
    }

    /// Appends the source text of `range` to the decoded text, and resolves its escapes.
    fn decode_escapes(&mut self, range: TextRange) {
        let mut start = range.start;
        while start < range.end {
            let rest = &self.bytes[start as usize..range.end as usize];
            let plain = memchr(b'\\', rest).unwrap_or(rest.len()) as u32;
            self.push_decoded(TextRange::new(start, start + plain));
            start += plain;
            if start < range.end {
                start = self.decode_escape(start, range.end);
            }
        }
    }

    /// Resolves the escape at `start`, and returns its end.
    fn decode_escape(&mut self, start: u32, end: u32) -> u32 {
        let rest = &self.bytes[start as usize + 1..end as usize];
        let simple = match rest.first() {
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'u') => return self.decode_unicode(start, end, 4),
            Some(b'U') => return self.decode_unicode(start, end, 8),
            _ => return self.report_escape(start, rest),
        };
        self.nodes.decoded.push(simple);
        start + 2
    }

    /// Resolves `\u` or `\U`, followed by this number of hexadecimal `digits`, and returns its end.
    fn decode_unicode(&mut self, start: u32, end: u32, digits: usize) -> u32 {
        let rest = &self.bytes[start as usize + 2..end as usize];
        let given = rest
            .iter()
            .take(digits)
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count();
        let stop = start + 2 + given as u32;
        let range = TextRange::new(start, stop);
        let number = std::str::from_utf8(&rest[..given])
            .ok()
            .and_then(|text| u32::from_str_radix(text, 16).ok());
        let fault = match number {
            Some(number) if given == digits => match char::from_u32(number) {
                Some(character) => {
                    self.nodes.decoded.push(character);
                    return stop;
                }
                None => EscapeFault::NoCharacter(number),
            },
            _ => EscapeFault::Digits(digits),
        };
        self.report(range, TemplateProblem::InvalidEscape(fault));
        self.push_decoded(range);
        stop
    }

    #[cold]
    fn report_escape(&mut self, start: u32, rest: &[u8]) -> u32 {
        let window = &rest[..rest.len().min(4)];
        let text = String::from_utf8_lossy(window);
        let Some(character) = text.chars().next() else {
            return start + 1;
        };
        let stop = start + 1 + (character.len_utf8() as u32).min(window.len() as u32);
        let range = TextRange::new(start, stop);
        self.report(range, TemplateProblem::InvalidEscape(EscapeFault::Unknown));
        self.nodes.decoded.push(character);
        stop
    }

    /// Returns the content of `text`.
    fn text_str(&self, text: Text) -> &str {
        let (decoded, range) = text.place();
        let found = if decoded {
            self.nodes.decoded.get(range.as_range())
        } else {
            std::str::from_utf8(&self.bytes[range.as_range()]).ok()
        };
        found.unwrap_or("")
    }

    pub(super) fn trim_text_start(&self, text: Text) -> Text {
        let all = self.text_str(text);
        text.skip((all.len() - all.trim_start().len()) as u32)
    }

    pub(super) fn trim_text_end(&self, text: Text) -> Text {
        text.take(self.text_str(text).trim_end().len() as u32)
    }

    /// Removes the common indentation from those raw parts from `base` on that start a line.
    pub(super) fn take_indentation(&mut self, base: usize) {
        let mut least = usize::MAX;
        for index in self.line_starts(base) {
            let indentation = match self.pending.raw[index] {
                RawPart::Literal { text, .. } => self.indentation(text),
                _ => Some(0),
            };
            least = least.min(indentation.unwrap_or(usize::MAX));
        }
        if least == 0 || least == usize::MAX {
            return;
        }
        for index in self.line_starts(base) {
            let RawPart::Literal { range, text } = self.pending.raw[index] else {
                continue;
            };
            if self.indentation(text).is_none() {
                continue;
            }
            let spaces: usize = self.text_str(text).chars().take(least).map(char::len_utf8).sum();
            let spaces = spaces as u32;
            self.pending.raw[index] = RawPart::Literal {
                range: TextRange::new(range.start + spaces, range.end),
                text: text.skip(spaces),
            };
        }
    }

    /// Returns the indices of the raw parts from `base` on that start a line.
    fn line_starts(&self, base: usize) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut at_start = true;
        for (index, part) in self.pending.raw.iter().enumerate().skip(base) {
            if std::mem::take(&mut at_start) {
                starts.push(index);
            }
            if let RawPart::Literal { text, .. } = part {
                at_start = self.text_str(*text).ends_with('\n');
            }
        }
        starts
    }

    /// Returns the number of spaces at the start of `text`, or `None` for a blank line, which does not count.
    fn indentation(&self, text: Text) -> Option<usize> {
        let all = self.text_str(text);
        let content = all.trim_start();
        if content.is_empty() && all.ends_with('\n') {
            return None;
        }
        Some(all[..all.len() - content.len()].chars().count())
    }

    /// Merges adjacent literals among the raw parts from `base` on.
    pub(super) fn meld_literals(&mut self, base: usize) {
        let mut kept = base;
        for index in base..self.pending.raw.len() {
            let part = self.pending.raw[index];
            if kept > base
                && let (
                    RawPart::Literal {
                        range: before,
                        text: first,
                    },
                    RawPart::Literal { range, text },
                ) = (self.pending.raw[kept - 1], part)
            {
                self.pending.raw[kept - 1] = RawPart::Literal {
                    range: TextRange::new(before.start, range.end),
                    text: self.meld(first, text),
                };
                continue;
            }
            self.pending.raw[kept] = part;
            kept += 1;
        }
        self.pending.raw.truncate(kept);
    }

    /// Joins two pieces of text. Copies nothing if the second one follows the first in the same buffer.
    fn meld(&mut self, first: Text, second: Text) -> Text {
        if first.is_empty() {
            return second;
        }
        if second.is_empty() {
            return first;
        }
        if let Some(both) = first.followed_by(second) {
            return both;
        }
        let (decoded, range) = first.place();
        let start = if decoded && range.end as usize == self.nodes.decoded.len() {
            range.start
        } else {
            let start = self.nodes.decoded.len() as u32;
            self.copy_decoded(first);
            start
        };
        self.copy_decoded(second);
        Text::decoded(TextRange::new(start, self.nodes.decoded.len() as u32))
    }

    fn copy_decoded(&mut self, text: Text) {
        let (decoded, range) = text.place();
        if decoded {
            self.nodes.decoded.extend_from_within(range.as_range());
        } else {
            self.push_decoded(range);
        }
    }

    /// Reads a quoted string that must be literal, whose quote is the current token. Returns its content and range.
    pub(super) fn literal_string(&mut self) -> (Text, TextRange) {
        self.cursor.quotes += 1;
        let open = self.read().range;
        let string = self.literal_content(open);
        self.leave_quote();
        string
    }

    /// Reads the content of a string that must be literal, behind its quote `open`.
    fn literal_content(&mut self, open: TextRange) -> (Text, TextRange) {
        let mut content = Text::source(TextRange::empty(open.end));
        loop {
            if self.cursor.kind == TokenKind::BrokenQuote {
                if !self.recovery.active {
                    let quote = self.missing_quote(true);
                    self.report_unclosed_literal(open, self.range(), StringEnd::Line, quote);
                }
                self.recovery.active = true;
                return (content, open.to(self.last_range()));
            }
            let part = self.read();
            match part.kind {
                TokenKind::CloseQuote => return (content, open.to(part.range)),
                TokenKind::QuotedLiteral => {
                    let text = self.literal(part.range, true);
                    content = self.meld(content, text);
                }
                TokenKind::OpenInterpolation | TokenKind::OpenDirective => {
                    let sign = if part.kind == TokenKind::OpenDirective {
                        '%'
                    } else {
                        '$'
                    };
                    self.report(part.range, TemplateProblem::LiteralRequired { open, sign });
                    self.recover(TokenKind::CloseSequence);
                }
                TokenKind::End => {
                    self.report_unclosed_literal(open, part.range, StringEnd::Source, None);
                    return (content, open.to(part.range));
                }
                TokenKind::QuotedNewline => {
                    self.report(part.range, TemplateProblem::MultiLineString { open });
                    self.recover(TokenKind::CloseQuote);
                    return (content, open.to(part.range));
                }
                _ => {
                    self.report_unclosed_literal(open, part.range, StringEnd::Token, None);
                    self.recover(TokenKind::CloseQuote);
                    return (content, open.to(part.range));
                }
            }
        }
    }

    #[cold]
    fn report_unclosed_literal(
        &mut self,
        open: TextRange,
        subject: TextRange,
        end: StringEnd,
        quote: Option<u32>,
    ) {
        let context = open.to(subject);
        let problem = TemplateProblem::UnclosedString {
            open,
            context,
            end,
            quote,
        };
        self.report(subject, problem);
    }
}

/// Returns whether a literal token is an escaped `${` or `%{`, possibly with the rest of its line.
fn is_escaped_opener(bytes: &[u8]) -> bool {
    matches!(bytes, [b'$', b'$', b'{', ..] | [b'%', b'%', b'{', ..])
}

/// Returns whether `bytes`, which consist of digits, dots and exponents, are a number: at most one fraction, at most one
/// exponent, and an exponent that fits a number of 512 bits with a 32-bit exponent.
fn is_number(bytes: &[u8]) -> bool {
    let (mantissa, exponent) = match bytes.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    };
    if mantissa.iter().filter(|byte| **byte == b'.').count() > 1 {
        return false;
    }
    let Some(exponent) = exponent else {
        return true;
    };
    let Some(exponent) = std::str::from_utf8(exponent)
        .ok()
        .and_then(|text| text.parse::<i64>().ok())
    else {
        return false;
    };
    // Each digit of the mantissa takes three and a third bits.
    let bits = mantissa.len() as u64 * 10 / 3 + 1;
    // A number that is too large cannot be represented; one that is too small rounds to zero.
    let power = if exponent > 0 {
        exponent.unsigned_abs().saturating_mul(10) / 3
    } else {
        exponent.unsigned_abs()
    };
    power.saturating_add(bits) <= i32::MAX as u64
}
