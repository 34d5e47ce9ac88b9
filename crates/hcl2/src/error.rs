//! The facade's error.

use std::fmt;

use hcl2_diagnostics::{Diagnostic, Diagnostics, SourceMap, render::Plain};

/// What went wrong, with the sources it is about.
///
/// It prints as a person wants to read it: each problem with its code, the lines it concerns, and what to do.
#[derive(Clone)]
pub struct Error {
    diagnostics: Diagnostics,
    sources: SourceMap,
}

impl Error {
    /// Joins problems with the sources that they point into.
    #[must_use]
    pub fn new(diagnostics: impl Into<Diagnostics>, sources: SourceMap) -> Self {
        Self {
            diagnostics: diagnostics.into(),
            sources,
        }
    }

    /// The problems; at least one is an error.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The sources that the problems point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The problems as JSON, as `hcl2` prints them with `--diagnostics=json`.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn to_json(&self) -> String {
        hcl2_diagnostics::render::json(&self.diagnostics, &self.sources)
    }

    /// The problems as SARIF 2.1.0.
    #[cfg(feature = "sarif")]
    #[must_use]
    pub fn to_sarif(&self) -> String {
        hcl2_diagnostics::render::sarif(&self.diagnostics, &self.sources)
    }

    /// The problems as one diagnostic of the `miette` crate, which `?` turns into a `miette::Report`.
    #[cfg(feature = "miette")]
    #[must_use]
    pub fn into_report(self) -> hcl2_diagnostics::Reports {
        hcl2_diagnostics::Reports::new(&self.diagnostics, &self.sources)
    }

    /// The problems as reports of the `miette` crate.
    #[cfg(feature = "miette")]
    pub fn reports(&self) -> impl Iterator<Item = hcl2_diagnostics::Report> {
        self.diagnostics
            .iter()
            .map(|diagnostic| hcl2_diagnostics::Report::new(diagnostic.clone(), &self.sources))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            Plain::default()
                .render(&self.diagnostics, &self.sources)
                .trim_end(),
        )
    }
}

impl fmt::Debug for Error {
    /// As [`Display`](fmt::Display), so that `main` may return the error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
