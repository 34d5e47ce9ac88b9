//! A single diagnostic as text.

use std::fmt;

use super::Plain;
use crate::{Diagnostic, SourceMap};

impl Diagnostic {
    /// Returns an object that displays the diagnostic and the lines that it is about, as [`Plain`] renders them.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{codes, Diagnostic, Source, SourceMap};
    ///
    /// let source = Source::new("app.hcl", "port = prot\n")?;
    /// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
    ///     .with_subject(source.span_of(7, 11));
    /// let sources = SourceMap::from(source);
    /// assert!(diagnostic.display(&sources).to_string().contains("1 | port = prot"));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn display<'a>(&'a self, sources: &'a SourceMap) -> impl fmt::Display + 'a {
        Shown {
            diagnostic: self,
            sources,
        }
    }
}

/// A diagnostic and the sources that it points into.
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    sources: &'a SourceMap,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Plain::new().render(std::slice::from_ref(self.diagnostic), self.sources);
        f.write_str(text.trim_end())
    }
}
