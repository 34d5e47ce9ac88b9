//! What a call returns.

use std::any::Any;

use hcl2::diagnostics::render::{self, Plain};
use hcl2::diagnostics::{Diagnostic, Diagnostics, Source, SourceMap};

/// The result of a call: its text, and the problems that it found.
///
/// It never changes, so that threads may share it.
#[derive(Debug)]
pub struct Hcl2Result {
    succeeded: bool,
    text: String,
    message: String,
    diagnostics: String,
}

/// Why there is no result besides problems of a source: the message for an argument that is refused.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) String);

impl Hcl2Result {
    /// Creates the result of a call that found these problems, perhaps none.
    pub(crate) fn new(text: Option<String>, diagnostics: &Diagnostics, sources: &SourceMap) -> Self {
        let list: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
        let mut message = Plain::default().render(&list, sources).trim_end().to_owned();
        if diagnostics.omitted() > 0 {
            message.push_str(&format!("\n({} more problems)", diagnostics.omitted()));
        }
        Self {
            succeeded: text.is_some(),
            text: with_nul(text.unwrap_or_default()),
            message: with_nul(message),
            diagnostics: with_nul(render::json(&list, sources)),
        }
    }

    /// Creates the result of a call that a source is the only input of.
    pub(crate) fn of_source(text: Result<String, Diagnostics>, source: &Source) -> Self {
        let sources = SourceMap::from(source.clone());
        match text {
            Ok(text) => Self::new(Some(text), &Diagnostics::new(), &sources),
            Err(diagnostics) => Self::new(None, &diagnostics, &sources),
        }
    }

    /// Creates the result of a call that an error of the facade ended.
    pub(crate) fn of_error(error: &hcl2::Error) -> Self {
        Self::new(None, &error.iter().cloned().collect(), error.sources())
    }

    /// Creates the result of a call that refused an argument: it has a message alone.
    pub(crate) fn refused(Refused(message): Refused) -> Self {
        Self {
            message: with_nul(message),
            ..Self::new(None, &Diagnostics::new(), &SourceMap::new())
        }
    }

    /// Creates the result of a call that panicked, which is a defect of hcl2.
    pub(crate) fn stopped(panic: &(dyn Any + Send)) -> Self {
        let reason = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = format!("hcl2 stopped: {}", reason.unwrap_or("unknown reason"));
        Self::refused(Refused(message))
    }

    /// Returns whether the call succeeded.
    pub(crate) fn succeeded(&self) -> bool {
        self.succeeded
    }

    /// Returns the text, with a NUL behind it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the problems as a person reads them, with a NUL behind them.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the problems as JSON, with a NUL behind them.
    pub(crate) fn diagnostics(&self) -> &str {
        &self.diagnostics
    }
}

/// Returns a string that C can read.
fn with_nul(mut text: String) -> String {
    text.push('\0');
    text
}
