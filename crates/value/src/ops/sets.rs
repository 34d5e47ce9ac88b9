//! Membership in sets.

use super::access::joint_marks;
use super::{OperationError, unknown_result};
use crate::{Type, Value};

impl Value {
    /// Whether a set has an element equal to `element`.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where the value is null or not a set.
    pub fn has_element(&self, element: &Self) -> Result<Self, OperationError> {
        let marks = joint_marks(self, element);
        let (set, element) = (self.bare(), element.bare());
        if set.is_null() {
            return Err(OperationError::NullOperand(0));
        }
        let open = || unknown_result(Type::BOOL);
        let result = if set.is_dynamic() {
            open()
        } else if let Some(element_type) = set.ty().element_type().filter(|_| set.ty().is_set()) {
            if !set.is_known() {
                open()
            } else if !element.ty().is_dynamic() && element.ty() != element_type {
                Self::from(false)
            } else if !element.is_wholly_known() {
                open()
            } else {
                match set.set_has(element) {
                    Some(false) if !set.is_wholly_known() => open(),
                    found => Self::from(found == Some(true)),
                }
            }
        } else {
            return Err(OperationError::NotCompound(set.ty().clone()));
        };
        Ok(result.with_marks(&marks))
    }
}
