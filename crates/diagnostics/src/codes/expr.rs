//! Evaluation of expressions and templates.

use crate::Code;

/// A variable that no scope defines.
pub const UNKNOWN_VARIABLE: Code = Code::new(
    "hcl2::expr::unknown-variable",
    "The expression refers to a variable that the evaluation context does not define. Check the spelling, or define \
     the variable.",
);

/// A name that the application cannot resolve.
pub const UNRESOLVED_NAME: Code = Code::new(
    "hcl2::expr::unresolved-name",
    "The application knows the variable or function, but failed to supply it. The message says why.",
);

/// A variable where only literals are allowed.
pub const VARIABLES_NOT_ALLOWED: Code = Code::new(
    "hcl2::expr::variables-not-allowed",
    "The expression refers to a variable in a place where only literal values are allowed. Write the value itself.",
);

/// Access to an attribute or element of null.
pub const NULL_ACCESS: Code = Code::new(
    "hcl2::expr::null-access",
    "The value before the dot or bracket is null, so it has no attributes or elements. Test it first, as in `x == \
     null ? … : x.a`.",
);

/// An attribute that the object does not have.
pub const UNKNOWN_ATTRIBUTE: Code = Code::new(
    "hcl2::expr::unknown-attribute",
    "The object has no attribute of this name, or the map no element with this key. Check the spelling.",
);

/// Access to an attribute of a value without attributes.
pub const NO_ATTRIBUTES: Code = Code::new(
    "hcl2::expr::no-attributes",
    "Only objects and maps have attributes. To get an attribute of every element of a list, use a splat: `[*]`.",
);

/// An index or key without an element.
pub const INVALID_INDEX: Code = Code::new(
    "hcl2::expr::invalid-index",
    "The value has no element with this index or key, or no elements at all. The first element of a list or tuple \
     has the index 0.",
);

/// An operand of the wrong type.
pub const INVALID_OPERAND: Code = Code::new(
    "hcl2::expr::invalid-operand",
    "The operand has the wrong type. Arithmetic operators take numbers, logical operators take bools, and a string \
     is converted if it can be.",
);

/// An operation without a result.
pub const OPERATION_FAILED: Code = Code::new(
    "hcl2::expr::operation-failed",
    "The operation has no result for these operands: one is null, or the result is not a number, as for zero divided \
     by zero.",
);

/// A condition that is neither true nor false.
pub const INVALID_CONDITION: Code = Code::new(
    "hcl2::expr::invalid-condition",
    "A condition must be true or false. Null, and values that do not convert to bool, are not allowed.",
);

/// Results without a common type.
pub const INCONSISTENT_RESULTS: Code = Code::new(
    "hcl2::expr::inconsistent-results",
    "Both results of a conditional, and all results of a splat over a list, must convert to one type. The message \
     says where they differ.",
);

/// An object key that is not a string.
pub const INVALID_KEY: Code = Code::new(
    "hcl2::expr::invalid-key",
    "The key of an object must convert to a string and must not be null.",
);

/// An object key that is either a reference or a name.
pub const AMBIGUOUS_KEY: Code = Code::new(
    "hcl2::expr::ambiguous-key",
    "A key with dots could be a reference or a name. Write it in parentheses for the reference, or in quotes for the \
     name.",
);

/// A duplicate key.
pub const DUPLICATE_KEY: Code = Code::new(
    "hcl2::expr::duplicate-key",
    "Two elements of a `for` expression that makes an object have the same key. Make the keys unique, or group the \
     values with `...`.",
);

/// An item of an object that another one replaces.
pub const OVERWRITTEN_ITEM: Code = Code::new(
    "hcl2::expr::overwritten-item",
    "Two items of an object constructor have the same key, and only the last one counts. Remove one of them, or rename \
     it.",
);

/// A value that cannot be iterated over.
pub const NOT_ITERABLE: Code = Code::new(
    "hcl2::expr::not-iterable",
    "A `for` expression iterates over a list, set, map, tuple or object that is not null.",
);

/// An interpolated value that does not convert to a string.
pub const INVALID_TEMPLATE_VALUE: Code = Code::new(
    "hcl2::expr::invalid-template-value",
    "An interpolated value must be a string, number or bool that is not null.",
);

/// A function call where calls are not allowed.
pub const CALLS_NOT_ALLOWED: Code = Code::new(
    "hcl2::expr::calls-not-allowed",
    "Functions cannot be called here. Write the value itself.",
);

/// A function that no scope offers.
pub const UNKNOWN_FUNCTION: Code = Code::new(
    "hcl2::expr::unknown-function",
    "The evaluation context has no function of this name. Check the spelling and the namespace.",
);

/// A value that cannot be expanded into arguments.
pub const INVALID_EXPANSION: Code = Code::new(
    "hcl2::expr::invalid-expansion",
    "The value before `...` must be a list, set or tuple that is not null; its elements become the arguments.",
);

/// A call with too few arguments.
pub const MISSING_ARGUMENT: Code = Code::new(
    "hcl2::expr::missing-argument",
    "The function takes more arguments. The message names the first missing one.",
);

/// A call with too many arguments.
pub const EXTRA_ARGUMENT: Code = Code::new(
    "hcl2::expr::extra-argument",
    "The function takes fewer arguments. Remove the argument that the range shows and those after it.",
);

/// An argument that the function does not accept.
pub const INVALID_ARGUMENT: Code = Code::new(
    "hcl2::expr::invalid-argument",
    "The argument has the wrong type, or a value that the function does not accept. The message says what is \
     expected.",
);

/// A failed function call.
pub const CALL_FAILED: Code = Code::new(
    "hcl2::expr::call-failed",
    "The function has no result for these arguments. The message says why.",
);

/// A result that exceeds a limit.
pub const LIMIT_EXCEEDED: Code = Code::new(
    "hcl2::expr::limit-exceeded",
    "The evaluation takes too many steps or too much memory or time, or was cancelled; or a value or its text is too \
     large. Make the input smaller, or raise the limit that the message names.",
);

/// An expression without the form that static analysis requires.
pub const STATIC_FORM_REQUIRED: Code = Code::new(
    "hcl2::expr::static-form-required",
    "The expression is read without evaluating it, so it must be written in the form that the message names: for \
     example a list in brackets, or a plain name, rather than an expression with such a value.",
);

/// All codes of this area.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN_VARIABLE,
    UNRESOLVED_NAME,
    VARIABLES_NOT_ALLOWED,
    NULL_ACCESS,
    UNKNOWN_ATTRIBUTE,
    NO_ATTRIBUTES,
    INVALID_INDEX,
    INVALID_OPERAND,
    OPERATION_FAILED,
    INVALID_CONDITION,
    INCONSISTENT_RESULTS,
    INVALID_KEY,
    AMBIGUOUS_KEY,
    DUPLICATE_KEY,
    OVERWRITTEN_ITEM,
    NOT_ITERABLE,
    INVALID_TEMPLATE_VALUE,
    CALLS_NOT_ALLOWED,
    UNKNOWN_FUNCTION,
    INVALID_EXPANSION,
    MISSING_ARGUMENT,
    EXTRA_ARGUMENT,
    INVALID_ARGUMENT,
    CALL_FAILED,
    LIMIT_EXCEEDED,
    STATIC_FORM_REQUIRED,
];
