//! Where our results differ from those of Terraform, by rule.

use crate::ours::Outcome;

/// A rule, and why it is one.
pub(crate) struct Difference {
    pub(crate) id: &'static str,
    /// For the person who reads the table.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests show it"))]
    pub(crate) reason: &'static str,
    applies: fn(&Call<'_>) -> bool,
}

struct Call<'a> {
    function: &'a str,
    text: &'a str,
    ours: &'a Outcome,
    theirs: &'a Outcome,
}

impl Call<'_> {
    fn is_value_here_only(&self) -> bool {
        matches!((self.ours, self.theirs), (Outcome::Value { .. }, Outcome::Error))
    }

    fn is_value_there_only(&self) -> bool {
        matches!((self.ours, self.theirs), (Outcome::Error, Outcome::Value { .. }))
    }
}

/// All rules.
pub(crate) const ALL: &[Difference] = &[
    Difference {
        id: "undeclared-reference",
        reason: "Terraform refuses a reference to what no module declares before it evaluates anything; to an expression \
                 language it is an error of evaluation, which `try` and `can` are for",
        applies: |call| {
            matches!(call.function, "try" | "can")
                && call.text.contains("(nope.")
                && call.is_value_here_only()
        },
    },
    Difference {
        id: "mapped-addresses",
        reason: "an IPv4 address that is written as one of IPv6 is one of IPv4 here throughout, and in Terraform in some \
                 functions and some ways only",
        applies: |call| call.function.starts_with("cidr") && call.text.contains("\"::ffff:"),
    },
    Difference {
        id: "subnets-of-everything",
        reason: "Terraform looks at the range before the first one, and there is none before 0.0.0.0/0",
        applies: |call| {
            call.function == "cidrsubnets" && call.text.contains("\"0.0.0.0/0\"") && call.is_value_here_only()
        },
    },
    Difference {
        id: "negative-parts-of-ranges",
        reason: "a range has no part with a negative number and none of a negative number of bits; Terraform gives one that \
                 is not in the range, or an address that is null",
        applies: |call| {
            call.function == "cidrsubnet" && call.text.contains(", -") && call.is_value_there_only()
        },
    },
    Difference {
        id: "element-from-the-end",
        reason: "a negative index counts from the end in later versions; Terraform 1.11 stops with an index out of range",
        applies: |call| call.function == "element" && call.text.contains(", -") && call.is_value_here_only(),
    },
    Difference {
        id: "order-of-sets",
        reason: "sets of compound values have no order in the specification, and Terraform's comes from its hashes",
        applies: |call| match (call.ours, call.theirs) {
            (
                Outcome::Value { ty, json },
                Outcome::Value {
                    ty: their_type,
                    json: their_json,
                },
            ) => {
                let sorted = |json: &str| {
                    let mut bytes = json.as_bytes().to_vec();
                    bytes.sort_unstable();
                    bytes
                };
                ty == their_type && call.text.contains("toset(") && sorted(json) == sorted(their_json)
            }
            _ => false,
        },
    },
    Difference {
        id: "sets-of-untyped-nulls",
        reason: "Terraform 1.11 stops with incompatible rules of sets where one set has nothing but a null without a type",
        applies: |call| {
            call.function.starts_with("set") && call.text.contains("[null]") && call.is_value_here_only()
        },
    },
    Difference {
        id: "format-of-null",
        reason: "later versions format a null without a type, or say why they cannot; in Terraform 1.11 it makes the result \
                 unknown",
        applies: |call| {
            call.function.starts_with("format")
                && call.text.contains("null")
                && *call.theirs == Outcome::Unknown
        },
    },
    Difference {
        id: "duplicate-properties",
        reason: "a property that is there twice with values of different types is an error in later versions",
        applies: |call| call.function == "jsondecode" && call.is_value_there_only(),
    },
    Difference {
        id: "encoding-standard",
        reason: "texts are encoded as the encoding standard has it: in Big5 without the extensions that are only decoded, and \
                 in Shift_JIS with IBM's codes for characters that it has twice, and with 0x80 for the character of that number",
        applies: |call| {
            call.function == "textencodebase64"
                && (call.text.contains("\"Big5\"") && call.is_value_there_only()
                    || call.text.contains("\"Shift_JIS\"") && matches!(call.ours, Outcome::Value { .. }))
        },
    },
    Difference {
        id: "newer-gb18030",
        reason: "GB 18030 gives every two bytes a character, some of private use, and later editions gave 19 of them, which \
                 GBK has too, characters of Unicode",
        applies: |call| {
            call.text.contains("\"GB18030\"") || call.text.contains("\"GBK\"") && call.is_value_here_only()
        },
    },
    Difference {
        id: "plaintext-of-bytes",
        reason: "a string is Unicode text; Terraform puts whatever bytes were encrypted into one",
        applies: |call| call.function == "rsadecrypt" && call.is_value_there_only(),
    },
    Difference {
        id: "separators-in-yaml",
        reason: "Terraform writes line and paragraph separators into literal blocks as if they ended lines, as YAML 1.1 has \
                 it; readers of YAML 1.2 cannot read that",
        applies: |call| {
            call.function == "yamlencode" && call.text.contains("\\u2028") && *call.theirs != Outcome::Error
        },
    },
    Difference {
        id: "tab-before-yaml",
        reason: "a tab before the first token of a line is taken for white space, not for indentation",
        applies: |call| {
            call.function == "yamldecode" && call.text.contains("\"\\t") && call.is_value_here_only()
        },
    },
];

/// The rule that explains a difference.
pub(crate) fn find(
    function: &str,
    text: &str,
    ours: &Outcome,
    theirs: &Outcome,
) -> Option<&'static Difference> {
    let call = Call {
        function,
        text,
        ours,
        theirs,
    };
    ALL.iter().find(|rule| (rule.applies)(&call))
}
