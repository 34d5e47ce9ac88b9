//! Parameters of functions.

use crate::Type;

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name, for documentation and messages.
    pub name: &'static str,
    /// The purpose, in a sentence; may be empty.
    pub description: &'static str,
    /// The type specification that arguments must match.
    pub ty: Type,
    /// Whether null is accepted.
    pub allow_null: bool,
    /// Whether the function receives unknown values.
    pub allow_unknown: bool,
    /// Whether the function receives values of the dynamic pseudo-type.
    pub allow_dynamic: bool,
    /// Whether arguments keep their marks, for the function to handle.
    pub allow_marked: bool,
}

impl Parameter {
    /// Creates a parameter that accepts known values of a type other than null. Marks of its argument become marks of
    /// the result.
    #[must_use]
    pub const fn new(name: &'static str, ty: Type) -> Self {
        Self {
            name,
            description: "",
            ty,
            allow_null: false,
            allow_unknown: false,
            allow_dynamic: false,
            allow_marked: false,
        }
    }

    /// Sets the description of the parameter.
    #[must_use]
    pub const fn describe(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// Accepts null.
    #[must_use]
    pub const fn allow_null(mut self) -> Self {
        self.allow_null = true;
        self
    }

    /// Passes unknown values to the function.
    #[must_use]
    pub const fn allow_unknown(mut self) -> Self {
        self.allow_unknown = true;
        self
    }

    /// Passes values of the dynamic pseudo-type to the function.
    #[must_use]
    pub const fn allow_dynamic(mut self) -> Self {
        self.allow_dynamic = true;
        self
    }

    /// Leaves marks on arguments.
    #[must_use]
    pub const fn allow_marked(mut self) -> Self {
        self.allow_marked = true;
        self
    }
}
