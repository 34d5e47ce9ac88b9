//! Evaluation of expressions and templates.

use crate::Code;

/// A name that the evaluation context does not have.
pub const UNKNOWN_VARIABLE: Code = Code::new(
    "hcl2::expr::unknown-variable",
    "The expression refers to a variable that the evaluation context does not define. Check the spelling, or \
     define the variable.",
);

/// A name that the application knows but cannot supply.
pub const UNRESOLVED_NAME: Code = Code::new(
    "hcl2::expr::unresolved-name",
    "The application supplies the variable or function when it is asked for, and could not. The message says why.",
);

/// A variable where none can be used.
pub const VARIABLES_NOT_ALLOWED: Code = Code::new(
    "hcl2::expr::variables-not-allowed",
    "The expression refers to a variable in a place where only literal values can stand. Write the value itself.",
);

/// An attribute or element of null.
pub const NULL_ACCESS: Code = Code::new(
    "hcl2::expr::null-access",
    "The value before the dot or bracket is null and so has no parts. Test it first, as in `x == null ? … : x.a`.",
);

/// An attribute that the object does not have.
pub const UNKNOWN_ATTRIBUTE: Code = Code::new(
    "hcl2::expr::unknown-attribute",
    "The object has no attribute, or the map no element, of that name. Check the spelling against its definition.",
);

/// An attribute of a value that has none.
pub const NO_ATTRIBUTES: Code = Code::new(
    "hcl2::expr::no-attributes",
    "Only objects and maps have attributes. For the attributes of all elements of a list use a splat, `[*]`.",
);

/// An index or key that leads to no element.
pub const INVALID_INDEX: Code = Code::new(
    "hcl2::expr::invalid-index",
    "There is no element with that index or key, or the value has no elements. Lists and tuples count from 0.",
);

/// An operand of an operator that does not convert to the operator's type.
pub const INVALID_OPERAND: Code = Code::new(
    "hcl2::expr::invalid-operand",
    "The value beside the operator has the wrong type. Arithmetic takes numbers, logic takes bools; a string that reads as one will do.",
);

/// An operation without a result.
pub const OPERATION_FAILED: Code = Code::new(
    "hcl2::expr::operation-failed",
    "The operation has no result for these values: one is null, or the result is not a number, as with zero by zero.",
);

/// A condition that is neither true nor false.
pub const INVALID_CONDITION: Code = Code::new(
    "hcl2::expr::invalid-condition",
    "A condition must be true or false. Null, and values that do not convert to bool, decide nothing.",
);

/// Results that must be of one type but are not.
pub const INCONSISTENT_RESULTS: Code = Code::new(
    "hcl2::expr::inconsistent-results",
    "Both results of a conditional, and all results of a splat of a list, must convert to one type. The message names where they differ.",
);

/// A key that is not a string.
pub const INVALID_KEY: Code = Code::new(
    "hcl2::expr::invalid-key",
    "A key of an object must be a string, or convert to one, and not be null.",
);

/// A key that may be a reference or a name.
pub const AMBIGUOUS_KEY: Code = Code::new(
    "hcl2::expr::ambiguous-key",
    "A key with dots could be a reference or a name. Put it in parentheses or in quotes to say which.",
);

/// Two elements with one key.
pub const DUPLICATE_KEY: Code = Code::new(
    "hcl2::expr::duplicate-key",
    "Two elements of a `for` expression that makes an object have the same key. Make the keys distinct, or group the values with `...`.",
);

/// A value that cannot be iterated over.
pub const NOT_ITERABLE: Code = Code::new(
    "hcl2::expr::not-iterable",
    "A `for` takes a list, set, map, tuple or object that is not null.",
);

/// A value in a template that has no text form.
pub const INVALID_TEMPLATE_VALUE: Code = Code::new(
    "hcl2::expr::invalid-template-value",
    "What is interpolated must convert to a string: a string, number or bool that is not null.",
);

/// A function call where none is allowed.
pub const CALLS_NOT_ALLOWED: Code = Code::new(
    "hcl2::expr::calls-not-allowed",
    "Functions cannot be called here. Write the value itself.",
);

/// A function that the evaluation context does not have.
pub const UNKNOWN_FUNCTION: Code = Code::new(
    "hcl2::expr::unknown-function",
    "No function of that name is offered. Check the spelling and the namespace.",
);

/// A value before `...` that holds no arguments.
pub const INVALID_EXPANSION: Code = Code::new(
    "hcl2::expr::invalid-expansion",
    "The value before `...` must be a list, set or tuple that is not null; its elements become the arguments.",
);

/// A call with too few arguments.
pub const MISSING_ARGUMENT: Code = Code::new(
    "hcl2::expr::missing-argument",
    "The function takes more arguments. The message names the first one that is missing.",
);

/// A call with too many arguments.
pub const EXTRA_ARGUMENT: Code = Code::new(
    "hcl2::expr::extra-argument",
    "The function takes fewer arguments. Remove those from the range on.",
);

/// An argument that the function does not accept.
pub const INVALID_ARGUMENT: Code = Code::new(
    "hcl2::expr::invalid-argument",
    "The argument has the wrong type or a value that the function cannot work with. The message says what is expected.",
);

/// A call that failed as a whole.
pub const CALL_FAILED: Code = Code::new(
    "hcl2::expr::call-failed",
    "The function has no result for these arguments. The message says why.",
);

/// A result that is too large or too deep.
pub const LIMIT_EXCEEDED: Code = Code::new(
    "hcl2::expr::limit-exceeded",
    "The evaluation was stopped before it used up memory. Make the input smaller, or raise the limit.",
);

/// Every code of this area.
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
];
