//! Pulling the parts of a JSON text.

use std::borrow::Cow;

use crate::number::number_end;
use crate::scan::{space_end, string_end};
use crate::skip::{Scan, literal_end};
use crate::unescape::character_of;
use crate::{Escape, LoneSurrogates, ReadError, ReadErrorKind};

/// Reads a JSON text from front to back, part by part.
///
/// The caller follows the structure: behind [`begin_array`](Self::begin_array) and
/// [`next_element`](Self::next_element) that return true stands a value, behind [`begin_object`](Self::begin_object) and
/// [`next_property`](Self::next_property) a name and a value. The reader itself does not recurse; a caller that does must
/// bound its depth. Numbers stay text, and duplicate names are the caller's business.
///
/// # Examples
///
/// ```
/// use hcl2_json_text::{ReadErrorKind, Reader};
///
/// let mut reader = Reader::new(r#"["caf\u00e9", 1.50, {"#);
/// assert!(reader.begin_array()?);
/// assert_eq!(reader.string()?, "café");
/// assert!(reader.next_element()?);
/// assert_eq!(reader.number()?, "1.50");
/// assert!(reader.next_element()?);
/// let error = reader.skip(100).unwrap_err();
/// assert_eq!((error.kind, error.offset), (ReadErrorKind::Name, 21));
/// # Ok::<(), hcl2_json_text::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'t> {
    text: &'t str,
    /// The offset of the next byte.
    at: usize,
    surrogates: LoneSurrogates,
}

/// The kind of a value, as its first byte announces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`.
    Null,
}

impl Kind {
    /// Returns the kind with its article, such as "an object".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Bool => "a bool",
            Self::Null => "null",
        }
    }
}

impl<'t> Reader<'t> {
    /// Creates a reader at the start of `text`.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            surrogates: LoneSurrogates::Replace,
        }
    }

    /// Sets what half of a surrogate pair means.
    #[must_use]
    pub const fn with_lone_surrogates(mut self, surrogates: LoneSurrogates) -> Self {
        self.surrogates = surrogates;
        self
    }

    /// Returns the whole text.
    #[must_use]
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the offset of the next byte.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// Returns to an offset that [`offset`](Self::offset) returned.
    pub const fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    fn byte(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.byte() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline]
    fn skip_space(&mut self) {
        self.at += space_end(self.bytes().get(self.at..).unwrap_or_default());
    }

    /// Returns an error at the current offset.
    #[cold]
    #[must_use]
    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        self.error_at((kind, self.at))
    }

    #[cold]
    fn error_at(&self, (kind, offset): (ReadErrorKind, usize)) -> ReadError {
        ReadError {
            kind,
            offset,
            is_at_end: offset >= self.text.len(),
        }
    }

    /// Goes to the next byte that is not a space, and returns it.
    pub fn peek_byte(&mut self) -> Option<u8> {
        self.skip_space();
        self.byte()
    }

    /// Goes to the next value, and returns its kind.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Value`] if nothing there looks like a value.
    #[inline]
    pub fn peek(&mut self) -> Result<Kind, ReadError> {
        match self.peek_byte() {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'"') => Ok(Kind::String),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'n') => Ok(Kind::Null),
            _ => Err(self.error(ReadErrorKind::Value)),
        }
    }

    /// Reads the opening bracket of an array, and returns whether an element follows.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Value`] if no array starts here.
    pub fn begin_array(&mut self) -> Result<bool, ReadError> {
        if self.peek_byte() != Some(b'[') {
            return Err(self.error(ReadErrorKind::Value));
        }
        self.at += 1;
        self.skip_space();
        Ok(!self.take(b']'))
    }

    /// Reads the comma or the closing bracket behind an element, and returns whether another element follows.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::ElementEnd`] if there is neither.
    #[inline]
    pub fn next_element(&mut self) -> Result<bool, ReadError> {
        match self.peek_byte() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(b']') => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.error(ReadErrorKind::ElementEnd)),
        }
    }

    /// Reads the opening brace of an object, and returns whether a property follows; if so, its name starts at the
    /// current offset.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Value`] if no object starts here, [`ReadErrorKind::Name`] if something other than a property
    /// follows.
    pub fn begin_object(&mut self) -> Result<bool, ReadError> {
        if self.peek_byte() != Some(b'{') {
            return Err(self.error(ReadErrorKind::Value));
        }
        self.at += 1;
        self.skip_space();
        if self.take(b'}') {
            return Ok(false);
        }
        self.expect_name()
    }

    /// Reads the comma or the closing brace behind a property, and returns whether another property follows; if so, its
    /// name starts at the current offset.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::PropertyEnd`] if there is neither, [`ReadErrorKind::Name`] if something other than a property
    /// follows the comma.
    #[inline]
    pub fn next_property(&mut self) -> Result<bool, ReadError> {
        match self.peek_byte() {
            Some(b',') => {
                self.at += 1;
                self.skip_space();
                self.expect_name()
            }
            Some(b'}') => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.error(ReadErrorKind::PropertyEnd)),
        }
    }

    fn expect_name(&self) -> Result<bool, ReadError> {
        if self.byte() == Some(b'"') {
            return Ok(true);
        }
        Err(self.error(ReadErrorKind::Name))
    }

    /// Reads the name of a property, and the colon behind it.
    ///
    /// # Errors
    ///
    /// Those of [`string`](Self::string), and [`ReadErrorKind::Colon`].
    pub fn name(&mut self) -> Result<Cow<'t, str>, ReadError> {
        let name = self.string()?;
        if self.peek_byte() != Some(b':') {
            return Err(self.error(ReadErrorKind::Colon));
        }
        self.at += 1;
        Ok(name)
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Value`] if neither stands here.
    pub fn bool(&mut self) -> Result<bool, ReadError> {
        let is_true = self.peek_byte() == Some(b't');
        self.literal()?;
        Ok(is_true)
    }

    /// Reads `null`.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Value`] if it does not stand here.
    pub fn null(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        self.literal()
    }

    fn literal(&mut self) -> Result<(), ReadError> {
        self.at = literal_end(self.bytes(), self.at).map_err(|error| self.error_at(error))?;
        Ok(())
    }

    /// Reads a number, and returns it as it is written.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::Digit`] and [`ReadErrorKind::LeadingZero`].
    pub fn number(&mut self) -> Result<&'t str, ReadError> {
        self.skip_space();
        let start = self.at;
        self.at = number_end(self.bytes(), start).map_err(|error| self.error_at(error))?;
        Ok(&self.text[start..self.at])
    }

    /// Reads a string, and returns it decoded; without escapes, it is borrowed from the text.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::String`] if none starts here; else [`UnclosedString`](ReadErrorKind::UnclosedString),
    /// [`ControlCharacter`](ReadErrorKind::ControlCharacter), [`Escape`](ReadErrorKind::Escape),
    /// [`UnicodeEscape`](ReadErrorKind::UnicodeEscape) or [`LoneSurrogate`](ReadErrorKind::LoneSurrogate).
    pub fn string(&mut self) -> Result<Cow<'t, str>, ReadError> {
        if self.peek_byte() != Some(b'"') {
            return Err(self.error(ReadErrorKind::String));
        }
        let start = self.at + 1;
        let end = start + string_end(&self.bytes()[start..]);
        if self.bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(&self.text[start..end]));
        }
        self.special_string(start, end).map(Cow::Owned)
    }

    /// Reads the string that starts at `start`, from its first special byte.
    fn special_string(&mut self, start: usize, special: usize) -> Result<String, ReadError> {
        let bytes = self.bytes();
        let mut string = String::with_capacity(2 * (special - start) + 16);
        let (mut run, mut at) = (start, special);
        loop {
            match bytes.get(at) {
                Some(b'"') => {
                    string.push_str(&self.text[run..at]);
                    self.at = at + 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    string.push_str(&self.text[run..at]);
                    let escape = Escape::at(bytes, at);
                    let character =
                        character_of(escape, self.surrogates).map_err(|error| self.error_at(error))?;
                    string.push(character);
                    at += escape.len;
                    run = at;
                }
                Some(_) => return Err(self.error_at((ReadErrorKind::ControlCharacter, at))),
                None => return Err(self.error_at((ReadErrorKind::UnclosedString, at))),
            }
            at += string_end(bytes.get(at..).unwrap_or_default());
        }
    }

    /// Skips the next value, whose arrays and objects may nest `max_depth` levels deep.
    ///
    /// # Errors
    ///
    /// Whatever reading its parts would report, and [`ReadErrorKind::TooDeep`].
    pub fn skip(&mut self, max_depth: usize) -> Result<(), ReadError> {
        let scan = Scan {
            bytes: self.bytes(),
            surrogates: self.surrogates,
            max_depth,
        };
        self.at = scan.value_end(self.at).map_err(|error| self.error_at(error))?;
        Ok(())
    }

    /// Checks that only spaces follow.
    ///
    /// # Errors
    ///
    /// [`ReadErrorKind::TrailingText`] if there is anything else.
    pub fn end(&mut self) -> Result<(), ReadError> {
        match self.peek_byte() {
            Some(_) => Err(self.error(ReadErrorKind::TrailingText)),
            None => Ok(()),
        }
    }
}
