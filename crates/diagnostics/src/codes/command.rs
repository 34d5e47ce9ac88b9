//! The command line.

use crate::Code;

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[];
