//! The functions of expressions in Terraform.

use hcl2_value::Example;

use super::ExpressionFunction;
use super::standard::{CAN, CONVERT, TRY};

pub(super) const OF_EXPRESSIONS: &[ExpressionFunction] = &[
    CAN,
    CONVERT,
    ExpressionFunction {
        name: "templatefile",
        parameters: &[
            ("path", "The path of the file with the template."),
            ("vars", "The variables of the template: an object or a map."),
        ],
        description: "Renders a template in a file. In Terraform, the template cannot call `templatefile` or `templatestring`.",
        example: Example {
            call: "templatefile(\"greeting.tftpl\", {name = \"you\"})",
            result: "\"hello, you\"",
        },
    },
    ExpressionFunction {
        name: "templatestring",
        parameters: &[
            ("template", "A reference to the string with the template."),
            ("vars", "The variables of the template: an object or a map."),
        ],
        description: "Renders a template in a referenced string, and returns a string. The template cannot call `templatefile` or `templatestring`.",
        example: Example {
            call: "[for t in [\"hello, $${name}\"] : templatestring(t, {name = \"you\"})][0]",
            result: "\"hello, you\"",
        },
    },
    TRY,
];
