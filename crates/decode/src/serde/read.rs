//! Deserializing values.

use hcl2_value::{Number, Type, Value, ValueKind};
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::error::{Kind, SerdeError};
use super::forward;
use super::key::Key;

/// Maximum number of parts of a value that is read. A value that shares its parts may have many more than it stores.
const MAX_PARTS: u32 = 10_000_000;

/// Maximum length of the text of a value that is read, in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Deserializes a value into any type.
///
/// Objects and maps are maps; lists, sets and tuples are sequences; null is an absent option; a string or an object with
/// one attribute is a variant of an enum. Where the type asks for a bool, a number or a string, another of these is
/// converted to it if it has such a form, as in all of HCL.
///
/// # Errors
///
/// [`SerdeError`] if the value does not fit the type, has more than 10,000,000 parts, or a part is unknown, marked, or of a
/// type that an application defines.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// let value = Value::object([("name", Value::from("web")), ("ports", Value::from(vec![80, 443]))]);
/// let (name, ports): (String, Vec<u16>) = {
///     #[derive(serde::Deserialize)]
///     struct Service {
///         name: String,
///         ports: Vec<u16>,
///     }
///     let service: Service = hcl2_decode::serde::from_value(&value)?;
///     (service.name, service.ports)
/// };
/// assert_eq!((name.as_str(), ports), ("web", vec![80, 443]));
/// # Ok::<(), hcl2_decode::serde::SerdeError>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, SerdeError> {
    if value.part_count() > MAX_PARTS {
        return Err(SerdeError::message(format_args!(
            "the value has more than {MAX_PARTS} parts"
        )));
    }
    if value.text_bytes() > MAX_BYTES {
        return Err(SerdeError::message(format_args!(
            "the value has more than {MAX_BYTES} bytes"
        )));
    }
    T::deserialize(Part(value))
}

/// A value, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Part<'a>(pub(super) &'a Value);

impl<'a> IntoDeserializer<'a, SerdeError> for Part<'a> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'a> Part<'a> {
    /// Reads a bool, number or string that the type asks for as another of these, as all of HCL converts them.
    fn converted<'de, V: Visitor<'de>>(self, ty: &Type, visitor: V) -> Result<V::Value, SerdeError>
    where
        'a: 'de,
    {
        let is_scalar = matches!(
            self.0.kind(),
            ValueKind::Bool(_) | ValueKind::Number(_) | ValueKind::String(_)
        );
        if !is_scalar || self.0.ty() == ty {
            return self.deserialize_any(visitor);
        }
        let Ok(converted) = self.0.convert(ty) else {
            return self.deserialize_any(visitor);
        };
        match converted.kind() {
            ValueKind::Bool(truth) => visitor.visit_bool(truth),
            ValueKind::Number(value) => number(value, visitor),
            ValueKind::String(text) => visitor.visit_str(text.as_str()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn sequence<'de, V: Visitor<'de>>(items: &'a [Value], visitor: V) -> Result<V::Value, SerdeError>
    where
        'a: 'de,
    {
        let mut sequence = SeqDeserializer::new(items.iter().map(Part));
        let read = visitor.visit_seq(&mut sequence)?;
        sequence.end()?;
        Ok(read)
    }
}

/// Returns the error for a list where a struct is expected.
pub(super) fn not_a_struct(name: &str) -> SerdeError {
    Kind::WrongType {
        expected: format!("an object for the struct {name}"),
        found: "a list".to_owned(),
    }
    .into()
}

/// Returns the error for a value that names no variant of an enum.
pub(super) fn not_a_variant() -> SerdeError {
    SerdeError::message("expected a string, or an object with one attribute, for an enum")
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, SerdeError> {
    if let Ok(small) = u64::try_from(number) {
        return visitor.visit_u64(small);
    }
    if let Ok(small) = i64::try_from(number) {
        return visitor.visit_i64(small);
    }
    if let Ok(large) = i128::try_from(number) {
        return visitor.visit_i128(large);
    }
    match number.to_f64() {
        (nearest, false) if nearest.is_infinite() => Err(SerdeError::message("the number is out of range")),
        (nearest, _) => visitor.visit_f64(nearest),
    }
}

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0.kind() {
            ValueKind::Null => visitor.visit_unit(),
            ValueKind::Bool(truth) => visitor.visit_bool(truth),
            ValueKind::Number(value) => number(value, visitor),
            ValueKind::String(text) => visitor.visit_borrowed_str(text.as_str()),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                Self::sequence(items, visitor)
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => {
                let fields = fields.iter().map(|(key, value)| (Key(key.as_str()), Part(value)));
                let mut map = MapDeserializer::new(fields);
                let read = visitor.visit_map(&mut map)?;
                map.end()?;
                Ok(read)
            }
            ValueKind::Unknown => Err(Kind::Unknown.into()),
            ValueKind::Marked(..) => Err(Kind::Marked.into()),
            ValueKind::Capsule(_) => Err(SerdeError::message(
                "the value is of a type that an application defines",
            )),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        match self.0.kind() {
            ValueKind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match self.0.kind() {
            ValueKind::String(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            ValueKind::Map(fields) | ValueKind::Object(fields) if fields.len() == 1 => {
                let fields = fields.iter().map(|(key, value)| (key.as_str(), Part(value)));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields)))
            }
            _ => Err(not_a_variant()),
        }
    }

    /// Refuses a list, whose elements serde would read as the fields in their order.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        if self.0.elements().is_some() {
            return Err(not_a_struct(name));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.converted(&Type::BOOL, visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.converted(&Type::NUMBER, visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.converted(&Type::STRING, visitor)
    }

    forward! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 => deserialize_i64
    }
    forward! { deserialize_char deserialize_string => deserialize_str }

    forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}
