//! Decoder specifications, type expressions and dynamic blocks.

use crate::Code;

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[];
