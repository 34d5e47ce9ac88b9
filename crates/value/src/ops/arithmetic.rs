//! Arithmetic and comparison of numbers.

use super::{OperationError, propagate, unknown_result};
use crate::value::Repr;
use crate::{ArithmeticError, Number, Refiner, Type, Value};

type Arithmetic = fn(&Number, &Number) -> Result<Number, ArithmeticError>;

/// Applies an operation to two numbers; `unknown` says what is known of the result where one of them is not.
fn arithmetic(
    a: &Value,
    b: &Value,
    operation: Arithmetic,
    unknown: fn(&Value, &Value, Arithmetic) -> Value,
) -> Result<Value, OperationError> {
    let compute = |a: &Number, b: &Number| {
        operation(a, b)
            .map(Value::from)
            .map_err(OperationError::Undefined)
    };
    if let (Repr::Number(a), Repr::Number(b)) = (&a.0, &b.0) {
        return compute(a, b);
    }
    propagate(
        [a, b],
        &Type::NUMBER,
        |[a, b]| match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => compute(a, b),
            _ => Ok(unknown_result(Type::NUMBER)),
        },
        |[a, b]| unknown(a, b, operation),
    )
}

/// An unknown result of which nothing but its type is known.
fn anywhere(_: &Value, _: &Value, _: Arithmetic) -> Value {
    unknown_result(Type::NUMBER)
}

/// The unknown result of an operation that is monotonic in each operand: it lies between the results for the
/// limits of the operands.
fn between_limits(a: &Value, b: &Value, operation: Arithmetic) -> Value {
    let unknown = unknown_result(Type::NUMBER);
    let ((a_min, a_max), (b_min, b_max)) = (a.number_bounds(), b.number_bounds());
    let corners = [
        (&a_min, &b_min),
        (&a_min, &b_max),
        (&a_max, &b_min),
        (&a_max, &b_max),
    ];
    let results: Result<Vec<Number>, ArithmeticError> = corners
        .iter()
        .map(|(a, b)| operation(&a.number, &b.number))
        .collect();
    // Infinite limits that have no result leave the result without limits.
    let Ok(mut results) = results else {
        return unknown;
    };
    results.sort();
    let (Some(least), Some(most)) = (results.first(), results.last()) else {
        return unknown;
    };
    let refined = unknown
        .clone()
        .refine()
        .number_lower_bound(least.clone(), true)
        .and_then(|refiner| refiner.number_upper_bound(most.clone(), true));
    refined.map_or(unknown, Refiner::build)
}

/// Applies an operation to one number; `unknown` makes the result where it is not known.
fn of_one(
    value: &Value,
    operation: fn(&Number) -> Number,
    unknown: impl FnOnce() -> Value,
) -> Result<Value, OperationError> {
    propagate(
        [value],
        &Type::NUMBER,
        |[number]| {
            Ok(number
                .as_number()
                .map_or(Value::DYNAMIC, |number| Value::from(operation(number))))
        },
        |_| unknown(),
    )
}

/// Whether one of two numbers, each somewhere in its range, is less than the other, if the ranges tell.
fn less_by_range(a: &Value, b: &Value) -> Option<bool> {
    let ((a_min, a_max), (b_min, b_max)) = (a.number_bounds(), b.number_bounds());
    if a_max.number < b_min.number {
        return Some(true);
    }
    (a_min.number > b_max.number).then_some(false)
}

fn less(a: &Value, b: &Value) -> Result<Value, OperationError> {
    if let (Repr::Number(a), Repr::Number(b)) = (&a.0, &b.0) {
        return Ok(Value::from(a < b));
    }
    propagate(
        [a, b],
        &Type::NUMBER,
        |[a, b]| Ok(Value::from(a.as_number() < b.as_number())),
        |[a, b]| {
            let known = less_by_range(a, b);
            known.map_or_else(|| unknown_result(Type::BOOL), Value::from)
        },
    )
}

fn greater(a: &Value, b: &Value) -> Result<Value, OperationError> {
    less(b, a).map_err(|error| match error {
        OperationError::NullOperand(operand) => OperationError::NullOperand(1 - operand),
        OperationError::WrongType {
            operand,
            expected,
            found,
        } => OperationError::WrongType {
            operand: 1 - operand,
            expected,
            found,
        },
        other => other,
    })
}

/// Arithmetic operators.
///
/// Each takes numbers that may be unknown or marked. Sums, differences and products of unknown numbers lie within
/// limits, where those of the operands give some.
///
/// # Errors
///
/// [`OperationError`] where an operand is null or not a number, or the result is not defined.
impl Value {
    /// The sum.
    ///
    /// # Errors
    ///
    /// [`OperationError`]; opposing infinities have no sum.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// assert_eq!(Value::from(1).add(&Value::from(2))?, Value::from(3));
    /// let unknown = Value::from(1).add(&Value::unknown(Type::NUMBER))?;
    /// assert_eq!(unknown, Value::unknown_not_null(Type::NUMBER));
    /// let port = Value::unknown(Type::NUMBER).refine().number_lower_bound(80.into(), true)?.build();
    /// assert_eq!(port.add(&Value::from(1))?.number_bounds().0.number, 81.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&self, other: &Self) -> Result<Self, OperationError> {
        arithmetic(self, other, Number::add, between_limits)
    }

    /// The difference.
    ///
    /// # Errors
    ///
    /// [`OperationError`]; equal infinities have no difference.
    pub fn sub(&self, other: &Self) -> Result<Self, OperationError> {
        arithmetic(self, other, Number::sub, between_limits)
    }

    /// The product.
    ///
    /// # Errors
    ///
    /// [`OperationError`]; zero and infinity have no product.
    pub fn mul(&self, other: &Self) -> Result<Self, OperationError> {
        arithmetic(self, other, Number::mul, between_limits)
    }

    /// The quotient; a number other than zero divided by zero is infinite.
    ///
    /// # Errors
    ///
    /// [`OperationError`]; zero by zero and infinity by infinity have no quotient.
    pub fn div(&self, other: &Self) -> Result<Self, OperationError> {
        arithmetic(self, other, Number::div, anywhere)
    }

    /// The remainder of the division that rounds towards zero.
    ///
    /// # Errors
    ///
    /// [`OperationError`]; zero and infinity have no remainder.
    pub fn rem(&self, other: &Self) -> Result<Self, OperationError> {
        arithmetic(self, other, Number::rem, anywhere)
    }

    /// The negated number.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where the operand is null or not a number.
    pub fn neg(&self) -> Result<Self, OperationError> {
        of_one(self, Number::neg, || unknown_result(Type::NUMBER))
    }

    /// The number without its sign; an unknown one is at least zero.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where the operand is null or not a number.
    pub fn abs(&self) -> Result<Self, OperationError> {
        of_one(self, Number::abs, || {
            let unknown = unknown_result(Type::NUMBER);
            let refined = unknown.clone().refine().number_lower_bound(Number::ZERO, true);
            refined.map_or(unknown, Refiner::build)
        })
    }

    /// Whether the number is less than another. The ranges of unknown numbers may decide it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a number.
    pub fn less_than(&self, other: &Self) -> Result<Self, OperationError> {
        less(self, other)
    }

    /// Whether the number is greater than another. The ranges of unknown numbers may decide it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a number.
    pub fn greater_than(&self, other: &Self) -> Result<Self, OperationError> {
        greater(self, other)
    }

    /// Whether the number is less than another or equal to it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a number.
    pub fn less_than_or_equal(&self, other: &Self) -> Result<Self, OperationError> {
        less(self, other)?.or(&self.equals(other))
    }

    /// Whether the number is greater than another or equal to it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] where an operand is null or not a number.
    pub fn greater_than_or_equal(&self, other: &Self) -> Result<Self, OperationError> {
        greater(self, other)?.or(&self.equals(other))
    }
}
