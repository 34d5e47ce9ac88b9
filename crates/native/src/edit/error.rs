//! Errors of editing.

use std::convert::Infallible;
use std::fmt;

use hcl2_diagnostics::codes::edit::REFUSED;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Error};

use super::Address;

/// An error of an edit, which leaves the file unchanged.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum EditError {
    /// An invalid address.
    Address {
        /// The address.
        address: String,
        /// Where the problem is, in bytes from 0.
        offset: usize,
        /// The problem.
        reason: &'static str,
    },
    /// Nothing found at the address.
    NotFound {
        /// The address.
        address: Address,
        /// The address that was probably meant.
        near: Option<Address>,
    },
    /// A part of another kind than the edit applies to.
    Unexpected {
        /// The address.
        address: Address,
        /// What the edit applies to, with its article.
        expected: &'static str,
    },
    /// A name of an attribute or a block that is not an identifier.
    NotAnIdentifier(String),
    /// A value that cannot be written as a literal: it is or contains an unknown, marked, infinite or capsule value.
    NoLiteral,
    /// A piece of source that is not what the operation takes, such as one expression.
    Fragment {
        /// What the operation takes, with its article.
        expected: &'static str,
        /// The problems of the source, possibly none.
        problems: Error,
    },
    /// An edit that files in JSON syntax do not support.
    NotInJson(&'static str),
    /// An edit that would leave the file with errors.
    Broken(Error),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address {
                address,
                offset,
                reason,
            } => write!(f, "invalid address `{address}` at offset {offset}: {reason}"),
            Self::NotFound { address, near } => {
                write!(f, "nothing found at `{address}`")?;
                match near {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => Ok(()),
                }
            }
            Self::Unexpected { address, expected } => {
                write!(f, "expected {expected} at `{address}`")
            }
            Self::NotAnIdentifier(name) => {
                write!(
                    f,
                    "invalid name {name:?}: attributes and blocks are named by identifiers"
                )
            }
            Self::NoLiteral => f.write_str(
                "the value has no literal: it is or contains an unknown, marked, infinite or capsule value",
            ),
            Self::Fragment { expected, problems } => {
                write!(f, "expected {expected}")?;
                write_first(f, problems)
            }
            Self::NotInJson(what) => write!(f, "{what} are for files in native syntax only"),
            Self::Broken(problems) => {
                f.write_str("the edit would leave the file with errors")?;
                write_first(f, problems)
            }
        }
    }
}

impl EditError {
    /// Creates the error for an address that selects nothing; `select` returns the addresses of what an address selects.
    #[must_use]
    pub fn not_found(address: &Address, select: &dyn Fn(&Address) -> Vec<Address>) -> Self {
        Self::NotFound {
            address: address.clone(),
            near: address.similar(select),
        }
    }

    pub(super) fn fragment(expected: &'static str) -> Self {
        Self::Fragment {
            expected,
            problems: Error::new(Diagnostics::new()),
        }
    }
}

/// Writes the summary and the place of the first problem.
fn write_first(f: &mut fmt::Formatter<'_>, problems: &Error) -> fmt::Result {
    let Some(problem) = problems.iter().next() else {
        return Ok(());
    };
    write!(f, ": {}", problem.summary)?;
    let subject = problem.subject;
    let source = subject.and_then(|subject| problems.sources().get(subject.source));
    match (subject, source) {
        (Some(subject), Some(source)) => {
            let position = source.position(subject.start);
            write!(f, " ({}:{}:{})", source.name(), position.line, position.column)
        }
        _ => Ok(()),
    }
}

impl std::error::Error for EditError {}

impl From<EditError> for Error {
    /// Keeps the problems of a source, with their lines.
    fn from(error: EditError) -> Self {
        match error {
            EditError::Fragment { problems, .. } | EditError::Broken(problems)
                if !problems.diagnostics().is_empty() =>
            {
                problems
            }
            error => Diagnostic::error(REFUSED, "Refused edit")
                .with_message(error)
                .into(),
        }
    }
}

impl From<Infallible> for EditError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
