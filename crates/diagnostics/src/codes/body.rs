//! Bodies and their schemas, in either syntax.

use crate::Code;

/// A required attribute is missing.
pub const MISSING_ATTRIBUTE: Code = Code::new(
    "hcl2::body::missing-attribute",
    "A required attribute is not set. Add it to the body that the range shows.",
);

/// An attribute is set more than once.
pub const DUPLICATE_ATTRIBUTE: Code = Code::new(
    "hcl2::body::duplicate-attribute",
    "An attribute can be set only once in a body. Remove all but one of its definitions.",
);

/// The schema has no such attribute.
pub const UNSUPPORTED_ATTRIBUTE: Code = Code::new(
    "hcl2::body::unsupported-attribute",
    "No attribute of this name is expected here. Check the spelling, or whether a block was meant.",
);

/// The schema has no such block type.
pub const UNSUPPORTED_BLOCK: Code = Code::new(
    "hcl2::body::unsupported-block",
    "No block of this type is expected here. Check the spelling, or whether an attribute was meant.",
);

/// A block has fewer labels than its type requires.
pub const MISSING_LABEL: Code = Code::new(
    "hcl2::body::missing-label",
    "A block of this type has one label for each name that the message lists. Add the missing labels.",
);

/// A block has more labels than its type allows.
pub const EXTRANEOUS_LABEL: Code = Code::new(
    "hcl2::body::extraneous-label",
    "A block of this type has fewer labels. Remove the extra ones.",
);

/// A block in a body that only allows attributes.
pub const UNEXPECTED_BLOCK: Code = Code::new(
    "hcl2::body::unexpected-block",
    "Only attributes of the form `name = value` are allowed in this body. Remove the block, or write it as an \
     attribute.",
);

/// A schema that expects one name twice.
pub const CONTRADICTORY_SCHEMA: Code = Code::new(
    "hcl2::body::contradictory-schema",
    "The application expects the same name in this body twice, as two attributes, two block types, or one of each. This \
     is a mistake in the application, not in the file: each name may stand in a schema once.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    MISSING_ATTRIBUTE,
    DUPLICATE_ATTRIBUTE,
    UNSUPPORTED_ATTRIBUTE,
    UNSUPPORTED_BLOCK,
    MISSING_LABEL,
    EXTRANEOUS_LABEL,
    UNEXPECTED_BLOCK,
    CONTRADICTORY_SCHEMA,
];
