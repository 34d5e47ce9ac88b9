//! What the command line itself can get wrong.

use crate::Code;

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[];
