//! The standard functions of expressions.

use hcl2_value::Example;

use super::ExpressionFunction;

pub(super) const OF_EXPRESSIONS: &[ExpressionFunction] = &[CAN, CONVERT, TRY];

pub(super) const CAN: ExpressionFunction = ExpressionFunction {
    name: "can",
    parameters: &[("expression", "The expression to try.")],
    description: "Returns whether an expression can be evaluated without an error.",
    example: Example {
        call: "can([1][7])",
        result: "false",
    },
};

pub(super) const CONVERT: ExpressionFunction = ExpressionFunction {
    name: "convert",
    parameters: &[
        ("value", "The value to convert."),
        ("type", "A type constraint, such as `list(string)`."),
    ],
    description: "Converts a value to a type.",
    example: Example {
        call: "convert([1, \"2\"], list(number))",
        result: "[1, 2]",
    },
};

pub(super) const TRY: ExpressionFunction = ExpressionFunction {
    name: "try",
    parameters: &[("expressions...", "The expressions to try in turn.")],
    description: "Returns the value of the first expression without an error.",
    example: Example {
        call: "try({}.a, \"default\")",
        result: "\"default\"",
    },
};
