//! The lexer: source text to tokens.
//!
//! One hand-written lexer reads structure, expressions and templates. It loses nothing: tokens tile the source, and what
//! is not a token of the language becomes a token of a kind of its own. A stack of modes decides what a byte means: code,
//! quoted template, heredoc, or bare template.

mod code;
mod identifier;
mod identifier_table;
mod literal;
mod problems;
mod scan;
mod token;

use memchr::memmem;

use crate::range::TextRange;

pub(crate) use problems::{Dollar, Problem, ProblemKind, report};
pub use token::{Token, TokenKind, Tokens};

/// What a source starts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Structure or an expression.
    Code,
    /// A template without quotes around it.
    Template,
}

/// Splits the bytes in `range` into tokens, whose offsets count from the start of `bytes`.
///
/// # Examples
///
/// ```
/// use hcl2_native::lexer::{lex, Start, TokenKind};
/// use hcl2_native::tree::TextRange;
///
/// let text = b"a = 1";
/// let tokens = lex(text, TextRange::new(0, 5), Start::Code);
/// let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).collect();
/// assert_eq!(
///     kinds,
///     [
///         TokenKind::Identifier,
///         TokenKind::Space,
///         TokenKind::Equal,
///         TokenKind::Space,
///         TokenKind::Number,
///         TokenKind::End,
///     ]
/// );
/// ```
#[must_use]
pub fn lex(bytes: &[u8], range: TextRange, start: Start) -> Tokens {
    lex_part(bytes, range, start, range.start == 0)
}

/// Returns the text of a comment without its markers and the space around it.
///
/// # Examples
///
/// ```
/// use hcl2_native::lexer::comment_text;
///
/// assert_eq!(["# a", "// b", "/* c */"].map(comment_text), ["a", "b", "c"]);
/// ```
#[must_use]
pub fn comment_text(comment: &str) -> &str {
    let block = comment
        .strip_prefix("/*")
        .and_then(|text| text.strip_suffix("*/"));
    let text = block
        .or_else(|| comment.strip_prefix("//"))
        .or_else(|| comment.strip_prefix('#'))
        .unwrap_or(comment);
    text.trim()
}

/// Splits bytes as [`lex`] does. If the range `starts_file`, a byte order mark is a token of its own.
pub(crate) fn lex_part(bytes: &[u8], range: TextRange, start: Start, starts_file: bool) -> Tokens {
    let expected = range.len() as usize / BYTES_PER_TOKEN;
    let mut lexer = Lexer::new(bytes, range, start, starts_file, false, expected);
    lexer.finish();
    lexer.tokens.kinds.shrink_to_fit();
    lexer.tokens.starts.shrink_to_fit();
    lexer.tokens
}

/// Returns whether `name` is an identifier of the native syntax.
#[must_use]
pub fn is_identifier(name: &str) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if let [first, rest @ ..] = name.as_bytes()
        && (first.is_ascii_alphabetic() || *first == b'_')
        && rest.iter().all(is_word)
    {
        return true;
    }
    let mut characters = name.chars();
    characters
        .next()
        .is_some_and(|first| first == '_' || identifier::is_id_start(first))
        && characters.all(|next| next == '-' || identifier::is_id_continue(next))
}

/// Number of tokens for which there is always room, so that a short expression is read without growing anything.
const SHORT: usize = 40;

/// About how many bytes a token has in typical files.
pub(crate) const BYTES_PER_TOKEN: usize = 5;

/// What the current bytes mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Code,
    Quoted,
    Heredoc,
    Bare,
}

/// An open heredoc.
struct Heredoc {
    /// Its closing marker.
    marker: TextRange,
    /// Whether the next literal starts a line, so that it may be the closing marker.
    at_line_start: bool,
}

/// A lexer, which reads tokens piece by piece.
pub(crate) struct Lexer<'a> {
    /// The source up to its end.
    bytes: &'a [u8],
    /// The end of the last token.
    pos: usize,
    /// The offset from which on no token starts in the current piece.
    stop: usize,
    /// Offset of the first bytes at or after `pos` that are not UTF-8, or the length of the source if all are.
    invalid_at: usize,
    /// The tokens up to `pos`.
    pub(crate) tokens: Tokens,
    /// The modes to return to.
    modes: Vec<Mode>,
    mode: Mode,
    /// The number of open braces, minus the number of unmatched closing ones.
    braces: i32,
    /// The value of `braces` inside each open interpolation or directive.
    sequences: Vec<i32>,
    heredocs: Vec<Heredoc>,
    /// Whether no further `*/` follows, so that it need not be searched again.
    no_comment_end: bool,
    /// The offset up to which line endings are known not to end a quoted template.
    quoted_until: usize,
    /// Whether the end of the source is among the tokens.
    finished: bool,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer over `range`. `valid` promises that the bytes are UTF-8; `expected` is a capacity hint.
    pub(crate) fn new(
        bytes: &'a [u8],
        range: TextRange,
        start: Start,
        starts_file: bool,
        valid: bool,
        expected: usize,
    ) -> Self {
        let end = (range.end as usize).min(bytes.len());
        let pos = (range.start as usize).min(end);
        let mut lexer = Self {
            bytes: &bytes[..end],
            pos,
            stop: pos,
            invalid_at: end,
            tokens: Tokens {
                kinds: Vec::with_capacity(expected + SHORT),
                starts: Vec::with_capacity(expected + SHORT),
                suspicious: false,
            },
            modes: Vec::new(),
            mode: match start {
                Start::Code => Mode::Code,
                Start::Template => Mode::Bare,
            },
            braces: 0,
            sequences: Vec::new(),
            heredocs: Vec::new(),
            no_comment_end: false,
            quoted_until: 0,
            finished: false,
        };
        if !valid {
            lexer.find_invalid();
        }
        if starts_file && lexer.bytes[lexer.pos..].starts_with(b"\xEF\xBB\xBF") {
            lexer.push(TokenKind::ByteOrderMark, lexer.pos + 3);
        }
        lexer
    }

    /// Reads at least the tokens that start in the next `length` bytes, and the end if it is reached.
    pub(crate) fn advance(&mut self, length: usize) {
        self.stop = self.pos.saturating_add(length).min(self.bytes.len());
        while self.pos < self.stop {
            match self.mode {
                Mode::Code => self.code(),
                Mode::Quoted => self.quoted(),
                Mode::Heredoc => self.heredoc(),
                Mode::Bare => self.bare(),
            }
        }
        if self.pos == self.bytes.len() && !self.finished {
            self.finished = true;
            self.push(TokenKind::End, self.pos);
        }
    }

    /// Reads all remaining tokens.
    pub(crate) fn finish(&mut self) {
        self.advance(usize::MAX);
    }

    /// Returns whether the end of the source is among the tokens.
    pub(crate) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns the end of the last token.
    #[inline]
    pub(crate) fn position(&self) -> u32 {
        self.pos as u32
    }

    /// Adds the token from the current position to `end`.
    #[inline]
    fn push(&mut self, kind: TokenKind, end: usize) {
        self.tokens.kinds.push(kind);
        self.tokens.starts.push(self.pos as u32);
        self.pos = end;
    }

    /// Adds a token that is not part of the language.
    #[cold]
    fn push_suspicious(&mut self, kind: TokenKind, end: usize) {
        self.tokens.suspicious = true;
        self.push(kind, end);
    }

    /// Enters `mode`, to return to the current one later.
    fn enter(&mut self, mode: Mode) {
        self.modes.push(self.mode);
        self.mode = mode;
    }

    /// Returns to the mode before the current one.
    fn leave(&mut self) {
        if let Some(mode) = self.modes.pop() {
            self.mode = mode;
        }
    }

    /// Returns the byte at `index`, or 0 past the end, which matches no rule.
    #[inline]
    fn byte(&self, index: usize) -> u8 {
        self.bytes.get(index).copied().unwrap_or(0)
    }

    /// Finds the first bytes from the current position on that are not UTF-8.
    fn find_invalid(&mut self) {
        let from = self.pos;
        self.invalid_at = match std::str::from_utf8(&self.bytes[from..]) {
            Ok(_) => self.bytes.len(),
            Err(error) => from + error.valid_up_to(),
        };
    }

    /// Finds the next invalid bytes if the current position has passed the last ones.
    #[inline]
    fn refresh_invalid(&mut self) {
        if self.invalid_at < self.pos {
            self.find_invalid();
        }
    }

    /// Adds a token for each of the bytes at the current position, which are not UTF-8.
    #[cold]
    fn invalid_utf8(&mut self) {
        let rest = &self.bytes[self.pos..];
        let count = match std::str::from_utf8(rest) {
            Ok(_) => 0,
            Err(error) => error.error_len().unwrap_or(rest.len()),
        };
        for _ in 0..count.max(1) {
            self.push_suspicious(TokenKind::InvalidUtf8, self.pos + 1);
        }
        self.find_invalid();
    }

    /// Adds a token for a character that the language does not have.
    #[cold]
    fn invalid_character(&mut self) {
        let length = self.character().map_or(1, char::len_utf8);
        self.push_suspicious(TokenKind::Invalid, self.pos + length);
    }

    /// Returns the character at the current position.
    fn character(&self) -> Option<char> {
        self.character_at(self.pos)
    }

    /// Returns the character that starts at `index`.
    fn character_at(&self, index: usize) -> Option<char> {
        let rest = &self.bytes[index.min(self.bytes.len())..];
        let window = &rest[..rest.len().min(4)];
        match std::str::from_utf8(window) {
            Ok(text) => text.chars().next(),
            Err(error) => std::str::from_utf8(&window[..error.valid_up_to()])
                .ok()
                .and_then(|text| text.chars().next()),
        }
    }

    /// Returns the length of the line ending at `index`, or 0 if none starts there.
    #[inline]
    fn line_ending_at(&self, index: usize) -> usize {
        match self.byte(index) {
            b'\n' => 1,
            b'\r' if self.byte(index + 1) == b'\n' => 2,
            _ => 0,
        }
    }

    /// Adds the `${` or `%{`, with or without a strip marker, at the current position.
    fn open_sequence(&mut self, kind: TokenKind) {
        let length = if self.byte(self.pos + 2) == b'~' { 3 } else { 2 };
        self.push(kind, self.pos + length);
        self.braces += 1;
        self.sequences.push(self.braces);
        if let Some(heredoc) = self.heredocs.last_mut() {
            heredoc.at_line_start = false;
        }
        self.enter(Mode::Code);
    }

    /// Returns whether a brace at the current position would end an interpolation or directive.
    fn ends_sequence(&self) -> bool {
        self.sequences.last() == Some(&self.braces)
    }

    /// Adds the `}` or `~}`, up to `end`, that ends an interpolation or directive.
    fn close_sequence(&mut self, end: usize) {
        self.push(TokenKind::CloseSequence, end);
        self.braces -= 1;
        self.sequences.pop();
        self.leave();
    }

    /// Returns the offset after the first `*/` from `from` on.
    fn comment_end(&mut self, from: usize) -> Option<usize> {
        if self.no_comment_end {
            return None;
        }
        let found = memmem::find(&self.bytes[from..], b"*/").map(|offset| from + offset + 2);
        self.no_comment_end = found.is_none();
        found
    }
}
