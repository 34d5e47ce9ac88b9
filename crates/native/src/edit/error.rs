//! Errors of editing.

use std::fmt;

use hcl2_diagnostics::codes::edit::REFUSED;
use hcl2_diagnostics::{Diagnostic, Diagnostics};

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
    NotFound(Address),
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
        diagnostics: Diagnostics,
    },
    /// An edit that would leave the file with errors.
    Broken(Diagnostics),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address {
                address,
                offset,
                reason,
            } => write!(f, "invalid address `{address}` at offset {offset}: {reason}"),
            Self::NotFound(address) => write!(f, "nothing found at `{address}`"),
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
            Self::Fragment {
                expected,
                diagnostics,
            } => {
                write!(f, "expected {expected}")?;
                problems(f, diagnostics)
            }
            Self::Broken(diagnostics) => {
                f.write_str("the edit would leave the file with errors")?;
                problems(f, diagnostics)
            }
        }
    }
}

/// Writes the summary of the first problem.
fn problems(f: &mut fmt::Formatter<'_>, diagnostics: &Diagnostics) -> fmt::Result {
    match diagnostics.iter().next() {
        Some(problem) => write!(f, ": {}", problem.summary),
        None => Ok(()),
    }
}

impl std::error::Error for EditError {}

impl From<EditError> for hcl2_diagnostics::Error {
    fn from(error: EditError) -> Self {
        Diagnostic::error(REFUSED, "Refused edit")
            .with_message(error)
            .into()
    }
}
