//! Errors and warnings for the user of Terraform.

use std::fmt;

use hcl2_decode::ValueError;
use hcl2_decode::encode::EncodeError;
use hcl2_value::{InconsistentTypes, Path, PathStep, RefinementError};
use hcl2_wire::WireError;

/// What Terraform shows to its user: a summary, a detail and the attribute concerned. It may have more problems behind it.
///
/// # Examples
///
/// ```
/// use hcl2_provider::Problem;
///
/// let problem = Problem::new("Invalid port", "Expected a port from 1024.").at("port");
/// assert_eq!(problem.path.to_string(), ".port");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The problem in a few words.
    pub summary: String,
    /// The problem in sentences, and how to fix it.
    pub detail: String,
    /// The attribute concerned; may be empty.
    pub path: Path,
    /// Further problems.
    pub more: Vec<Problem>,
}

impl Problem {
    /// Creates a problem of the resource as a whole.
    #[must_use]
    pub fn new(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            detail: detail.into(),
            path: Path::new(),
            more: Vec::new(),
        }
    }

    /// Sets the attribute that the problem is about, or puts one around it.
    #[must_use]
    pub fn at(self, attribute: &str) -> Self {
        self.inside(&PathStep::Attribute(attribute.into()))
    }

    /// Returns the problem as seen from one level further out.
    #[must_use]
    pub fn inside(mut self, step: &PathStep) -> Self {
        self.path = self.path.prefixed(step.clone());
        self.more = self.more.into_iter().map(|more| more.inside(step)).collect();
        self
    }

    /// Adds further problems.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.more.push(other);
        self
    }

    /// Joins problems into one; `None` without any.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_provider::Problem;
    ///
    /// let both = Problem::joined([Problem::new("One", "First."), Problem::new("Two", "Second.")]).unwrap();
    /// assert_eq!((both.summary.as_str(), both.more.len()), ("One", 1));
    /// assert_eq!(Problem::joined([]), None);
    /// ```
    #[must_use]
    pub fn joined(problems: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut problems = problems.into_iter();
        let mut first = problems.next()?;
        first.more.extend(problems);
        Some(first)
    }

    /// Returns this problem and all behind it, in order.
    #[must_use]
    pub fn into_all(mut self) -> Vec<Self> {
        let more = std::mem::take(&mut self.more);
        let mut all = vec![self];
        all.extend(more.into_iter().flat_map(Self::into_all));
        all
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}: {}", self.summary, self.detail)?;
        self.more.iter().try_for_each(|more| write!(f, "\n{more}"))
    }
}

impl std::error::Error for Problem {}

impl From<WireError> for Problem {
    fn from(error: WireError) -> Self {
        Self {
            path: error.path().clone(),
            ..Self::new("Malformed value", format!("A value cannot travel: {error}."))
        }
    }
}

impl From<ValueError> for Problem {
    fn from(error: ValueError) -> Self {
        let problems = error.problems.into_iter().map(|problem| Self {
            path: problem.path,
            ..Self::new("Invalid value", problem.message)
        });
        Self::joined(problems)
            .unwrap_or_else(|| Self::new("Invalid value", "The value does not fit its type."))
    }
}

impl From<EncodeError> for Problem {
    fn from(error: EncodeError) -> Self {
        Self::new(
            "Invalid value",
            format!("The provider made what is not a value: {error}."),
        )
    }
}

impl From<InconsistentTypes> for Problem {
    fn from(error: InconsistentTypes) -> Self {
        Self::new(
            "Inconsistent types",
            format!("The provider made a collection of several types: {error}."),
        )
    }
}

impl From<RefinementError> for Problem {
    fn from(error: RefinementError) -> Self {
        Self::new(
            "Impossible promise",
            format!("The provider promised what cannot be: {error}."),
        )
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::new(
            "Input or output failed",
            format!("The operating system reports: {error}."),
        )
    }
}
