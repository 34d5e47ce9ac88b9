//! Why an edit was not made.

use std::fmt;

use hcl2_diagnostics::Diagnostics;

use super::Address;

/// Why an edit was not made. The text is as it was before.
#[derive(Clone, Debug)]
pub enum EditError {
    /// An address cannot be read.
    Address {
        /// The address.
        address: String,
        /// Where reading ended, in bytes from 0.
        offset: usize,
        /// What is wrong there.
        reason: &'static str,
    },
    /// There is nothing at the address.
    NotFound(Address),
    /// What is at the address is nothing that can be edited so.
    NotThere {
        /// The address.
        address: Address,
        /// What the edit is for.
        expected: &'static str,
    },
    /// A text is no identifier, as names of attributes and blocks are.
    NotAnIdentifier(String),
    /// A value has no form in the language: it is unknown, marked, infinite, or holds such a value.
    NoLiteral,
    /// A piece of text is not what it was said to be, such as one expression.
    Fragment {
        /// What it should be.
        expected: &'static str,
        /// Its problems, where it has any.
        diagnostics: Diagnostics,
    },
    /// The edit would leave a text that cannot be parsed, or that means something else than was asked for.
    Broken(Diagnostics),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address {
                address,
                offset,
                reason,
            } => write!(f, "the address `{address}` cannot be read at offset {offset}: {reason}"),
            Self::NotFound(address) => write!(f, "there is nothing at `{address}`"),
            Self::NotThere { address, expected } => {
                write!(f, "what is at `{address}` is no {expected}")
            }
            Self::NotAnIdentifier(name) => {
                write!(f, "{name:?} is no identifier, as names of attributes and blocks are")
            }
            Self::NoLiteral => f.write_str(
                "the value cannot be written: an unknown, marked, infinite or application's own value has no form in the language",
            ),
            Self::Fragment { expected, diagnostics } => {
                write!(f, "the text is no {expected}")?;
                problems(f, diagnostics)
            }
            Self::Broken(diagnostics) => {
                f.write_str("the edit would leave a text that cannot be read")?;
                problems(f, diagnostics)
            }
        }
    }
}

/// The first problem, in its own words.
fn problems(f: &mut fmt::Formatter<'_>, diagnostics: &Diagnostics) -> fmt::Result {
    match diagnostics.iter().next() {
        Some(problem) => write!(f, ": {}", problem.summary),
        None => Ok(()),
    }
}

impl std::error::Error for EditError {}
