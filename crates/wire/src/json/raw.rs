//! State that was stored by a schema of another version.

use hcl2_json_text::Kind;
use hcl2_value::{PathStep, Str, Type, Value};

use super::Reader;
use super::decode::{self, read_fields, read_items, read_number};
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// A stored value: JSON text by the schema of the provider that stored it, which may be another than today's.
///
/// It is what the `json` field of the protocol's raw state has in it when Terraform asks for an upgrade. There are three
/// ways to read it: by the type of the old schema, with [`decode`](Self::decode); by today's type where attributes only
/// came and went, with [`decode_shared`](Self::decode_shared); and without any type, with
/// [`decode_untyped`](Self::decode_untyped), to look at what is there.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Type, Value};
/// use hcl2_wire::json::RawValue;
///
/// let stored = RawValue::new(br#"{"id":"n-1","body":"hello","color":"red"}"#);
/// let before = Type::object([("body", Type::STRING), ("color", Type::STRING), ("id", Type::STRING)]);
/// let old = stored.decode(&before)?;
/// assert_eq!(old.get("body").and_then(Value::as_str), Some("hello"));
///
/// // `body` and `color` are gone, `text` is new.
/// let now = Type::object([("id", Type::STRING), ("text", Type::STRING)]);
/// assert_eq!(stored.decode(&now).unwrap_err().offset(), Some(12));
/// let shared = stored.decode_shared(&now)?;
/// assert_eq!(shared.get("id").and_then(Value::as_str), Some("n-1"));
/// assert!(shared.get("text").unwrap().is_null());
///
/// assert_eq!(stored.decode_untyped()?.get("color").and_then(Value::as_str), Some("red"));
/// # Ok::<(), hcl2_wire::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawValue<'a>(&'a [u8]);

impl<'a> RawValue<'a> {
    /// A value that is stored as this text.
    #[must_use]
    pub fn new(json: &'a [u8]) -> Self {
        Self(json)
    }

    /// The text.
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The value by the type that it was stored by.
    ///
    /// # Errors
    ///
    /// As [`decode`](super::decode()).
    pub fn decode(self, ty: &Type) -> Result<Value, WireError> {
        super::decode(self.0, ty)
    }

    /// What the value has in common with a type: attributes that the type does not have are left out, at every level,
    /// and those that the value does not have are null.
    ///
    /// # Errors
    ///
    /// As [`decode`](super::decode()), save for [`WireErrorKind::UnsupportedAttribute`].
    pub fn decode_shared(self, ty: &Type) -> Result<Value, WireError> {
        let mut reader = Reader::new(self.0)?;
        reader.skips_unsupported = true;
        decode::decode_all(reader, ty)
    }

    /// The value as it is written, without a type: arrays as tuples, objects as objects.
    ///
    /// # Errors
    ///
    /// [`WireErrorKind::Syntax`], [`DuplicateKey`](WireErrorKind::DuplicateKey), [`TooDeep`](WireErrorKind::TooDeep)
    /// and others, with the path of the part and its offset in bytes from 0.
    pub fn decode_untyped(self) -> Result<Value, WireError> {
        let mut reader = Reader::new(self.0)?;
        let value = read(&mut reader, 0)?;
        reader.end()?;
        Ok(value)
    }
}

fn read(reader: &mut Reader<'_>, depth: u32) -> Result<Value, WireError> {
    let start = reader.peek()?;
    if depth > MAX_DEPTH {
        return Err(WireError::at(reader.offset(), WireErrorKind::TooDeep));
    }
    Ok(match start {
        Kind::Null => {
            reader.null()?;
            Value::null(Type::DYNAMIC)
        }
        Kind::Bool => Value::from(reader.bool()?),
        Kind::Number => read_number(reader)?,
        Kind::String => Value::from(Str::from(&*reader.string()?)),
        Kind::Array => Value::tuple(read_items(reader, |reader| read(reader, depth + 1))?),
        Kind::Object => Value::object(read_fields(reader, PathStep::Attribute, |reader| {
            read(reader, depth + 1)
        })?),
    })
}
