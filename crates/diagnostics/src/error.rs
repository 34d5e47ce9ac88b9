//! The error that joins problems with the sources that they point into.

use std::fmt;

use crate::codes::source::UNREADABLE;
use crate::render::Plain;
use crate::{Diagnostic, Diagnostics, SourceMap, SourcePlace, SourceTooLarge, Span};

/// Everything that went wrong, with the sources concerned.
///
/// It displays each problem with its code, the lines concerned, and how to fix it. `Debug` does the same, so that `main`
/// can return the error. Errors of all crates convert into it, so that `?` works on all of them.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Error, Source};
///
/// let source = Source::new("app.hcl", "port = 80\n")?;
/// let error = Error::at(source.clone(), source.span_of(7, 9), "ports below 1024 are reserved");
/// for problem in &error {
///     assert_eq!(problem.detail, "Ports below 1024 are reserved.");
/// }
/// assert_eq!(
///     error.to_string(),
///     "\
/// app.hcl:1:8: error[hcl2::decode::invalid-value]: Invalid value
///   1 | port = 80
///     |        ^^
///   Ports below 1024 are reserved."
/// );
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Error {
    diagnostics: Diagnostics,
    sources: SourceMap,
}

impl Error {
    /// Creates an error from one diagnostic or several, which display without source lines unless
    /// [`with_sources`](Self::with_sources) adds them.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, Error, codes};
    ///
    /// let problem = Diagnostic::error(codes::decode::INVALID_VALUE, "Invalid value");
    /// assert_eq!(Error::new(vec![problem.clone(), problem]).iter().count(), 2);
    /// ```
    #[must_use]
    pub fn new(diagnostics: impl Into<Diagnostics>) -> Self {
        Self {
            diagnostics: diagnostics.into(),
            sources: SourceMap::new(),
        }
    }

    /// Creates an error with a message about a range of a source, with the code `hcl2::decode::invalid-value`.
    ///
    /// The message starts with a capital letter and ends in a full stop when it is displayed. For another code, create a
    /// [`Diagnostic`] with it, and use [`new`](Self::new) and [`with_sources`](Self::with_sources).
    #[must_use]
    pub fn at(sources: impl Into<SourceMap>, span: Span, message: impl fmt::Display) -> Self {
        Self::new(Diagnostic::invalid_value(span, message)).with_sources(sources)
    }

    /// Sets the sources that the problems point into.
    #[must_use]
    pub fn with_sources(mut self, sources: impl Into<SourceMap>) -> Self {
        self.sources = sources.into();
        self
    }

    /// Adds the problems of another error, possibly of other sources.
    ///
    /// Sources get new numbers where both errors number different ones alike.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Error, SourceMap};
    ///
    /// let at_start = |name: &str| {
    ///     let mut sources = SourceMap::new();
    ///     let source = sources.add(name, "port = 0\n")?;
    ///     Ok::<_, hcl2_diagnostics::SourceTooLarge>(Error::at(sources, source.span_of(7, 8), "expected a port"))
    /// };
    /// let mut all = at_start("a.hcl")?;
    /// all.append(at_start("b.hcl")?);
    /// let text = all.to_string();
    /// assert!(text.contains("a.hcl:1:8") && text.contains("b.hcl:1:8"));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn append(&mut self, other: Self) {
        let numbers = self.sources.append(&other.sources);
        let renumber = |span: &mut Span| {
            span.source = numbers.get(&span.source).copied().unwrap_or(span.source);
        };
        self.diagnostics.append(other.diagnostics.map(|mut problem| {
            problem.change_spans(renumber);
            problem
        }));
        self.sources.sort(&mut self.diagnostics);
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

    /// Returns where the first problem starts: the name of its source, the line and the column. `None` if it has no place.
    ///
    /// [`SourceMap::place`] returns the places of the others.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Error, Source};
    ///
    /// let source = Source::new("app.hcl", "name = \"web\"\nport = 80\n")?;
    /// let error = Error::at(source.clone(), source.span_of(20, 22), "ports below 1024 are reserved");
    /// let place = error.place().unwrap();
    /// assert_eq!((place.name, place.line, place.column), ("app.hcl", 2, 8));
    /// assert_eq!((error.line(), error.column()), (Some(2), Some(8)));
    ///
    /// for problem in &error {
    ///     let place = problem.subject.and_then(|span| error.sources().place(span));
    ///     assert_eq!(place, error.place());
    /// }
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn place(&self) -> Option<SourcePlace<'_>> {
        let subject = self.diagnostics.first()?.subject?;
        self.sources.place(subject)
    }

    /// Returns the line of the first problem, from 1, as [`place`](Self::place) does.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.place().map(|place| place.line)
    }

    /// Returns the column of the first problem in grapheme clusters, from 1, as [`place`](Self::place) does.
    #[must_use]
    pub fn column(&self) -> Option<u32> {
        self.place().map(|place| place.column)
    }

    /// Returns the sources that the problems point into.
    #[must_use]
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the problems and the sources that they point into.
    #[must_use]
    pub fn into_parts(self) -> (Diagnostics, SourceMap) {
        (self.diagnostics, self.sources)
    }

    /// Renders the problems as JSON, as `hcl2 --diagnostics=json` prints them.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::render::json(&self.diagnostics, &self.sources)
    }

    /// Renders the problems as SARIF 2.1.0.
    #[cfg(feature = "sarif")]
    #[must_use]
    pub fn to_sarif(&self) -> String {
        crate::render::sarif(&self.diagnostics, &self.sources)
    }

    /// Converts the problems into one diagnostic of the `miette` crate, which `?` turns into a `miette::Report`.
    #[cfg(feature = "miette")]
    #[must_use]
    pub fn into_report(self) -> crate::Reports {
        crate::Reports::new(&self.diagnostics, &self.sources)
    }

    /// Returns the problems as diagnostics of the `miette` crate.
    #[cfg(feature = "miette")]
    pub fn reports(&self) -> impl Iterator<Item = crate::Report> {
        self.diagnostics
            .iter()
            .map(|diagnostic| crate::Report::new(diagnostic.clone(), &self.sources))
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

/// Adds the problems of each error, as [`Error::append`] does.
impl Extend<Self> for Error {
    fn extend<I: IntoIterator<Item = Self>>(&mut self, errors: I) {
        for error in errors {
            self.append(error);
        }
    }
}

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
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(diagnostic)
    }
}

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::new(diagnostics)
    }
}

impl From<Error> for Diagnostics {
    fn from(error: Error) -> Self {
        error.diagnostics
    }
}

impl From<SourceTooLarge> for Error {
    fn from(error: SourceTooLarge) -> Self {
        Diagnostic::error(UNREADABLE, "Unreadable file")
            .with_detail(format!("{error}."))
            .into()
    }
}

/// Errors about a value, which know no sources.
#[cfg(feature = "value")]
macro_rules! from_errors_about_a_value {
    ($($error:ty),* $(,)?) => {
        $(
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Diagnostic::error(crate::codes::decode::INVALID_VALUE, "Invalid value")
                        .with_message(error)
                        .into()
                }
            }
        )*
    };
}

#[cfg(feature = "value")]
from_errors_about_a_value!(
    hcl2_value::ConversionError,
    hcl2_value::FromValueError,
    hcl2_value::ParseNumberError,
);

#[cfg(feature = "wire")]
from_errors_about_a_value!(hcl2_wire::WireError);
