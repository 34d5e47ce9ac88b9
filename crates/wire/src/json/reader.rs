//! A pull reader of JSON text that keeps numbers as they are written.

use std::borrow::Cow;

use crate::collect::Implied;
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// Reads a JSON text from the front.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The attributes that objects left out.
    pub(crate) implied: Implied,
    /// Whether attributes that a type does not have are stepped over instead of refused.
    pub(crate) skips_unsupported: bool,
}

/// What the next JSON value is, by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Object,
    Array,
    String,
    Number,
    True,
    False,
    Null,
}

impl Start {
    /// What it is in a message.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Array => "an array",
            Self::String => "a string",
            Self::Number => "a number",
            Self::True | Self::False => "a bool",
            Self::Null => "null",
        }
    }
}

impl<'a> Reader<'a> {
    /// Starts at the front of a text.
    pub(crate) fn new(text: &'a [u8]) -> Result<Self, WireError> {
        match std::str::from_utf8(text) {
            Ok(text) => Ok(Self {
                text,
                at: 0,
                implied: Implied::default(),
                skips_unsupported: false,
            }),
            Err(error) => Err(WireError::at(error.valid_up_to(), WireErrorKind::InvalidUtf8)),
        }
    }

    /// The position in bytes from 0.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Goes to a position that [`offset`](Self::offset) gave.
    pub(crate) fn go_to(&mut self, offset: usize) {
        self.at = offset;
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// The error that something else stands here.
    fn expected<T>(&self, what: &'static str) -> Result<T, WireError> {
        let kind = match self.byte() {
            Some(_) => WireErrorKind::Syntax(what),
            None => WireErrorKind::UnexpectedEnd,
        };
        Err(WireError::at(self.at, kind))
    }

    /// Requires that nothing but space follows.
    pub(crate) fn end(&mut self) -> Result<(), WireError> {
        self.skip_space();
        match self.byte() {
            Some(_) => Err(WireError::at(self.at, WireErrorKind::TrailingBytes)),
            None => Ok(()),
        }
    }

    /// Goes to the next value and looks at its first byte.
    pub(crate) fn peek(&mut self) -> Result<Start, WireError> {
        self.skip_space();
        match self.byte() {
            Some(b'{') => Ok(Start::Object),
            Some(b'[') => Ok(Start::Array),
            Some(b'"') => Ok(Start::String),
            Some(b'-' | b'0'..=b'9') => Ok(Start::Number),
            Some(b't') => Ok(Start::True),
            Some(b'f') => Ok(Start::False),
            Some(b'n') => Ok(Start::Null),
            _ => self.expected("a value"),
        }
    }

    /// Goes to the comma or closing bracket after a value and looks at it.
    pub(crate) fn peek_close(&mut self) -> Result<Option<u8>, WireError> {
        self.skip_space();
        Ok(self.byte())
    }

    /// Goes to the key that is to come next.
    pub(crate) fn peek_key(&mut self) -> Result<(), WireError> {
        self.skip_space();
        match self.byte() {
            Some(b'"') => Ok(()),
            _ => self.expected("a key in quotes"),
        }
    }

    /// Steps over the opening bracket that [`peek`](Self::peek) has seen.
    pub(crate) fn open(&mut self) -> Result<(), WireError> {
        match self.byte() {
            Some(b'{' | b'[') => {
                self.at += 1;
                Ok(())
            }
            _ => self.expected("an opening bracket"),
        }
    }

    /// Steps over the comma before the next element, or the closing bracket: whether there is an element.
    pub(crate) fn item(&mut self, first: bool, close: u8) -> Result<bool, WireError> {
        self.skip_space();
        match self.byte() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ if first => Ok(true),
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            _ => self.expected("a comma or the closing bracket"),
        }
    }

    /// Reads a key and the colon after it.
    pub(crate) fn key(&mut self) -> Result<Cow<'a, str>, WireError> {
        self.peek_key()?;
        let key = self.string()?;
        self.skip_space();
        match self.byte() {
            Some(b':') => {
                self.at += 1;
                Ok(key)
            }
            _ => self.expected("a colon"),
        }
    }

    /// Reads `true`, `false` or `null`.
    pub(crate) fn word(&mut self, word: &'static str) -> Result<(), WireError> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        self.expected("a value")
    }

    /// Reads a number and gives its text.
    pub(crate) fn number(&mut self) -> Result<&'a str, WireError> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> Result<(), WireError> {
        if !matches!(self.byte(), Some(b'0'..=b'9')) {
            return self.expected("a digit");
        }
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    /// Reads a string in quotes.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, WireError> {
        if self.byte() != Some(b'"') {
            return self.expected("a string");
        }
        self.at += 1;
        let mut run = self.at;
        let mut decoded: Option<String> = None;
        loop {
            match self.byte() {
                Some(b'"') => {
                    let rest = &self.text[run..self.at];
                    self.at += 1;
                    return Ok(match decoded {
                        Some(text) => Cow::Owned(text + rest),
                        None => Cow::Borrowed(rest),
                    });
                }
                Some(b'\\') => {
                    let text = decoded.get_or_insert_default();
                    text.push_str(&self.text[run..self.at]);
                    let character = self.escape()?;
                    text.push(character);
                    run = self.at;
                }
                Some(0..=0x1f) => return self.expected("an escape instead of a control character"),
                Some(_) => self.at += 1,
                None => return self.expected("the closing quote"),
            }
        }
    }

    /// Reads an escape; half of a surrogate pair stands for the replacement character.
    fn escape(&mut self) -> Result<char, WireError> {
        self.at += 1;
        let character = match self.byte() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let first = self.unit()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                let after = self.at;
                if self.text.as_bytes()[after..].starts_with(b"\\u") {
                    self.at += 2;
                    let second = self.unit()?;
                    if (0xdc00..0xe000).contains(&second) {
                        let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                        return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    self.at = after;
                }
                return Ok(char::REPLACEMENT_CHARACTER);
            }
            _ => return self.expected("an escape"),
        };
        self.at += 1;
        Ok(character)
    }

    /// Reads four hexadecimal digits.
    fn unit(&mut self) -> Result<u32, WireError> {
        let mut unit = 0;
        for _ in 0..4 {
            match self.byte().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => unit = unit * 16 + digit,
                None => return self.expected("a hexadecimal digit"),
            }
            self.at += 1;
        }
        Ok(unit)
    }

    /// Steps over the next value, whatever it is.
    pub(crate) fn skip(&mut self) -> Result<(), WireError> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            let start = self.peek()?;
            let mut first = false;
            match start {
                Start::Object | Start::Array => {
                    if open.len() > MAX_DEPTH as usize * 2 {
                        return Err(WireError::at(self.at, WireErrorKind::TooDeep));
                    }
                    self.open()?;
                    open.push(if start == Start::Object { b'}' } else { b']' });
                    first = true;
                }
                Start::String => drop(self.string()?),
                Start::Number => drop(self.number()?),
                Start::True => self.word("true")?,
                Start::False => self.word("false")?,
                Start::Null => self.word("null")?,
            }
            loop {
                let Some(&close) = open.last() else {
                    return Ok(());
                };
                if self.item(first, close)? {
                    if close == b'}' {
                        self.key()?;
                    }
                    break;
                }
                open.pop();
                first = false;
            }
        }
    }
}
