//! Evaluation of expressions and templates.

use crate::Code;

/// A name that the evaluation context does not have.
pub const UNKNOWN_VARIABLE: Code = Code::new(
    "hcl2::expr::unknown-variable",
    "The expression refers to a variable that the evaluation context does not define. Check the spelling, or \
     define the variable.",
);

/// A variable where none can be used.
pub const VARIABLES_NOT_ALLOWED: Code = Code::new(
    "hcl2::expr::variables-not-allowed",
    "The expression refers to a variable in a place where only literal values can stand. Write the value itself.",
);

/// An attribute or element of null.
pub const NULL_ACCESS: Code = Code::new(
    "hcl2::expr::null-access",
    "The value before the dot or bracket is null and so has no parts. Test it first, as in `x == null ? … : x.a`.",
);

/// An attribute that the object does not have.
pub const UNKNOWN_ATTRIBUTE: Code = Code::new(
    "hcl2::expr::unknown-attribute",
    "The object has no attribute, or the map no element, of that name. Check the spelling against its definition.",
);

/// An attribute of a value that has none.
pub const NO_ATTRIBUTES: Code = Code::new(
    "hcl2::expr::no-attributes",
    "Only objects and maps have attributes. For the attributes of all elements of a list use a splat, `[*]`.",
);

/// An index or key that leads to no element.
pub const INVALID_INDEX: Code = Code::new(
    "hcl2::expr::invalid-index",
    "There is no element with that index or key, or the value has no elements. Lists and tuples count from 0.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_VARIABLE,
    VARIABLES_NOT_ALLOWED,
    NULL_ACCESS,
    UNKNOWN_ATTRIBUTE,
    NO_ATTRIBUTES,
    INVALID_INDEX,
];
