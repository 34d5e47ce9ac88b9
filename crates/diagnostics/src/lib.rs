//! Sources, diagnostics and their rendering for HCL 2.
//!
//! Every other crate reports problems with the types of this one:
//!
//! - [`Source`] and [`SourceMap`] hold the content of files; a [`Span`] is a range of bytes in one of them.
//! - [`LineIndex`] converts a byte offset into a line and a column, which counts grapheme clusters.
//! - [`Diagnostic`] is a problem with a stable [`Code`], a terse summary, a detail that says what to do, and
//!   the spans that it is about. [`Diagnostics`] is the list that parsing and evaluation return,
//!   and [`Outcome`] joins it with their result; [`Error`] joins it with the sources.
//! - [`codes`] is the registry of all codes.
//! - [`render`] renders diagnostics for people and for programs.
//!
//! The crate neither reads files nor prints.
//!
//! # Examples
//!
//! ```
//! use hcl2_diagnostics::{Diagnostic, Source, SourceMap, codes};
//!
//! let source = Source::new("app.hcl", "port = prot\n")?;
//! let problem = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
//!     .with_detail("No variable is named `prot`. Did you mean `port`?")
//!     .with_subject(source.span_of(7, 11));
//! let shown = problem.display(&SourceMap::from(source)).to_string();
//! assert!(shown.starts_with("app.hcl:1:8: error[hcl2::expr::unknown-variable]: Unknown variable"));
//! # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
//! ```

#[cfg(feature = "miette")]
mod adapter;
mod code;
pub mod codes;
mod diagnostic;
mod error;
mod line_index;
mod list;
mod outcome;
mod printable;
pub mod render;
mod source;
mod source_map;
mod span;
mod suggest;

#[cfg(feature = "miette")]
pub use adapter::{Report, Reports};
pub use code::Code;
pub use diagnostic::{Diagnostic, Fact, Label, Severity, Suggestion};
pub use error::Error;
pub use line_index::{LineIndex, Position};
pub use list::Diagnostics;
pub use outcome::Outcome;
#[doc(hidden)]
pub use printable::{escaped_json, escaped_xml, is_harmful, printable};
pub use source::{Source, SourceTooLarge};
pub use source_map::{SourceMap, SourcePlace};
pub use span::{SourceId, Span};
pub use suggest::{Suggestions, nearest_name};
