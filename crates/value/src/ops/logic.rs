//! Logic operators.

use super::{OperationError, propagate, unknown_result};
use crate::value::Repr;
use crate::{Type, Value};

/// Logic operators.
impl Value {
    /// Returns the logical complement.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the operand is null or not a bool.
    #[inline]
    pub fn not(&self) -> Result<Self, OperationError> {
        match self.0 {
            Repr::Bool(truth) => Ok(Self::from(!truth)),
            _ => complement(self),
        }
    }

    /// Returns whether both are true: false as soon as one is known to be false.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a bool.
    #[inline]
    pub fn and(&self, other: &Self) -> Result<Self, OperationError> {
        match (&self.0, &other.0) {
            (Repr::Bool(a), Repr::Bool(b)) => Ok(Self::from(*a && *b)),
            _ => decide(self, other, false),
        }
    }

    /// Returns whether at least one is true: true as soon as one is known to be true.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a bool.
    #[inline]
    pub fn or(&self, other: &Self) -> Result<Self, OperationError> {
        match (&self.0, &other.0) {
            (Repr::Bool(a), Repr::Bool(b)) => Ok(Self::from(*a || *b)),
            _ => decide(self, other, true),
        }
    }
}

#[inline(never)]
fn complement(value: &Value) -> Result<Value, OperationError> {
    propagate(
        [value],
        &Type::BOOL,
        |[truth]| Ok(Value::from(truth.as_bool() == Some(false))),
        |_| unknown_result(Type::BOOL),
    )
}

/// Applies the connective that one operand of the value `deciding` decides.
#[inline(never)]
fn decide(a: &Value, b: &Value, deciding: bool) -> Result<Value, OperationError> {
    let decided = |operands: [&Value; 2]| operands.iter().any(|truth| truth.as_bool() == Some(deciding));
    propagate(
        [a, b],
        &Type::BOOL,
        |operands| Ok(Value::from(decided(operands) == deciding)),
        |operands| {
            if decided(operands) {
                Value::from(deciding)
            } else {
                unknown_result(Type::BOOL)
            }
        },
    )
}
