//! Rendering files of other products.

use crate::Code;

/// Files whose language is not known.
pub const UNKNOWN_LANGUAGE: Code = Code::new(
    "hcl2::render::unknown-language",
    "Files are rendered in the language that their names show. Name files of one product, or select its language with \
     `--language`.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[UNKNOWN_LANGUAGE];
