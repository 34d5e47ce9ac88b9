//! The native syntax: lexical elements, structure, expressions and templates.

use crate::Code;

/// A character without a meaning.
pub const INVALID_CHARACTER: Code = Code::new(
    "hcl2::syntax::invalid-character",
    "The source has a character without a meaning in HCL, such as a single quote, a backtick, a semicolon, a \
     typographic quote or a control character. Replace it, or put it in a quoted string.",
);

/// An operator that the language does not have.
pub const UNSUPPORTED_OPERATOR: Code = Code::new(
    "hcl2::syntax::unsupported-operator",
    "HCL has no bitwise operators. For conditions use `&&`, `||` and `!`.",
);

/// A line break in a quoted string.
pub const MULTI_LINE_STRING: Code = Code::new(
    "hcl2::syntax::multi-line-string",
    "A quoted string must end on the line on which it starts. Write a line break in a string as `\\n`, or use a \
     heredoc for several lines.",
);

/// Something that is neither an attribute nor a block.
pub const EXPECTED_ITEM: Code = Code::new(
    "hcl2::syntax::expected-item",
    "A body consists of attributes, `name = value`, and blocks, `type \"label\" { ... }`. Expected one of these.",
);

/// An attribute name or block type in quotes.
pub const QUOTED_NAME: Code = Code::new(
    "hcl2::syntax::quoted-name",
    "The names of attributes and the types of blocks are written without quotes. Remove the quotes.",
);

/// An attribute that a body sets more than once.
pub const DUPLICATE_ATTRIBUTE: Code = Code::new(
    "hcl2::syntax::duplicate-attribute",
    "An attribute can be set only once in a body. Remove or rename one of the definitions.",
);

/// A missing line break after an item.
pub const EXPECTED_NEWLINE: Code = Code::new(
    "hcl2::syntax::expected-newline",
    "Each attribute and each block ends with its line. Put the next item on a new line, without a comma or \
     semicolon.",
);

/// A block header without an opening brace.
pub const INVALID_BLOCK_HEADER: Code = Code::new(
    "hcl2::syntax::invalid-block-header",
    "A block is its type, followed by labels, each a name or a quoted string, and `{` on the same line.",
);

/// An unclosed block.
pub const UNCLOSED_BLOCK: Code = Code::new(
    "hcl2::syntax::unclosed-block",
    "The source ends before the `}` of this block. Add it, or look for an extra brace inside the block.",
);

/// A one-line block with more than one attribute.
pub const INVALID_ONE_LINE_BLOCK: Code = Code::new(
    "hcl2::syntax::invalid-one-line-block",
    "A block on one line has at most one attribute and no nested block, and is closed on the same line. Otherwise, \
     put each item on a line of its own.",
);

/// A missing expression.
pub const EXPECTED_EXPRESSION: Code = Code::new(
    "hcl2::syntax::expected-expression",
    "Expected an expression: a literal, a name, a function call, a string, a list in `[ ]` or an object in `{ }`.",
);

/// Something after the end of an expression.
pub const EXPECTED_END: Code = Code::new(
    "hcl2::syntax::expected-end",
    "The expression ends before this, and nothing may follow it.",
);

/// An invalid number.
pub const INVALID_NUMBER: Code = Code::new(
    "hcl2::syntax::invalid-number",
    "A number consists of digits, optionally a dot and a fraction, and optionally an exponent such as `e-5`.",
);

/// An unclosed parenthesis.
pub const UNCLOSED_PARENTHESIS: Code = Code::new(
    "hcl2::syntax::unclosed-parenthesis",
    "Expected `)` after the expression in parentheses.",
);

/// An unclosed list.
pub const UNCLOSED_TUPLE: Code = Code::new(
    "hcl2::syntax::unclosed-tuple",
    "The source ends before the `]` of this list.",
);

/// An unclosed object.
pub const UNCLOSED_OBJECT: Code = Code::new(
    "hcl2::syntax::unclosed-object",
    "The source ends before the `}` of this object.",
);

/// An unclosed function call.
pub const UNCLOSED_CALL: Code = Code::new(
    "hcl2::syntax::unclosed-call",
    "The source ends before the `)` of this call.",
);

/// An unclosed index.
pub const UNCLOSED_INDEX: Code = Code::new(
    "hcl2::syntax::unclosed-index",
    "Expected `]` after the key of an index or the star of a splat.",
);

/// A missing separator.
pub const EXPECTED_SEPARATOR: Code = Code::new(
    "hcl2::syntax::expected-separator",
    "Commas separate the elements of a list and the arguments of a call; commas or line breaks separate the items of \
     an object.",
);

/// An object item without a value.
pub const EXPECTED_VALUE: Code = Code::new(
    "hcl2::syntax::expected-value",
    "An item of an object is a key, then `=` or `:`, then a value. Put the key in quotes if it is not a name.",
);

/// A conditional without its second result.
pub const INCOMPLETE_CONDITIONAL: Code = Code::new(
    "hcl2::syntax::incomplete-conditional",
    "A conditional has two results: `condition ? if_true : if_false`.",
);

/// A missing attribute name after a dot.
pub const EXPECTED_ATTRIBUTE_NAME: Code = Code::new(
    "hcl2::syntax::expected-attribute-name",
    "Expected the name of an attribute after the dot, or `*` for a splat. If a key is not a name, use an index: \
     `[\"...\"]`.",
);

/// Two legacy indices in a row.
pub const CHAINED_LEGACY_INDEX: Code = Code::new(
    "hcl2::syntax::chained-legacy-index",
    "The parser reads `.0.1` as the fraction 0.1. Write `[0][1]`.",
);

/// A splat inside an attribute-only splat.
pub const NESTED_SPLAT: Code = Code::new(
    "hcl2::syntax::nested-splat",
    "Another `.*` is not allowed after `.*`. Use `[*]` for the outer splat.",
);

/// A namespace without a function name.
pub const EXPECTED_FUNCTION_NAME: Code = Code::new(
    "hcl2::syntax::expected-function-name",
    "Expected the name of a function or of a nested namespace after `::`.",
);

/// A function name with a namespace, but without a call.
pub const EXPECTED_CALL: Code = Code::new(
    "hcl2::syntax::expected-call",
    "A name with `::` is that of a function. Expected `(` after it.",
);

/// An argument after an expanded one.
pub const MISPLACED_EXPANSION: Code = Code::new(
    "hcl2::syntax::misplaced-expansion",
    "Only the last argument of a call can be expanded with `...`. Expected `)` after it.",
);

/// An invalid `for`.
pub const INVALID_FOR: Code = Code::new(
    "hcl2::syntax::invalid-for",
    "A `for` in brackets is `[for v in list : v]`, one in braces is `{for k, v in map : k => v}`, and either may end \
     with `if condition`. In a template, it is `%{ for v in list }` up to `%{ endfor }`.",
);

/// An unclosed string.
pub const UNCLOSED_STRING: Code = Code::new(
    "hcl2::syntax::unclosed-string",
    "The string or heredoc is not closed: a quoted string ends with `\"` on the same line, a heredoc with its marker \
     alone on a line.",
);

/// An invalid escape sequence.
pub const INVALID_ESCAPE: Code = Code::new(
    "hcl2::syntax::invalid-escape",
    "The escape sequences of a quoted string are \\n \\r \\t \\\" \\\\ \\uNNNN and \\UNNNNNNNN. Write \\\\ for a \
     backslash.",
);

/// A template where a literal string is required.
pub const EXPECTED_LITERAL: Code = Code::new(
    "hcl2::syntax::expected-literal",
    "A literal string is required, so `${ }` and `%{ }` are not allowed. Double the `$` or `%` to write the sequence \
     literally.",
);

/// An unclosed interpolation.
pub const UNCLOSED_INTERPOLATION: Code = Code::new(
    "hcl2::syntax::unclosed-interpolation",
    "Expected `}` after the interpolated expression. To write `${` literally, as for a shell script, double the `$`: \
     `$${`.",
);

/// An invalid template directive.
pub const INVALID_DIRECTIVE: Code = Code::new(
    "hcl2::syntax::invalid-directive",
    "A template directive is one of `%{ if condition }`, `%{ else }`, `%{ endif }`, `%{ for v in list }` and `%{ \
     endfor }`. To write `%{` literally, double the `%`: `%%{`.",
);

/// A template directive without its counterpart.
pub const UNBALANCED_DIRECTIVE: Code = Code::new(
    "hcl2::syntax::unbalanced-directive",
    "Each `if` directive needs its `endif` and each `for` its `endfor`, in the same template and properly nested; an \
     `if` has at most one `else`.",
);

/// An invalid traversal.
pub const INVALID_TRAVERSAL: Code = Code::new(
    "hcl2::syntax::invalid-traversal",
    "A traversal is a name, followed by any number of `.name`, `[0]` and `[\"key\"]`.",
);

/// Nesting beyond the limit.
pub const TOO_DEEP: Code = Code::new(
    "hcl2::syntax::too-deep",
    "Brackets, templates, operators or blocks are nested more deeply than the limit allows. Give the inner parts \
     names of their own, or raise the limit.",
);

/// A source beyond the limit.
pub const TOO_LARGE: Code = Code::new(
    "hcl2::syntax::too-large",
    "The source has more bytes than the limit allows. Split it, or raise the limit.",
);

/// A cut list of problems.
pub const TOO_MANY_PROBLEMS: Code = Code::new(
    "hcl2::syntax::too-many-problems",
    "The file has more problems than are listed. Fix the listed ones first.",
);

/// All codes of this area.
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
