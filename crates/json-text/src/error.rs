//! Errors of reading.

use std::fmt;

/// The reason why the source is not JSON, and the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// The offset of the unexpected byte, or the length of the text if it ends too early.
    pub offset: usize,
    /// Whether the text ends there.
    pub is_at_end: bool,
}

/// What is wrong with the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// A value is missing.
    Value,
    /// The name of a property is missing.
    Name,
    /// The colon after the name of a property is missing.
    Colon,
    /// An element of an array is followed by neither a comma nor the closing bracket.
    ElementEnd,
    /// A property is followed by neither a comma nor the closing brace.
    PropertyEnd,
    /// A string is expected.
    String,
    /// A number lacks a digit.
    Digit,
    /// A number starts with a zero and another digit.
    LeadingZero,
    /// The closing quote of a string is missing.
    UnclosedString,
    /// A string contains a control character.
    ControlCharacter,
    /// A backslash is followed by a character that forms no escape.
    Escape,
    /// `\u` is followed by fewer than four hexadecimal digits.
    UnicodeEscape,
    /// A `\u` escape is half of a surrogate pair.
    LoneSurrogate,
    /// Arrays and objects are nested too deeply.
    TooDeep,
    /// The value is followed by something else.
    TrailingText,
}

impl ReadErrorKind {
    /// Returns what is wrong as a clause, without a period.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Value => "expected a value",
            Self::Name => "expected a property name in double quotes",
            Self::Colon => "expected a colon",
            Self::ElementEnd => "expected a comma or a closing bracket",
            Self::PropertyEnd => "expected a comma or a closing brace",
            Self::String => "expected a string",
            Self::Digit => "expected a digit",
            Self::LeadingZero => "leading zero in a number",
            Self::UnclosedString => "missing closing quote of a string",
            Self::ControlCharacter => "unescaped control character in a string",
            Self::Escape => "expected one of \" \\ / b f n r t u after a backslash",
            Self::UnicodeEscape => "expected four hexadecimal digits after \\u",
            Self::LoneSurrogate => "half of a surrogate pair",
            Self::TooDeep => "nested too deeply",
            Self::TrailingText => "expected nothing after the value",
        }
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_at_end {
            write!(f, "at the end of the text: {}", self.kind)
        } else {
            write!(f, "at byte {}: {}", self.offset, self.kind)
        }
    }
}

impl std::error::Error for ReadError {}
