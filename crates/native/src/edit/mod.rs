//! Editing files: changes that leave every other byte as it is.
//!
//! A [`Document`] is a text with its tree. What is edited is named by an [`Address`]; what is put there is a
//! [`Fragment`] or a [`NewItem`]. An edit changes the text, which is parsed again: one that would leave a text that
//! cannot be read is an [`EditError`], and changes nothing. Comments above an item and beside it belong to it.
//!
//! # Examples
//!
//! ```
//! use hcl2_native::edit::{Document, Fragment, NewItem, Position};
//!
//! let mut document = Document::parse("# The web server.\nserver \"web\" {\n  port=80 # for now\n}\n")?;
//! document.set(&"server.web.port".parse()?, &Fragment::expression("base + 80")?)?;
//! document.set(&"server.web.tls".parse()?, &Fragment::value(&true.into())?)?;
//! let check = NewItem::block("check", &["http"], [NewItem::attribute("every", &Fragment::value(&5.into())?)?])?;
//! document.insert(&Position::End("server.web".parse()?), &check)?;
//! assert_eq!(
//!     document.text(),
//!     "# The web server.\nserver \"web\" {\n  port=base + 80 # for now\n  tls = true\n\n  check \"http\" {\n    every = 5\n  }\n}\n"
//! );
//! # Ok::<(), hcl2_native::edit::EditError>(())
//! ```

mod address;
mod comments;
mod elements;
mod error;
mod fragment;
mod items;
mod lines;
mod names;
mod select;

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};

pub use address::{Address, AddressStep};
pub use comments::Comments;
pub use error::EditError;
pub use fragment::{Fragment, NewItem};
pub use items::Position;
pub use select::Selection;

use crate::parse_file;
use crate::tree::{File, TextRange};

/// A text in native syntax that is edited.
#[derive(Clone, Debug)]
pub struct Document {
    file: Arc<File>,
}

/// A range with the text that takes its place.
type Splice = (TextRange, String);

impl Document {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// [`EditError::Fragment`] with the problems of the text, whose codes are those of `hcl2::syntax` and `hcl2::source`.
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<Self, EditError> {
        let file = parse("document", text.into()).map_err(|diagnostics| EditError::Fragment {
            expected: "file that can be read",
            diagnostics,
        })?;
        Ok(Self { file })
    }

    /// A document of a file that was parsed already.
    ///
    /// # Errors
    ///
    /// [`EditError::NotThere`] where it was parsed as a lone expression, a part of a text, or a text decoded from another.
    pub fn from_file(file: &Arc<File>) -> Result<Self, EditError> {
        let whole = file.range() == TextRange::new(0, file.bytes().len() as u32);
        if whole && file.root().body().is_some() && file.bytes() == file.source().bytes() {
            Ok(Self {
                file: Arc::clone(file),
            })
        } else {
            Err(EditError::NotThere {
                address: Address::ROOT,
                expected: "whole file",
            })
        }
    }

    /// The text as it is now.
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.str(self.file.range())
    }

    /// The tree of the text as it is now.
    #[must_use]
    pub fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Makes the text anew with replacements, unless it would not be parsed without errors.
    fn splice(&mut self, splices: Vec<Splice>) -> Result<(), EditError> {
        let changed = spliced(self.file.bytes(), splices);
        self.file = parse(self.file.source().name(), changed).map_err(EditError::Broken)?;
        Ok(())
    }

    /// The text with the line endings that the document has.
    fn with_line_endings(&self, text: String) -> String {
        let bytes = self.file.bytes();
        let first = bytes.iter().position(|byte| *byte == b'\n');
        if first.is_some_and(|at| bytes[..at].ends_with(b"\r")) {
            text.replace("\r\n", "\n").replace('\n', "\r\n")
        } else {
            text
        }
    }
}

/// A text with other texts in place of some of its ranges, which do not overlap; in any order.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::spliced;
/// use hcl2_native::tree::TextRange;
///
/// let splices = vec![(TextRange::new(4, 5), "22"), (TextRange::new(0, 1), "x")];
/// assert_eq!(spliced(b"a = 1", splices), b"x = 22");
/// ```
#[must_use]
pub fn spliced<T: AsRef<str>>(text: &[u8], mut splices: Vec<(TextRange, T)>) -> Vec<u8> {
    splices.sort_by_key(|(range, _)| *range);
    let mut changed = Vec::with_capacity(text.len());
    let mut from = 0;
    for (range, replacement) in splices {
        changed.extend_from_slice(text.get(from..range.start as usize).unwrap_or_default());
        changed.extend_from_slice(replacement.as_ref().as_bytes());
        from = range.end as usize;
    }
    changed.extend_from_slice(text.get(from..).unwrap_or_default());
    changed
}

/// Parses a text that has to be without errors.
fn parse(name: &str, text: Vec<u8>) -> Result<Arc<File>, Diagnostics> {
    match SourceMap::new().add(name, text) {
        Ok(source) => parse_file(&source).into_result(),
        Err(error) => {
            let problem = Diagnostic::error(codes::syntax::TOO_LARGE, "Source too large");
            Err([problem.with_detail(format!("{error}."))].into_iter().collect())
        }
    }
}
