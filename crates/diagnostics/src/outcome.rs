//! Results that come with diagnostics.

use crate::Diagnostics;

/// A result together with the problems found on the way to it.
///
/// Every operation that reports problems returns its result in this form. The value is usable even if there are
/// errors, as far as the operation could recover: an expression that fails evaluates to an unknown value, and a file
/// with syntax errors still has a body. [`into_result`](Self::into_result) is for callers that want a result without
/// errors or none at all.
///
/// The diagnostics are in source order: by source, then by the start of the subject. Diagnostics without a subject
/// come first, and those with the same start stay in the order in which they were found.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{codes, Diagnostic, Diagnostics, Outcome};
///
/// fn port(text: &str) -> Outcome<u16> {
///     let mut diagnostics = Diagnostics::new();
///     let port = text.parse().unwrap_or_else(|_| {
///         let detail = format!("Expected a whole number from 0 to 65535, found {text:?}.");
///         diagnostics.push(Diagnostic::error(codes::decode::OUT_OF_RANGE, "Invalid port").with_detail(detail));
///         0
///     });
///     Outcome::new(port, diagnostics)
/// }
///
/// assert_eq!(port("80").into_result(), Ok(80));
/// assert!(port("http").has_errors());
///
/// // A caller with diagnostics of its own adds those of the outcome to them.
/// let mut diagnostics = Diagnostics::new();
/// let sum = u32::from(port("80").report_into(&mut diagnostics)) + u32::from(port("http").report_into(&mut diagnostics));
/// assert_eq!((sum, diagnostics.len()), (80, 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "an outcome may hold errors"]
pub struct Outcome<T> {
    /// The result, as far as it could be made.
    pub value: T,
    /// The problems, in source order.
    pub diagnostics: Diagnostics,
}

impl<T> Outcome<T> {
    /// Creates an outcome from a value and the diagnostics found while making it, and brings these into source order.
    #[inline]
    pub fn new(value: T, mut diagnostics: Diagnostics) -> Self {
        if diagnostics.len() > 1 {
            diagnostics.sort_by_source();
        }
        Self { value, diagnostics }
    }

    /// Returns whether any of the diagnostics is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// Returns the value if no diagnostic is an error; warnings are dropped.
    ///
    /// # Errors
    ///
    /// All diagnostics, warnings included, if at least one is an error.
    pub fn into_result(self) -> Result<T, Diagnostics> {
        if self.has_errors() {
            return Err(self.diagnostics);
        }
        Ok(self.value)
    }

    /// Applies `change` to the value and keeps the diagnostics.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome {
            value: change(self.value),
            diagnostics: self.diagnostics,
        }
    }

    /// Returns the value and moves the diagnostics to the end of `diagnostics`.
    #[inline]
    pub fn report_into(self, diagnostics: &mut Diagnostics) -> T {
        if !self.diagnostics.is_empty() {
            diagnostics.append(self.diagnostics);
        }
        self.value
    }
}

impl<T, C: FromIterator<T>> FromIterator<Outcome<T>> for Outcome<C> {
    /// Collects the values, and brings all diagnostics into source order.
    fn from_iter<I: IntoIterator<Item = Outcome<T>>>(outcomes: I) -> Self {
        let mut diagnostics = Diagnostics::new();
        let values = outcomes.into_iter();
        let value = values
            .map(|outcome| outcome.report_into(&mut diagnostics))
            .collect();
        Self::new(value, diagnostics)
    }
}

impl<T> From<T> for Outcome<T> {
    /// Creates an outcome without diagnostics.
    #[inline]
    fn from(value: T) -> Self {
        Self {
            value,
            diagnostics: Diagnostics::new(),
        }
    }
}
