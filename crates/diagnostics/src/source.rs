//! Sources: files and their bytes.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::{Diagnostic, LineIndex, Position, SourceId, Span, codes};

/// The number of the first source that several maps may hold. Those of a map alone are lower: its sources are fewer.
const FIRST_SHARED: u32 = 1 << 31;

/// A file's name and bytes, shared between clones.
///
/// The bytes may be invalid UTF-8, which the parser reports.
#[derive(Clone)]
pub struct Source {
    id: SourceId,
    text: Arc<Text>,
}

/// What sources share that differ in their numbers at most.
struct Text {
    name: String,
    content: Content,
    line_index: OnceLock<LineIndex>,
    #[cfg(feature = "miette")]
    printable: OnceLock<Option<Vec<u8>>>,
    #[cfg(feature = "miette")]
    printable_with_end: OnceLock<Vec<u8>>,
}

/// The bytes of a source, checked for UTF-8 once.
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Source {
    /// Maximum size of a source in bytes, since offsets have 32 bits.
    pub const MAX_BYTES: usize = u32::MAX as usize - 1;

    /// Creates a source that belongs to no [`SourceMap`](crate::SourceMap), for programs that read a single one.
    ///
    /// Its number is 0. [`SourceMap::from`](crate::SourceMap::from) creates a map with this source only, for rendering diagnostics.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the source has more than [`Source::MAX_BYTES`] bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    ///
    /// let source = Source::new("app.hcl", "a = 1\nb = 2\n")?;
    /// let position = source.position(6);
    /// assert_eq!((position.line, position.column), (2, 1));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, SourceTooLarge> {
        Self::with_id(SourceId::default(), name.into(), bytes.into())
    }

    /// Creates a source with a number that no other source has, so that several maps can [hold](crate::SourceMap::insert) it.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the source has more than [`Source::MAX_BYTES`] bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Source, SourceMap};
    ///
    /// let shared = Source::shared("module.hcl", "b = 2\n")?;
    /// for name in ["one.hcl", "other.hcl"] {
    ///     let mut sources = SourceMap::new();
    ///     sources.add(name, "a = 1\n")?;
    ///     sources.insert(&shared);
    ///     assert_eq!(sources.get(shared.id()).unwrap().name(), "module.hcl");
    /// }
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn shared(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Result<Self, SourceTooLarge> {
        static NEXT: AtomicU32 = AtomicU32::new(FIRST_SHARED);
        let id = SourceId::new(NEXT.fetch_add(1, Ordering::Relaxed));
        Self::with_id(id, name.into(), bytes.into())
    }

    pub(crate) fn with_id(id: SourceId, name: String, bytes: Vec<u8>) -> Result<Self, SourceTooLarge> {
        if bytes.len() > Self::MAX_BYTES {
            return Err(SourceTooLarge {
                name,
                bytes: bytes.len(),
            });
        }
        let content =
            String::from_utf8(bytes).map_or_else(|error| Content::Bytes(error.into_bytes()), Content::Text);
        let text = Text {
            name,
            content,
            line_index: OnceLock::new(),
            #[cfg(feature = "miette")]
            printable: OnceLock::new(),
            #[cfg(feature = "miette")]
            printable_with_end: OnceLock::new(),
        };
        Ok(Self {
            id,
            text: text.into(),
        })
    }

    /// Returns whether this is a clone of another source.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.id == other.id && Arc::ptr_eq(&self.text, &other.text)
    }

    /// Returns the source with another number.
    pub(crate) fn renumbered(&self, id: SourceId) -> Self {
        let text = Arc::clone(&self.text);
        Self { id, text }
    }

    /// Returns the source's number in its map.
    #[must_use]
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// Returns the name that messages show, usually a path.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.text.name
    }

    /// Returns the bytes, which may be invalid UTF-8.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.text.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    /// Returns the bytes as a string, or `None` if they are not UTF-8.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// assert_eq!(sources.add("a.hcl", "é = 1")?.text(), Some("é = 1"));
    /// assert_eq!(sources.add("b.hcl", b"\xE9 = 1")?.text(), None);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.text.content {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }

    /// Returns the bytes as a string, for what cannot keep other bytes.
    ///
    /// # Errors
    ///
    /// `hcl2::source::invalid-utf8`, with the range of the first bytes that are not UTF-8.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let source = SourceMap::new().add("a.hcl", b"a = 1 # caf\xE9")?;
    /// let problem = source.require_text().unwrap_err();
    /// assert_eq!(problem.code.id(), "hcl2::source::invalid-utf8");
    /// assert_eq!(problem.subject, Some(source.span_of(11, 12)));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn require_text(&self) -> Result<&str, Box<Diagnostic>> {
        match &self.text.content {
            Content::Text(text) => Ok(text),
            Content::Bytes(_) => Err(Box::new(self.invalid_utf8(
                self.span(),
                "These bytes are not valid UTF-8. Save the file in that encoding.",
            ))),
        }
    }

    /// Returns the problem of a part that is not text anywhere: encrypted, binary, or UTF-16. Whoever parses it has nothing
    /// else to report.
    ///
    /// Binary bytes have a NUL among the first 8,000 ones, as for Git, and are not UTF-8.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// let source = sources.add("a.hcl", b"\xFF\xFEa\0")?;
    /// let problem = source.not_text(source.span()).unwrap();
    /// assert_eq!((problem.code.id(), problem.subject), ("hcl2::source::invalid-utf8", Some(source.span_of(0, 1))));
    /// let source = sources.add("b.hcl", b"a = 1 # caf\xE9")?;
    /// assert_eq!(source.not_text(source.span()), None);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn not_text(&self, part: Span) -> Option<Diagnostic> {
        const GIT_CRYPT: &[u8] = b"\0GITCRYPT\0";
        const SEARCHED: usize = 8000;
        let bytes = self.slice(part);
        let is_utf16 = match bytes {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => true,
            // A character of ASCII without a mark before it.
            [first, second, ..] => bytes.len().is_multiple_of(2) && (*first == 0) != (*second == 0),
            _ => false,
        };
        let is_binary = || {
            let has_nul = || bytes.iter().take(SEARCHED).any(|byte| *byte == 0);
            self.text().is_none() && has_nul() && std::str::from_utf8(bytes).is_err()
        };
        let detail = if bytes.starts_with(GIT_CRYPT) {
            "The file is encrypted by git-crypt. Decrypt the files of the repository with `git-crypt unlock`."
        } else if is_utf16 {
            "The file is encoded as UTF-16. Save it as UTF-8."
        } else if is_binary() {
            "The file is binary, but a configuration file is text in UTF-8. Restore it, or remove it."
        } else {
            return None;
        };
        Some(self.invalid_utf8(part, detail))
    }

    /// Reports the first bytes in a part that are not UTF-8, or its first NUL if all are.
    fn invalid_utf8(&self, part: Span, detail: &'static str) -> Diagnostic {
        let bytes = self.slice(part);
        let first = bytes.utf8_chunks().next();
        let (start, length) = match first.map(|chunk| (chunk.valid().len(), chunk.invalid().len())) {
            Some((start, length)) if length > 0 => (start, length),
            _ => (bytes.iter().position(|byte| *byte == 0).unwrap_or_default(), 1),
        };
        let start = part.start + start as u32;
        Diagnostic::error(codes::source::INVALID_UTF8, "Invalid UTF-8")
            .with_detail(detail)
            .with_subject(self.span_of(start, start + length as u32))
    }

    /// Returns the bytes in `span`, as far as the source reaches.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        let bytes = self.bytes();
        let end = (span.end as usize).min(bytes.len());
        &bytes[(span.start as usize).min(end)..end]
    }

    /// Returns the span of the whole source.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.id(), 0, self.bytes().len() as u32)
    }

    /// Creates the span from `start` up to, but not including, `end`, both in bytes from 0.
    #[must_use]
    pub fn span_of(&self, start: u32, end: u32) -> Span {
        Span::new(self.id(), start, end)
    }

    /// Returns the source with spaces in place of everything outside of some spans, so that what is left stays where it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    ///
    /// let source = Source::new("app.hcl", "a = \nb = 2\n")?;
    /// let rest = source.only(&[source.span_of(5, 10)]);
    /// assert_eq!((rest.text(), rest.id()), (Some("    \nb = 2\n"), source.id()));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn only(&self, spans: &[Span]) -> Self {
        let kept = |byte: &u8| if *byte == b'\n' { b'\n' } else { b' ' };
        let mut bytes: Vec<u8> = self.bytes().iter().map(kept).collect();
        for span in spans {
            let range = span.start as usize..(span.start as usize + self.slice(*span).len());
            if let Some(place) = bytes.get_mut(range) {
                place.copy_from_slice(self.slice(*span));
            }
        }
        // The size does not change.
        Self::with_id(self.id(), self.name().to_owned(), bytes).unwrap_or_else(|_| self.clone())
    }

    /// Returns the line index, which the first call builds.
    #[must_use]
    pub fn line_index(&self) -> &LineIndex {
        self.text.line_index.get_or_init(|| LineIndex::new(self.bytes()))
    }

    /// Returns the line and column of the byte at `offset`, from 0.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.line_index().position(self.bytes(), offset)
    }

    /// Returns the bytes with replacements of the same length for invalid UTF-8 and harmful characters.
    #[cfg(feature = "miette")]
    pub(crate) fn printable(&self) -> &[u8] {
        let replaced = self
            .text
            .printable
            .get_or_init(|| replace_unprintable(self.bytes()));
        replaced.as_deref().unwrap_or(self.bytes())
    }

    /// Returns the [`printable`](Self::printable) bytes and a line feed, so that a label can point at the end.
    #[cfg(feature = "miette")]
    pub(crate) fn printable_with_end(&self) -> &[u8] {
        self.text
            .printable_with_end
            .get_or_init(|| [self.printable(), b"\n"].concat())
    }
}

/// Replaces each harmful character by as many bytes, or returns `None` if the bytes have none.
#[cfg(feature = "miette")]
fn replace_unprintable(bytes: &[u8]) -> Option<Vec<u8>> {
    if std::str::from_utf8(bytes).is_ok_and(|text| !text.replace("\r\n", "").contains(crate::is_harmful)) {
        return None;
    }
    let mut text = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let mut characters = chunk.valid().chars().peekable();
        while let Some(character) = characters.next() {
            let ends_line = character == '\r' && characters.peek() == Some(&'\n');
            if crate::is_harmful(character) && !ends_line {
                match character.len_utf8() {
                    3 => text.extend_from_slice("\u{fffd}".as_bytes()),
                    length => text.extend(std::iter::repeat_n(b'?', length)),
                }
            } else {
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        text.extend(std::iter::repeat_n(b'?', chunk.invalid().len()));
    }
    Some(text)
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("id", &self.id)
            .field("name", &self.text.name)
            .finish_non_exhaustive()
    }
}

/// The error for a source of more than [`Source::MAX_BYTES`] bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceTooLarge {
    /// The name of the source.
    pub name: String,
    /// The size in bytes.
    pub bytes: usize,
}

impl std::fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} has {} bytes; at most {} can be read",
            self.name,
            self.bytes,
            Source::MAX_BYTES
        )
    }
}

impl std::error::Error for SourceTooLarge {}
