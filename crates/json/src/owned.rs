//! JSON values that own their parts: strings unescaped, numbers as they are written.

use std::fmt;

use hcl2_json_text::{Kind, LoneSurrogates, ReadError, ReadErrorKind, Reader};
use hcl2_value::{Number, ParseNumberError};

use crate::options::MAX_VALUE_DEPTH;

/// A JSON value that owns its parts, exactly as it is written: strings are not normalized, properties keep their order,
/// and numbers keep their digits.
///
/// [`parse_value`](crate::parse_value) returns it. The HCL value of the same text differs: there, templates are
/// evaluated and attributes are sorted.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{JsonValue, parse_value};
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", r#"{"name": "caf\u00e9", "port": 8080.0}"#)?;
/// let value = parse_value(&source).unwrap();
/// assert_eq!(value.get("name"), Some(&JsonValue::String("café".to_owned())));
/// let Some(JsonValue::Number(port)) = value.get("port") else {
///     panic!("the port is a number")
/// };
/// assert_eq!(port.as_str(), "8080.0");
/// assert_eq!(port.to_number(), Ok(8080.into()));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonValue {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(JsonNumber),
    /// A string, without escapes.
    String(String),
    /// The elements of an array.
    Array(Vec<Self>),
    /// The properties of an object with their names, in source order, duplicates included.
    Object(Vec<(String, Self)>),
}

impl JsonValue {
    /// Maximum nesting depth of the arrays and objects in a value, which can be dropped, cloned and compared on a small
    /// stack.
    pub const MAX_DEPTH: u32 = MAX_VALUE_DEPTH as u32;

    /// Returns the value of the property `name` of an object, the last one if it repeats.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(properties) = self else {
            return None;
        };
        let mut properties = properties.iter().rev();
        properties
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }
}

/// A number as it is written in JSON. Two are equal if they are written alike.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonNumber(Box<str>);

impl JsonNumber {
    /// Returns the number as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the number.
    ///
    /// # Errors
    ///
    /// [`ParseNumberError`] if its exponent is out of range.
    pub fn to_number(&self) -> Result<Number, ParseNumberError> {
        Number::parse(&self.0)
    }
}

impl fmt::Debug for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for JsonNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads JSON whose arrays and objects nest at most `max_depth` levels deep; `None` if it is anything else.
pub(crate) fn read_value(text: &str, max_depth: u32) -> Option<JsonValue> {
    let mut builder = Builder {
        reader: Reader::new(text).with_lone_surrogates(LoneSurrogates::Refuse),
        max_depth,
        elements: Vec::new(),
        properties: Vec::new(),
    };
    let value = builder.value(0).ok()?;
    builder.reader.end().ok()?;
    Some(value)
}

/// Returns whether `text` is JSON whose arrays and objects nest at most `max_depth` levels deep.
pub(crate) fn is_json(text: &str, max_depth: u32) -> bool {
    let mut reader = Reader::new(text).with_lone_surrogates(LoneSurrogates::Refuse);
    reader
        .skip(max_depth as usize)
        .and_then(|()| reader.end())
        .is_ok()
}

/// Builds values. The parts of open arrays and objects are on two stacks, so that each array and object is allocated
/// once and exactly.
struct Builder<'t> {
    reader: Reader<'t>,
    max_depth: u32,
    elements: Vec<JsonValue>,
    properties: Vec<(String, JsonValue)>,
}

impl Builder<'_> {
    /// Reads the next value, by a recursion that `max_depth` bounds.
    fn value(&mut self, depth: u32) -> Result<JsonValue, ReadError> {
        Ok(match self.reader.peek()? {
            Kind::Object | Kind::Array if depth == self.max_depth => {
                return Err(self.reader.error(ReadErrorKind::TooDeep));
            }
            Kind::Object => self.object(depth)?,
            Kind::Array => self.array(depth)?,
            Kind::String => JsonValue::String(self.reader.string()?.into_owned()),
            Kind::Number => JsonValue::Number(JsonNumber(self.reader.number()?.into())),
            Kind::Bool => JsonValue::Bool(self.reader.bool()?),
            Kind::Null => {
                self.reader.null()?;
                JsonValue::Null
            }
        })
    }

    fn object(&mut self, depth: u32) -> Result<JsonValue, ReadError> {
        let start = self.properties.len();
        let mut more = self.reader.begin_object()?;
        while more {
            let name = self.reader.name()?.into_owned();
            let value = self.value(depth + 1)?;
            self.properties.push((name, value));
            more = self.reader.next_property()?;
        }
        Ok(JsonValue::Object(self.properties.drain(start..).collect()))
    }

    fn array(&mut self, depth: u32) -> Result<JsonValue, ReadError> {
        let start = self.elements.len();
        let mut more = self.reader.begin_array()?;
        while more {
            let element = self.value(depth + 1)?;
            self.elements.push(element);
            more = self.reader.next_element()?;
        }
        Ok(JsonValue::Array(self.elements.drain(start..).collect()))
    }
}
