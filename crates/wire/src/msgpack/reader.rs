//! A pull reader of MessagePack that accepts every format of each type.

use std::sync::Arc;

use hcl2_value::{Str, Value};
use rmp::Marker;

use crate::collect::Implied;
use crate::{WireError, WireErrorKind};

/// Reads a message from front to back.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// The unread bytes.
    rest: &'a [u8],
    /// The elements that refinements imply.
    pub(super) implied: Implied,
    /// The keys of maps that were read.
    pub(super) keys: RecentKeys,
}

/// The next item: a whole value, or the number of elements of an array or pairs of a map that follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Item<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Str(&'a [u8]),
    Bin(&'a [u8]),
    Array(usize),
    Map(usize),
    Ext(i8, &'a [u8]),
}

impl Item<'_> {
    /// Returns its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Bool(_) => "a bool",
            Self::Int(_) | Self::Uint(_) => "an integer",
            Self::Float(_) => "a float",
            Self::Str(_) => "a string",
            Self::Bin(_) => "binary data",
            Self::Array(_) => "an array",
            Self::Map(_) => "a map",
            Self::Ext(..) => "an extension",
        }
    }
}

impl<'a> Reader<'a> {
    /// Creates a reader at the front of a message.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            rest: bytes,
            implied: Implied::default(),
            keys: RecentKeys::default(),
        }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.bytes.len() - self.rest.len()
    }

    /// Returns the offset behind some values that start at `start` and were already read.
    pub(super) fn offset_after(&self, start: usize, values: usize) -> Result<usize, WireError> {
        let mut again = Self::new(self.bytes);
        again.take(start)?;
        for _ in 0..values {
            again.skip()?;
        }
        Ok(again.offset())
    }

    /// Checks that nothing follows.
    pub(super) fn end(&self) -> Result<(), WireError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(WireError::at(self.offset(), WireErrorKind::TrailingBytes))
    }

    #[cold]
    fn unexpected_end(&self) -> WireError {
        WireError::at(self.bytes.len(), WireErrorKind::UnexpectedEnd)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], WireError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(self.unexpected_end());
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.unexpected_end());
        };
        self.rest = rest;
        Ok(*array)
    }

    fn u8(&mut self) -> Result<u8, WireError> {
        self.array().map(u8::from_be_bytes)
    }

    fn u16(&mut self) -> Result<u16, WireError> {
        self.array().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Result<u32, WireError> {
        self.array().map(u32::from_be_bytes)
    }

    /// Reads a length of one, two or four bytes.
    fn length(&mut self, width: u32) -> Result<usize, WireError> {
        Ok(match width {
            1 => usize::from(self.u8()?),
            2 => usize::from(self.u16()?),
            _ => usize::try_from(self.u32()?).unwrap_or(usize::MAX),
        })
    }

    fn ext(&mut self, length: usize) -> Result<Item<'a>, WireError> {
        let [code] = self.array().map(|[code]: [u8; 1]| [code.cast_signed()])?;
        Ok(Item::Ext(code, self.take(length)?))
    }

    /// Checks that enough bytes follow for a number of elements.
    fn announced(&self, elements: usize, bytes_each: usize) -> Result<usize, WireError> {
        if elements.saturating_mul(bytes_each) > self.rest.len() {
            return Err(self.unexpected_end());
        }
        Ok(elements)
    }

    fn array_of(&self, elements: usize) -> Result<Item<'a>, WireError> {
        self.announced(elements, 1).map(Item::Array)
    }

    fn map_of(&self, pairs: usize) -> Result<Item<'a>, WireError> {
        self.announced(pairs, 2).map(Item::Map)
    }

    /// Peeks at the next string of fewer than 256 bytes, and returns it with the rest; `None` if something else is next.
    #[inline]
    fn peek(&self) -> Option<(&'a [u8], &'a [u8])> {
        let (first, rest) = self.rest.split_first()?;
        match Marker::from_u8(*first) {
            Marker::FixStr(length) => rest.split_at_checked(usize::from(length)),
            Marker::Str8 => {
                let (length, rest) = rest.split_first()?;
                rest.split_at_checked(usize::from(*length))
            }
            _ => None,
        }
    }

    /// Peeks at the next short string; `None` if something else is next.
    #[inline]
    pub(super) fn peek_text(&self) -> Option<&'a [u8]> {
        self.peek().map(|(text, _)| text)
    }

    /// Reads the next short string; `None` if something else is next.
    #[inline]
    pub(super) fn short_text(&mut self) -> Option<&'a [u8]> {
        let (text, rest) = self.peek()?;
        self.rest = rest;
        Some(text)
    }

    /// Skips the next short string if it is this one; returns whether it is.
    #[inline]
    pub(super) fn skip_text(&mut self, text: &str) -> bool {
        match self.peek() {
            Some((found, rest)) if found == text.as_bytes() => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Reads the next item.
    // Without optimization, inlining only enlarges the frames of a recursion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn item(&mut self) -> Result<Item<'a>, WireError> {
        let start = self.offset();
        let marker = Marker::from_u8(self.u8()?);
        Ok(match marker {
            Marker::Null => Item::Nil,
            Marker::True => Item::Bool(true),
            Marker::False => Item::Bool(false),
            Marker::FixPos(value) => Item::Uint(u64::from(value)),
            Marker::FixNeg(value) => Item::Int(i64::from(value)),
            Marker::U8 => Item::Uint(u64::from(self.u8()?)),
            Marker::U16 => Item::Uint(u64::from(self.u16()?)),
            Marker::U32 => Item::Uint(u64::from(self.u32()?)),
            Marker::U64 => Item::Uint(u64::from_be_bytes(self.array()?)),
            Marker::I8 => Item::Int(i64::from(i8::from_be_bytes(self.array()?))),
            Marker::I16 => Item::Int(i64::from(i16::from_be_bytes(self.array()?))),
            Marker::I32 => Item::Int(i64::from(i32::from_be_bytes(self.array()?))),
            Marker::I64 => Item::Int(i64::from_be_bytes(self.array()?)),
            Marker::F32 => Item::Float(f64::from(f32::from_be_bytes(self.array()?))),
            Marker::F64 => Item::Float(f64::from_be_bytes(self.array()?)),
            Marker::FixStr(length) => Item::Str(self.take(usize::from(length))?),
            Marker::Str8 | Marker::Str16 | Marker::Str32 => {
                let length = self.length(width(marker))?;
                Item::Str(self.take(length)?)
            }
            Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
                let length = self.length(width(marker))?;
                Item::Bin(self.take(length)?)
            }
            Marker::FixArray(length) => self.array_of(usize::from(length))?,
            Marker::Array16 | Marker::Array32 => {
                let length = self.length(width(marker))?;
                self.array_of(length)?
            }
            Marker::FixMap(length) => self.map_of(usize::from(length))?,
            Marker::Map16 | Marker::Map32 => {
                let length = self.length(width(marker))?;
                self.map_of(length)?
            }
            Marker::FixExt1 => self.ext(1)?,
            Marker::FixExt2 => self.ext(2)?,
            Marker::FixExt4 => self.ext(4)?,
            Marker::FixExt8 => self.ext(8)?,
            Marker::FixExt16 => self.ext(16)?,
            Marker::Ext8 | Marker::Ext16 | Marker::Ext32 => {
                let length = self.length(width(marker))?;
                self.ext(length)?
            }
            Marker::Reserved => return Err(WireError::at(start, WireErrorKind::ReservedByte)),
        })
    }

    /// Skips the next value with all its parts.
    pub(super) fn skip(&mut self) -> Result<(), WireError> {
        let mut pending = 1_usize;
        while pending > 0 {
            pending -= 1;
            pending = match self.item()? {
                Item::Array(elements) => pending.saturating_add(elements),
                Item::Map(pairs) => pending.saturating_add(pairs.saturating_mul(2)),
                _ => pending,
            };
        }
        Ok(())
    }
}

/// The keys of the last few maps, for the next ones to share.
#[derive(Default)]
pub(super) struct RecentKeys {
    keys: [Option<Arc<[Str]>>; 4],
    next: usize,
}

impl RecentKeys {
    /// Returns the keys of a map with this number of pairs and this first key.
    pub(super) fn alike(&self, pairs: usize, first: Option<&[u8]>) -> Option<Arc<[Str]>> {
        let first = first?;
        let same = |keys: &&Arc<[Str]>| {
            keys.len() == pairs && keys.first().is_some_and(|key| key.as_bytes() == first)
        };
        self.keys.iter().flatten().find(same).cloned()
    }

    /// Records the keys of a map.
    pub(super) fn note(&mut self, map: &Value) {
        if let Some(fields) = map.fields()
            && !fields.is_empty()
        {
            self.keys[self.next] = Some(Arc::clone(fields.keys()));
            self.next = (self.next + 1) % self.keys.len();
        }
    }
}

/// Returns the number of bytes of the length that follows a marker.
fn width(marker: Marker) -> u32 {
    match marker {
        Marker::Str8 | Marker::Bin8 | Marker::Ext8 => 1,
        Marker::Str16 | Marker::Bin16 | Marker::Ext16 | Marker::Array16 | Marker::Map16 => 2,
        _ => 4,
    }
}

/// Returns the text of a string.
pub(super) fn text(bytes: &[u8], offset: usize) -> Result<&str, WireError> {
    std::str::from_utf8(bytes).map_err(|_| WireError::at(offset, WireErrorKind::InvalidUtf8))
}

/// Refuses an item that starts at the byte `offset`, where another one is required.
pub(super) fn mismatch(offset: usize, required: &'static str, item: Item<'_>) -> WireError {
    let found = item.name();
    WireError::at(offset, WireErrorKind::Mismatch { required, found })
}
