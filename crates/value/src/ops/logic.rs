//! Logic operators.

use super::{OperationError, propagate, unknown_result};
use crate::value::Repr;
use crate::{Type, Value};

/// Logic operators.
impl Value {
    /// The logical complement.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where the operand is null or not a bool.
    pub fn not(&self) -> Result<Self, OperationError> {
        propagate(
            [self],
            &Type::BOOL,
            |[truth]| Ok(Self::from(truth.as_bool() == Some(false))),
            |_| unknown_result(Type::BOOL),
        )
    }

    /// Whether both are true; false where one is known to be false.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a bool.
    pub fn and(&self, other: &Self) -> Result<Self, OperationError> {
        self.decide(other, false)
    }

    /// Whether at least one is true; true where one is known to be true.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a bool.
    pub fn or(&self, other: &Self) -> Result<Self, OperationError> {
        self.decide(other, true)
    }

    /// The connective that one operand of the value `deciding` settles.
    fn decide(&self, other: &Self, deciding: bool) -> Result<Self, OperationError> {
        if let (Repr::Bool(a), Repr::Bool(b)) = (&self.0, &other.0) {
            return Ok(Self::from((*a == deciding || *b == deciding) == deciding));
        }
        let settled = |operands: [&Self; 2]| operands.iter().any(|truth| truth.as_bool() == Some(deciding));
        propagate(
            [self, other],
            &Type::BOOL,
            |operands| Ok(Self::from(settled(operands) == deciding)),
            |operands| {
                if settled(operands) {
                    Self::from(deciding)
                } else {
                    unknown_result(Type::BOOL)
                }
            },
        )
    }
}
