//! Conversions between values and Rust types.

mod compound;
mod everyday;
mod knowable;
mod primitive;

use std::fmt;
use std::sync::Arc;

pub use knowable::Knowable;

use super::{Repr, Value};
use crate::{NotExactError, Path, PathStep, Type};

/// A Rust type that corresponds to one HCL type.
///
/// Conversions of options and collections use it, as the type of a null or an empty list must be known without a
/// value. Other crates cannot implement the trait.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
///
/// use hcl2_value::{ImpliedType, Type};
///
/// assert_eq!(BTreeMap::<String, Vec<u16>>::implied_type(), Type::map(Type::list(Type::NUMBER)));
/// ```
#[diagnostic::on_unimplemented(
    message = "the type of `{Self}` in HCL is not known without a value",
    note = "`Value::object`, `Value::tuple` and `collect` make values of those with different types, and `Value::list` and `Value::map` of those with one type"
)]
pub trait ImpliedType: closed::Closed {
    /// Returns the HCL type that corresponds to this Rust type.
    fn implied_type() -> Type;
}

mod closed {
    /// Keeps other crates from implementing a trait that requires it.
    pub trait Closed {}
}

/// The error for a value that does not convert to a Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FromValueError {
    /// The path to the first part that does not convert; empty for the value itself.
    pub path: Path,
    /// The problem with that part.
    pub problem: FromValueProblem,
}

/// The reason why a value does not convert to a Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromValueProblem {
    /// The value is marked; [`unmark`](Value::unmark) it first.
    Marked,
    /// The value is null, and the Rust type is not an `Option`.
    Null,
    /// The value is unknown.
    Unknown,
    /// The value has another type; [`convert`](Value::convert) it first.
    WrongType {
        /// The type that corresponds to the Rust type.
        expected: Type,
        /// The type of the value.
        found: Type,
    },
    /// The number does not convert to the Rust type exactly.
    Number(NotExactError),
    /// The string does not have exactly one character.
    NotOneCharacter,
    /// The number of elements is wrong.
    WrongLength {
        /// The number of elements of the Rust type.
        expected: usize,
        /// The number of elements of the value.
        found: usize,
    },
}

impl fmt::Display for FromValueProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marked => f.write_str("the value is marked; remove the marks first"),
            Self::Null => f.write_str("the value is null"),
            Self::Unknown => f.write_str("the value is not known yet"),
            Self::WrongType { expected, found } => write!(
                f,
                "{} is required, not {}",
                expected.friendly_name(),
                found.friendly_name()
            ),
            Self::Number(error) => error.fmt(f),
            Self::NotOneCharacter => f.write_str("a string of one character is required"),
            Self::WrongLength { expected, found } => {
                let (plural, verb) = if *expected == 1 { ("", "is") } else { ("s", "are") };
                write!(f, "{expected} element{plural} {verb} required, not {found}")
            }
        }
    }
}

impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for FromValueError {}

impl FromValueError {
    fn new(problem: FromValueProblem) -> Self {
        Self {
            path: Path::new(),
            problem,
        }
    }

    fn inside(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }
}

/// Returns the error for a value that is not a known, unmarked value of the type `expected`.
fn unfit(value: &Value, expected: Type) -> FromValueError {
    FromValueError::new(if value.is_marked() {
        FromValueProblem::Marked
    } else if value.is_null() {
        FromValueProblem::Null
    } else if !value.is_known() {
        FromValueProblem::Unknown
    } else {
        FromValueProblem::WrongType {
            expected,
            found: value.ty().clone(),
        }
    })
}

impl From<crate::Capsule> for Value {
    fn from(capsule: crate::Capsule) -> Self {
        let ty = Type::capsule(capsule.ty().clone());
        Self(Repr::Capsule(Arc::new((ty, capsule))))
    }
}
