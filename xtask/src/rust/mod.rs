//! Rust source files as tokens, with test-only code marked.
//!
//! Comments are not tokens and a literal is one token, so no rule mistakes either for code.

use std::ops::Range;

use proc_macro2::{Delimiter, LineColumn, Literal, Span, TokenStream, TokenTree};

use crate::files::File;

mod items;
mod modules;
mod paths;

pub(crate) use self::items::Item;
pub(crate) use self::paths::Path;

/// The Rust files of a workspace.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The files that parse, ordered by path.
    pub(crate) files: Vec<Source>,
    /// The path, line and error of each file that does not parse.
    pub(crate) errors: Vec<(String, usize, String)>,
}

/// A Rust source file.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path of the file.
    pub(crate) path: String,
    /// Its tokens in order, including delimiters.
    pub(crate) tokens: Vec<Token>,
    /// The functions, constants and macros that it defines at any depth.
    pub(crate) items: Vec<Item>,
    /// The modules that it declares in other files.
    modules: Vec<items::Module>,
    /// The paths among its tokens in order, each resolved by its `use` declarations.
    pub(crate) paths: Vec<Path>,
}

/// A token of a file.
#[derive(Debug)]
pub(crate) struct Token {
    /// Its kind and text.
    pub(crate) kind: Kind,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Whether it is compiled for tests only.
    pub(crate) test: bool,
    column: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or keyword, without the `r#` of a raw one.
    Word(String),
    /// One character of an operator or a separator.
    Mark(char),
    /// The value of a string literal.
    Text(String),
    /// An integer literal.
    Integer,
    /// Any other literal.
    Literal,
    /// An opening delimiter.
    Open(Delimiter),
    /// A closing delimiter.
    Close(Delimiter),
}

impl Token {
    fn new(kind: Kind, at: LineColumn) -> Self {
        Self {
            kind,
            line: at.line,
            test: false,
            column: at.column,
        }
    }

    /// Returns the identifier that the token is.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns whether it is the identifier `word`.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Returns whether it is the character `mark`.
    pub(crate) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    fn is_before(&self, at: LineColumn) -> bool {
        (self.line, self.column) < (at.line, at.column)
    }
}

impl Sources {
    /// Reads the Rust files among `files`.
    pub(crate) fn of(files: &[File]) -> Self {
        let files: Vec<&File> = files.iter().filter(|file| file.is_rust()).collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut sources = Self::default();
        std::thread::scope(|scope| {
            // Neighbours have similar lengths, so each thread takes every n-th file.
            let share = |first: usize| files.iter().skip(first).step_by(threads);
            let readers: Vec<_> = (0..threads)
                .map(|first| scope.spawn(move || share(first).map(|file| Source::new(file)).collect()))
                .collect();
            for reader in readers {
                let read: Vec<_> = reader
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                for source in read {
                    match source {
                        Ok(source) => sources.files.push(source),
                        Err(error) => sources.errors.push(error),
                    }
                }
            }
        });
        sources.files.sort_by(|a, b| a.path.cmp(&b.path));
        modules::mark_tests(&mut sources.files);
        sources
    }
}

impl Source {
    /// Reads a file, or returns its path with the line and the message of the error.
    fn new(file: &File) -> Result<Self, (String, usize, String)> {
        Self::parsed(file).map_err(|error| (file.path.clone(), error.span().start().line, error.to_string()))
    }

    fn parsed(file: &File) -> Result<Self, syn::Error> {
        let stream: TokenStream = file.text.parse()?;
        let mut tokens = Vec::new();
        flatten(stream.clone(), &mut tokens);
        let syntax: syn::File = syn::parse2(stream)?;
        let items::Declarations {
            items,
            modules,
            tests,
        } = items::Declarations::of(&syntax, &tokens);
        for range in tests {
            for token in &mut tokens[range] {
                token.test = true;
            }
        }
        let paths = paths::of(&tokens);
        Ok(Self {
            path: file.path.clone(),
            tokens,
            items,
            modules,
            paths,
        })
    }

    /// Returns the paths that are not compiled for tests only.
    pub(crate) fn production_paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().filter(|path| !self.tokens[path.at].test)
    }

    /// Returns the tokens that are not compiled for tests only.
    pub(crate) fn production(&self) -> impl Iterator<Item = &Token> {
        self.tokens.iter().filter(|token| !token.test)
    }
}

/// Returns the lines, from 1, on which a comment of `text` contains `word` as a whole word.
pub(crate) fn comment_lines(text: &str, word: &str) -> Vec<usize> {
    let mut comments = text.to_owned().into_bytes();
    if let Ok(stream) = text.parse::<TokenStream>() {
        blank_code(stream, text, &mut comments);
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let word = word.as_bytes();
    let is_whole = |line: &[u8], at: usize| {
        let before = at.checked_sub(1).map(|before| line[before]);
        !before.as_ref().is_some_and(is_part) && !line.get(at + word.len()).is_some_and(is_part)
    };
    let has_word = |line: &[u8]| {
        let mut places = line.windows(word.len()).enumerate();
        places.any(|(at, part)| part == word && is_whole(line, at))
    };
    let lines = comments.split(|byte| *byte == b'\n').enumerate();
    lines
        .filter(|(_, line)| has_word(line))
        .map(|(index, _)| index + 1)
        .collect()
}

/// Replaces the bytes of tokens in `comments` by spaces, except those of documentation.
fn blank_code(stream: TokenStream, text: &str, comments: &mut [u8]) {
    for tree in stream {
        let range = tree.span().byte_range();
        match tree {
            TokenTree::Group(group) => blank_code(group.stream(), text, comments),
            // A documentation comment becomes an attribute, each of whose tokens covers the comment.
            _ if text[range.clone()].starts_with("/") && range.len() > 1 => {}
            _ => comments[range]
                .iter_mut()
                .filter(|byte| **byte != b'\n')
                .for_each(|byte| *byte = b' '),
        }
    }
}

/// Returns the indices of the tokens that `span` covers.
fn covered(span: Span, tokens: &[Token]) -> Range<usize> {
    let index = |at| tokens.partition_point(|token| token.is_before(at));
    index(span.start())..index(span.end())
}

/// Appends the tokens of `stream` with the delimiters of its groups, but not its documentation.
fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        let start = tree.span().start();
        match tree {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let name = name.strip_prefix("r#").unwrap_or(&name).to_owned();
                tokens.push(Token::new(Kind::Word(name), start));
            }
            TokenTree::Punct(mark) => tokens.push(Token::new(Kind::Mark(mark.as_char()), start)),
            TokenTree::Literal(literal) => tokens.push(Token::new(value(&literal), start)),
            TokenTree::Group(group) => {
                if drop_documentation(start, tokens) {
                    continue;
                }
                tokens.push(Token::new(Kind::Open(group.delimiter()), start));
                flatten(group.stream(), tokens);
                let close = group.span_close().start();
                tokens.push(Token::new(Kind::Close(group.delimiter()), close));
            }
        }
    }
}

/// Removes the `#` or `#!` of a documentation comment whose group starts at `start`.
///
/// Only in a documentation comment do the mark and its group share one position.
fn drop_documentation(start: LineColumn, tokens: &mut Vec<Token>) -> bool {
    let shares = |token: &Token| (token.line, token.column) == (start.line, start.column);
    let length = tokens.len();
    while tokens.last().is_some_and(shares) {
        tokens.pop();
    }
    tokens.len() < length
}

fn value(literal: &Literal) -> Kind {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Kind::Text(text.value()),
        syn::Lit::Int(_) => Kind::Integer,
        _ => Kind::Literal,
    }
}

#[cfg(test)]
mod tests;
