//! Decoder specifications, type expressions and dynamic blocks.

use crate::Code;

/// An invalid type expression.
pub const INVALID_TYPE: Code = Code::new(
    "hcl2::decode::invalid-type",
    "A type is `string`, `number`, `bool`, or one of `list(…)`, `set(…)`, `map(…)`, `tuple([…])` and `object({…})`. \
     A type constraint may also use `any`, and `optional(…)` around the type of an attribute.",
);

/// A default value of the wrong type.
pub const INVALID_DEFAULT: Code = Code::new(
    "hcl2::decode::invalid-default",
    "The default value of an optional attribute must convert to the attribute's type.",
);

/// An attribute value of the wrong type.
pub const WRONG_TYPE: Code = Code::new(
    "hcl2::decode::wrong-type",
    "The value of the attribute does not convert to the type that the specification requires. The message says where \
     they differ.",
);

/// More than one block where a single one is allowed.
pub const DUPLICATE_BLOCK: Code = Code::new(
    "hcl2::decode::duplicate-block",
    "Only one block of this type is allowed in a body. Remove the others, or merge them into the first.",
);

/// A required block is missing.
pub const MISSING_BLOCK: Code = Code::new(
    "hcl2::decode::missing-block",
    "A block of this type is required. Add it to the body that the range shows.",
);

/// Fewer blocks than required.
pub const TOO_FEW_BLOCKS: Code = Code::new(
    "hcl2::decode::too-few-blocks",
    "More blocks of this type are required. The message says how many.",
);

/// More blocks than allowed.
pub const TOO_MANY_BLOCKS: Code = Code::new(
    "hcl2::decode::too-many-blocks",
    "Fewer blocks of this type are allowed. Remove the one that the range shows and those after it.",
);

/// Blocks whose values have no common type.
pub const INCONSISTENT_BLOCKS: Code = Code::new(
    "hcl2::decode::inconsistent-blocks",
    "The blocks of this type become the elements of one collection, so an attribute must have the same type in all \
     of them.",
);

/// Two blocks with the same labels.
pub const DUPLICATE_LABELS: Code = Code::new(
    "hcl2::decode::duplicate-labels",
    "The labels of these blocks are keys, so they must be unique. Rename one of the blocks.",
);

/// A reference to a label that no enclosing block has.
pub const NO_SUCH_LABEL: Code = Code::new(
    "hcl2::decode::no-such-label",
    "The decoder specification refers to a block label, but it is not inside a block with that many labels.",
);

/// A failed transformation of a decoded value.
pub const TRANSFORM_FAILED: Code = Code::new(
    "hcl2::decode::transform-failed",
    "The application's transformation of the decoded value failed. The message says why.",
);

/// A decoder specification without a required nested one.
pub const MISSING_SPEC: Code = Code::new(
    "hcl2::decode::missing-spec",
    "A nested specification is missing, such as `object { … }` or `attr { … }`.",
);

/// A decoder specification with too many nested ones.
pub const EXTRANEOUS_SPEC: Code = Code::new(
    "hcl2::decode::extraneous-spec",
    "Only one nested specification is allowed here. To decode several things, put them into an `object` or `array`.",
);

/// A decoder specification that does not name what it decodes.
pub const MISSING_NAME: Code = Code::new(
    "hcl2::decode::missing-name",
    "The specification must name the attribute or block type that it reads, unless it is a property of an `object`: \
     then the label of the specification is the default.",
);

/// An invalid argument of a decoder specification.
pub const INVALID_ARGUMENT: Code = Code::new(
    "hcl2::decode::invalid-argument",
    "The argument has the wrong type, or its value is out of range. The message says what is expected.",
);

/// A map of blocks whose elements may differ in type.
pub const DYNAMIC_MAP: Code = Code::new(
    "hcl2::decode::dynamic-map",
    "All elements of a map have the same type, so `any` cannot be used inside `block_map`. Write the exact types.",
);

/// A default without an alternative.
pub const USELESS_DEFAULT: Code = Code::new(
    "hcl2::decode::useless-default",
    "A `default` with a single specification has the same meaning as that specification. Add the fallback, or remove \
     the `default`.",
);

/// A function parameter that is not a name.
pub const INVALID_PARAMETER: Code = Code::new(
    "hcl2::decode::invalid-parameter",
    "Parameters of a function are bare names: `params = [a, b]`, `variadic_param = rest`.",
);

/// An expression that is not a list constructor.
pub const NOT_A_LIST: Code = Code::new(
    "hcl2::decode::not-a-list",
    "The list is read without being evaluated, so its elements must be written in brackets.",
);

/// An iterator that is not a name.
pub const INVALID_ITERATOR: Code = Code::new(
    "hcl2::decode::invalid-iterator",
    "The `iterator` of a dynamic block is the name of a variable, without quotes, dots or brackets.",
);

/// A value that a dynamic block cannot iterate over.
pub const INVALID_FOR_EACH: Code = Code::new(
    "hcl2::decode::invalid-for-each",
    "The `for_each` of a dynamic block must be a list, set, map, tuple or object that is not null.",
);

/// A missing, extra or invalid label of a dynamic block.
pub const INVALID_LABEL: Code = Code::new(
    "hcl2::decode::invalid-label",
    "The `labels` of a dynamic block must be known strings, one for each label of the generated blocks.",
);

/// A dynamic block without content.
pub const MISSING_CONTENT: Code = Code::new(
    "hcl2::decode::missing-content",
    "A dynamic block must have a block `content { … }` for the bodies of the generated blocks.",
);

/// A dynamic block with more than one content.
pub const EXTRANEOUS_CONTENT: Code = Code::new(
    "hcl2::decode::extraneous-content",
    "A dynamic block has exactly one `content` block. Use another dynamic block for different content.",
);

/// A null where a value is required.
pub const NULL_VALUE: Code = Code::new(
    "hcl2::decode::null-value",
    "The application requires a value that is not null. Set one, or leave the attribute out if it is optional.",
);

/// An unknown value where a known one is required.
pub const UNKNOWN_VALUE: Code = Code::new(
    "hcl2::decode::unknown-value",
    "The application requires the value now, but it depends on something that is not known yet.",
);

/// A marked value where an unmarked one is required.
pub const MARKED_VALUE: Code = Code::new(
    "hcl2::decode::marked-value",
    "The value is marked, for example as sensitive, and the application would lose the mark here.",
);

/// A number out of the range of its type.
pub const OUT_OF_RANGE: Code = Code::new(
    "hcl2::decode::out-of-range",
    "The number is not a whole number, or not within the range that the message names.",
);

/// A value that the application rejects.
pub const INVALID_VALUE: Code = Code::new(
    "hcl2::decode::invalid-value",
    "The value does not fit what the application requires, or breaks one of its rules. The message says which.",
);

/// Items that exclude each other.
pub const CONFLICTING_ITEMS: Code = Code::new(
    "hcl2::decode::conflicting-items",
    "Two attributes or blocks exclude each other, or are two names of one. Remove one of them.",
);

/// An item without another one that it requires.
pub const MISSING_COMPANION: Code = Code::new(
    "hcl2::decode::missing-companion",
    "An attribute or block requires another one, which the message names. Add that one, or remove this one.",
);

/// A name that is not among the allowed ones.
pub const UNKNOWN_VARIANT: Code = Code::new(
    "hcl2::decode::unknown-variant",
    "Only certain names are allowed here. The message lists them.",
);

/// An expression of the wrong form for static analysis.
pub const NOT_STATIC: Code = Code::new(
    "hcl2::decode::not-static",
    "This expression is read without being evaluated, so it must have the form that the message describes: a bare \
     name such as `fast`, or a reference such as `a.b`. In JSON, write it as a string.",
);

/// A deprecated attribute or block.
pub const DEPRECATED: Code = Code::new(
    "hcl2::decode::deprecated",
    "The application still accepts this, but a later version may not. The message says what to write instead.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    INVALID_TYPE,
    INVALID_DEFAULT,
    WRONG_TYPE,
    DUPLICATE_BLOCK,
    MISSING_BLOCK,
    TOO_FEW_BLOCKS,
    TOO_MANY_BLOCKS,
    INCONSISTENT_BLOCKS,
    DUPLICATE_LABELS,
    NO_SUCH_LABEL,
    TRANSFORM_FAILED,
    MISSING_SPEC,
    EXTRANEOUS_SPEC,
    MISSING_NAME,
    INVALID_ARGUMENT,
    DYNAMIC_MAP,
    USELESS_DEFAULT,
    INVALID_PARAMETER,
    NOT_A_LIST,
    INVALID_ITERATOR,
    INVALID_FOR_EACH,
    INVALID_LABEL,
    MISSING_CONTENT,
    EXTRANEOUS_CONTENT,
    NULL_VALUE,
    UNKNOWN_VALUE,
    MARKED_VALUE,
    OUT_OF_RANGE,
    INVALID_VALUE,
    CONFLICTING_ITEMS,
    MISSING_COMPANION,
    UNKNOWN_VARIANT,
    NOT_STATIC,
    DEPRECATED,
];
