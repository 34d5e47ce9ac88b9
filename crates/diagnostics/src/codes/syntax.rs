//! The native syntax: lexical elements, structure, expressions and templates as written.

use crate::Code;

/// A character that the language does not have.
pub const INVALID_CHARACTER: Code = Code::new(
    "hcl2::syntax::invalid-character",
    "The text holds a character that means nothing in HCL, such as a single quote, a backtick, a semicolon, a \
     typographic quote or a control character. Replace it by what HCL has for the purpose, or put it in a quoted \
     string.",
);

/// An operator that the language does not have.
pub const UNSUPPORTED_OPERATOR: Code = Code::new(
    "hcl2::syntax::unsupported-operator",
    "HCL has no operators on bits. For conditions use `&&`, `||` and `!`.",
);

/// A line ending in a quoted string.
pub const MULTI_LINE_STRING: Code = Code::new(
    "hcl2::syntax::multi-line-string",
    "A quoted string ends on the line it starts on. Write `\\n` for a line ending in it, or use a heredoc for text of \
     several lines.",
);

/// Something that starts neither an attribute nor a block.
pub const EXPECTED_ITEM: Code = Code::new(
    "hcl2::syntax::expected-item",
    "A body consists of attributes, `name = value`, and blocks, `type \"label\" { ... }`. What is here starts neither.",
);

/// An attribute whose name is in quotes.
pub const QUOTED_NAME: Code = Code::new(
    "hcl2::syntax::quoted-name",
    "The names of attributes and the types of blocks are written without quotes. Remove them.",
);

/// An attribute set twice in one body.
pub const DUPLICATE_ATTRIBUTE: Code = Code::new(
    "hcl2::syntax::duplicate-attribute",
    "A body sets each attribute once. Remove one of the definitions or rename it.",
);

/// Something after an item on its line.
pub const EXPECTED_NEWLINE: Code = Code::new(
    "hcl2::syntax::expected-newline",
    "Each attribute and each block ends with its line. Start a new line for what follows, without a comma or a \
     semicolon.",
);

/// A block whose header does not lead to an opening brace.
pub const INVALID_BLOCK_HEADER: Code = Code::new(
    "hcl2::syntax::invalid-block-header",
    "A block is its type, then labels that are names or quoted strings, then `{` on the same line.",
);

/// A block that is not closed.
pub const UNCLOSED_BLOCK: Code = Code::new(
    "hcl2::syntax::unclosed-block",
    "The text ends before the `}` of this block. Add it, or look for a brace too many inside the block.",
);

/// A block on one line that holds more than one attribute.
pub const INVALID_ONE_LINE_BLOCK: Code = Code::new(
    "hcl2::syntax::invalid-one-line-block",
    "A block on one line holds at most one attribute and no block, and is closed on that line. Give each item a line \
     of its own instead.",
);

/// Something that starts no expression where one must stand.
pub const EXPECTED_EXPRESSION: Code = Code::new(
    "hcl2::syntax::expected-expression",
    "A value is required here: a literal, a name, a call, a string, a list in `[ ]` or an object in `{ }`.",
);

/// Something after the end of an expression.
pub const EXPECTED_END: Code = Code::new(
    "hcl2::syntax::expected-end",
    "The expression is complete before this, and nothing may follow it here.",
);

/// A number that is none.
pub const INVALID_NUMBER: Code = Code::new(
    "hcl2::syntax::invalid-number",
    "A number is digits, optionally a fraction after one dot, and optionally an exponent such as `e-5`.",
);

/// A parenthesis that is not closed.
pub const UNCLOSED_PARENTHESIS: Code = Code::new(
    "hcl2::syntax::unclosed-parenthesis",
    "The expression in parentheses must be followed by `)`.",
);

/// A list that is not closed.
pub const UNCLOSED_TUPLE: Code = Code::new(
    "hcl2::syntax::unclosed-tuple",
    "The text ends before the `]` of this list.",
);

/// An object that is not closed.
pub const UNCLOSED_OBJECT: Code = Code::new(
    "hcl2::syntax::unclosed-object",
    "The text ends before the `}` of this object.",
);

/// A call that is not closed.
pub const UNCLOSED_CALL: Code = Code::new(
    "hcl2::syntax::unclosed-call",
    "The text ends before the `)` of this call.",
);

/// An index that is not closed.
pub const UNCLOSED_INDEX: Code = Code::new(
    "hcl2::syntax::unclosed-index",
    "The key of an index, or the star of a splat, must be followed by `]`.",
);

/// A missing comma.
pub const EXPECTED_SEPARATOR: Code = Code::new(
    "hcl2::syntax::expected-separator",
    "Elements of a list and arguments of a call are separated by commas, items of an object by commas or line \
     endings.",
);

/// An object item without a value.
pub const EXPECTED_VALUE: Code = Code::new(
    "hcl2::syntax::expected-value",
    "An item of an object is a key, then `=` or `:`, then a value. Put a key in quotes where it is not a name.",
);

/// A conditional without its second result.
pub const INCOMPLETE_CONDITIONAL: Code = Code::new(
    "hcl2::syntax::incomplete-conditional",
    "A conditional names both results: `condition ? if_true : if_false`.",
);

/// A dot without a name after it.
pub const EXPECTED_ATTRIBUTE_NAME: Code = Code::new(
    "hcl2::syntax::expected-attribute-name",
    "A dot is followed by the name of an attribute, or by `*` for a splat. Use an index, `[\"...\"]`, for a key that is \
     not a name.",
);

/// Two legacy indices in a row.
pub const CHAINED_LEGACY_INDEX: Code = Code::new(
    "hcl2::syntax::chained-legacy-index",
    "`.0.1` reads as the fraction 0.1. Write `[0][1]`.",
);

/// A splat in an attribute-only splat.
pub const NESTED_SPLAT: Code = Code::new(
    "hcl2::syntax::nested-splat",
    "What follows `.*` may not hold another `.*`. Use `[*]` for the outer splat.",
);

/// A function's namespace without a function.
pub const EXPECTED_FUNCTION_NAME: Code = Code::new(
    "hcl2::syntax::expected-function-name",
    "A `::` is followed by the name of a function or of a further namespace.",
);

/// A function's name in a namespace without a call.
pub const EXPECTED_CALL: Code = Code::new(
    "hcl2::syntax::expected-call",
    "A name with `::` is that of a function, and so must be followed by `(`.",
);

/// An argument after one that is expanded.
pub const MISPLACED_EXPANSION: Code = Code::new(
    "hcl2::syntax::misplaced-expansion",
    "Only the last argument of a call can be expanded with `...`, and `)` must follow it.",
);

/// A `for` that is malformed.
pub const INVALID_FOR: Code = Code::new(
    "hcl2::syntax::invalid-for",
    "A `for` in brackets is `[for v in list : v]`, one in braces is `{for k, v in map : k => v}`; each may end with \
     `if condition`. In a template it is `%{ for v in list }` up to `%{ endfor }`.",
);

/// A string that is not closed.
pub const UNCLOSED_STRING: Code = Code::new(
    "hcl2::syntax::unclosed-string",
    "The string or heredoc has no end: a quoted string ends with `\"` on its line, a heredoc with its marker alone on \
     a line, followed by a line ending.",
);

/// A backslash that starts no escape.
pub const INVALID_ESCAPE: Code = Code::new(
    "hcl2::syntax::invalid-escape",
    "In a quoted string the escapes are \\n \\r \\t \\\" \\\\ \\uNNNN and \\UNNNNNNNN. Write \\\\ for a backslash.",
);

/// A template in a string that must be literal.
pub const EXPECTED_LITERAL: Code = Code::new(
    "hcl2::syntax::expected-literal",
    "This string must be known as it is written, so it cannot hold `${ }` or `%{ }`. Double the sign to write one \
     literally.",
);

/// An interpolation that is not closed.
pub const UNCLOSED_INTERPOLATION: Code = Code::new(
    "hcl2::syntax::unclosed-interpolation",
    "The expression after `${` must be followed by `}`. To write `${` literally, as for a shell script, double the \
     sign: `$${`.",
);

/// A directive that is malformed.
pub const INVALID_DIRECTIVE: Code = Code::new(
    "hcl2::syntax::invalid-directive",
    "A template directive is one of `%{ if condition }`, `%{ else }`, `%{ endif }`, `%{ for v in list }` and \
     `%{ endfor }`. To write `%{` literally, double the sign: `%%{`.",
);

/// A directive without the one that it belongs to.
pub const UNBALANCED_DIRECTIVE: Code = Code::new(
    "hcl2::syntax::unbalanced-directive",
    "Each `if` directive needs its `endif`, each `for` its `endfor`, in the same template and properly nested; an `if` \
     has at most one `else`.",
);

/// A traversal that is no traversal.
pub const INVALID_TRAVERSAL: Code = Code::new(
    "hcl2::syntax::invalid-traversal",
    "A traversal is a name, then any number of `.name` and of `[0]` or `[\"key\"]`, and nothing else.",
);

/// Nesting deeper than the limit.
pub const TOO_DEEP: Code = Code::new(
    "hcl2::syntax::too-deep",
    "The text nests brackets, templates, operators or blocks more deeply than the limit allows. Take the inner parts \
     out into names of their own, or raise the limit.",
);

/// A text larger than the limit.
pub const TOO_LARGE: Code = Code::new(
    "hcl2::syntax::too-large",
    "The text has more bytes than the limit allows. Split it, or raise the limit.",
);

/// More problems than are worth listing.
pub const TOO_MANY_PROBLEMS: Code = Code::new(
    "hcl2::syntax::too-many-problems",
    "The text has more problems than the limit says to list. Mend the first ones and try again.",
);

/// Every code of this area.
pub(crate) const ALL: &[Code] = &[
    INVALID_CHARACTER,
    UNSUPPORTED_OPERATOR,
    MULTI_LINE_STRING,
    EXPECTED_ITEM,
    QUOTED_NAME,
    DUPLICATE_ATTRIBUTE,
    EXPECTED_NEWLINE,
    INVALID_BLOCK_HEADER,
    UNCLOSED_BLOCK,
    INVALID_ONE_LINE_BLOCK,
    EXPECTED_EXPRESSION,
    EXPECTED_END,
    INVALID_NUMBER,
    UNCLOSED_PARENTHESIS,
    UNCLOSED_TUPLE,
    UNCLOSED_OBJECT,
    UNCLOSED_CALL,
    UNCLOSED_INDEX,
    EXPECTED_SEPARATOR,
    EXPECTED_VALUE,
    INCOMPLETE_CONDITIONAL,
    EXPECTED_ATTRIBUTE_NAME,
    CHAINED_LEGACY_INDEX,
    NESTED_SPLAT,
    EXPECTED_FUNCTION_NAME,
    EXPECTED_CALL,
    MISPLACED_EXPANSION,
    INVALID_FOR,
    UNCLOSED_STRING,
    INVALID_ESCAPE,
    EXPECTED_LITERAL,
    UNCLOSED_INTERPOLATION,
    INVALID_DIRECTIVE,
    UNBALANCED_DIRECTIVE,
    INVALID_TRAVERSAL,
    TOO_DEEP,
    TOO_LARGE,
    TOO_MANY_PROBLEMS,
];
