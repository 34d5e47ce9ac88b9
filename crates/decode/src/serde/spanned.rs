//! Values of serde's types with the ranges that they come from.

use std::fmt;
use std::marker::PhantomData;

use hcl2_diagnostics::{SourceId, Span};
use serde::de::value::{StrDeserializer, U32Deserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use crate::Spanned;

/// The name by which a deserializer of this crate recognises a type that asks for its range.
pub(super) const NAME: &str = "$hcl2::Spanned";
/// The fields of such a type: the number of the source, the offsets of the range in bytes, and the value.
pub(super) const FIELDS: &[&str] = &["source", "start", "end", "value"];

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    /// Deserializes a value of a body with its range. Other formats have no ranges, and fail.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its range in a body")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Spanned<T>, A::Error> {
        let mut numbers = [0_u32; 3];
        for (place, field) in numbers.iter_mut().zip(FIELDS) {
            match map.next_entry::<String, u32>()? {
                Some((name, number)) if name == *field => *place = number,
                _ => return Err(A::Error::missing_field(field)),
            }
        }
        match map.next_entry::<String, T>()? {
            Some((_, value)) => {
                let [source, start, end] = numbers;
                Ok(Spanned::new(value, Span::new(SourceId::new(source), start, end)))
            }
            None => Err(A::Error::missing_field("value")),
        }
    }
}

/// A range, and the deserializer of a value with it.
pub(super) struct SpannedAccess<D> {
    numbers: [u32; 3],
    /// The index of the next field.
    next: usize,
    value: Option<D>,
}

impl<D> SpannedAccess<D> {
    pub(super) fn new(span: Span, value: D) -> Self {
        Self {
            numbers: [span.source.index() as u32, span.start, span.end],
            next: 0,
            value: Some(value),
        }
    }
}

impl<'de, D: Deserializer<'de>> MapAccess<'de> for SpannedAccess<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, D::Error> {
        let name = FIELDS.get(self.next).copied();
        self.next += 1;
        name.map(|name| seed.deserialize(StrDeserializer::new(name)))
            .transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, D::Error> {
        match self.numbers.get(self.next.wrapping_sub(1)) {
            Some(number) => seed.deserialize(U32Deserializer::new(*number)),
            None => match self.value.take() {
                Some(value) => seed.deserialize(value),
                None => Err(D::Error::custom("the value was read before its key")),
            },
        }
    }
}
