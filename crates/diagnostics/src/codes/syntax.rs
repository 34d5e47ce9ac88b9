//! The native syntax: lexical elements, structure, expressions and templates as written.

use crate::Code;

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[];
