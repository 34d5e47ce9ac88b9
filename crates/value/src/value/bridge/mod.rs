//! Values from and to Rust types.

mod compound;
mod knowable;
mod primitive;

use std::fmt;
use std::sync::Arc;

pub use knowable::Knowable;

use super::{Repr, Value};
use crate::{NotExactError, Path, PathStep, Type};

/// A Rust type whose values are values of one HCL type.
///
/// It is what `From` and `TryFrom` for options and collections go by: the type of a null or of an empty list must
/// be known without a value. The set of such types is closed.
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
pub trait ImpliedType: closed::Closed {
    /// The HCL type of all values of this Rust type.
    fn implied_type() -> Type;
}

mod closed {
    /// Keeps other crates from implementing the trait that asks for it.
    pub trait Closed {}
}

/// A value that a Rust type cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FromValueError {
    /// The way to the first part that does not fit; empty for the value itself.
    pub path: Path,
    /// What is wrong with that part.
    pub problem: FromValueProblem,
}

/// Why a Rust type cannot hold a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromValueProblem {
    /// The value is marked; [`unmark`](Value::unmark) it first.
    Marked,
    /// The value is null, and the Rust type is no `Option`.
    Null,
    /// The value is unknown.
    Unknown,
    /// The value has another type; [`convert`](Value::convert) it first.
    WrongType {
        /// The type of the values that the Rust type holds.
        expected: Type,
        /// The type that the value has.
        found: Type,
    },
    /// The number is not a value of the Rust type.
    Number(NotExactError),
    /// The string has other than one character.
    NotOneCharacter,
    /// There are more or fewer elements than the Rust type holds.
    WrongLength {
        /// The number of elements that the Rust type holds.
        expected: usize,
        /// The number of elements that the value has.
        found: usize,
    },
}

impl fmt::Display for FromValueProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marked => f.write_str("the value is marked; take its marks off first"),
            Self::Null => f.write_str("the value is null"),
            Self::Unknown => f.write_str("the value is not known yet"),
            Self::WrongType { expected, found } => write!(
                f,
                "{} is required, not {}",
                expected.friendly_name(),
                found.friendly_name()
            ),
            Self::Number(error) => error.fmt(f),
            Self::NotOneCharacter => f.write_str("a string of just one character is required"),
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

/// Why `value` is not a known, unmarked value that values of the type `expected` can be read from.
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
