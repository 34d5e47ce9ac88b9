//! Fields of the type `Value` in types of serde, for the attribute `with` of its derives.
//!
//! The fields are read and written as [`SerializeValue`] writes them. `Value` itself implements no trait of serde, because
//! not every value has a form in other formats.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::Value;
//!
//! #[derive(serde::Serialize, serde::Deserialize)]
//! struct Event {
//!     name: String,
//!     #[serde(with = "hcl2_decode::serde::value")]
//!     details: Value,
//! }
//!
//! let event: Event = serde_json::from_str(r#"{"name":"start","details":{"ports":[80,443]}}"#)?;
//! assert_eq!(event.details.get("ports").unwrap().elements().unwrap().len(), 2);
//! assert_eq!(serde_json::to_string(&event)?, r#"{"name":"start","details":{"ports":[80,443]}}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use std::fmt;

use hcl2_value::{Number, Type, Value};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use super::SerializeValue;

/// Serializes a value.
///
/// # Errors
///
/// Those of [`SerializeValue`].
pub fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    SerializeValue(value).serialize(serializer)
}

/// Deserializes a value from a format that describes itself, such as JSON: maps are objects, and sequences are tuples.
///
/// # Errors
///
/// Those of the format, and an error for a number that is not finite, and for bytes.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    Read::deserialize(deserializer).map(|read| read.0)
}

/// The key under which `serde_json` passes the digits of a number, with its feature `arbitrary_precision`.
pub(super) const NUMBER: &str = "$serde_json::private::Number";

struct Read(Value);

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadVisitor).map(Self)
    }
}

struct ReadVisitor;

/// Defines methods that convert what they are given.
macro_rules! visit {
    ($($method:ident: $type:ty),*) => {
        $(
            fn $method<E: Error>(self, given: $type) -> Result<Value, E> {
                Ok(Value::from(given))
            }
        )*
    };
}

/// The recursion is as deep as the format allows.
impl<'de> Visitor<'de> for ReadVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    visit!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_i128: i128, visit_u128: u128, visit_str: &str);

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Value::try_from(number).map_err(|_| E::custom("a number that is not finite has no value"))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::null(Type::DYNAMIC))
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Read(item)) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Value::tuple(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some((name, Read(field))) = map.next_entry()? {
            fields.push((name, field));
        }
        if let [(name, text)] = fields.as_slice()
            && name == NUMBER
            && let Some(number) = text.as_str().and_then(|text| Number::parse(text).ok())
        {
            return Ok(number.into());
        }
        Ok(Value::object(fields))
    }
}
