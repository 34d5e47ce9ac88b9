//! Decoder specifications, type expressions and dynamic blocks.

use crate::Code;

/// A type expression that is none.
pub const INVALID_TYPE: Code = Code::new(
    "hcl2::decode::invalid-type",
    "A type is `string`, `number`, `bool`, or built with `list(…)`, `set(…)`, `map(…)`, `tuple([…])` or \
     `object({…})`. A type constraint may also have `any`, and `optional(…)` around the type of an attribute.",
);

/// A default value that its attribute cannot have.
pub const INVALID_DEFAULT: Code = Code::new(
    "hcl2::decode::invalid-default",
    "The default value of an optional attribute must convert to the attribute's type.",
);

/// An attribute whose value does not convert to the wanted type.
pub const WRONG_TYPE: Code = Code::new(
    "hcl2::decode::wrong-type",
    "The value of the attribute does not convert to the type that the specification wants. The message says where \
     they differ.",
);

/// A second block where one is allowed.
pub const DUPLICATE_BLOCK: Code = Code::new(
    "hcl2::decode::duplicate-block",
    "One block of this type is allowed in a body. Remove the others, or merge them into the first.",
);

/// A block that must be there is not.
pub const MISSING_BLOCK: Code = Code::new(
    "hcl2::decode::missing-block",
    "A block of this type is required. Add it inside the body that the range shows.",
);

/// Fewer blocks than are required.
pub const TOO_FEW_BLOCKS: Code = Code::new(
    "hcl2::decode::too-few-blocks",
    "More blocks of this type are required. The message says how many.",
);

/// More blocks than are allowed.
pub const TOO_MANY_BLOCKS: Code = Code::new(
    "hcl2::decode::too-many-blocks",
    "Fewer blocks of this type are allowed. Remove those from the range on.",
);

/// Blocks whose values have no common type.
pub const INCONSISTENT_BLOCKS: Code = Code::new(
    "hcl2::decode::inconsistent-blocks",
    "The blocks of this type become elements of one collection, and so an attribute must have the same type in all of \
     them.",
);

/// Two blocks with the same labels.
pub const DUPLICATE_LABELS: Code = Code::new(
    "hcl2::decode::duplicate-labels",
    "The labels of these blocks are keys, and so no two blocks can have the same. Rename one of them.",
);

/// A label asked for where there is none.
pub const NO_SUCH_LABEL: Code = Code::new(
    "hcl2::decode::no-such-label",
    "The decoder specification asks for the label of a block in a place that is not inside a block with that many \
     labels.",
);

/// A transformation of a decoded value failed.
pub const TRANSFORM_FAILED: Code = Code::new(
    "hcl2::decode::transform-failed",
    "The function by which the application changes the decoded value rejected it. The message says why.",
);

/// A decoder specification lacks a nested one.
pub const MISSING_SPEC: Code = Code::new(
    "hcl2::decode::missing-spec",
    "A block that says what to decode is missing, such as `object { … }` or `attr { … }`.",
);

/// A decoder specification with too many nested ones.
pub const EXTRANEOUS_SPEC: Code = Code::new(
    "hcl2::decode::extraneous-spec",
    "One block that says what to decode is allowed here. To decode several things, put them into an `object` or `array`.",
);

/// A decoder specification without the name of what it decodes.
pub const MISSING_NAME: Code = Code::new(
    "hcl2::decode::missing-name",
    "The specification must name the attribute or block type that it reads, unless it is a property of an `object`, \
     whose label then counts.",
);

/// An argument of a decoder specification with an unusable value.
pub const INVALID_ARGUMENT: Code = Code::new(
    "hcl2::decode::invalid-argument",
    "The argument has the wrong type or a value out of range. The message says what is expected.",
);

/// A map of blocks whose elements may have several types.
pub const DYNAMIC_MAP: Code = Code::new(
    "hcl2::decode::dynamic-map",
    "All elements of a map have one type, and so `any` cannot be used inside `block_map`. Write the exact types.",
);

/// A default without an alternative.
pub const USELESS_DEFAULT: Code = Code::new(
    "hcl2::decode::useless-default",
    "A `default` with one specification is the same as that specification alone. Add the fallback, or remove the `default`.",
);

/// A parameter of a function that is no name.
pub const INVALID_PARAMETER: Code = Code::new(
    "hcl2::decode::invalid-parameter",
    "Parameters of a function are bare names: `params = [a, b]`, `variadic_param = rest`.",
);

/// An expression that must be written out as a list.
pub const NOT_A_LIST: Code = Code::new(
    "hcl2::decode::not-a-list",
    "The elements must be written out in brackets, because they are read without being evaluated.",
);

/// An iterator that is no name.
pub const INVALID_ITERATOR: Code = Code::new(
    "hcl2::decode::invalid-iterator",
    "The `iterator` of a dynamic block is the name of a variable, without quotes, dots or brackets.",
);

/// A value that a dynamic block cannot iterate over.
pub const INVALID_FOR_EACH: Code = Code::new(
    "hcl2::decode::invalid-for-each",
    "The `for_each` of a dynamic block takes a list, set, map, tuple or object that is not null.",
);

/// A label of a dynamic block that is missing, too many, or not text.
pub const INVALID_LABEL: Code = Code::new(
    "hcl2::decode::invalid-label",
    "The `labels` of a dynamic block give a known string for each label of the blocks that it makes.",
);

/// A dynamic block without content.
pub const MISSING_CONTENT: Code = Code::new(
    "hcl2::decode::missing-content",
    "A dynamic block has a block `content { … }` with what goes into each block that it makes.",
);

/// A dynamic block with several contents.
pub const EXTRANEOUS_CONTENT: Code = Code::new(
    "hcl2::decode::extraneous-content",
    "A dynamic block has one `content` only. Move what differs into another dynamic block.",
);

/// A null where a value is needed.
pub const NULL_VALUE: Code = Code::new(
    "hcl2::decode::null-value",
    "The application needs a value here, and `null` is none. Give a value, or leave the attribute out where it is optional.",
);

/// An unknown value where a known one is needed.
pub const UNKNOWN_VALUE: Code = Code::new(
    "hcl2::decode::unknown-value",
    "The application needs a value now, and this one depends on something that will be known only later.",
);

/// A marked value where an unmarked one is needed.
pub const MARKED_VALUE: Code = Code::new(
    "hcl2::decode::marked-value",
    "The value is marked, for instance as sensitive, and the application would lose the mark here.",
);

/// A number that the wanted type does not have.
pub const OUT_OF_RANGE: Code = Code::new(
    "hcl2::decode::out-of-range",
    "The number is not a whole number or not within the bounds that the message names.",
);

/// A value that the application rejects.
pub const INVALID_VALUE: Code = Code::new(
    "hcl2::decode::invalid-value",
    "The value does not fit what the application requires, or breaks one of its rules. The message says which.",
);

/// A name that is not one of those to choose from.
pub const UNKNOWN_VARIANT: Code = Code::new(
    "hcl2::decode::unknown-variant",
    "There is a fixed choice of names here. The message lists them.",
);

/// A value that must be written out.
pub const NOT_STATIC: Code = Code::new(
    "hcl2::decode::not-static",
    "This part is read without being evaluated, and so it must be written as the message says: a bare name such as \
     `fast`, or a reference such as `a.b`. In JSON the same is written in quotes.",
);

/// Something that should not be used any more.
pub const DEPRECATED: Code = Code::new(
    "hcl2::decode::deprecated",
    "The application still understands this, and will not for ever. The message says what to write instead.",
);

/// Every code of this area.
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
    UNKNOWN_VARIANT,
    NOT_STATIC,
    DEPRECATED,
];
