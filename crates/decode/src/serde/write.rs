//! Serializing to values, and values to other formats.

use hcl2_model::Name;
use hcl2_value::{Number, Type, Value, ValueKind};
use serde::ser::{self, Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::SerdeError;
use super::value::NUMBER;
use crate::encode::{Encoded, EncodedBody, EncodedItem};

/// Serializes any type to a value.
///
/// Structs and maps become objects, sequences become tuples, an absent option becomes null, and a variant of an enum
/// becomes a string or an object with one attribute.
///
/// # Errors
///
/// [`SerdeError`] for map keys that are not strings, for numbers that are not finite, and for bytes.
///
/// # Examples
///
/// ```
/// use hcl2_value::Value;
///
/// #[derive(serde::Serialize)]
/// struct Service {
///     name: &'static str,
///     port: u16,
/// }
///
/// let value = hcl2_decode::serde::to_value(&Service { name: "web", port: 80 })?;
/// assert_eq!(value, Value::object([("name", Value::from("web")), ("port", Value::from(80))]));
/// # Ok::<(), hcl2_decode::serde::SerdeError>(())
/// ```
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, SerdeError> {
    Ok(value.serialize(Writer)?.into_value())
}

/// Serializes a struct or map to a body.
///
/// Its fields are attributes in their order, except for structs, which are blocks, and sequences of structs, which are
/// a block for each. Absent options are left out.
///
/// # Errors
///
/// Those of [`to_value`], and [`SerdeError`] for anything but a struct or a map.
///
/// # Examples
///
/// ```
/// use hcl2_decode::encode::EncodedItem;
///
/// #[derive(serde::Serialize)]
/// struct Config {
///     listen: Vec<Listen>,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Listen {
///     port: u16,
/// }
///
/// let body = hcl2_decode::serde::to_body(&Config { listen: vec![Listen { port: 80 }, Listen { port: 443 }] })?;
/// assert_eq!(body.items.len(), 2);
/// assert!(matches!(&body.items[0], EncodedItem::Block(name, _) if *name == "listen"));
/// # Ok::<(), hcl2_decode::serde::SerdeError>(())
/// ```
pub fn to_body<T: Serialize + ?Sized>(value: &T) -> Result<EncodedBody, SerdeError> {
    match value.serialize(Writer)? {
        Written::Struct(fields) | Written::Map(fields) => Ok(body(fields)),
        _ => Err(SerdeError::message("a file is a struct or a map")),
    }
}

/// Returns the body with these fields.
fn body(fields: Vec<(String, Written)>) -> EncodedBody {
    let mut items = Vec::new();
    for (name, written) in fields {
        let name = Name::from(name);
        match written {
            absent if absent.is_null() => {}
            Written::Struct(fields) => items.push(EncodedItem::Block(name, body(fields))),
            Written::List(parts) if !parts.is_empty() && parts.iter().all(Written::is_struct) => {
                for part in parts {
                    if let Written::Struct(fields) = part {
                        items.push(EncodedItem::Block(name.clone(), body(fields)));
                    }
                }
            }
            other => items.push(EncodedItem::Attribute(name, other.into_encoded())),
        }
    }
    EncodedBody {
        items,
        ..EncodedBody::default()
    }
}

/// What a type is serialized to.
enum Written {
    Value(Value),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
    Struct(Vec<(String, Self)>),
}

impl From<Value> for Written {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// The recursion is as deep as that of the serialized type.
impl Written {
    fn is_null(&self) -> bool {
        matches!(self, Self::Value(value) if value.is_null())
    }

    const fn is_struct(&self) -> bool {
        matches!(self, Self::Struct(_))
    }

    fn into_value(self) -> Value {
        match self {
            Self::Value(value) => value,
            Self::List(items) => Value::tuple(items.into_iter().map(Self::into_value)),
            Self::Map(fields) | Self::Struct(fields) => {
                Value::object(fields.into_iter().map(|(name, field)| (name, field.into_value())))
            }
        }
    }

    fn into_encoded(self) -> Encoded {
        match self {
            Self::Value(value) => Encoded::Value(value),
            Self::List(items) => Encoded::List(items.into_iter().map(Self::into_encoded).collect()),
            Self::Map(fields) => Encoded::Object(encoded(fields.into_iter())),
            Self::Struct(fields) => {
                Encoded::Object(encoded(fields.into_iter().filter(|(_, field)| !field.is_null())))
            }
        }
    }
}

fn encoded(fields: impl Iterator<Item = (String, Written)>) -> Vec<(String, Encoded)> {
    fields.map(|(name, field)| (name, field.into_encoded())).collect()
}

/// A value to serialize to another format, such as JSON: sets and tuples as sequences, maps and objects as maps.
///
/// A number that no machine type represents exactly becomes the nearest double. Parts that are unknown, marked, or of a
/// type that an application defines are errors. [`value`](super::value) is for fields of the type `Value`.
///
/// # Examples
///
/// ```
/// use hcl2_decode::serde::SerializeValue;
/// use hcl2_value::Value;
///
/// let value = Value::object([("name", Value::from("web")), ("weight", Value::from(vec![1, 2]))]);
/// assert_eq!(serde_json::to_string(&SerializeValue(&value))?, r#"{"name":"web","weight":[1,2]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SerializeValue<'a>(pub &'a Value);

impl Serialize for SerializeValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.kind() {
            ValueKind::Null => serializer.serialize_unit(),
            ValueKind::Bool(truth) => serializer.serialize_bool(truth),
            ValueKind::Number(number) => write_number(number, serializer),
            ValueKind::String(text) => serializer.serialize_str(text),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                serializer.collect_seq(items.iter().map(SerializeValue))
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => serializer.collect_map(
                fields
                    .iter()
                    .map(|(key, value)| (key.as_str(), SerializeValue(value))),
            ),
            ValueKind::Unknown => Err(S::Error::custom(
                "a part of the value is unknown, and only known values can be serialized",
            )),
            ValueKind::Marked(..) => Err(S::Error::custom(
                "a part of the value is marked, for instance as sensitive; remove the marks with `unmark_deep` first",
            )),
            ValueKind::Capsule(_) => Err(S::Error::custom(
                "a part of the value is of a type that an application defines",
            )),
        }
    }
}

fn write_number<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(small) = u64::try_from(number) {
        return serializer.serialize_u64(small);
    }
    if let Ok(small) = i64::try_from(number) {
        return serializer.serialize_i64(small);
    }
    if number.is_infinite() {
        return Err(S::Error::custom("an infinite number cannot be serialized"));
    }
    serializer.serialize_f64(number.to_f64().0)
}

/// The serializer whose results are values.
#[derive(Clone, Copy)]
struct Writer;

macro_rules! integers {
    ($($method:ident: $integer:ty),*) => {
        $(
            fn $method(self, number: $integer) -> Result<Written, SerdeError> {
                Ok(Value::from(number).into())
            }
        )*
    };
}

impl Serializer for Writer {
    type Ok = Written;
    type Error = SerdeError;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    integers!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    );

    fn serialize_bool(self, truth: bool) -> Result<Written, SerdeError> {
        Ok(Value::from(truth).into())
    }

    fn serialize_f32(self, number: f32) -> Result<Written, SerdeError> {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_f64(self, number: f64) -> Result<Written, SerdeError> {
        Value::try_from(number)
            .map(Written::from)
            .map_err(SerdeError::custom)
    }

    fn serialize_char(self, char: char) -> Result<Written, SerdeError> {
        Ok(Value::from(char).into())
    }

    fn serialize_str(self, text: &str) -> Result<Written, SerdeError> {
        Ok(Value::from(text).into())
    }

    fn serialize_bytes(self, _bytes: &[u8]) -> Result<Written, SerdeError> {
        Err(SerdeError::custom(
            "bytes are not supported; encode them as a string",
        ))
    }

    fn serialize_none(self) -> Result<Written, SerdeError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written, SerdeError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Written, SerdeError> {
        Ok(Value::NULL.into())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Written, SerdeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<Written, SerdeError> {
        Ok(Value::from(variant).into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<Written, SerdeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Written, SerdeError> {
        Ok(finished(value.serialize(self)?, Some(variant)))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Items, SerdeError> {
        Ok(Items::default())
    }

    fn serialize_tuple(self, _len: usize) -> Result<Items, SerdeError> {
        Ok(Items::default())
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Items, SerdeError> {
        Ok(Items::default())
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Items, SerdeError> {
        Ok(Items {
            variant: Some(variant),
            ..Items::default()
        })
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Fields, SerdeError> {
        Ok(Fields::default())
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Fields, SerdeError> {
        Ok(Fields {
            is_struct: true,
            ..Fields::default()
        })
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Fields, SerdeError> {
        Ok(Fields {
            variant: Some(variant),
            ..Fields::default()
        })
    }
}

/// Wraps the value of a variant in an object.
fn finished(value: Written, variant: Option<&'static str>) -> Written {
    match variant {
        Some(variant) => Written::Map(vec![(variant.to_owned(), value)]),
        None => value,
    }
}

/// A sequence under construction.
#[derive(Default)]
struct Items {
    items: Vec<Written>,
    variant: Option<&'static str>,
}

impl SerializeSeq for Items {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.items.push(value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Result<Written, SerdeError> {
        Ok(finished(Written::List(self.items), self.variant))
    }
}

impl ser::SerializeTuple for Items {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Written, SerdeError> {
        SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for Items {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Written, SerdeError> {
        SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleVariant for Items {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<Written, SerdeError> {
        SerializeSeq::end(self)
    }
}

/// An object under construction.
#[derive(Default)]
struct Fields {
    fields: Vec<(String, Written)>,
    is_struct: bool,
    /// The key of the next value.
    key: String,
    variant: Option<&'static str>,
}

impl SerializeMap for Fields {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerdeError> {
        let key = key.serialize(Writer)?.into_value();
        let text = key.convert(&Type::STRING).ok();
        match text.as_ref().and_then(Value::as_str) {
            Some(text) => text.clone_into(&mut self.key),
            None => return Err(SerdeError::custom("the keys of an object must be strings")),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        let key = std::mem::take(&mut self.key);
        self.fields.push((key, value.serialize(Writer)?));
        Ok(())
    }

    fn end(self) -> Result<Written, SerdeError> {
        let fields = if self.is_struct {
            Written::Struct(self.fields)
        } else {
            Written::Map(self.fields)
        };
        Ok(finished(fields, self.variant))
    }
}

impl ser::SerializeStruct for Fields {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerdeError> {
        self.fields.push((name.to_owned(), value.serialize(Writer)?));
        Ok(())
    }

    fn end(self) -> Result<Written, SerdeError> {
        // `serde_json` writes a number so, with its feature `arbitrary_precision`.
        if let [(name, Written::Value(digits))] = self.fields.as_slice()
            && name == NUMBER
            && let Some(digits) = digits.as_str()
        {
            let number = Number::parse(digits).map_err(SerdeError::custom)?;
            return Ok(Value::from(number).into());
        }
        SerializeMap::end(self)
    }
}

impl ser::SerializeStructVariant for Fields {
    type Ok = Written;
    type Error = SerdeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerdeError> {
        ser::SerializeStruct::serialize_field(self, name, value)
    }

    fn end(self) -> Result<Written, SerdeError> {
        SerializeMap::end(self)
    }
}
