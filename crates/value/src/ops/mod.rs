//! Operations, which compute with values inside the type system.
//!
//! [`propagate`] handles null, unknown and marked operands in one place: a null operand is an error, an unknown
//! operand makes the result unknown but not null, and marks of operands become marks of the result. Operands must
//! have the right type; the caller converts them.

mod access;
mod arithmetic;
mod conditional;
mod equality;
mod logic;
mod sets;

use std::fmt;

pub use conditional::ConditionalError;

use crate::{ArithmeticError, Marks, Type, Value};

/// The reason why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationError {
    /// The operand at this position, from 0, is null.
    NullOperand(usize),
    /// The operand at this position, from 0, has the wrong type.
    WrongType {
        /// The operand's position, from 0.
        operand: usize,
        /// The expected type.
        expected: Type,
        /// The type of the operand.
        found: Type,
    },
    /// The result is not defined for these numbers.
    Undefined(ArithmeticError),
    /// The value has no attributes or elements.
    NotCompound(Type),
    /// The object has no attribute with that name, or the map has no element with that key.
    NoSuchKey,
    /// The list or tuple has no element with that index.
    NoSuchIndex,
    /// The index is not a whole number from 0.
    InvalidIndex,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NullOperand(_) => f.write_str("the operand is null"),
            Self::WrongType { expected, found, .. } => {
                write!(
                    f,
                    "{} is required, not {}",
                    expected.friendly_name(),
                    found.friendly_name()
                )
            }
            Self::Undefined(why) => why.fmt(f),
            Self::NotCompound(ty) => write!(f, "a value of type {} has no parts", ty.friendly_name()),
            Self::NoSuchKey => f.write_str("no element has that key"),
            Self::NoSuchIndex => f.write_str("no element has that index"),
            Self::InvalidIndex => f.write_str("an index must be a whole number from 0"),
        }
    }
}

impl std::error::Error for OperationError {}

/// Applies an operation to operands of the type `operand`: `known` if all are known, otherwise `unknown`.
fn propagate<const N: usize>(
    operands: [&Value; N],
    operand: &Type,
    known: impl FnOnce([&Value; N]) -> Result<Value, OperationError>,
    unknown: impl FnOnce([&Value; N]) -> Value,
) -> Result<Value, OperationError> {
    let bare = operands.map(Value::bare);
    let mut marks = Marks::NONE;
    for (index, value) in operands.into_iter().enumerate() {
        marks = marks.union(&value.marks());
        if value.is_null() {
            return Err(OperationError::NullOperand(index));
        }
        if !value.ty().matches(operand) && !value.ty().is_dynamic() {
            return Err(OperationError::WrongType {
                operand: index,
                expected: operand.clone(),
                found: value.ty().clone(),
            });
        }
    }
    let result = if bare.iter().all(|value| value.is_known()) {
        known(bare)?
    } else {
        unknown(bare)
    };
    Ok(result.with_marks(&marks))
}

/// Returns the unknown result of an operation.
fn unknown_result(ty: Type) -> Value {
    Value::unknown_not_null(ty)
}
