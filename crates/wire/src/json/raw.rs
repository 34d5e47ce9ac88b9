//! State stored under another version of a schema.

use hcl2_json_text::Kind;
use hcl2_value::{PathStep, Str, Type, Value};

use super::decode::{self, read_fields, read_items, read_number};
use crate::reader::Reader;
use crate::{MAX_DEPTH, WireError, WireErrorKind};

/// A stored value: JSON text under the schema of the provider that stored it, possibly an older one.
///
/// It is the `json` field of the protocol's raw state when Terraform requests an upgrade. It can be read in three ways:
/// by the type of the old schema, with [`decode`](Self::decode); by the current type if attributes were only added and
/// removed, with [`decode_shared`](Self::decode_shared); and without a type, with
/// [`decode_untyped`](Self::decode_untyped), to inspect it.
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
    /// Creates a value from its stored text.
    #[must_use]
    pub fn new(json: &'a [u8]) -> Self {
        Self(json)
    }

    /// Returns the text.
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Decodes the value by the type under which it was stored.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](super::decode()).
    pub fn decode(self, ty: &Type) -> Result<Value, WireError> {
        super::decode(self.0, ty)
    }

    /// Decodes what the value has in common with a type: at every level, attributes that the type lacks are skipped, and
    /// those that the value lacks are null.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](super::decode()), except [`WireErrorKind::UnsupportedAttribute`].
    pub fn decode_shared(self, ty: &Type) -> Result<Value, WireError> {
        let mut reader = Reader::new(self.0)?;
        reader.skips_unsupported = true;
        decode::decode_all(reader, ty)
    }

    /// Decodes the value as it is written, without a type: arrays as tuples, objects as objects.
    ///
    /// # Errors
    ///
    /// [`WireErrorKind::Syntax`], [`DuplicateKey`](WireErrorKind::DuplicateKey), [`TooDeep`](WireErrorKind::TooDeep)
    /// and others, with the path of the part and its byte offset.
    pub fn decode_untyped(self) -> Result<Value, WireError> {
        let mut reader = Reader::new(self.0)?;
        let value = read(&mut reader, 0)?;
        reader.end()?;
        Ok(value)
    }
}

/// Returns the type that a JSON text implies: objects are objects, arrays are tuples, and null has the dynamic pseudo-type.
///
/// JSON does not tell a list, a set or a map from these, so use the type constraint of the schema if there is one.
///
/// # Errors
///
/// Those of [`RawValue::decode_untyped`].
///
/// # Examples
///
/// ```
/// use hcl2_value::Type;
/// use hcl2_wire::json;
///
/// let ty = json::implied_type(br#"{"id": null, "ports": [80]}"#)?;
/// assert_eq!(ty, Type::object([("id", Type::DYNAMIC), ("ports", Type::tuple([Type::NUMBER]))]));
/// # Ok::<(), hcl2_wire::WireError>(())
/// ```
pub fn implied_type(text: &[u8]) -> Result<Type, WireError> {
    Ok(RawValue::new(text).decode_untyped()?.ty().clone())
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
