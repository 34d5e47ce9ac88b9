//! Lexing structure and expressions.

use memchr::memchr;

use super::scan::{identifier_end, quoted_end, spaces_end};
use super::{Heredoc, Lexer, Mode, TokenKind, identifier};
use crate::range::TextRange;

impl Lexer<'_> {
    /// Reads tokens until the mode changes or the piece ends.
    pub(super) fn code(&mut self) {
        let piece = &self.bytes[..self.stop];
        while self.mode == Mode::Code
            && let Some(byte) = piece.get(self.pos).copied()
        {
            let start = self.pos;
            let (kind, end) = match byte {
                b' ' | b'\t' => (TokenKind::Space, spaces_end(self.bytes, start + 1)),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => (TokenKind::Identifier, self.identifier_end(start + 1)),
                b'0'..=b'9' => (TokenKind::Number, self.number_end(start + 1)),
                b'\n' => (TokenKind::Newline, start + 1),
                b'=' if !matches!(self.byte(start + 1), b'=' | b'>') => (TokenKind::Equal, start + 1),
                b'.' if self.byte(start + 1) != b'.' => (TokenKind::Dot, start + 1),
                b',' => (TokenKind::Comma, start + 1),
                b'[' => (TokenKind::OpenBracket, start + 1),
                b']' => (TokenKind::CloseBracket, start + 1),
                b'(' => (TokenKind::OpenParen, start + 1),
                b')' => (TokenKind::CloseParen, start + 1),
                b'{' => {
                    self.braces += 1;
                    (TokenKind::OpenBrace, start + 1)
                }
                b'#' => (TokenKind::Comment, self.line_end(start)),
                _ => {
                    self.other_code(byte);
                    continue;
                }
            };
            self.push(kind, end);
        }
    }

    /// Reads tokens that start with `byte` and depend on more than that.
    fn other_code(&mut self, byte: u8) {
        match byte {
            b'"' => self.open_quote(),
            b'}' => self.close_brace(),
            128.. => self.non_ascii(),
            _ => self.operator(byte),
        }
    }

    /// Adds a quote, and the rest of its string if that is plain text: most are, and need no mode of their own.
    fn open_quote(&mut self) {
        self.push(TokenKind::OpenQuote, self.pos + 1);
        let end = quoted_end(self.bytes, self.pos, self.invalid_at);
        if self.byte(end) != b'"' {
            self.enter(Mode::Quoted);
            return;
        }
        if end > self.pos {
            self.push(TokenKind::QuotedLiteral, end);
        }
        self.push(TokenKind::CloseQuote, end + 1);
    }

    /// Returns the end of the identifier whose first character ends at `end`.
    #[inline]
    fn identifier_end(&self, end: usize) -> usize {
        let end = identifier_end(self.bytes, end);
        if self.byte(end) < 128 {
            return end;
        }
        self.international_end(end)
    }

    /// Returns the end of an identifier that may continue at `end` with characters beyond ASCII.
    #[cold]
    fn international_end(&self, mut end: usize) -> usize {
        while let Some(next) = self
            .character_at(end)
            .filter(|next| identifier::is_id_continue(*next))
        {
            end = identifier_end(self.bytes, end + next.len_utf8());
        }
        end
    }

    #[cold]
    fn non_ascii(&mut self) {
        self.refresh_invalid();
        if self.pos == self.invalid_at {
            self.invalid_utf8();
            return;
        }
        match self.character() {
            Some(character) if identifier::is_id_start(character) => {
                let end = self.identifier_end(self.pos + character.len_utf8());
                self.push(TokenKind::Identifier, end);
            }
            _ => self.invalid_character(),
        }
    }

    /// Returns the end of the number whose first digit ends at `end`: digits, dots and exponents in any order that does not
    /// end with a dot. The parser checks whether that is a valid number.
    fn number_end(&self, mut end: usize) -> usize {
        let mut cursor = end;
        loop {
            match self.byte(cursor) {
                b'0'..=b'9' => {
                    cursor += 1;
                    end = cursor;
                }
                b'.' => cursor += 1,
                b'e' | b'E' => {
                    let signed = matches!(self.byte(cursor + 1), b'+' | b'-');
                    let digit = cursor + 1 + usize::from(signed);
                    if !self.byte(digit).is_ascii_digit() {
                        return end;
                    }
                    cursor = digit + 1;
                    end = cursor;
                }
                _ => return end,
            }
        }
    }

    /// Returns the end of the line that contains the byte at `start`, after its line ending.
    fn line_end(&self, start: usize) -> usize {
        match memchr(b'\n', &self.bytes[start..]) {
            Some(offset) => start + offset + 1,
            None => self.bytes.len(),
        }
    }

    fn close_brace(&mut self) {
        if self.ends_sequence() {
            self.close_sequence(self.pos + 1);
        } else {
            self.push(TokenKind::CloseBrace, self.pos + 1);
            self.braces -= 1;
        }
    }

    /// Adds a token that may consist of several bytes.
    fn operator(&mut self, byte: u8) {
        let next = self.byte(self.pos + 1);
        let (kind, length) = match byte {
            b'=' if next == b'=' => (TokenKind::EqualEqual, 2),
            b'=' => (TokenKind::FatArrow, 2),
            b'.' if self.byte(self.pos + 2) == b'.' => (TokenKind::Ellipsis, 3),
            b'.' => (TokenKind::Dot, 1),
            b'\r' if next == b'\n' => (TokenKind::Newline, 2),
            b'/' if next == b'/' => return self.push(TokenKind::Comment, self.line_end(self.pos)),
            b'/' if next == b'*' => match self.comment_end(self.pos + 2) {
                Some(end) => return self.push(TokenKind::Comment, end),
                None => (TokenKind::Slash, 1),
            },
            b'/' => (TokenKind::Slash, 1),
            b'*' => (TokenKind::Star, 1),
            b'+' => (TokenKind::Plus, 1),
            b'-' => (TokenKind::Minus, 1),
            b'%' => (TokenKind::Percent, 1),
            b'?' => (TokenKind::Question, 1),
            b':' if next == b':' => (TokenKind::DoubleColon, 2),
            b':' => (TokenKind::Colon, 1),
            b'!' if next == b'=' => (TokenKind::NotEqual, 2),
            b'!' => (TokenKind::Not, 1),
            b'<' if next == b'<' && self.open_heredoc() => return,
            b'<' if next == b'=' => (TokenKind::LessEqual, 2),
            b'<' => (TokenKind::Less, 1),
            b'>' if next == b'=' => (TokenKind::GreaterEqual, 2),
            b'>' => (TokenKind::Greater, 1),
            b'&' if next == b'&' => (TokenKind::And, 2),
            b'|' if next == b'|' => (TokenKind::Or, 2),
            b'~' if next == b'}' => return self.strip_and_close(),
            _ => return self.foreign(byte),
        };
        self.push(kind, self.pos + length);
    }

    /// Adds a `~}`, which closes an interpolation or directive even if none is open: the parser reports that.
    fn strip_and_close(&mut self) {
        if self.ends_sequence() {
            self.close_sequence(self.pos + 2);
        } else {
            self.push(TokenKind::CloseSequence, self.pos + 2);
            self.braces -= 1;
        }
    }

    /// Adds a character that other languages use and this one does not.
    #[cold]
    fn foreign(&mut self, byte: u8) {
        let kind = match byte {
            b'&' => TokenKind::BitAnd,
            b'|' => TokenKind::BitOr,
            b'^' => TokenKind::BitXor,
            b'~' => TokenKind::BitNot,
            b';' => TokenKind::Semicolon,
            b'`' => TokenKind::Backtick,
            b'\'' => TokenKind::Apostrophe,
            _ => TokenKind::Invalid,
        };
        self.push_suspicious(kind, self.pos + 1);
    }

    /// Reads the introduction of a heredoc at the current position, a `<<`. Returns false if it is not one.
    fn open_heredoc(&mut self) -> bool {
        let start = self.pos + 2 + usize::from(self.byte(self.pos + 2) == b'-');
        let mut end = start;
        loop {
            let byte = self.byte(end);
            if byte < 128 {
                let starts = byte.is_ascii_alphabetic() || byte == b'_';
                if !starts && (end == start || identifier_end(&[byte], 0) == 0) {
                    break;
                }
                end += 1;
                continue;
            }
            match self.character_at(end) {
                Some(character) if end == start && identifier::is_id_start(character) => {
                    end += character.len_utf8();
                }
                Some(character) if end > start && identifier::is_id_continue(character) => {
                    end += character.len_utf8();
                }
                _ => break,
            }
        }
        let line_ending = self.line_ending_at(end);
        if end == start || line_ending == 0 {
            return false;
        }
        self.push(TokenKind::OpenHeredoc, end + line_ending);
        self.heredocs.push(Heredoc {
            marker: TextRange::new(start as u32, end as u32),
            at_line_start: true,
        });
        self.enter(Mode::Heredoc);
        true
    }
}
