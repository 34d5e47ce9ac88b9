//! The reader of JSON text, with what decoding counts beside it.

use std::borrow::Cow;

use hcl2_json_text::{Kind, ReadError, ReadErrorKind, Reader as TextReader};

use crate::collect::Implied;
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// Maximum nesting depth of arrays and objects in skipped values.
const MAX_SKIPPED_DEPTH: usize = MAX_DEPTH as usize * 2 + 1;

/// Reads a JSON text from front to back.
pub(crate) struct Reader<'a> {
    text: TextReader<'a>,
    /// The attributes that objects left out.
    pub(crate) implied: Implied,
    /// Whether attributes that a type lacks are skipped instead of refused.
    pub(crate) skips_unsupported: bool,
}

#[cold]
fn refused(error: ReadError) -> WireError {
    let kind = match error.kind {
        ReadErrorKind::TooDeep => WireErrorKind::TooDeep,
        ReadErrorKind::TrailingText => WireErrorKind::TrailingBytes,
        _ if error.is_at_end => WireErrorKind::UnexpectedEnd,
        kind => WireErrorKind::Syntax(kind.message()),
    };
    WireError::at(error.offset, kind)
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of `text`.
    pub(crate) fn new(text: &'a [u8]) -> Result<Self, WireError> {
        match std::str::from_utf8(text) {
            Ok(text) => Ok(Self {
                text: TextReader::new(text),
                implied: Implied::default(),
                skips_unsupported: false,
            }),
            Err(error) => Err(WireError::at(error.valid_up_to(), WireErrorKind::InvalidUtf8)),
        }
    }

    /// Returns the offset of the next byte.
    pub(crate) fn offset(&self) -> usize {
        self.text.offset()
    }

    /// Returns to an offset that [`offset`](Self::offset) returned.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.text.seek(offset);
    }

    /// Checks that only spaces follow.
    pub(crate) fn end(&mut self) -> Result<(), WireError> {
        self.text.end().map_err(refused)
    }

    /// Goes to the next value, and returns its kind.
    pub(crate) fn peek(&mut self) -> Result<Kind, WireError> {
        self.text.peek().map_err(refused)
    }

    /// Goes to the next byte that is not a space, and returns it.
    pub(crate) fn peek_byte(&mut self) -> Option<u8> {
        self.text.peek_byte()
    }

    /// Reads the opening bracket of an array, and returns whether an element follows.
    pub(crate) fn begin_array(&mut self) -> Result<bool, WireError> {
        self.text.begin_array().map_err(refused)
    }

    /// Reads the comma or the closing bracket behind an element, and returns whether another element follows.
    pub(crate) fn next_element(&mut self) -> Result<bool, WireError> {
        self.text.next_element().map_err(refused)
    }

    /// Reads the opening brace of an object, goes to the name of its first property, and returns whether it has one.
    pub(crate) fn begin_object(&mut self) -> Result<bool, WireError> {
        self.text.begin_object().map_err(refused)
    }

    /// Reads the comma or the closing brace behind a property, goes to the name of the next one, and returns whether
    /// there is one.
    pub(crate) fn next_property(&mut self) -> Result<bool, WireError> {
        self.text.next_property().map_err(refused)
    }

    /// Reads the name of a property, and the colon behind it.
    pub(crate) fn name(&mut self) -> Result<Cow<'a, str>, WireError> {
        self.text.name().map_err(refused)
    }

    /// Reads `null`.
    pub(crate) fn null(&mut self) -> Result<(), WireError> {
        self.text.null().map_err(refused)
    }

    /// Reads `true` or `false`.
    pub(crate) fn bool(&mut self) -> Result<bool, WireError> {
        self.text.bool().map_err(refused)
    }

    /// Reads a number, and returns it as it is written.
    pub(crate) fn number(&mut self) -> Result<&'a str, WireError> {
        self.text.number().map_err(refused)
    }

    /// Reads a string, and returns it decoded.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, WireError> {
        self.text.string().map_err(refused)
    }

    /// Skips the next value.
    pub(crate) fn skip(&mut self) -> Result<(), WireError> {
        self.text.skip(MAX_SKIPPED_DEPTH).map_err(refused)
    }
}
