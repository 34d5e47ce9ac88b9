//! Values of any type, in place of those that cannot be read.

use serde::de::value::{MapDeserializer, StrDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::{SerdeError, forward};

/// Deserializes to some value of the type that is asked for, so that a problem in one part of a type does not hide those
/// in others.
#[derive(Clone, Copy)]
pub(super) struct StandIn;

impl IntoDeserializer<'_, SerdeError> for StandIn {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for StandIn {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_bool(false)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        // Types such as `NonZero` refuse 0.
        visitor.visit_u64(1)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_f64(1.0)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        // A `char` takes a string of one character.
        visitor.visit_str("0")
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_bytes(&[])
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_seq(serde::de::value::SeqDeserializer::new(std::iter::empty::<Self>()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, SerdeError> {
        let items = std::iter::repeat_n(self, length);
        visitor.visit_seq(serde::de::value::SeqDeserializer::new(items))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_map(MapDeserializer::new(std::iter::empty::<(&str, Self)>()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor.visit_map(MapDeserializer::new(fields.iter().map(|field| (*field, self))))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        let first = variants
            .first()
            .ok_or_else(|| SerdeError::custom("the enum has no variants"))?;
        let first: StrDeserializer<'_, SerdeError> = (*first).into_deserializer();
        visitor.visit_enum(first)
    }

    forward_to_deserialize_any! { unit unit_struct identifier ignored_any }

    forward! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 => deserialize_i64
    }
    forward! { deserialize_f32 => deserialize_f64 }
    forward! { deserialize_char deserialize_string => deserialize_str }
    forward! { deserialize_byte_buf => deserialize_bytes }
}
