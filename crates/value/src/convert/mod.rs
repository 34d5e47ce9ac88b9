//! Type conversion.

use std::fmt;

use crate::value::Repr;
use crate::{Number, Path, Type, Value};

/// Why a value has no counterpart in another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionError {
    /// The way to the first part that cannot be converted; empty for the value itself.
    pub path: Path,
    /// What is wrong with that part, in a clause without a full stop.
    pub reason: String,
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

impl Value {
    /// Converts the value to a type, safely or not.
    ///
    /// # Errors
    ///
    /// [`ConversionError`] where there is no conversion between the types or the value has no counterpart.
    pub fn convert(&self, ty: &Type) -> Result<Self, ConversionError> {
        if ty.is_dynamic() || self.ty() == ty {
            return Ok(self.clone());
        }
        let (value, marks) = self.unmark();
        let converted = match (&value.0, ty) {
            (Repr::Bool(truth), ty) if *ty == Type::STRING => {
                Self::from(if *truth { "true" } else { "false" })
            }
            (Repr::Number(number), ty) if *ty == Type::STRING => Self::from(number.to_string()),
            (Repr::String(text), ty) if *ty == Type::NUMBER => match Number::parse(text) {
                Ok(number) => Self::from(number),
                Err(_) => {
                    return Err(ConversionError {
                        path: Path::new(),
                        reason: "a number is required".into(),
                    });
                }
            },
            (Repr::Null(_), ty) => Self::null(ty.clone()),
            _ => {
                return Err(ConversionError {
                    path: Path::new(),
                    reason: format!("{} required", ty.friendly_name()),
                });
            }
        };
        Ok(converted.with_marks(&marks))
    }
}
