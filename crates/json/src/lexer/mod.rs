//! Tokens, found by `logos`.
//!
//! `tokens.logos` defines them, and `cargo xtask codegen` writes the automaton that finds them: the macro which would
//! write it in every build takes a third of the time that the smallest build of the library takes.
//!
//! The lexer accepts more than JSON allows: whatever an author meant as one thing is one token, so that the parser can
//! report what is wrong with it.

#[expect(clippy::all, unused, unused_qualifications, reason = "it is generated")]
mod token;

use hcl2_json_text::{space_end, string_or_brace_end};
use logos::Logos;

pub(crate) use token::Token;

/// Flags of a string in double quotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quoted(u8);

impl Quoted {
    const ESCAPES: u8 = 1;
    const CONTROLS: u8 = 2;
    const TEMPLATE: u8 = 4;
    const UNCLOSED: u8 = 8;
    const DOUBTFUL: u8 = 16;

    /// Returns whether it has a backslash.
    pub(crate) const fn escapes(self) -> bool {
        self.0 & Self::ESCAPES != 0
    }

    /// Returns whether it has an escape that may be invalid.
    pub(crate) const fn doubtful(self) -> bool {
        self.0 & Self::DOUBTFUL != 0
    }

    /// Returns whether it has control characters.
    pub(crate) const fn controls(self) -> bool {
        self.0 & Self::CONTROLS != 0
    }

    /// Returns whether it has `${` or `%{`, or an escape that may stand for a part of them.
    pub(crate) const fn template(self) -> bool {
        self.0 & Self::TEMPLATE != 0
    }

    /// Returns the flags for a string that is never a template.
    pub(crate) const fn without_template(self) -> Self {
        Self(self.0 & !Self::TEMPLATE)
    }

    /// Returns whether the end of its line cuts it off.
    pub(crate) const fn unclosed(self) -> bool {
        self.0 & Self::UNCLOSED != 0
    }

    /// Returns whether no flag is set.
    pub(crate) const fn is_plain(self) -> bool {
        self.0 == 0
    }
}

/// A token and its byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexed {
    pub(crate) token: Token,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Splits the source into tokens.
pub(crate) struct Lexer<'s>(logos::Lexer<'s, Token>);

impl<'s> Lexer<'s> {
    /// Creates a lexer at a byte offset.
    pub(crate) fn new(bytes: &'s [u8], offset: u32) -> Self {
        let mut inner = Token::lexer(bytes);
        inner.bump(bytes.len().min(offset as usize));
        Self(inner)
    }

    /// Skips `mark`, a colon or a comma, if it is the next byte; returns whether it is.
    #[inline(always)]
    pub(crate) fn skip(&mut self, mark: u8) -> bool {
        if self.0.remainder().first() == Some(&mark) {
            self.0.bump(1);
            return true;
        }
        false
    }

    /// Returns the next token.
    // Inlined, so that the parts of the result stay in registers: writing them one by one and reading them as a whole
    // directly after that stalls the processor.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Lexed {
        let spaces = space_end(self.0.remainder());
        self.0.bump(spaces);
        let start = self.0.span().end as u32;
        let token = match self.0.next() {
            Some(token) => token.unwrap_or(Token::Invalid),
            None => Token::End,
        };
        let end = self.0.span().end as u32;
        Lexed { token, start, end }
    }
}

/// Returns a valid text of JSON with comments as JSON: comments and trailing commas become spaces.
pub(crate) fn without_extensions(text: &str) -> String {
    let mut plain = text.as_bytes().to_vec();
    let mut lexer = Lexer::new(text.as_bytes(), 0);
    let mut comma = None;
    loop {
        let Lexed { token, start, end } = lexer.next();
        let erased = match token {
            Token::End => break,
            Token::Comment => start..end,
            Token::BraceClose | Token::BracketClose => comma.take().unwrap_or(0..0),
            _ => 0..0,
        };
        if token != Token::Comment {
            comma = (token == Token::Comma).then_some(start..end);
        }
        plain[erased.start as usize..erased.end as usize].fill(b' ');
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// Advances past the closing quote.
#[inline]
fn string(lexer: &mut logos::Lexer<'_, Token>) -> Quoted {
    let (quoted, len) = quoted(lexer.remainder());
    lexer.bump(len);
    quoted
}

/// Finds the end of a string in `rest`, which follows the opening quote: returns its flags, and its length in bytes with
/// the closing quote.
#[inline(always)]
fn quoted(rest: &[u8]) -> (Quoted, usize) {
    let plain = string_or_brace_end(rest);
    if rest.get(plain) == Some(&b'"') {
        return (Quoted::default(), plain + 1);
    }
    special_quoted(rest, plain)
}

/// Returns the same as [`quoted`], from the first special byte.
#[inline(never)]
fn special_quoted(rest: &[u8], mut at: usize) -> (Quoted, usize) {
    let mut flags = 0;
    loop {
        match rest.get(at) {
            Some(b'"') => {
                at += 1;
                break;
            }
            Some(b'\\') => {
                flags |= Quoted::ESCAPES;
                at += 1;
                match rest.get(at) {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 1,
                    Some(b'u') => {
                        flags |= Quoted::TEMPLATE | Quoted::DOUBTFUL;
                        at += 1;
                    }
                    other => {
                        flags |= Quoted::DOUBTFUL;
                        at += usize::from(other.is_some_and(|byte| *byte >= b' '));
                    }
                }
            }
            None | Some(b'\n' | b'\r') => {
                flags |= Quoted::UNCLOSED;
                break;
            }
            Some(b'{') => {
                let starts = at > 0 && matches!(rest[at - 1], b'$' | b'%');
                flags |= if starts { Quoted::TEMPLATE } else { 0 };
                at += 1;
            }
            Some(_) => {
                flags |= Quoted::CONTROLS;
                at += 1;
            }
        }
        at += string_or_brace_end(rest.get(at..).unwrap_or_default());
    }
    (Quoted(flags), at)
}

/// Advances past the closing quote of a kind that JSON lacks; without one on the line, the token is the opening quote
/// alone.
fn other_quotes(lexer: &mut logos::Lexer<'_, Token>, quote: u8) {
    let rest = lexer.remainder();
    let end = rest.iter().position(|byte| *byte == quote || *byte == b'\n');
    if let Some(end) = end.filter(|end| rest[*end] == quote) {
        lexer.bump(end + 1);
    }
}

/// Returns whether a character is a space that JSON lacks.
pub(crate) fn is_wrong_space(character: char) -> bool {
    !character.is_ascii() && character.is_whitespace() || character == '\u{feff}'
}

/// Advances past the non-ASCII spaces that start at the current byte, or else past the word that does.
///
/// Spaces are tokens of their own, since whatever follows them is read by its own rules.
fn wide_word(lexer: &mut logos::Lexer<'_, Token>) {
    let text = &lexer.source()[lexer.span().start..];
    let character_at = |at: usize| {
        let window = text.get(at..text.len().min(at + 4)).unwrap_or_default();
        window.utf8_chunks().next()?.valid().chars().next()
    };
    let mut end = 0;
    while let Some(space) = character_at(end).filter(|character| is_wrong_space(*character)) {
        end += space.len_utf8();
    }
    if end == 0 {
        let is_part = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"-._$".contains(byte);
        end = text.iter().take_while(|byte| is_part(byte)).count();
    }
    lexer.bump(end - 1);
}

/// Advances past the comment, or to the end of the text.
fn block_comment(lexer: &mut logos::Lexer<'_, Token>) {
    let rest = lexer.remainder();
    let end = rest.windows(2).position(|pair| pair == b"*/");
    lexer.bump(end.map_or(rest.len(), |end| end + 2));
}
