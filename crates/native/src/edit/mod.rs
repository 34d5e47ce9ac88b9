//! Editing files: changes that leave every other byte as it is.
//!
//! An [`Editor`] holds a source with its tree. An [`Address`] names what to edit, and a [`Fragment`] or a [`NewItem`]
//! is what to put there. An edit changes the source and parses it again. If the result has errors, the edit fails
//! with an [`EditError`] and changes nothing. Comments above an item and beside it belong to it.
//!
//! # Examples
//!
//! ```
//! use hcl2_native::edit::{Editor, Fragment, NewItem, Position};
//!
//! let mut editor = Editor::parse("# The web server.\nserver \"web\" {\n  port=80 # for now\n}\n")?;
//! editor.set("server.web.port", Fragment::expression("base + 80")?)?;
//! editor.create("server.web.tls", true)?;
//! let check = NewItem::block("check", &["http"], [NewItem::attribute("every", &Fragment::value(&5.into())?)?])?;
//! editor.insert(&Position::End("server.web".parse()?), &check)?;
//! assert_eq!(
//!     editor.text(),
//!     "# The web server.\nserver \"web\" {\n  port=base + 80 # for now\n  tls = true\n\n  check \"http\" {\n    every = 5\n  }\n}\n"
//! );
//! # Ok::<(), hcl2_native::edit::EditError>(())
//! ```

mod address;
mod arguments;
mod batch;
mod comments;
mod create;
mod elements;
mod error;
mod fragment;
mod items;
mod names;
mod near;
mod order;
mod place;
mod rewrite;
mod select;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Error, Source, codes};

pub use address::{Address, AddressStep, Condition};
pub use arguments::{IntoAddress, IntoFragment, IntoItem};
pub use batch::Batch;
#[doc(hidden)]
pub use batch::{Aside, Bounds, Editable, Leaf, Part, Parts, PartsKind};
pub use comments::Comments;
pub use error::EditError;
pub use fragment::{Fragment, NewItem};
pub use items::Position;
pub use order::{lines_of, reordered};
pub use select::Selection;

use crate::lexer::TokenKind;
use crate::parser::parse_file;
use crate::rewrite::Lines;
pub use crate::rewrite::spliced;
use crate::tree::{File, TextRange};

/// A file in native syntax under edit.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::Editor;
///
/// let mut editor: Editor = "port = 80 # public\n".parse()?;
/// editor.set("port", 443)?;
/// assert_eq!(editor.text(), "port = 443 # public\n");
/// # Ok::<(), hcl2_native::edit::EditError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Editor {
    file: Arc<File>,
    bounds: Bounds,
}

impl Editable for Editor {
    fn with_text(&self, text: String) -> Result<Self, EditError> {
        let file = parse(self.file.source().name(), text.into_bytes()).map_err(EditError::Broken)?;
        let bounds = Bounds::default();
        Ok(Self { file, bounds })
    }

    fn text(&self) -> &str {
        self.text()
    }

    fn outline(&self) -> Option<Parts> {
        self.parts()
    }

    fn long_comments(&self, bytes: u32) -> Vec<Aside> {
        self.long_comments(bytes)
    }

    fn style(&self) -> u8 {
        u8::from(self.has_carriage_returns())
    }

    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }
}

impl Editor {
    /// Parses a source.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] with the problems of the source, whose codes are those of `hcl2::syntax` and `hcl2::source`.
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        Self::named("document", text)
    }

    /// Parses a source; `name` appears in messages.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    pub fn named(name: &str, text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        let file = parse(name, text.into()).map_err(|problems| EditError::Fragment {
            expected: "a file without errors",
            problems,
        })?;
        Self::from_file(&file)
    }

    /// Creates an editor of a file that is parsed already.
    ///
    /// # Errors
    ///
    /// [`EditError::Unexpected`] if it was parsed as an expression, as a part of a source, or from a decoded string, and
    /// [`EditError::Fragment`] if its comments are not UTF-8.
    pub fn from_file(file: &Arc<File>) -> Result<Self, EditError> {
        file.source()
            .require_text()
            .map_err(|problem| EditError::Fragment {
                expected: "a file without errors",
                problems: Error::new(*problem).with_sources(file.source().clone()),
            })?;
        let whole = file.range() == TextRange::new(0, file.bytes().len() as u32);
        if whole && file.root().body().is_some() && file.bytes() == file.source().bytes() {
            Ok(Self {
                file: Arc::clone(file),
                bounds: Bounds::default(),
            })
        } else {
            Err(EditError::Unexpected {
                address: Address::ROOT,
                expected: "a whole file",
            })
        }
    }

    /// Returns the source in its current state.
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.str(self.file.range())
    }

    /// Returns the tree in its current state.
    #[must_use]
    pub fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Replaces parts of the source, unless the result would have errors.
    fn splice<T: AsRef<[u8]>>(&mut self, mut splices: Vec<(TextRange, T)>) -> Result<(), EditError> {
        splices.sort_by_key(|(range, _)| *range);
        let lengths: Vec<(TextRange, usize)> = splices
            .iter()
            .map(|(range, text)| (*range, text.as_ref().len()))
            .collect();
        let changed = spliced(self.file.bytes(), splices);
        self.file = parse(self.file.source().name(), changed).map_err(EditError::Broken)?;
        self.bounds.follow(&lengths);
        Ok(())
    }

    /// Returns the indentation of the line at `offset`, up to `offset`.
    pub(super) fn indentation_at(&self, lines: &Lines, offset: u32) -> String {
        let start = lines
            .get(lines.index_at(offset))
            .map_or(0, |line| line.range.start);
        let before = self.file.str(TextRange::new(start, offset));
        before
            .chars()
            .take_while(|character| matches!(character, ' ' | '\t'))
            .collect()
    }

    /// Returns whether the lines of a range hold nothing else but comments and tokens of the kinds `also`.
    pub(super) fn stands_alone(&self, lines: &Lines, range: TextRange, also: &[TokenKind]) -> bool {
        let whole = lines.range(&(lines.index_at(range.start)..lines.last_of(range) + 1));
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(whole.start);
        while let Some(token) = tokens.get(index)
            && token.range.start < whole.end
        {
            let outside = !range.encloses(token.range);
            let counts = !matches!(
                token.kind,
                TokenKind::Space
                    | TokenKind::Newline
                    | TokenKind::Comment
                    | TokenKind::ByteOrderMark
                    | TokenKind::End
            );
            if outside && counts && !also.contains(&token.kind) {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Returns `text` with the line endings of the file.
    fn with_line_endings(&self, text: String) -> String {
        if self.has_carriage_returns() {
            text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            text
        }
    }

    /// Returns whether the first line ends with a carriage return before its line feed.
    fn has_carriage_returns(&self) -> bool {
        let bytes = self.file.bytes();
        let first = bytes.iter().position(|byte| *byte == b'\n');
        first.is_some_and(|at| bytes[..at].ends_with(b"\r"))
    }
}

/// Parses a source that must have no errors.
fn parse(name: &str, text: Vec<u8>) -> Result<Arc<File>, Error> {
    match Source::new(name, text) {
        Ok(source) => parse_file(&source)
            .into_result()
            .map_err(|diagnostics| Error::new(diagnostics).with_sources(source)),
        Err(error) => {
            let problem = Diagnostic::error(codes::syntax::TOO_LARGE, "Source too large");
            Err(Error::new(problem.with_detail(format!("{error}."))))
        }
    }
}

impl fmt::Display for Editor {
    /// Writes the source in its current state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl FromStr for Editor {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, EditError> {
        Self::parse(text)
    }
}
