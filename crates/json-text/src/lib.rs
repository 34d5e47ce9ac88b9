//! JSON as text, for the crates of HCL 2 that read or write it: no values, no spans, no diagnostics.
//!
//! - [`Reader`] pulls the parts of a JSON text one by one, and [`Reader::skip`] checks a whole value.
//! - [`Writer`] produces compact or pretty text, with strings escaped by one of the tables of [`Escapes`].
//! - [`Escape`] and [`unescape`] decode strings that were found by other means; [`is_number`] and [`scientific`] do the
//!   same service for numbers.
//! - [`space_end`] and [`string_end`] scan several bytes at a time.
//!
//! # Examples
//!
//! ```
//! use hcl2_json_text::{Escapes, Kind, Reader, Writer};
//!
//! let mut reader = Reader::new(r#"{"ports": [80, 443]}"#);
//! let mut writer = Writer::compact(Escapes::HTML);
//! assert_eq!(reader.peek()?, Kind::Object);
//! assert!(reader.begin_object()?);
//! writer.open('{');
//! writer.property(&reader.name()?);
//! writer.open('[');
//! let mut more = reader.begin_array()?;
//! while more {
//!     writer.element();
//!     writer.raw(reader.number()?);
//!     more = reader.next_element()?;
//! }
//! writer.close(']');
//! assert!(!reader.next_property()?);
//! reader.end()?;
//! writer.close('}');
//! assert_eq!(writer.finish(), r#"{"ports":[80,443]}"#);
//! # Ok::<(), hcl2_json_text::ReadError>(())
//! ```

mod error;
mod escape;
mod number;
mod reader;
mod scan;
mod skip;
mod unescape;
mod writer;

pub use error::{ReadError, ReadErrorKind};
pub use escape::{Escapes, push_string};
pub use number::{is_number, scientific};
pub use reader::{Kind, Reader};
#[doc(hidden)]
pub use scan::string_or_brace_end;
pub use scan::{space_end, string_end};
pub use unescape::{Escape, EscapeError, LoneSurrogates, unescape};
pub use writer::Writer;
