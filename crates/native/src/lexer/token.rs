//! Tokens.

use crate::range::TextRange;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Spaces and tabs.
    Space,
    /// The byte order mark that starts a file.
    ByteOrderMark,
    /// `#` or `//` up to and with the line ending, or `/* ... */`.
    Comment,
    /// A line feed, or a carriage return and one.
    Newline,
    /// A line ending that ends a quoted template, which lacks its closing quote.
    BrokenQuote,
    /// A name.
    Identifier,
    /// A number.
    Number,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `"` that starts a quoted template.
    OpenQuote,
    /// `"` that ends a quoted template.
    CloseQuote,
    /// `<<NAME` or `<<-NAME` with its line ending.
    OpenHeredoc,
    /// The line of the closing marker of a heredoc with the spaces around it, without its line ending.
    CloseHeredoc,
    /// `${` or `${~`
    OpenInterpolation,
    /// `%{` or `%{~`
    OpenDirective,
    /// `}` or `~}` that ends an interpolation or directive.
    CloseSequence,
    /// Literal text in a quoted template, escapes included.
    QuotedLiteral,
    /// Literal text in a heredoc or bare template, of one line at most.
    StringLiteral,
    /// Line endings in a quoted template, which are not allowed there; the template goes on after them.
    QuotedNewline,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `%`
    Percent,
    /// `=`
    Equal,
    /// `==`
    EqualEqual,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `!`
    Not,
    /// `.`
    Dot,
    /// `,`
    Comma,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `::`
    DoubleColon,
    /// `...`
    Ellipsis,
    /// `=>`
    FatArrow,
    /// `&`, which the language does not have.
    BitAnd,
    /// `|`, which the language does not have.
    BitOr,
    /// `^`, which the language does not have.
    BitXor,
    /// `~`, which the language does not have.
    BitNot,
    /// `;`, which the language does not have.
    Semicolon,
    /// A backtick, which the language does not have.
    Backtick,
    /// `'`, which the language does not have.
    Apostrophe,
    /// A character that the language does not have.
    Invalid,
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// The end of the text; empty.
    End,
}

impl TokenKind {
    /// Whether a parser may pass over it, depending on where it stands.
    #[inline]
    pub(crate) const fn may_be_skipped(self) -> bool {
        matches!(
            self,
            Self::Space | Self::ByteOrderMark | Self::Comment | Self::Newline | Self::BrokenQuote
        )
    }
}

/// A token: a kind and a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub range: TextRange,
}

/// The tokens of a text. They tile it: each ends where the next one starts, and an empty [`TokenKind::End`] is last.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    pub(crate) kinds: Vec<TokenKind>,
    pub(crate) starts: Vec<u32>,
    /// Whether there is a token that the language does not have.
    pub(crate) suspicious: bool,
}

impl Tokens {
    /// The number of tokens, the end included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no token, not even the end; lexing never gives that.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The token at `index`, counted from 0; `None` past the last one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Token> {
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(start);
        Some(Token {
            kind: *self.kinds.get(index)?,
            range: TextRange::new(start, end),
        })
    }

    /// The tokens in source order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Token> + ExactSizeIterator {
        (0..self.len()).map(|index| {
            let start = self.starts[index];
            Token {
                kind: self.kinds[index],
                range: TextRange::new(start, self.starts.get(index + 1).copied().unwrap_or(start)),
            }
        })
    }

    /// The position among the tokens, from 0, of the one that holds the byte at `offset`; the end's for offsets
    /// past the text.
    #[must_use]
    pub fn index_at(&self, offset: u32) -> usize {
        let next = self.starts.partition_point(|start| *start <= offset);
        next.saturating_sub(1)
    }
}
