//! Refinements: what is known about an unknown value.

use std::fmt;

use crate::{Number, Str, Type};

/// A limit of an unknown number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The limit itself.
    pub number: Number,
    /// Whether the number may be equal to the limit.
    pub inclusive: bool,
}

/// What is known about an unknown value of some type.
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
    /// Nothing is known.
    pub const NONE: Self = Self {
        not_null: false,
        prefix: None,
        lower: None,
        upper: None,
        length_min: 0,
        length_max: None,
    };

    /// The value will not be null; nothing else is known.
    pub(crate) const NOT_NULL: Self = Self {
        not_null: true,
        ..Self::NONE
    };

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether the value will certainly not be null.
    #[must_use]
    pub fn is_not_null(&self) -> bool {
        self.not_null
    }

    /// What a string will start with; empty where that is not known.
    #[must_use]
    pub fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or("")
    }

    /// The limit below which a number will not lie.
    #[must_use]
    pub fn lower(&self) -> Option<&Bound> {
        self.lower.as_ref()
    }

    /// The limit above which a number will not lie.
    #[must_use]
    pub fn upper(&self) -> Option<&Bound> {
        self.upper.as_ref()
    }

    /// The least number of elements that a collection will have.
    #[must_use]
    pub fn length_min(&self) -> u64 {
        self.length_min
    }

    /// The greatest number of elements that a collection will have; `None` where there is no limit.
    #[must_use]
    pub fn length_max(&self) -> Option<u64> {
        self.length_max
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

/// A refinement contradicts the value, its type, or another refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefinementError {
    /// Values of this type have no such property to refine.
    WrongType(Type),
    /// No value can meet the refinement together with what is known already.
    Contradiction,
}

impl fmt::Display for RefinementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType(ty) => write!(f, "values of type {} cannot be refined so", ty.friendly_name()),
            Self::Contradiction => f.write_str("the refinement contradicts what is known about the value"),
        }
    }
}

impl std::error::Error for RefinementError {}
