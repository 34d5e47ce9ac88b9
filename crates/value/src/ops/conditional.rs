//! The conditional operation.

use std::fmt;

use super::OperationError;
use crate::{Bound, ConversionError, RefinementError, Refiner, Safety, Type, Value, unify};

/// The reason why a conditional has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConditionalError {
    /// No type exists to which both results convert.
    Inconsistent,
    /// The condition is null or not a bool.
    Condition(OperationError),
    /// The chosen result does not convert to the type of both.
    Conversion(ConversionError),
}

impl fmt::Display for ConditionalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inconsistent => f.write_str("both results must be of one type, or convert to one"),
            Self::Condition(OperationError::NullOperand(_)) => f.write_str("the condition is null"),
            Self::Condition(error) => write!(f, "invalid condition: {error}"),
            Self::Conversion(error) => {
                write!(
                    f,
                    "the chosen result does not convert to the type of both: {error}"
                )
            }
        }
    }
}

impl std::error::Error for ConditionalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Inconsistent => None,
            Self::Condition(error) => Some(error),
            Self::Conversion(error) => Some(error),
        }
    }
}

/// Conditional.
impl Value {
    /// Returns `if_true` if this value is true and `if_false` if it is false, converted to the type of both.
    ///
    /// An unknown condition makes the result unknown, refined by what both have in common. A null of the dynamic
    /// pseudo-type takes the type of the other result. The marks of all three values become marks of the result.
    ///
    /// # Errors
    ///
    /// [`ConditionalError`] if the results have no common type, the condition is null or not a bool, or the chosen
    /// result does not convert to the common type.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// let (yes, no) = (Value::from(1), Value::from("none"));
    /// assert_eq!(Value::from(true).conditional(&yes, &no)?, Value::from("1"));
    /// let open = Value::unknown(Type::BOOL).conditional(&Value::from(1), &Value::from(3))?;
    /// assert_eq!(open.number_bounds().1.number, 3.into());
    /// # Ok::<(), hcl2_value::ConditionalError>(())
    /// ```
    pub fn conditional(&self, if_true: &Self, if_false: &Self) -> Result<Self, ConditionalError> {
        let ty = Self::conditional_type(if_true, if_false).ok_or(ConditionalError::Inconsistent)?;
        if self.is_null() {
            return Err(ConditionalError::Condition(OperationError::NullOperand(0)));
        }
        let condition = self.bare();
        if !condition.ty().is_dynamic() && *condition.ty() != Type::BOOL {
            return Err(ConditionalError::Condition(OperationError::WrongType {
                operand: 0,
                expected: Type::BOOL,
                found: condition.ty().clone(),
            }));
        }
        let result = match condition.as_bool() {
            Some(truth) => {
                let chosen = if truth { if_true.bare() } else { if_false.bare() };
                chosen.convert(&ty).map_err(ConditionalError::Conversion)?
            }
            None => undecided(&ty, if_true.bare(), if_false.bare()),
        };
        let marked = [self, if_true, if_false]
            .into_iter()
            .filter(|value| value.is_marked());
        Ok(marked.fold(result, |result, value| result.with_marks(&value.marks())))
    }

    /// Returns the type to which both results of a conditional convert, if any. It is the dynamic pseudo-type if the
    /// type of one is unknown.
    #[must_use]
    pub fn conditional_type(if_true: &Self, if_false: &Self) -> Option<Type> {
        let is_bare_null = |value: &Self| !value.is_marked() && value.is_null() && value.ty().is_dynamic();
        let (a, b) = (if_true.ty(), if_false.ty());
        if a == b || is_bare_null(if_false) {
            return Some(a.clone());
        }
        if is_bare_null(if_true) {
            return Some(b.clone());
        }
        if a.is_dynamic() || b.is_dynamic() {
            return Some(Type::DYNAMIC);
        }
        unify(&[a.clone(), b.clone()], Safety::Unsafe)
    }
}

/// Returns the result of the type `ty` for an unknown condition.
fn undecided(ty: &Type, if_true: &Value, if_false: &Value) -> Value {
    if if_true.is_null() && if_false.is_null() {
        return Value::null(ty.clone());
    }
    let unknown = Value::unknown(ty.clone());
    refined(unknown.clone().refine(), if_true, if_false).map_or(unknown, Refiner::build)
}

fn refined(refiner: Refiner, if_true: &Value, if_false: &Value) -> Result<Refiner, RefinementError> {
    let mut refiner = refiner;
    if if_true.is_definitely_not_null() && if_false.is_definitely_not_null() {
        refiner = refiner.not_null()?;
    }
    if if_true.ty() != if_false.ty() {
        return Ok(refiner);
    }
    if *if_true.ty() == Type::NUMBER {
        let ((low_a, high_a), (low_b, high_b)) = (if_true.number_bounds(), if_false.number_bounds());
        let low = if low_b.number < low_a.number {
            &low_b
        } else {
            &low_a
        };
        let high = if high_b.number > high_a.number {
            &high_b
        } else {
            &high_a
        };
        refiner = refiner
            .number_lower_bound(low.number.clone(), includes(low, &low_a, &low_b))?
            .number_upper_bound(high.number.clone(), includes(high, &high_a, &high_b))?;
    } else if if_true.ty().is_collection() {
        let bounds = |value: &Value| value.length_bounds().unwrap_or((0, None));
        let ((least_a, most_a), (least_b, most_b)) = (bounds(if_true), bounds(if_false));
        refiner = refiner.length_lower_bound(least_a.min(least_b))?;
        if let (Some(a), Some(b)) = (most_a, most_b) {
            refiner = refiner.length_upper_bound(a.max(b))?;
        }
    }
    Ok(refiner)
}

/// Returns whether the wider of the bounds `a` and `b` includes its number.
fn includes(wider: &Bound, a: &Bound, b: &Bound) -> bool {
    [a, b]
        .iter()
        .any(|bound| bound.number == wider.number && bound.inclusive)
}
