//! Codes of plans.

use crate::Code;

/// A part of the language that plans do not obey.
pub const UNSUPPORTED: Code = Code::new(
    "hcl2::plan::unsupported",
    "A part of the language that a plan does not obey, so that the plan would be wrong without it.",
);

/// Something that a partial plan does not know.
pub const INCOMPLETE: Code = Code::new(
    "hcl2::plan::incomplete",
    "A partial plan does not know something that Terraform would know, or leaves out what it would refuse. An answer makes \
     it known: a value of a variable, a schema, an installed module, or what a data source has.",
);

pub(super) const ALL: &[Code] = &[UNSUPPORTED, INCOMPLETE];
