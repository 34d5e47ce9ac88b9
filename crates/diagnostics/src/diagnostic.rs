//! Diagnostics and lists of them.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::codes::decode::INVALID_VALUE;
use crate::{Code, Span};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information that is no problem, such as what could not be checked.
    Note,
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
    /// Whether nothing else can be meant, so that the change may be applied without a question.
    pub is_certain: bool,
}

/// What is known of a variable that a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The variable, or a part of it, as it is written: `var.ports[0]`.
    pub traversal: String,
    /// Its value, as the rest of a sentence without a full stop: `is "http"`.
    pub statement: String,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.traversal, self.statement)
    }
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
    /// The variables that the problem is about.
    pub facts: Vec<Fact>,
    extra: Extra,
}

/// Data of an application, of different types. They are neither compared nor shown.
#[derive(Clone, Default)]
struct Extra(Vec<Arc<dyn Any + Send + Sync>>);

impl PartialEq for Extra {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Extra {}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extra").finish_non_exhaustive()
    }
}

impl Diagnostic {
    /// Changes all ranges.
    pub(crate) fn change_spans(&mut self, change: impl Fn(&mut Span)) {
        self.subject.iter_mut().for_each(&change);
        self.context.iter_mut().for_each(&change);
        self.labels.iter_mut().for_each(|label| change(&mut label.span));
        let suggestions = self.suggestions.iter_mut();
        suggestions.for_each(|suggestion| change(&mut suggestion.span));
    }

    /// Creates an error.
    #[must_use]
    pub fn error(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Error, code, summary)
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Warning, code, summary)
    }

    /// Creates a note.
    #[must_use]
    pub fn note(code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Note, code, summary)
    }

    /// Creates an error with a message about a range, with the code `hcl2::decode::invalid-value`.
    ///
    /// The message becomes a sentence: it starts with a capital letter and ends in a full stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, SourceId, Span};
    ///
    /// let problem = Diagnostic::invalid_value(Span::new(SourceId::default(), 7, 9), "the port is taken");
    /// assert_eq!(problem.detail, "The port is taken.");
    /// ```
    #[must_use]
    pub fn invalid_value(span: Span, message: impl fmt::Display) -> Self {
        Self::error(INVALID_VALUE, "Invalid value")
            .with_message(message)
            .with_subject(span)
    }

    /// Creates a diagnostic whose severity is not known beforehand, such as one that the user chooses.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, Severity, codes};
    ///
    /// fn deprecated(is_strict: bool) -> Diagnostic {
    ///     let severity = if is_strict { Severity::Error } else { Severity::Warning };
    ///     Diagnostic::new(severity, codes::decode::DEPRECATED, "Deprecated attribute")
    /// }
    /// assert!(deprecated(true).is_error());
    /// ```
    #[must_use]
    pub fn new(severity: Severity, code: Code, summary: impl Into<Cow<'static, str>>) -> Self {
        Self {
            severity,
            code,
            summary: summary.into(),
            detail: Cow::Borrowed(""),
            subject: None,
            context: None,
            labels: Vec::new(),
            suggestions: Vec::new(),
            facts: Vec::new(),
            extra: Extra::default(),
        }
    }

    /// Sets the detail: what is wrong and how to fix it, in sentences.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Sets the detail to a message, as a sentence: it starts with a capital letter and ends in a full stop.
    #[must_use]
    pub fn with_message(self, message: impl fmt::Display) -> Self {
        let text = message.to_string();
        let mut rest = text.chars();
        let mut sentence: String = match rest.next() {
            Some(first) => first.to_uppercase().chain(rest).collect(),
            None => return self,
        };
        if !sentence.ends_with(['.', '!', '?']) {
            sentence.push('.');
        }
        self.with_detail(sentence)
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
        self,
        span: Span,
        replacement: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.with_change(span, replacement.into(), text.into(), false)
    }

    /// Adds the change that fixes the problem, if nothing else can be meant; `text` describes it as an imperative.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, SourceId, Span, codes};
    ///
    /// let comma = Span::new(SourceId::default(), 6, 7);
    /// let problem = Diagnostic::error(codes::json::TRAILING_COMMA, "Trailing comma")
    ///     .with_subject(comma)
    ///     .with_fix(comma, "", "remove the comma");
    /// assert!(problem.suggestions[0].is_certain);
    /// ```
    #[must_use]
    pub fn with_fix(self, span: Span, replacement: impl Into<String>, text: impl Into<String>) -> Self {
        self.with_change(span, replacement.into(), text.into(), true)
    }

    fn with_change(mut self, span: Span, replacement: String, text: String, is_certain: bool) -> Self {
        self.suggestions.push(Suggestion {
            span,
            replacement,
            text,
            is_certain,
        });
        self
    }

    /// Adds what is known of a variable; see [`Fact`].
    #[must_use]
    pub fn with_fact(mut self, traversal: impl Into<String>, statement: impl Into<String>) -> Self {
        self.facts.push(Fact {
            traversal: traversal.into(),
            statement: statement.into(),
        });
        self
    }

    /// Attaches data of the application, in addition to data of other types. Diagnostics are equal whatever their data, and
    /// rendering ignores them.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Diagnostic, codes};
    ///
    /// struct Ticket(u32);
    ///
    /// let problem = Diagnostic::error(codes::expr::UNKNOWN_VARIABLE, "Unknown variable").with_extra(Ticket(7));
    /// assert_eq!(problem.extra::<Ticket>().map(|ticket| ticket.0), Some(7));
    /// assert_eq!(problem.extra::<String>(), None);
    /// ```
    #[must_use]
    pub fn with_extra<T: Any + Send + Sync>(mut self, extra: T) -> Self {
        self.extra.0.retain(|other| !other.is::<T>());
        self.extra.0.push(Arc::new(extra));
        self
    }

    /// Returns the data of a type that the application attached.
    #[must_use]
    pub fn extra<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.extra.0.iter().find_map(|extra| extra.downcast_ref())
    }

    /// Removes everything that may quote a value: all words that are made at run time, the suggestions, the facts, and the
    /// data of the application.
    ///
    /// What is left are the code, the places, and constant words. The detail of a syntax error has dots in place of what it
    /// quotes.
    pub fn conceal(&mut self) {
        if let Cow::Owned(_) = self.summary {
            self.summary = Cow::Borrowed("Problem with a sensitive value");
        }
        if let Cow::Owned(detail) = &self.detail {
            let is_of_syntax = ["hcl2::syntax::", "hcl2::json::"]
                .iter()
                .any(|group| self.code.id().starts_with(group));
            let detail = without_quotes(detail).filter(|_| is_of_syntax);
            self.detail = detail.map_or(
                Cow::Borrowed("The reason is not shown, because it may contain a part of a sensitive value."),
                Cow::Owned,
            );
        }
        for label in &mut self.labels {
            label.text.clear();
        }
        self.suggestions.clear();
        self.facts.clear();
        self.extra = Extra::default();
    }

    /// Returns whether the diagnostic is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns whether the diagnostic is a note, which reports no problem.
    #[must_use]
    pub fn is_note(&self) -> bool {
        self.severity == Severity::Note
    }
}

/// Returns the detail of a syntax error without what it quotes of the source: such details put it in quotes. Names of characters
/// are not quoted, so a detail with one is not returned.
fn without_quotes(detail: &str) -> Option<String> {
    const QUOTES: [char; 2] = ['`', '"'];
    if detail.contains("U+") {
        return None;
    }
    // What is quoted may itself have quotes, so everything from the first one to the last one is hidden.
    let Some((before, _)) = detail.split_once(QUOTES) else {
        return Some(detail.to_owned());
    };
    let (rest, after) = detail.rsplit_once(QUOTES)?;
    // A quote alone opens what has no end.
    let after = if rest.len() > before.len() { after } else { "" };
    Some(format!("{before}`...`{after}"))
}
