//! Decoder specifications: data that describes the content of a body and the value to make of it.
//!
//! [`Spec`] is a specification. [`Spec::decode`] turns a body into a value, and [`SpecFile`] reads a specification that
//! is written in HCL itself, in the format of `hcldec`.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::Source;
//! use hcl2_native::NativeBody;
//! use hcl2_spec::Spec;
//! use hcl2_value::{Type, Value};
//!
//! let source = Source::new("app.hcl", "name = \"web\"\n")?;
//! let file = hcl2_native::parse_file(&source).into_result().expect("the source is valid");
//! let root = file.root().body().expect("the source is a file");
//!
//! let spec = Spec::object([("name", Spec::required("name", Type::STRING))]);
//! let value = spec.decode(&NativeBody::new(file, root), None).into_result();
//! assert_eq!(value, Ok(Value::object([("name", Value::from("web"))])));
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

mod decode;
mod document;
mod dynamic;
mod file;
mod shape;
mod spec;
mod variables;

pub use decode::Partial;
pub use document::SpecDocumentError;
pub use file::SpecFile;
pub use spec::{Sequence, Spec, parts};
