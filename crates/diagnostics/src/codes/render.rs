//! Rendering files of other products.

use crate::Code;

/// Files whose language is not known.
pub const UNKNOWN_LANGUAGE: Code = Code::new(
    "hcl2::render::unknown-language",
    "Files are rendered in the language that their names show. Name files of one product, or select its language with \
     `--language`.",
);

/// Something that a product reads and that rendering does not.
pub const UNSUPPORTED: Code = Code::new(
    "hcl2::render::unsupported",
    "The product reads such a file or option, and rendering does not. The message says what to do instead.",
);

/// A group or target that does not exist.
pub const UNKNOWN_TARGET: Code = Code::new(
    "hcl2::render::unknown-target",
    "The bake files have no group or target of this name. Check the spelling, or name the file that declares it, too.",
);

/// A wrong `--set`.
pub const INVALID_OVERRIDE: Code = Code::new(
    "hcl2::render::invalid-override",
    "`--set` takes `TARGET.KEY=VALUE`: a target or a pattern, one of its keys, and a value that fits.",
);

/// A value that does not fit.
pub const INVALID_VALUE: Code = Code::new(
    "hcl2::render::invalid-value",
    "The product cannot use the value in this place. The message says which type or form it has there.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_LANGUAGE,
    UNSUPPORTED,
    UNKNOWN_TARGET,
    INVALID_OVERRIDE,
    INVALID_VALUE,
];
