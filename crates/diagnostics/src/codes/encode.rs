//! Values to be written in either syntax.

use crate::Code;

/// A value without a form in the language.
pub const UNREPRESENTABLE: Code = Code::new(
    "hcl2::encode::unrepresentable",
    "The value has a part that no syntax can express: an unknown value, a mark, an infinite number, a value of an \
     application's own type, or a name that is not an identifier. The message names the part.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[UNREPRESENTABLE];
