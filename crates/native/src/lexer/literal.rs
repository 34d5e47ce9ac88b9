//! Lexing the literal text of templates.
//!
//! The boundaries of literal tokens matter: a strip marker trims the token next to it only, and the indentation of a
//! heredoc is that of the tokens that start its lines. A `$`, a `%` and an escaped opener are tokens of their own.

use memchr::{memchr, memchr3, memrchr};

use super::scan::quoted_end;
use super::{Lexer, Mode, TokenKind};

impl Lexer<'_> {
    /// Reads tokens of a quoted template until the mode changes or the piece ends.
    pub(super) fn quoted(&mut self) {
        while self.mode == Mode::Quoted && self.pos < self.stop {
            self.refresh_invalid();
            if self.pos == self.invalid_at {
                self.invalid_utf8();
                continue;
            }
            match self.bytes[self.pos] {
                b'"' => {
                    self.push(TokenKind::CloseQuote, self.pos + 1);
                    self.leave();
                }
                b'\n' | b'\r' => {
                    let mut end = self.pos + 1;
                    while matches!(self.byte(end), b'\n' | b'\r') {
                        end += 1;
                    }
                    self.quoted_newline(end);
                }
                sign @ (b'$' | b'%') => self.quoted_sign(sign),
                _ => self.quoted_run(),
            }
        }
    }

    /// Adds the line endings up to `end` in a quoted template. The first of them ends the template and those around it,
    /// unless a later line looks as if it closes it.
    #[cold]
    fn quoted_newline(&mut self, end: usize) {
        if self.pos >= self.quoted_until {
            match self.closing_line(end) {
                Some(until) => self.quoted_until = until,
                None => {
                    let first =
                        memchr(b'\n', &self.bytes[self.pos..end]).map_or(end, |offset| self.pos + offset + 1);
                    self.push_suspicious(TokenKind::BrokenQuote, first);
                    self.leave_quotes();
                    return;
                }
            }
        }
        self.push_suspicious(TokenKind::QuotedNewline, end);
    }

    /// Returns the offset of the first quote from `from` on, if it looks like a closing one on its line.
    fn closing_line(&self, from: usize) -> Option<usize> {
        let quote = from + memchr(b'"', &self.bytes[from..])?;
        let line = memrchr(b'\n', &self.bytes[from..quote]).map_or(from, |offset| from + offset + 1);
        let end = memchr(b'\n', &self.bytes[quote..]).map_or(self.bytes.len(), |offset| quote + offset);
        let (before, after) = (&self.bytes[line..quote], &self.bytes[quote + 1..end]);
        let mut quotes = 0;
        let mut escaped = false;
        for byte in &self.bytes[line..end] {
            quotes += usize::from(*byte == b'"' && !escaped);
            escaped = *byte == b'\\' && !escaped;
        }
        if quotes % 2 == 0 {
            return None;
        }
        let closes = matches!(
            after.trim_ascii_start().first(),
            None | Some(b',' | b')' | b']' | b'}' | b':' | b'=' | b'?' | b'#')
        );
        let opens = matches!(
            before.trim_ascii_end().last(),
            Some(b'=' | b'(' | b'[' | b'{' | b',' | b':')
        );
        (closes || !opens).then_some(quote)
    }

    /// Leaves the current quoted template, and those whose interpolations contain it.
    fn leave_quotes(&mut self) {
        let inner = self
            .modes
            .iter()
            .rposition(|mode| matches!(mode, Mode::Heredoc | Mode::Bare))
            .map_or(0, |index| index + 1);
        let outermost = self.modes[inner..]
            .iter()
            .position(|mode| *mode == Mode::Quoted)
            .map_or(self.modes.len(), |index| inner + index);
        // Above a template that is left, each mode other than a quoted template belongs to an open sequence.
        let left = self.modes[outermost..]
            .iter()
            .filter(|mode| **mode == Mode::Quoted)
            .count();
        let kept = self.sequences.len() - left.min(self.sequences.len());
        if let Some(braces) = self.sequences.get(kept) {
            self.braces = braces - 1;
        }
        self.sequences.truncate(kept);
        self.modes.truncate(outermost);
        self.leave();
    }

    /// Adds a `$` or `%` in a quoted template.
    fn quoted_sign(&mut self, sign: u8) {
        let start = self.pos;
        if self.byte(start + 1) == b'{' {
            self.open_sequence(opener(sign));
        } else if self.is_escaped_opener(sign) {
            let strip = usize::from(self.byte(start + 3) == b'~');
            self.push(TokenKind::QuotedLiteral, start + 3 + strip);
        } else if start + 1 == self.bytes.len() {
            self.push_suspicious(TokenKind::Invalid, start + 1);
        } else {
            self.push(TokenKind::QuotedLiteral, start + 1);
        }
    }

    /// Adds plain text and escapes of a quoted template.
    fn quoted_run(&mut self) {
        let limit = self.invalid_at;
        let mut end = self.pos;
        loop {
            end = quoted_end(self.bytes, end, limit);
            if end >= limit {
                break;
            }
            match self.bytes[end] {
                b'"' | b'$' | b'%' | b'\n' | b'\r' => break,
                b'\\' => {
                    let escaped = end + 1;
                    if escaped >= limit || matches!(self.bytes[escaped], b'\n' | b'\r') {
                        break;
                    }
                    end += 2;
                }
                _ => end += 1,
            }
        }
        if end > self.pos {
            self.push(TokenKind::QuotedLiteral, end);
        } else {
            // A backslash before a line ending, invalid bytes or the end.
            self.push_suspicious(TokenKind::Invalid, end + 1);
        }
    }

    /// Reads tokens of a heredoc until the mode changes or the piece ends.
    pub(super) fn heredoc(&mut self) {
        while self.mode == Mode::Heredoc && self.pos < self.stop {
            self.refresh_invalid();
            if self.pos == self.invalid_at {
                self.invalid_utf8();
                continue;
            }
            match self.bytes[self.pos] {
                sign @ (b'$' | b'%') => self.line_sign(sign),
                b'\r' if self.line_ending_at(self.pos) == 0 => {
                    self.push_suspicious(TokenKind::Invalid, self.pos + 1)
                }
                _ => {
                    let (end, ends_line) = self.line_run();
                    if !(ends_line && self.close_heredoc(end)) {
                        self.line_literal(end, ends_line);
                    }
                }
            }
        }
    }

    /// Reads tokens of a bare template until the mode changes or the piece ends.
    pub(super) fn bare(&mut self) {
        while self.mode == Mode::Bare && self.pos < self.stop {
            self.refresh_invalid();
            if self.pos == self.invalid_at {
                self.invalid_utf8();
                continue;
            }
            match self.bytes[self.pos] {
                sign @ (b'$' | b'%') => self.line_sign(sign),
                b'\r' if self.line_ending_at(self.pos) == 0 => {
                    self.push(TokenKind::StringLiteral, self.pos + 1)
                }
                _ => {
                    let (end, ends_line) = self.line_run();
                    self.line_literal(end, ends_line);
                }
            }
        }
    }

    /// Adds a `$` or `%` in a heredoc or bare template.
    fn line_sign(&mut self, sign: u8) {
        let start = self.pos;
        if self.byte(start + 1) == b'{' {
            self.open_sequence(opener(sign));
        } else if self.is_escaped_opener(sign) {
            let end = start + 3 + usize::from(self.byte(start + 3) == b'~');
            let line_ending = self.line_ending_at(end);
            self.line_literal(end + line_ending, line_ending > 0);
        } else if start + 1 == self.bytes.len() {
            match self.mode {
                Mode::Bare => self.push(TokenKind::StringLiteral, start + 1),
                _ => self.push_suspicious(TokenKind::Invalid, start + 1),
            }
        } else if start + 2 <= self.invalid_at && self.line_ending_at(start + 2) > 0 {
            self.line_literal(start + 2, true);
        } else {
            self.line_literal(start + 1, false);
        }
    }

    /// Returns the end of the plain text at the current position, and whether its line ends there.
    fn line_run(&self) -> (usize, bool) {
        let limit = self.invalid_at;
        let start = self.pos;
        let stop =
            memchr3(b'$', b'%', b'\n', &self.bytes[start..limit]).map_or(limit, |offset| start + offset);
        match memchr(b'\r', &self.bytes[start..stop]) {
            // One that does not end a line is a token of its own.
            Some(offset) if start + offset + 1 != stop || self.byte(stop) != b'\n' => (start + offset, false),
            _ if stop < limit && self.byte(stop) == b'\n' => (stop + 1, true),
            _ => (stop, false),
        }
    }

    /// Adds the literal up to `end` of a heredoc or bare template.
    fn line_literal(&mut self, end: usize, ends_line: bool) {
        self.push(TokenKind::StringLiteral, end);
        if self.mode == Mode::Heredoc
            && let Some(heredoc) = self.heredocs.last_mut()
        {
            heredoc.at_line_start = ends_line;
        }
    }

    /// Ends the heredoc if the line up to `end`, including its line ending, is the closing marker.
    fn close_heredoc(&mut self, end: usize) -> bool {
        let Some(heredoc) = self.heredocs.last() else {
            return false;
        };
        let marker = &self.bytes[heredoc.marker.as_range()];
        let line = &self.bytes[self.pos..end];
        if !heredoc.at_line_start || !is_marker(line, marker) {
            return false;
        }
        let line_ending = if line.ends_with(b"\r\n") { 2 } else { 1 };
        self.push(TokenKind::CloseHeredoc, end - line_ending);
        self.push(TokenKind::Newline, end);
        self.heredocs.pop();
        self.leave();
        true
    }

    /// Returns whether a doubled `sign` and an opening brace are at the current position.
    fn is_escaped_opener(&self, sign: u8) -> bool {
        self.byte(self.pos + 1) == sign && self.byte(self.pos + 2) == b'{'
    }
}

/// Returns whether `line` is `marker`, possibly with spaces around it.
fn is_marker(line: &[u8], marker: &[u8]) -> bool {
    let trimmed = line.trim_ascii();
    if trimmed.len() <= marker.len() {
        return trimmed == marker;
    }
    // Spaces other than ASCII ones may surround it, too.
    let outer = [trimmed.first(), trimmed.last()];
    let unusual = outer.iter().flatten().any(|byte| **byte >= 128 || **byte == 0x0B);
    unusual && std::str::from_utf8(trimmed).is_ok_and(|text| text.trim().as_bytes() == marker)
}

/// Returns the kind of token that `sign` and a brace are.
fn opener(sign: u8) -> TokenKind {
    if sign == b'$' {
        TokenKind::OpenInterpolation
    } else {
        TokenKind::OpenDirective
    }
}
