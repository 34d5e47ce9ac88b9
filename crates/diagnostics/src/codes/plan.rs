//! Codes of plans.

use crate::Code;

/// A part of the language that plans do not obey.
pub const UNSUPPORTED: Code = Code::new(
    "hcl2::plan::unsupported",
    "A part of the language that a plan does not obey, so that the plan would be wrong without it.",
);

pub(super) const ALL: &[Code] = &[UNSUPPORTED];
