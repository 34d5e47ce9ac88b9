//! Open documents.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{Source, SourceMap, SourceTooLarge};
use hcl2_model::Syntax;
use hcl2_native::parse_file;
use hcl2_native::tree::File;

/// A document that is open in an editor.
#[derive(Clone, Debug)]
pub struct Document {
    syntax: Syntax,
    source: Source,
    tree: OnceLock<Arc<File>>,
}

impl Document {
    /// Creates a document. The path of a document that is not saved in a file may be any name for it.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the text has 4 GiB or more.
    pub fn new(
        path: impl AsRef<Path>,
        text: impl Into<String>,
        syntax: Syntax,
    ) -> Result<Self, SourceTooLarge> {
        Ok(Self {
            syntax,
            source: source(path.as_ref(), text.into())?,
            tree: OnceLock::new(),
        })
    }

    /// Returns the path of the document, or the name that stands in for it.
    #[must_use]
    pub fn path(&self) -> &Path {
        Path::new(self.source.name())
    }

    /// Returns the syntax of the document.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Returns the text of the document as a source, for its line index. Its id differs from that of the checked source.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the text of the document.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.text().unwrap_or_default()
    }

    /// Replaces the whole text.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the text has 4 GiB or more; the document stays as it is.
    pub fn set_text(&mut self, text: impl Into<String>) -> Result<(), SourceTooLarge> {
        self.source = source(self.path(), text.into())?;
        self.tree = OnceLock::new();
        Ok(())
    }

    /// Replaces a range of bytes. Offsets past the end or inside a character are moved back to the nearest boundary.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the new text has 4 GiB or more; the document stays as it is.
    pub fn replace(&mut self, range: Range<u32>, replacement: &str) -> Result<(), SourceTooLarge> {
        let text = self.text();
        let start = text.floor_char_boundary(range.start as usize);
        let end = text.floor_char_boundary(range.end as usize).max(start);
        let text = [&text[..start], replacement, &text[end..]].concat();
        self.set_text(text)
    }

    /// Returns the text before `offset`.
    pub(crate) fn before(&self, offset: u32) -> &str {
        let text = self.text();
        &text[..text.floor_char_boundary(offset as usize)]
    }

    /// Returns the tree of a document in native syntax.
    pub(crate) fn tree(&self) -> Option<&Arc<File>> {
        (self.syntax == Syntax::Native).then(|| self.tree.get_or_init(|| parse_file(&self.source).value))
    }
}

fn source(path: &Path, text: String) -> Result<Source, SourceTooLarge> {
    SourceMap::new().add(path.display().to_string(), text)
}
