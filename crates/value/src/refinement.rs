//! Refinements, which state what is known about an unknown value.

use std::fmt;

use crate::{Number, Str, Type};

/// A limit of an unknown number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The limit.
    pub number: Number,
    /// Whether the number may be equal to the limit.
    pub inclusive: bool,
}

/// What is known about an unknown value.
///
/// [`Value::refine`](crate::Value::refine) adds to it.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Refinement, RefinementError, Type, Value};
///
/// let url = Value::unknown(Type::STRING).refine().not_null()?.string_prefix("https://")?.build();
/// let refinement = url.refinement().unwrap_or(&Refinement::NONE);
/// assert!(refinement.is_not_null());
/// assert_eq!(refinement.prefix(), "https://");
/// assert_eq!(url.equals(&Value::from("ftp://x")), Value::from(false));
/// # Ok::<(), RefinementError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Refinement {
    pub(crate) not_null: bool,
    pub(crate) prefix: Option<Str>,
    pub(crate) lower: Option<Bound>,
    pub(crate) upper: Option<Bound>,
    pub(crate) length_min: u64,
    pub(crate) length_max: Option<u64>,
}

impl Refinement {
    /// The empty refinement: nothing is known.
    pub const NONE: Self = Self {
        not_null: false,
        prefix: None,
        lower: None,
        upper: None,
        length_min: 0,
        length_max: None,
    };

    /// The refinement of a value that will not be null.
    pub(crate) const NOT_NULL: Self = Self {
        not_null: true,
        ..Self::NONE
    };

    /// Returns whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Returns whether the value is certainly not null.
    #[must_use]
    pub fn is_not_null(&self) -> bool {
        self.not_null
    }

    /// Returns the known prefix of a string, possibly empty.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or("")
    }

    /// Returns the lower limit of a number.
    #[must_use]
    pub fn lower(&self) -> Option<&Bound> {
        self.lower.as_ref()
    }

    /// Returns the upper limit of a number.
    #[must_use]
    pub fn upper(&self) -> Option<&Bound> {
        self.upper.as_ref()
    }

    /// Returns the least number of elements of a collection.
    #[must_use]
    pub fn length_min(&self) -> u64 {
        self.length_min
    }

    /// Returns the greatest number of elements of a collection; `None` if there is no limit.
    #[must_use]
    pub fn length_max(&self) -> Option<u64> {
        self.length_max
    }
}

impl Default for Refinement {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.not_null {
            parts.push("not null".to_owned());
        }
        if let Some(prefix) = &self.prefix {
            parts.push(format!("starts with {prefix:?}"));
        }
        if let Some(bound) = &self.lower {
            parts.push(format!(
                "{} {}",
                if bound.inclusive { ">=" } else { ">" },
                bound.number
            ));
        }
        if let Some(bound) = &self.upper {
            parts.push(format!(
                "{} {}",
                if bound.inclusive { "<=" } else { "<" },
                bound.number
            ));
        }
        if self.length_min > 0 {
            parts.push(format!("length >= {}", self.length_min));
        }
        if let Some(max) = self.length_max {
            parts.push(format!("length <= {max}"));
        }
        f.write_str(&parts.join(", "))
    }
}

/// The reason why a value cannot be refined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefinementError {
    /// Values of this type do not have the property.
    WrongType(Type),
    /// The refinement contradicts the value or another refinement.
    Contradiction,
}

impl fmt::Display for RefinementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType(ty) => write!(f, "values of type {} have no such refinement", ty.friendly_name()),
            Self::Contradiction => f.write_str("the refinement contradicts what is known about the value"),
        }
    }
}

impl std::error::Error for RefinementError {}
