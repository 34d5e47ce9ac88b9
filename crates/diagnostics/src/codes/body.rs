//! Bodies read with a schema, in either syntax.

use crate::Code;

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[];
