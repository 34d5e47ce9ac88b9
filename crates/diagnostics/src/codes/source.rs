//! Files and their bytes.

use crate::Code;

/// The bytes are not UTF-8.
pub const INVALID_UTF8: Code = Code::new(
    "hcl2::source::invalid-utf8",
    "The file is not UTF-8 text. Save it in that encoding; the range covers the first bytes that are not.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[INVALID_UTF8];
