//! Tokens, found by `logos`.
//!
//! The lexer takes in more than JSON allows: whatever a person meant as one thing is one token, so that the
//! parser can say what is wrong with it.

use hcl2_json_text::{space_end, string_or_brace_end};
use logos::Logos;

/// What a token is.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false)]
pub(crate) enum Token {
    /// An opening brace.
    #[token(b"{")]
    BraceOpen,
    /// A closing brace.
    #[token(b"}")]
    BraceClose,
    /// An opening square bracket.
    #[token(b"[")]
    BracketOpen,
    /// A closing square bracket.
    #[token(b"]")]
    BracketClose,
    /// A comma.
    #[token(b",")]
    Comma,
    /// A colon.
    #[token(b":")]
    Colon,
    /// A string in double quotes, with what is special about it.
    #[token(b"\"", string)]
    String(Quoted),
    /// A number as JSON wants it.
    #[regex(br"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", priority = 20)]
    Number,
    /// `true`.
    #[token(b"true", priority = 20)]
    True,
    /// `false`.
    #[token(b"false", priority = 20)]
    False,
    /// `null`.
    #[token(b"null", priority = 20)]
    Null,
    /// Something meant as a number.
    #[regex(br"[-+.0-9][-+.0-9A-Za-z_]*", priority = 5)]
    BadNumber,
    /// A bare word, or any run of characters outside of ASCII.
    #[regex(b"[A-Za-z_$\x80-\xff][-.0-9A-Za-z_$\x80-\xff]*", priority = 5)]
    Word,
    /// A string in single quotes or backticks on one line, or such a quote alone.
    #[token(b"'", |lexer| other_quotes(lexer, b'\''))]
    #[token(b"`", |lexer| other_quotes(lexer, b'`'))]
    OtherQuotes,
    /// A comment of any style.
    #[regex(b"(//|#)[^\r\n]*", allow_greedy = true)]
    #[token(b"/*", block_comment)]
    Comment,
    /// `=` or `=>`.
    #[token(b"=")]
    #[token(b"=>")]
    Equals,
    /// A semicolon.
    #[token(b";")]
    Semicolon,
    /// Any other byte.
    Invalid,
    /// The end of the text; empty, and returned for ever after.
    End,
}

/// What is special about a string in double quotes: a set of flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quoted(u8);

impl Quoted {
    const ESCAPES: u8 = 1;
    const CONTROLS: u8 = 2;
    const TEMPLATE: u8 = 4;
    const UNCLOSED: u8 = 8;
    const DOUBTFUL: u8 = 16;

    /// It holds a backslash.
    pub(crate) const fn escapes(self) -> bool {
        self.0 & Self::ESCAPES != 0
    }

    /// It holds an escape that may be malformed.
    pub(crate) const fn doubtful(self) -> bool {
        self.0 & Self::DOUBTFUL != 0
    }

    /// It holds control characters.
    pub(crate) const fn controls(self) -> bool {
        self.0 & Self::CONTROLS != 0
    }

    /// It holds, or an escape in it may stand for, what starts an interpolation or a directive of a template.
    pub(crate) const fn template(self) -> bool {
        self.0 & Self::TEMPLATE != 0
    }

    /// The same for a string that is no template, whatever it holds.
    pub(crate) const fn without_template(self) -> Self {
        Self(self.0 & !Self::TEMPLATE)
    }

    /// Its line ends before it does.
    pub(crate) const fn unclosed(self) -> bool {
        self.0 & Self::UNCLOSED != 0
    }

    /// Whether there is nothing special about it.
    pub(crate) const fn is_plain(self) -> bool {
        self.0 == 0
    }
}

/// A token and where it is, in bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexed {
    pub(crate) token: Token,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Finds the tokens of a text.
pub(crate) struct Lexer<'s>(logos::Lexer<'s, Token>);

impl<'s> Lexer<'s> {
    /// Starts at `offset`, in bytes from 0.
    pub(crate) fn new(bytes: &'s [u8], offset: u32) -> Self {
        let mut inner = Token::lexer(bytes);
        inner.bump(bytes.len().min(offset as usize));
        Self(inner)
    }

    /// Goes past `mark`, a colon or a comma, where it comes right next, without making a token of it; says whether it does.
    #[inline(always)]
    pub(crate) fn skip(&mut self, mark: u8) -> bool {
        if self.0.remainder().first() == Some(&mark) {
            self.0.bump(1);
            return true;
        }
        false
    }

    /// The next token.
    // In line, so that the parts of the result stay in registers: to write them one by one and read them as a whole
    // right after that stalls the processor.
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

/// Goes on to the closing quote.
#[inline]
fn string(lexer: &mut logos::Lexer<'_, Token>) -> Quoted {
    let (quoted, len) = quoted(lexer.remainder());
    lexer.bump(len);
    quoted
}

/// Finds the end of a string, whose opening quote `rest` follows: what is special about it, and its length in bytes with
/// the closing quote.
#[inline(always)]
fn quoted(rest: &[u8]) -> (Quoted, usize) {
    let plain = string_or_brace_end(rest);
    if rest.get(plain) == Some(&b'"') {
        return (Quoted::default(), plain + 1);
    }
    special_quoted(rest, plain)
}

/// Does as [`quoted`], from the first place in the string that is special.
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

/// Goes on to the closing quote of a kind that JSON does not have; where there is none on the line, the token is the
/// quote alone, which may be a slip.
fn other_quotes(lexer: &mut logos::Lexer<'_, Token>, quote: u8) {
    let rest = lexer.remainder();
    let end = rest.iter().position(|byte| *byte == quote || *byte == b'\n');
    if let Some(end) = end.filter(|end| rest[*end] == quote) {
        lexer.bump(end + 1);
    }
}

/// Goes on to the end of the comment, or of the text.
fn block_comment(lexer: &mut logos::Lexer<'_, Token>) {
    let rest = lexer.remainder();
    let end = rest.windows(2).position(|pair| pair == b"*/");
    lexer.bump(end.map_or(rest.len(), |end| end + 2));
}
