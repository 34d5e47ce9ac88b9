//! JSON whose properties keep their order.

use hcl2_json_text::{Escapes, Writer};
use hcl2_value::{Value, ValueKind};

/// A JSON value whose properties keep their order.
///
/// # Examples
///
/// ```
/// use hcl2_render::Json;
///
/// let json = Json::object([("name", Json::from("web")), ("ports", Json::Array(vec![Json::from(80)]))]);
/// assert_eq!(json.to_text(), "{\n  \"name\": \"web\",\n  \"ports\": [\n    80\n  ]\n}\n");
/// assert_eq!(json.get("name"), Some(&Json::from("web")));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Json {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Creates an object.
    pub fn object<N: Into<String>>(properties: impl IntoIterator<Item = (N, Self)>) -> Self {
        let properties = properties.into_iter();
        Self::Object(properties.map(|(name, value)| (name.into(), value)).collect())
    }

    /// Returns the property with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(properties) = self else {
            return None;
        };
        let mut properties = properties.iter();
        properties.find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Returns the property with a name, to change it.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(properties) = self else {
            return None;
        };
        let mut properties = properties.iter_mut();
        properties.find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Changes a property that the object has.
    pub(crate) fn set(&mut self, name: &str, value: Self) {
        if let Some(own) = self.get_mut(name) {
            *own = value;
        }
    }

    /// Changes a property that the object has, if it is null.
    pub(crate) fn default(&mut self, name: &str, value: impl FnOnce() -> Self) {
        if let Some(own) = self.get_mut(name).filter(|own| **own == Self::Null) {
            *own = value();
        }
    }

    /// Adds elements to a property that is an array, or null for none.
    pub(crate) fn extend(&mut self, name: &str, items: &[Self]) {
        match self.get_mut(name) {
            Some(Self::Array(own)) => own.extend_from_slice(items),
            Some(own) if !items.is_empty() => *own = Self::Array(items.to_vec()),
            _ => {}
        }
    }

    /// Converts a value; what is unknown is `null`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_render::Json;
    /// use hcl2_value::value;
    ///
    /// assert_eq!(Json::of(&value!({ "port": 80 })), Json::object([("port", Json::from(80))]));
    /// ```
    #[must_use]
    pub fn of(value: &Value) -> Self {
        let value = value.unmark_deep().0;
        Self::of_unmarked(&value)
    }

    fn of_unmarked(value: &Value) -> Self {
        match value.kind() {
            ValueKind::Bool(truth) => Self::Bool(truth),
            ValueKind::Number(number) => Self::Number(number.to_string()),
            ValueKind::String(text) => Self::String(text.to_string()),
            ValueKind::List(items) | ValueKind::Set(items) | ValueKind::Tuple(items) => {
                Self::Array(items.iter().map(Self::of_unmarked).collect())
            }
            ValueKind::Map(fields) | ValueKind::Object(fields) => Self::object(
                fields
                    .iter()
                    .map(|(name, value)| (name.as_str(), Self::of_unmarked(value))),
            ),
            _ => Self::Null,
        }
    }

    /// Returns the text, indented by two spaces a level, with the escapes that Go's encoder writes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut writer = Writer::pretty(Escapes::HTML);
        self.write(&mut writer);
        writer.finish()
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Null => writer.null(),
            Self::Bool(truth) => writer.bool(*truth),
            Self::Number(text) => writer.raw(text),
            Self::String(text) => writer.string(text),
            Self::Array(items) => {
                writer.open('[');
                for item in items {
                    writer.element();
                    item.write(writer);
                }
                writer.close(']');
            }
            Self::Object(properties) => {
                writer.open('{');
                for (name, value) in properties {
                    writer.property(name);
                    value.write(writer);
                }
                writer.close('}');
            }
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Json {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Number(number.to_string())
    }
}

impl From<i32> for Json {
    fn from(number: i32) -> Self {
        Self::Number(number.to_string())
    }
}
