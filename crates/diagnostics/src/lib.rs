//! Source positions, diagnostics and their rendering for HCL 2.
//!
//! Every other crate reports problems with the types of this one:
//!
//! - [`Source`] and [`SourceMap`] hold the text of files; [`Span`] points into one of them by byte offsets.
//! - [`LineIndex`] turns a byte offset into a line and a column counted in grapheme clusters, on demand.
//! - [`Diagnostic`] is a problem with a stable [`Code`], a terse summary, a detail that says what to do, and
//!   the spans it concerns. [`Diagnostics`] is the list that parsing and evaluation return,
//!   and [`Outcome`] joins it with their result.
//! - [`codes`] is the registry of every code there is.
//! - [`render`] turns diagnostics into text for people and for machines.
//!
//! Nothing here reads files or prints.

#[cfg(feature = "miette")]
mod adapter;
mod code;
pub mod codes;
mod diagnostic;
mod line_index;
mod outcome;
pub mod render;
mod source;
mod span;
mod suggest;

#[cfg(feature = "miette")]
pub use adapter::{Report, Reports};
pub use code::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity, Suggestion};
pub use line_index::{LineIndex, Position};
pub use outcome::Outcome;
pub use source::{Source, SourceMap, SourceTooLarge};
pub use span::{SourceId, Span};
pub use suggest::nearest_name;
