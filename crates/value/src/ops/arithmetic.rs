//! Arithmetic and comparison of numbers.
//!
//! Each operation has two parts. The first is inlined into the caller and serves known numbers without marks. The
//! second is not inlined, and propagates nulls, unknown values and marks.

use super::{OperationError, propagate, unknown_result};
use crate::value::Repr;
use crate::{ArithmeticError, Number, Refiner, Type, Value};

type Arithmetic = fn(&Number, &Number) -> Result<Number, ArithmeticError>;

/// Returns the numbers of two known, unmarked operands.
#[inline]
fn numbers<'a>(a: &'a Value, b: &'a Value) -> Option<(&'a Number, &'a Number)> {
    match (&a.0, &b.0) {
        (Repr::Number(a), Repr::Number(b)) => Some((a, b)),
        _ => None,
    }
}

/// Applies an operation to any two operands. `unknown` returns the unknown result with its refinement if one of them
/// is unknown.
#[inline(never)]
fn arithmetic(
    a: &Value,
    b: &Value,
    operation: Arithmetic,
    unknown: fn(&Value, &Value, Arithmetic) -> Value,
) -> Result<Value, OperationError> {
    propagate(
        [a, b],
        &Type::NUMBER,
        |[a, b]| match numbers(a, b) {
            Some((a, b)) => operation(a, b)
                .map(Value::from)
                .map_err(OperationError::Undefined),
            None => Ok(unknown_result(Type::NUMBER)),
        },
        |[a, b]| unknown(a, b, operation),
    )
}

/// Returns an unknown number without limits.
fn anywhere(_: &Value, _: &Value, _: Arithmetic) -> Value {
    unknown_result(Type::NUMBER)
}

/// Returns the unknown result of an operation that is monotonic in each operand. It lies between the results for the
/// limits of the operands.
///
/// The precision of the operands is unknown too, and results are rounded to it. Rounding never crosses a whole number
/// that even a double can represent, so the result only has limits if they are such numbers.
fn between_limits(a: &Value, b: &Value, operation: Arithmetic) -> Value {
    let unknown = unknown_result(Type::NUMBER);
    let ((a_min, a_max), (b_min, b_max)) = (a.number_bounds(), b.number_bounds());
    let corners = [
        (&a_min, &b_min),
        (&a_min, &b_max),
        (&a_max, &b_min),
        (&a_max, &b_max),
    ];
    let is_whole = |number: &Number| number.is_integer() || number.is_infinite();
    let results: Option<Vec<Number>> = corners
        .iter()
        .map(|(a, b)| {
            let result = operation(&a.number, &b.number).ok()?;
            let is_crossed = !is_whole(&a.number) || !is_whole(&b.number) || f64::try_from(&result).is_err();
            (!is_crossed).then_some(result)
        })
        .collect();
    // If infinite limits have no result, the result has no limits.
    let Some(mut results) = results else {
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

/// Applies an operation to any operand. `unknown` returns the result if the operand is unknown.
#[inline(never)]
fn unary(
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

/// Returns whether `a` is less than `b` if their ranges decide it.
fn less_by_range(a: &Value, b: &Value) -> Option<bool> {
    let ((a_min, a_max), (b_min, b_max)) = (a.number_bounds(), b.number_bounds());
    if a_max.number < b_min.number {
        return Some(true);
    }
    (a_min.number > b_max.number).then_some(false)
}

/// Compares any two operands.
#[inline(never)]
fn less(a: &Value, b: &Value) -> Result<Value, OperationError> {
    propagate(
        [a, b],
        &Type::NUMBER,
        |[a, b]| {
            Ok(Value::from(
                numbers(a, b).is_some_and(|(a, b)| a.cmp_exact(b).is_lt()),
            ))
        },
        |[a, b]| {
            let known = less_by_range(a, b);
            known.map_or_else(|| unknown_result(Type::BOOL), Value::from)
        },
    )
}

/// Compares any two operands in reverse order.
#[inline(never)]
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
/// The operands are numbers, possibly unknown or marked. Sums, differences and products of unknown numbers lie
/// within limits if the operands lie within limits that are whole numbers.
///
/// # Errors
///
/// Each returns an [`OperationError`] if an operand is null or not a number, or the result is not defined.
impl Value {
    /// Returns the sum.
    ///
    /// # Errors
    ///
    /// [`OperationError`], also for opposing infinities.
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
    #[inline]
    pub fn add(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other)
            && let Ok(result) = a.add(b)
        {
            return Ok(Self::from(result));
        }
        arithmetic(self, other, Number::add, between_limits)
    }

    /// Returns the difference.
    ///
    /// # Errors
    ///
    /// [`OperationError`], also for equal infinities.
    #[inline]
    pub fn sub(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other)
            && let Ok(result) = a.sub(b)
        {
            return Ok(Self::from(result));
        }
        arithmetic(self, other, Number::sub, between_limits)
    }

    /// Returns the product.
    ///
    /// # Errors
    ///
    /// [`OperationError`], also for zero and an infinity.
    #[inline]
    pub fn mul(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other)
            && let Ok(result) = a.mul(b)
        {
            return Ok(Self::from(result));
        }
        arithmetic(self, other, Number::mul, between_limits)
    }

    /// Returns the quotient. A number other than zero divided by zero is infinite.
    ///
    /// # Errors
    ///
    /// [`OperationError`], also for zero by zero and an infinity by an infinity.
    #[inline]
    pub fn div(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other)
            && let Ok(result) = a.div(b)
        {
            return Ok(Self::from(result));
        }
        arithmetic(self, other, Number::div, anywhere)
    }

    /// Returns the remainder of the division that rounds towards zero. A zero divisor leaves the dividend.
    ///
    /// # Errors
    ///
    /// [`OperationError`], also for an infinite operand.
    #[inline]
    pub fn rem(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other)
            && let Ok(result) = a.rem(b)
        {
            return Ok(Self::from(result));
        }
        arithmetic(self, other, Number::rem, anywhere)
    }

    /// Returns the negated number.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the operand is null or not a number.
    pub fn neg(&self) -> Result<Self, OperationError> {
        unary(self, Number::neg, || unknown_result(Type::NUMBER))
    }

    /// Returns the magnitude of the number. That of an unknown number is at least zero.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if the operand is null or not a number.
    pub fn abs(&self) -> Result<Self, OperationError> {
        unary(self, Number::abs, || {
            let unknown = unknown_result(Type::NUMBER);
            let refined = unknown.clone().refine().number_lower_bound(Number::ZERO, true);
            refined.map_or(unknown, Refiner::build)
        })
    }

    /// Returns whether the number is less than `other`. The ranges of unknown numbers may decide it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a number.
    #[inline]
    pub fn less_than(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other) {
            return Ok(Self::from(a.cmp_exact(b).is_lt()));
        }
        less(self, other)
    }

    /// Returns whether the number is greater than `other`. The ranges of unknown numbers may decide it.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a number.
    #[inline]
    pub fn greater_than(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other) {
            return Ok(Self::from(a.cmp_exact(b).is_gt()));
        }
        greater(self, other)
    }

    /// Returns whether the number is less than or equal to `other`.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a number.
    #[inline]
    pub fn less_than_or_equal(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other) {
            return Ok(Self::from(a.cmp_exact(b).is_lt() || a == b));
        }
        less(self, other)?.or(&self.equals(other))
    }

    /// Returns whether the number is greater than or equal to `other`.
    ///
    /// # Errors
    ///
    /// [`OperationError`] if an operand is null or not a number.
    #[inline]
    pub fn greater_than_or_equal(&self, other: &Self) -> Result<Self, OperationError> {
        if let Some((a, b)) = numbers(self, other) {
            return Ok(Self::from(a.cmp_exact(b).is_gt() || a == b));
        }
        greater(self, other)?.or(&self.equals(other))
    }
}
