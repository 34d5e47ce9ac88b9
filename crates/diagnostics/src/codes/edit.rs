//! Edits of a file.

use crate::Code;

/// An edit that cannot be made.
pub const REFUSED: Code = Code::new(
    "hcl2::edit::refused",
    "The address is invalid or leads to nothing that can be edited so, or the edit would break the file. The file is \
     unchanged. The message says why.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[REFUSED];
