//! Evaluation of expressions and templates.

use crate::Code;

/// A name that the evaluation context does not have.
pub const UNKNOWN_VARIABLE: Code = Code::new(
    "hcl2::expr::unknown-variable",
    "The expression refers to a variable that the evaluation context does not define. Check the spelling, or \
     define the variable.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[UNKNOWN_VARIABLE];
