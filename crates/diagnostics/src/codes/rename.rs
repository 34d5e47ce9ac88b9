//! Renames of objects.

use crate::Code;

/// A name that an object cannot have.
pub const INVALID_NAME: Code = Code::new(
    "hcl2::rename::invalid-name",
    "The new name cannot be the name of such an object: it is not an identifier, or it is reserved.",
);

/// An object that is not declared.
pub const NOT_FOUND: Code = Code::new(
    "hcl2::rename::not-found",
    "Nothing with this address is declared in the module. Addresses are those of references, such as `var.NAME`, \
     `TYPE.NAME` or `module.NAME`, and `output.NAME`, `provider.NAME.ALIAS` and `run.NAME`.",
);

/// A name that is taken.
pub const COLLISION: Code = Code::new(
    "hcl2::rename::collision",
    "The new name is already that of another object of the same kind, or a caller or a file of values sets it. Choose \
     another name, or rename the other object first.",
);

/// A variable that would stand for something else.
pub const CAPTURED: Code = Code::new(
    "hcl2::rename::captured",
    "With the new name, a reference would mean something else: another `for` or dynamic block around it defines the name, or \
     the renamed variable hides what the name stands for. Choose another name.",
);

/// A rename that would leave problems.
pub const BROKEN: Code = Code::new(
    "hcl2::rename::broken",
    "A file that has the name cannot be read, or a check finds a new problem after the rename. Nothing was changed.",
);

/// A rename that could only be made by half.
pub const UNSUPPORTED: Code = Code::new(
    "hcl2::rename::unsupported",
    "The product keeps the name in its state and cannot be told that it changed, so everything of the object would be replaced; \
     or files that are read in other ways than by references have the name. Nothing was changed.",
);

/// Uses that cannot be seen.
pub const UNSEEN: Code = Code::new(
    "hcl2::rename::unseen",
    "The name may be used in places that a rename cannot see, such as environment variables, scripts, other repositories, or \
     a value that passes on a whole module. Look for it there.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    INVALID_NAME,
    NOT_FOUND,
    COLLISION,
    CAPTURED,
    BROKEN,
    UNSUPPORTED,
    UNSEEN,
];
