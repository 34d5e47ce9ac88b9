//! The error of the facade.

use std::fmt;

use hcl2_decode::ValueError;
use hcl2_decode::encode::EncodeError;
use hcl2_diagnostics::codes::{decode, edit, encode, source};
use hcl2_diagnostics::{Code, Diagnostic, Diagnostics, SourceMap, SourceTooLarge, render::Plain};
use hcl2_json::WriteValueError;
use hcl2_model::UnknownSyntax;
use hcl2_native::edit::EditError;
use hcl2_value::{ConversionError, FromValueError, ParseNumberError};

/// Everything that went wrong, with the sources concerned.
///
/// It displays each problem with its code, the lines concerned, and how to fix it. `Debug` does the same, so that `main`
/// can return the error.
///
/// Errors of the layers below convert into it, so that `?` works on all of them.
///
/// # Examples
///
/// ```
/// #[derive(hcl2::Decode, Debug)]
/// struct App {
///     port: u16,
/// }
///
/// let error = hcl2::from_str::<App>("prot = 80\n").unwrap_err();
/// for problem in &error {
///     eprintln!("{}", problem.display(error.sources()));
/// }
/// let codes: Vec<&str> = error.iter().map(|problem| problem.code.id()).collect();
/// assert_eq!(codes, ["hcl2::body::missing-attribute", "hcl2::body::unsupported-attribute"]);
/// ```
#[derive(Clone)]
pub struct Error {
    diagnostics: Diagnostics,
    sources: SourceMap,
}

impl Error {
    /// Creates an error from diagnostics and the sources that they point into.
    #[must_use]
    pub fn new(diagnostics: impl Into<Diagnostics>, sources: SourceMap) -> Self {
        Self {
            diagnostics: diagnostics.into(),
            sources,
        }
    }

    /// Creates an error of one problem that is not about a source.
    fn without_source(code: Code, summary: &'static str, reason: &dyn fmt::Display) -> Self {
        let problem = Diagnostic::error(code, summary).with_detail(format!("{reason}."));
        Self::from(problem)
    }

    /// Returns the problems, of which at least one is an error.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns an iterator over the problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// Returns the sources that the problems point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Renders the problems as JSON, as `hcl2 --diagnostics=json` prints them.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn to_json(&self) -> String {
        hcl2_diagnostics::render::json(&self.diagnostics, &self.sources)
    }

    /// Renders the problems as SARIF 2.1.0.
    #[cfg(feature = "sarif")]
    #[must_use]
    pub fn to_sarif(&self) -> String {
        hcl2_diagnostics::render::sarif(&self.diagnostics, &self.sources)
    }

    /// Converts the problems into one diagnostic of the `miette` crate, which `?` turns into a `miette::Report`.
    #[cfg(feature = "miette")]
    #[must_use]
    pub fn into_report(self) -> hcl2_diagnostics::Reports {
        hcl2_diagnostics::Reports::new(&self.diagnostics, &self.sources)
    }

    /// Returns the problems as diagnostics of the `miette` crate.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl<'a> IntoIterator for &'a Error {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Error {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_vec().into_iter()
    }
}

impl From<Diagnostic> for Error {
    /// Creates an error of one problem, which displays without source lines; [`Error::new`] adds them.
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(diagnostic, SourceMap::new())
    }
}

impl From<Diagnostics> for Error {
    /// Creates an error of problems that display without source lines; [`Error::new`] adds them.
    fn from(diagnostics: Diagnostics) -> Self {
        Self::new(diagnostics, SourceMap::new())
    }
}

impl From<(Diagnostics, SourceMap)> for Error {
    fn from((diagnostics, sources): (Diagnostics, SourceMap)) -> Self {
        Self::new(diagnostics, sources)
    }
}

#[cfg(feature = "terraform")]
impl From<hcl2_project::LoadError> for Error {
    fn from(error: hcl2_project::LoadError) -> Self {
        Self::new(error.diagnostics, error.sources)
    }
}

impl From<SourceTooLarge> for Error {
    fn from(error: SourceTooLarge) -> Self {
        Self::without_source(source::UNREADABLE, "Unreadable file", &error)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Self::without_source(encode::UNREPRESENTABLE, "Unrepresentable value", &error)
    }
}

impl From<WriteValueError> for Error {
    fn from(error: WriteValueError) -> Self {
        Self::without_source(encode::UNREPRESENTABLE, "Unrepresentable value", &error)
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        Self::without_source(edit::REFUSED, "Refused edit", &error)
    }
}

impl From<ValueError> for Error {
    /// Creates an error with a problem for each part that does not fit.
    fn from(error: ValueError) -> Self {
        let problems = error.problems.into_iter().map(|problem| {
            let detail = if problem.path.is_empty() {
                problem.message
            } else {
                format!("{}: {}", problem.path, problem.message)
            };
            Diagnostic::error(problem.code, "Invalid value").with_detail(detail)
        });
        Self::from(problems.collect::<Diagnostics>())
    }
}

macro_rules! from_errors_about_a_value {
    ($($(#[$attribute:meta])* $error:ty),* $(,)?) => {
        $(
            $(#[$attribute])*
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::without_source(decode::INVALID_VALUE, "Invalid value", &error)
                }
            }
        )*
    };
}

from_errors_about_a_value!(
    ConversionError,
    FromValueError,
    ParseNumberError,
    UnknownSyntax,
    #[cfg(feature = "serde")]
    hcl2_decode::serde::SerdeError,
    #[cfg(feature = "wire")]
    hcl2_wire::WireError,
);
