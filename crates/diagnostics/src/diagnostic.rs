//! Problems and lists of them.

use std::borrow::Cow;

use crate::{Code, Span};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the result stands.
    Warning,
    /// The result is not to be used.
    Error,
}

/// A further place that a diagnostic speaks of, with what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there, in a few words.
    pub text: String,
}

/// A change of the source that would mend the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The bytes to replace; empty for an insertion.
    pub span: Span,
    /// What to put there.
    pub replacement: String,
    /// The change in words, as an imperative.
    pub text: String,
}

/// One problem in a source.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, Diagnostic, SourceId, Span};
///
/// let span = Span::new(SourceId::default(), 4, 8);
/// let diagnostic = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable")
///     .with_detail("There is no variable named \"nope\".")
///     .with_subject(span);
/// assert!(diagnostic.is_error());
/// assert_eq!(diagnostic.code.id(), "hcl2::expr::unknown-variable");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its stable code.
    pub code: Code,
    /// The problem in a few words, without a full stop.
    pub summary: Cow<'static, str>,
    /// What is wrong and what to do, in sentences; may be empty.
    pub detail: Cow<'static, str>,
    /// The tightest span that shows the problem.
    pub subject: Option<Span>,
    /// A wider span that encloses the subject and is worth showing.
    pub context: Option<Span>,
    /// Other places that the problem has to do with.
    pub labels: Vec<Label>,
    /// Changes that would mend it.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// Starts an error.
    #[must_use]
    pub fn error(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Error, code, summary.into())
    }

    /// Starts a warning.
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

    /// Sets the detail: what is wrong and what to do, in sentences.
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

    /// Adds another place that the problem has to do with.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a change that would mend the problem; `text` says it as an imperative.
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

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Diagnostics in the order in which they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Makes an empty list; it allocates nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds one at the end.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Whether any of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Diagnostic::is_error)
    }

    /// Cuts the list to its first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Takes off the entries from position `at`, counted from 0, to the end.
    #[inline]
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        if at >= self.0.len() {
            return Self::new();
        }
        Self(self.0.split_off(at))
    }

    /// Whether any entry from position `start`, counted from 0, is an error.
    #[must_use]
    pub fn has_errors_since(&self, start: usize) -> bool {
        self.0.iter().skip(start).any(Diagnostic::is_error)
    }

    /// Brings the list into source order: by source, then by the start of the subject; those of one place stay
    /// in the order in which they were found, and those without a place come first.
    pub fn sort_by_source(&mut self) {
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
