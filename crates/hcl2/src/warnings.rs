//! The way of warnings to the application.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, SourceMap, render::Plain};

type Handler = dyn Fn(&[Diagnostic], &SourceMap) + Send + Sync;

/// What receives the warnings of decoding: a function of the application, or standard error.
#[derive(Clone, Default)]
pub(crate) struct WarningHandler(Option<Arc<Handler>>);

impl WarningHandler {
    pub(crate) fn new(handler: impl Fn(&[Diagnostic], &SourceMap) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(handler)))
    }

    /// Hands over warnings, if there are any.
    pub(crate) fn handle(&self, warnings: &[Diagnostic], sources: &SourceMap) {
        if warnings.is_empty() {
            return;
        }
        if let Some(handler) = &self.0 {
            handler(warnings, sources);
            return;
        }
        let text = Plain::default().render(warnings, sources);
        // A closed standard error is no reason to fail.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

impl fmt::Debug for WarningHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(_) => "a function",
            None => "standard error",
        })
    }
}
