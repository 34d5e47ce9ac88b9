//! Conversions between values and types that implement `Serialize` or `Deserialize`.

mod body;
mod read;
mod write;

use std::fmt;

pub use body::body_value;
pub use read::from_value;
pub use write::{SerializeValue, to_value};

/// The reason why a value cannot be deserialized into a type, or a type cannot be serialized to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerdeError(String);

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SerdeError {}

impl serde::de::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
