//! Bodies read with a schema, in either syntax.

use crate::Code;

/// An attribute that the schema requires is not there.
pub const MISSING_ATTRIBUTE: Code = Code::new(
    "hcl2::body::missing-attribute",
    "An attribute that must be set is not. Add it to the body that the range shows.",
);

/// An attribute is set twice.
pub const DUPLICATE_ATTRIBUTE: Code = Code::new(
    "hcl2::body::duplicate-attribute",
    "An attribute can be set once in a body. Remove all but one of its definitions.",
);

/// An attribute that the schema does not have.
pub const UNSUPPORTED_ATTRIBUTE: Code = Code::new(
    "hcl2::body::unsupported-attribute",
    "No attribute of that name is expected here. Check the spelling, or whether a block was meant.",
);

/// A block of a type that the schema does not have.
pub const UNSUPPORTED_BLOCK: Code = Code::new(
    "hcl2::body::unsupported-block",
    "No blocks of that type are expected here. Check the spelling, or whether an attribute was meant.",
);

/// A block with fewer labels than its type takes.
pub const MISSING_LABEL: Code = Code::new(
    "hcl2::body::missing-label",
    "Blocks of this type have a label for each of the names that the message lists. Add those that are missing.",
);

/// A block with more labels than its type takes.
pub const EXTRANEOUS_LABEL: Code = Code::new(
    "hcl2::body::extraneous-label",
    "Blocks of this type have fewer labels. Remove those that are too many.",
);

/// A block where only attributes can be.
pub const UNEXPECTED_BLOCK: Code = Code::new(
    "hcl2::body::unexpected-block",
    "Only attributes can stand in this body, each as `name = value`. Remove the block, or write it as an attribute.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[
    MISSING_ATTRIBUTE,
    DUPLICATE_ATTRIBUTE,
    UNSUPPORTED_ATTRIBUTE,
    UNSUPPORTED_BLOCK,
    MISSING_LABEL,
    EXTRANEOUS_LABEL,
    UNEXPECTED_BLOCK,
];
