//! Tokens.

use crate::range::TextRange;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Spaces and tabs.
    Space,
    /// The byte order mark that starts a file.
    ByteOrderMark,
    /// `#` or `//` up to and including the line ending, or `/* ... */`.
    Comment,
    /// A line feed, possibly after a carriage return.
    Newline,
    /// A line ending that ends an unclosed quoted template.
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
    /// The line of the closing marker of a heredoc, including spaces but not its line ending.
    CloseHeredoc,
    /// `${` or `${~`
    OpenInterpolation,
    /// `%{` or `%{~`
    OpenDirective,
    /// `}` or `~}` that ends an interpolation or directive.
    CloseSequence,
    /// Literal text in a quoted template, including escapes.
    QuotedLiteral,
    /// Literal text in a heredoc or bare template, at most one line.
    StringLiteral,
    /// Line endings in a quoted template, which are not allowed there; the template continues after them.
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
    /// The end of the source; empty.
    End,
}

impl TokenKind {
    /// Returns whether a parser may skip it, depending on the context.
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
    /// The kind.
    pub kind: TokenKind,
    /// The range.
    pub range: TextRange,
}

/// The tokens of a source. They tile it: each ends where the next one starts, and an empty [`TokenKind::End`] is last.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    pub(crate) kinds: Vec<TokenKind>,
    pub(crate) starts: Vec<u32>,
    /// Whether any token is not part of the language.
    pub(crate) suspicious: bool,
}

impl Tokens {
    /// Returns the number of tokens, including the end.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns whether there are no tokens, not even the end. Lexing never returns that.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the token at `index`, counted from 0.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Token> {
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index + 1).copied().unwrap_or(start);
        Some(Token {
            kind: *self.kinds.get(index)?,
            range: TextRange::new(start, end),
        })
    }

    /// Returns an iterator over the tokens in source order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Token> + ExactSizeIterator {
        (0..self.len()).map(|index| {
            let start = self.starts[index];
            Token {
                kind: self.kinds[index],
                range: TextRange::new(start, self.starts.get(index + 1).copied().unwrap_or(start)),
            }
        })
    }

    /// Returns the index, from 0, of the token that holds the byte at `offset`, or of the end for offsets past the source.
    #[must_use]
    pub fn index_at(&self, offset: u32) -> usize {
        let next = self.starts.partition_point(|start| *start <= offset);
        next.saturating_sub(1)
    }
}
