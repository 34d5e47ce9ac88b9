//! The JSON syntax.

use crate::Code;

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[];
