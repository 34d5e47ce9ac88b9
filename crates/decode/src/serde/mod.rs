//! Conversions between bodies or values and types that implement `Serialize` or `Deserialize`.

mod body;
mod error;
mod key;
mod located;
mod read;
mod spanned;
mod stand_in;
pub mod value;
mod write;

/// Defines methods of a deserializer that do what another one does.
macro_rules! forward {
    ($($method:ident)* => $target:ident) => {
        $(
            fn $method<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
                self.$target(visitor)
            }
        )*
    };
}
use forward;

pub use body::{from_body, from_unevaluated_body};
pub use error::SerdeError;
pub use read::from_value;
pub use write::{SerializeValue, to_body, to_value};
