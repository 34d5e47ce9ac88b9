//! Membership in sets, and operations on two sets.

use super::access::joint_marks;
use super::{OperationError, unknown_result};
use crate::value::Membership;
use crate::{Marks, Type, Value};

/// Operations on sets.
impl Value {
    /// Returns whether a set has an element equal to `element`.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the value is null or not a set.
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

    /// Returns the elements of either set. As for the other operations on two sets, the time is linear in the number
    /// of elements.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a set, or the sets have different types.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use hcl2_value::{OperationError, Value};
    ///
    /// let set = |items: &[u8]| Value::from(BTreeSet::from_iter(items.iter().copied()));
    /// let (a, b) = (set(&[1, 2]), set(&[2, 3]));
    /// assert_eq!(a.set_union(&b)?, set(&[1, 2, 3]));
    /// assert_eq!(a.set_intersection(&b)?, set(&[2]));
    /// assert_eq!(a.set_difference(&b)?, set(&[1]));
    /// assert_eq!(a.set_symmetric_difference(&b)?, set(&[1, 3]));
    /// # Ok::<(), OperationError>(())
    /// ```
    pub fn set_union(&self, other: &Self) -> Result<Self, OperationError> {
        // A set may have unknown elements, so a union is known if its operands are.
        self.combine(other, |_| true, |a, b| (a.0.max(b.0), sum(a.1, b.1)), true)
    }

    /// Returns the elements of both sets.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a set, or the sets have different types.
    pub fn set_intersection(&self, other: &Self) -> Result<Self, OperationError> {
        self.combine(
            other,
            |found| found == Membership::Both,
            |a, b| (0, least(a.1, b.1)),
            false,
        )
    }

    /// Returns the elements of this set that are not in the other.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a set, or the sets have different types.
    pub fn set_difference(&self, other: &Self) -> Result<Self, OperationError> {
        self.combine(other, |found| found == Membership::First, |a, _| (0, a.1), false)
    }

    /// Returns the elements that are in exactly one of the sets.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a set, or the sets have different types.
    pub fn set_symmetric_difference(&self, other: &Self) -> Result<Self, OperationError> {
        self.combine(
            other,
            |found| found != Membership::Both,
            |a, b| (0, sum(a.1, b.1)),
            false,
        )
    }

    /// Returns the set of the elements that `keep` accepts. If unknown elements leave that open, the result is an
    /// unknown set, and `length` computes its length bounds from those of the operands.
    fn combine(
        &self,
        other: &Self,
        keep: impl Fn(Membership) -> bool,
        length: impl Fn(Length, Length) -> Length,
        may_hold_unknown: bool,
    ) -> Result<Self, OperationError> {
        let marks: Marks = joint_marks(self, other);
        let (a, b) = (self.bare(), other.bare());
        for (operand, set) in [a, b].into_iter().enumerate() {
            if set.is_null() {
                return Err(OperationError::NullOperand(operand));
            }
            if !set.is_dynamic() && !set.ty().is_set() {
                return Err(OperationError::WrongType {
                    operand,
                    expected: Type::set(Type::DYNAMIC),
                    found: set.ty().clone(),
                });
            }
        }
        if a.is_dynamic() || b.is_dynamic() {
            let known = if a.is_dynamic() { b } else { a };
            return Ok(unknown_result(known.ty().clone()).with_marks(&marks));
        }
        if a.ty() != b.ty() {
            return Err(OperationError::WrongType {
                operand: 1,
                expected: a.ty().clone(),
                found: b.ty().clone(),
            });
        }
        let settled = may_hold_unknown || (a.is_wholly_known() && b.is_wholly_known());
        let merged = if settled { a.merged_with(b, keep) } else { None };
        let result = merged.unwrap_or_else(|| {
            let bounds = |set: &Self| set.length_bounds().unwrap_or((0, None));
            let (least, most) = length(bounds(a), bounds(b));
            unknown_result(a.ty().clone()).refine_length(least, most)
        });
        Ok(result.with_marks(&marks))
    }
}

/// The least and greatest number of elements of a set; `None` if there is no limit.
type Length = (u64, Option<u64>);

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a?.checked_add(b?)
}

fn least(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
