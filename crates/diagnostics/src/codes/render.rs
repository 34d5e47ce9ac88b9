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

/// A value that only a program, a cloud or a state knows.
pub const UNKNOWN: Code = Code::new(
    "hcl2::render::unknown",
    "A value that is not known, since nothing runs: it comes from a program, a cloud, an environment that may not be read, or a \
     state that is not given. The note says why, and what makes it known.",
);

/// A path that is needed and not known.
pub const UNKNOWN_PATH: Code = Code::new(
    "hcl2::render::unknown-path",
    "The path of an included file depends on something that is not known. Write it so that it follows from the files alone.",
);

/// An included file that includes another one.
pub const NESTED_INCLUDE: Code = Code::new(
    "hcl2::render::nested-include",
    "An included file includes another one, which Terragrunt refuses. Include both in the unit.",
);

/// A unit that is needed and does not exist.
pub const MISSING_UNIT: Code = Code::new(
    "hcl2::render::missing-unit",
    "A dependency, a unit or stack of a stack, or the source of a unit names a directory that does not exist or may not be \
     read. Fix the path, or allow to read it with `--allow-read`.",
);

/// A module of a unit that is not on this machine.
pub const NOT_DOWNLOADED: Code = Code::new(
    "hcl2::render::not-downloaded",
    "The module of a unit is in a registry or another repository, and nothing is downloaded. Set `source` to the path of a \
     checkout to plan it.",
);

/// Stacks that generate each other.
pub const STACK_CYCLE: Code = Code::new(
    "hcl2::render::stack-cycle",
    "Stacks that generate each other without an end. Change the source of one of them.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_LANGUAGE,
    UNSUPPORTED,
    UNKNOWN_TARGET,
    INVALID_OVERRIDE,
    INVALID_VALUE,
    UNKNOWN,
    UNKNOWN_PATH,
    NESTED_INCLUDE,
    MISSING_UNIT,
    NOT_DOWNLOADED,
    STACK_CYCLE,
];
