//! Values as JSON: the wire's second format, which has no unknown values.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::{Type, Value};
//! use hcl2_wire::json;
//!
//! let ty = Type::map(Type::NUMBER);
//! let value = json::decode(br#"{"pi": 3.14159265358979323846264338327950288}"#, &ty)?;
//! assert_eq!(json::encode(&value, &ty)?, r#"{"pi":3.14159265358979323846264338327950288}"#);
//!
//! let dynamic = json::encode(&value, &Type::DYNAMIC)?;
//! assert!(dynamic.ends_with(r#","type":["map","number"]}"#));
//! # Ok::<(), hcl2_wire::WireError>(())
//! ```

mod decode;
mod encode;
mod raw;
mod untyped;

pub use decode::decode;
pub use encode::{encode, encode_limited};
pub use raw::{RawValue, implied_type};
pub use untyped::{JsonError, JsonOptions, value_to_json};
