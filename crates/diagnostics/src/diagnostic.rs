//! Diagnostics and lists of them.

use std::borrow::Cow;

use crate::{Code, Span};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A problem that leaves the result usable.
    Warning,
    /// A problem that makes the result unusable.
    Error,
}

/// Another place that a diagnostic refers to, with its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The role of the place, in a few words.
    pub text: String,
}

/// A change of the source that would fix the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// The new content.
    pub replacement: String,
    /// The change in words, as an imperative.
    pub text: String,
}

/// A problem in a source.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, Diagnostic, SourceId, Span};
///
/// let span = Span::new(SourceId::default(), 4, 8);
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_detail("No variable is named `nope`.")
///     .with_subject(span);
/// assert!(diagnostic.is_error());
/// assert_eq!(diagnostic.code.id(), "hcl2::expr::unknown-variable");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The stable code.
    pub code: Code,
    /// The problem as a noun phrase, without a full stop.
    pub summary: Cow<'static, str>,
    /// What is wrong and how to fix it, in sentences; possibly empty.
    pub detail: Cow<'static, str>,
    /// The tightest span that shows the problem.
    pub subject: Option<Span>,
    /// A wider span around the subject that helps to understand the problem.
    pub context: Option<Span>,
    /// Other places that belong to the problem.
    pub labels: Vec<Label>,
    /// Changes that would fix the problem.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// Creates an error.
    #[must_use]
    pub fn error(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Error, code, summary.into())
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Warning, code, summary.into())
    }

    fn new(severity: Severity, code: Code, summary: Cow<'static, str>) -> Self {
        Self {
            severity,
            code,
            summary,
            detail: Cow::Borrowed(""),
            subject: None,
            context: None,
            labels: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// Sets the detail: what is wrong and how to fix it, in sentences.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Sets the subject, the tightest span that shows the problem.
    #[must_use]
    pub fn with_subject(mut self, subject: Span) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Sets the context, a wider span that encloses the subject.
    #[must_use]
    pub fn with_context(mut self, context: Span) -> Self {
        self.context = Some(context);
        self
    }

    /// Adds another place that belongs to the problem, with its role.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a change that would fix the problem; `text` describes it as an imperative.
    #[must_use]
    pub fn with_suggestion(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.suggestions.push(Suggestion {
            span,
            replacement: replacement.into(),
            text: text.into(),
        });
        self
    }

    /// Returns whether the diagnostic is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A list of diagnostics.
///
/// While an operation collects them, they are in the order in which it finds them; an [`Outcome`](crate::Outcome)
/// holds them in source order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Creates an empty list without allocating.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns whether any of the diagnostics is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Diagnostic::is_error)
    }

    /// Keeps the first `len` diagnostics and drops the rest.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Removes and returns the diagnostics from index `at` on.
    #[inline]
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        if at >= self.0.len() {
            return Self::new();
        }
        Self(self.0.split_off(at))
    }

    /// Returns whether any diagnostic from index `start` on is an error.
    #[must_use]
    pub fn has_errors_since(&self, start: usize) -> bool {
        self.0.iter().skip(start).any(Diagnostic::is_error)
    }

    /// Sorts the diagnostics by source, then by the start of the subject. The sort is stable, and diagnostics without a
    /// subject come first.
    pub(crate) fn sort_by_source(&mut self) {
        self.0
            .sort_by_key(|diagnostic| diagnostic.subject.map(|span| (span.source, span.start)));
    }
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.0.extend(diagnostics);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self(diagnostics.into_iter().collect())
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
