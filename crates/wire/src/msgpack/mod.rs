//! Values as MessagePack: the format that Terraform and its providers speak.
//!
//! # Examples
//!
//! ```
//! use hcl2_value::{Number, Type, Value};
//! use hcl2_wire::msgpack;
//!
//! // An unknown number of which it is known that it is at least 1 and not null.
//! let port = Value::unknown(Type::NUMBER)
//!     .refine()
//!     .not_null()?
//!     .number_lower_bound(Number::from(1), true)?
//!     .build();
//! let bytes = msgpack::encode(&port, &Type::NUMBER)?;
//! assert_eq!(bytes, b"\xc7\x07\x0c\x82\x01\xc2\x03\x92\x01\xc3");
//! assert_eq!(msgpack::decode(&bytes, &Type::NUMBER)?, port);
//!
//! let error = msgpack::decode(b"\x92\x01\xa1x", &Type::list(Type::NUMBER)).unwrap_err();
//! assert_eq!(error.offset(), Some(2));
//! assert_eq!(error.path().to_string(), "[1]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decode;
mod encode;
mod explain;
mod implied;
mod number;
mod reader;
mod unknown;
mod writer;

pub use decode::decode;
pub use encode::{encode, encode_limited, received};
pub use explain::{Content, Explanation, Part, Role, explain};
pub use implied::implied_type;
