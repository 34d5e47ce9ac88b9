//! Type conversion.
//!
//! [`conversion`] makes a plan from the two types. Applying the plan does not inspect types again, however many
//! elements the value has. Null, unknown and marked values are handled in one place, at every level of the plan.

mod apply;
mod capsule;
mod explain;
mod plan;
mod unify;
mod unknown;

use std::fmt;

use crate::{Path, Type, Value};
pub use capsule::CapsuleTypeBuilder;
use plan::Plan;
pub use unify::unify;

/// The conversions that are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// Only conversions that never fail and keep distinct values distinct.
    Safe,
    /// Also conversions that may fail or convert several values to the same one.
    Unsafe,
}

/// The reason why a value cannot be converted to another type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionError {
    /// The path to the first part that cannot be converted; empty for the value itself.
    pub path: Path,
    /// What is wrong with that part: a clause without a full stop.
    pub reason: String,
}

impl ConversionError {
    fn new(reason: impl Into<String>) -> Self {
        Self {
            path: Path::new(),
            reason: reason.into(),
        }
    }

    /// Returns the same error for a value that contains this one at `path`.
    fn below(mut self, path: Path) -> Self {
        if self.path.is_empty() {
            self.path = path;
        } else {
            self.path = path.steps().iter().chain(self.path.steps()).cloned().collect();
        }
        self
    }

    /// Returns the error of converting `value`. If a part of the value is marked, its path has no names, since these
    /// may be secrets too.
    fn concealing(mut self, value: &Value) -> Self {
        if value.contains_marked() {
            self.path = self.path.without_names();
        }
        self
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ConversionError {}

/// A conversion of values of one type to another.
#[derive(Clone, Debug)]
pub struct Conversion(Plan);

/// Returns the conversion from one type to another, if any. The target may be a constraint: a missing optional
/// attribute becomes null, and a dynamic part accepts any type.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Safety, Type, Value, conversion};
///
/// let to_strings = conversion(&Type::set(Type::NUMBER), &Type::list(Type::STRING), Safety::Safe).unwrap();
/// let numbers = Value::set(Type::NUMBER, [Value::from(2), Value::from(1)])?;
/// let strings = Value::list(Type::STRING, [Value::from("1"), Value::from("2")])?;
/// assert_eq!(to_strings.apply(&numbers), Ok(strings));
/// assert!(conversion(&Type::STRING, &Type::NUMBER, Safety::Safe).is_none());
/// # Ok::<(), hcl2_value::InconsistentTypes>(())
/// ```
#[must_use]
pub fn conversion(from: &Type, to: &Type, safety: Safety) -> Option<Conversion> {
    plan::plan(from, to, safety).map(Conversion)
}

impl Conversion {
    /// Converts a value of the conversion's source type.
    ///
    /// # Errors
    ///
    /// [`ConversionError`] if the value cannot be converted.
    pub fn apply(&self, value: &Value) -> Result<Value, ConversionError> {
        apply::apply(&self.0, value).map_err(|error| error.concealing(value))
    }
}

impl Value {
    /// Converts the value to a type, even by an unsafe conversion.
    ///
    /// # Errors
    ///
    /// [`ConversionError`] if there is no conversion between the types, or the value cannot be converted.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// assert_eq!(Value::from("8080").convert(&Type::NUMBER)?, Value::from(8080));
    /// assert_eq!(Value::from("http").convert(&Type::NUMBER).unwrap_err().to_string(), "a number is required");
    /// # Ok::<(), hcl2_value::ConversionError>(())
    /// ```
    pub fn convert(&self, ty: &Type) -> Result<Self, ConversionError> {
        if ty.is_dynamic() || self.ty() == ty {
            return Ok(self.clone());
        }
        if ty.has_optional_attributes() && *self.ty() == ty.without_optional_attributes() {
            return Ok(self.clone());
        }
        match plan::plan(self.ty(), ty, Safety::Unsafe) {
            Some(plan) => apply::apply(&plan, self),
            None => Err(explain::explain(self.ty(), ty)),
        }
        .map_err(|error| error.concealing(self))
    }
}
